// What the runtime takes for granted about a model file, and asserts.
#include <ggml.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>

#include "gaia/memory/error.h"
#include "inference/gguf_header.h"
#include "inference/text_tokens.h"

namespace gaia::memory::inference {
namespace {

[[noreturn]] void refuse(const GgufHeader& header, const std::string& what) {
  throw Error(ErrorCode::invalid_model, header.path().string() + ": " + what,
              "make or download the file again");
}

// The runtime reads a token up to its first NUL, names an empty one after its place, and asserts
// that no two are equal.
void check_tokens_differ(const GgufHeader& header) {
  std::unordered_set<std::string_view> seen;
  seen.reserve(header.tokens().size());
  for (const std::string& token : header.tokens()) {
    if (token.find('\0') != std::string::npos || token.starts_with("[EMPTY_")) {
      refuse(header, "the vocabulary has an impossible token");
    }
    if (!token.empty() && !seen.insert(token).second) {
      refuse(header, "the vocabulary has a token twice");
    }
  }
}

void check_special_tokens(const GgufHeader& header) {
  for (const char* name : {"bos", "eos", "unknown", "seperator", "padding", "cls", "mask"}) {
    const std::string key = std::string("tokenizer.ggml.") + name + "_token_id";
    if (!header.has(key)) continue;
    const auto id = header.number(key);
    if (!id || *id >= header.tokens().size()) refuse(header, key + " is not in the vocabulary");
  }
}

// The runtime asserts that it has the token that it is told to add. For BERT we add them ourselves.
void check_added_tokens(const GgufHeader& header) {
  constexpr std::array<std::array<const char*, 2>, 3> kFlags{
      {{"add_bos_token", "bos_token_id"},
       {"add_eos_token", "eos_token_id"},
       {"add_sep_token", "seperator_token_id"}}};  // spelled so in the format
  for (const auto& [flag, id] : kFlags) {
    const std::string prefix = "tokenizer.ggml.";
    if (header.flag(prefix + flag).value_or(false) && !header.has(prefix + id)) {
      refuse(header, prefix + flag + " is set, but there is no " + prefix + id);
    }
  }
}

std::uint64_t required(const GgufHeader& header, const std::string& name, std::uint64_t max) {
  const std::string key = header.architecture_key(name);
  const auto value = header.number(key);
  if (!value) refuse(header, "there is no number " + key);
  if (*value == 0 || *value > max) {
    refuse(header, key + " is " + std::to_string(*value) + ", which cannot be");
  }
  return *value;
}

void check_epsilons(const GgufHeader& header) {
  for (const char* name : {"attention.layer_norm_epsilon", "attention.layer_norm_rms_epsilon"}) {
    const std::string key = header.architecture_key(name);
    const double epsilon = header.real(key).value_or(0);
    if (!(epsilon >= 0 && epsilon < 1)) refuse(header, key + " is no small number");
  }
}

// What is added to a row, or scales it, is in full precision: the runtime adds nothing else. It
// multiplies with whatever it can turn into such numbers, and ends the process over the rest.
void check_types(const GgufHeader& header) {
  for (const GgufHeader::Tensor& tensor : header.tensors()) {
    const auto type = static_cast<ggml_type>(tensor.type);
    if (type != GGML_TYPE_F32 && ggml_get_type_traits(type)->to_float == nullptr) {
      refuse(header, "tensor " + tensor.name + " is of type " + ggml_type_name(type) +
                         ", which weights cannot be");
    }
    const std::string_view name = tensor.name;
    const bool added =
        name.ends_with(".bias") || name.ends_with("_norm.weight") || name == "token_types.weight";
    if (added && tensor.type != GGML_TYPE_F32) {
      refuse(header, "tensor " + tensor.name + " is not of type F32");
    }
  }
}

// Generous: the largest models there are stay a factor of four below.
constexpr std::uint64_t kMaxWidth = 1u << 20;
constexpr std::uint64_t kMaxLayers = 512;  // the runtime's own limit
constexpr std::uint64_t kMaxContext = 1u << 30;

// A number that may be left out, then it is `otherwise`. A list, which some architectures have for
// some keys, counts as left out if it `may_be_list`.
std::uint64_t optional_number(const GgufHeader& header, const std::string& name,
                              std::uint64_t otherwise, bool may_be_list = false) {
  const std::string key = header.architecture_key(name);
  if (!header.has(key) || (may_be_list && header.is_list(key))) return otherwise;
  const auto value = header.number(key);
  if (!value) refuse(header, key + " is no number");
  return *value;
}

void check_experts(const GgufHeader& header) {
  constexpr std::uint64_t kMaxExperts = 512;  // the runtime's limit
  const std::uint64_t experts = optional_number(header, "expert_count", 0);
  const std::uint64_t used = optional_number(header, "expert_used_count", 0);
  const std::uint64_t groups = optional_number(header, "expert_group_count", 0);
  const std::uint64_t used_groups = optional_number(header, "expert_group_used_count", 0);
  const bool consistent =
      experts == 0 ? used == 0 && groups == 0
                   : experts <= kMaxExperts && used > 0 && used <= experts && groups < experts;
  const bool grouped = groups > 1;
  if (!consistent ||
      (grouped && (experts % groups != 0 || used_groups == 0 || used_groups >= groups))) {
    refuse(header, "its numbers of experts do not fit together");
  }
}

void check_rope(const GgufHeader& header, std::uint64_t head_width) {
  const std::string scaling = header.architecture_key("rope.scaling.type");
  if (header.has(scaling)) {
    const std::string name = header.text(scaling).value_or("");
    constexpr std::array<std::string_view, 4> kKnown{"none", "linear", "yarn", "longrope"};
    if (std::ranges::find(kKnown, name) == kKnown.end()) {
      refuse(header, scaling + " is '" + name + "', which is unknown");
    }
  }
  for (const char* name : {"rope.dimension_count", "rope.dimension_count_swa"}) {
    const std::uint64_t turned = optional_number(header, name, 0, true);
    if (turned % 2 != 0 || turned > head_width) {
      refuse(header, header.architecture_key(name) + " is " + std::to_string(turned) +
                         " of heads that are " + std::to_string(head_width) + " wide");
    }
  }
}

// In these the heads together are as wide as the model. The runtime takes that for granted.
bool is_bert_like(const GgufHeader& header) {
  return header.architecture().find("bert") != std::string::npos;
}

void check_bert_heads(const GgufHeader& header, std::uint64_t width, std::uint64_t heads) {
  if (width % heads != 0) refuse(header, "its width is not a multiple of its number of heads");
  if (optional_number(header, "attention.head_count_kv", heads) != heads) {
    refuse(header, "it has other heads for keys than for queries");
  }
  for (const char* name : {"attention.key_length", "attention.value_length"}) {
    if (optional_number(header, name, width / heads) != width / heads) {
      refuse(header, header.architecture_key(name) + " does not fit its width and heads");
    }
  }
}

void check_heads(const GgufHeader& header, std::uint64_t width) {
  const std::string key = header.architecture_key("attention.head_count");
  if (!is_bert_like(header) && !header.number(key)) return;  // a list, or no attention at all
  const std::uint64_t heads = required(header, "attention.head_count", width);
  if (is_bert_like(header)) check_bert_heads(header, width, heads);
  const std::uint64_t shared = optional_number(header, "attention.head_count_kv", heads, true);
  if (shared != 0 && heads % shared != 0) {
    refuse(header, "its heads cannot share its heads for keys");
  }
  for (const char* name : {"attention.key_length", "attention.value_length"}) {
    if (header.has(header.architecture_key(name))) required(header, name, width);
  }
  check_rope(header, optional_number(header, "attention.key_length", width / heads));
}

// What the converters of BERT models write. The runtime reads two hundred keys more for any
// architecture, and few of them suit this one.
void check_bert_keys(const GgufHeader& header) {
  constexpr std::array<std::string_view, 12> kKnown{"vocab_size",
                                                    "context_length",
                                                    "embedding_length",
                                                    "feed_forward_length",
                                                    "block_count",
                                                    "attention.head_count",
                                                    "attention.head_count_kv",
                                                    "attention.layer_norm_epsilon",
                                                    "attention.layer_norm_rms_epsilon",
                                                    "attention.causal",
                                                    "pooling_type",
                                                    "classifier.output_labels"};
  constexpr std::string_view kPrefix = "bert.";
  for (const std::string& key : header.keys_with(kPrefix)) {
    if (std::ranges::find(kKnown, std::string_view(key).substr(kPrefix.size())) == kKnown.end()) {
      refuse(header, "the key " + key + " does not belong to a BERT model");
    }
  }
}

}  // namespace

void GgufHeader::check_loadable() const {
  if (architecture().empty()) refuse(*this, "it does not name its architecture");
  if (tensors_.empty()) refuse(*this, "it holds no weights");
  if (tokens_.empty()) refuse(*this, "it holds no vocabulary");
  if (!has_bert_tokenizer(*this)) {  // the runtime sees no others
    check_tokens_differ(*this);
    check_added_tokens(*this);
  }
  check_special_tokens(*this);
  check_epsilons(*this);
  check_types(*this);
  if (architecture() == "bert") check_bert_keys(*this);
  required(*this, "context_length", kMaxContext);
  const std::uint64_t layers = required(*this, "block_count", kMaxLayers);
  if (optional_number(*this, "nextn_predict_layers", 0) > layers) {
    refuse(*this, "it predicts further ahead than it has layers");
  }
  const std::uint64_t width = required(*this, "embedding_length", kMaxWidth);
  if (optional_number(*this, "embedding_length_out", width) != width) {
    refuse(*this, "its vectors are said to have another length than its rows");
  }
  check_experts(*this);
  check_heads(*this, width);
}

}  // namespace gaia::memory::inference

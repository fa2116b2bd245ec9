// What the runtime takes for granted about a model file, and asserts.
#include <ggml.h>

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

// What is added to a row, or scales it, is in full precision: the runtime adds nothing else.
void check_types(const GgufHeader& header) {
  for (const GgufHeader::Tensor& tensor : header.tensors()) {
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

}  // namespace

void GgufHeader::check_loadable() const {
  if (architecture().empty()) refuse(*this, "it does not name its architecture");
  if (tensors_.empty()) refuse(*this, "it holds no weights");
  if (tokens_.empty()) refuse(*this, "it holds no vocabulary");
  if (!has_bert_tokenizer(*this)) check_tokens_differ(*this);  // the runtime sees no others
  check_special_tokens(*this);
  check_epsilons(*this);
  check_types(*this);
  required(*this, "context_length", kMaxContext);
  required(*this, "block_count", kMaxLayers);
  const std::uint64_t width = required(*this, "embedding_length", kMaxWidth);
  if (architecture() != "bert") return;  // elsewhere the number of heads may be a list
  const std::uint64_t heads = required(*this, "attention.head_count", width);
  if (width % heads != 0) refuse(*this, "its width is not a multiple of its number of heads");
}

}  // namespace gaia::memory::inference

// Makes a GGUF file of a BERT model: keys and tensor names as the runtime's loader expects them.
// Tensors are read, converted and written one at a time.
#include <ggml.h>
#include <gguf.h>

#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "gaia/memory/error.h"
#include "gaia/memory/model_files.h"
#include "inference/bert_source.h"
#include "inference/bert_tensors.h"
#include "inference/fingerprint.h"
#include "inference/gguf_header.h"
#include "inference/model_keys.h"
#include "inference/safetensors.h"
#include "platform/new_file.h"

namespace gaia::memory {
namespace {

namespace fs = std::filesystem;
using inference::BertSource;
using inference::BertTensor;

struct Free {
  void operator()(gguf_context* header) const { gguf_free(header); }
  void operator()(ggml_context* context) const { ggml_free(context); }
};
using Header = std::unique_ptr<gguf_context, Free>;

// In the runtime's spelling: U+2581 before a piece that begins a word, nothing before one that
// continues it, special tokens as they are.
std::string runtime_spelling(const std::string& token, bool special) {
  if (special) return token;
  if (token.starts_with("##")) return token.substr(2);
  return "\xE2\x96\x81" + token;
}

bool is_special(const std::string& token) {
  return token.size() > 2 && token.starts_with('[') && token.ends_with(']');
}

const std::string& model_name(const ImportOptions& options, const BertSource& source) {
  const std::string& name = options.name.empty() ? source.name : options.name;
  if (name.empty()) {
    throw Error(ErrorCode::invalid_argument,
                "the folder " + source.folder.string() + " does not tell the model's name",
                "give it with --name");
  }
  return name;
}

void add_vocabulary(gguf_context* header, const BertSource& source) {
  constexpr std::int32_t kNormal = 1, kControl = 3;  // of the runtime
  std::vector<std::string> tokens;
  std::vector<std::int32_t> types;
  for (const std::string& token : source.vocabulary) {
    const bool special = is_special(token);
    tokens.push_back(runtime_spelling(token, special));
    types.push_back(special ? kControl : kNormal);
  }
  if (source.is_cross_encoder()) {
    for (std::size_t i = 0; i < source.vocabulary.size(); ++i) {
      tokens.push_back("[segment 2: " + std::to_string(i) + "]");
      types.push_back(kControl);
    }
  }
  std::vector<const char*> texts;
  for (const std::string& token : tokens) texts.push_back(token.c_str());
  gguf_set_arr_str(header, "tokenizer.ggml.tokens", texts.data(), texts.size());
  gguf_set_arr_data(header, "tokenizer.ggml.token_type", GGUF_TYPE_INT32, types.data(),
                    types.size());
}

void add_tokenizer(gguf_context* header, const BertSource& source) {
  gguf_set_val_str(header, "tokenizer.ggml.model", "bert");
  gguf_set_val_str(header, "tokenizer.ggml.pre", "default");
  gguf_set_val_u32(header, "tokenizer.ggml.token_type_count", source.segments);
  add_vocabulary(header, source);
  const auto set_id = [header](const char* key, std::int32_t id) {
    gguf_set_val_u32(header, key, static_cast<std::uint32_t>(id));
  };
  set_id("tokenizer.ggml.bos_token_id", source.cls);
  set_id("tokenizer.ggml.cls_token_id", source.cls);
  set_id("tokenizer.ggml.seperator_token_id", source.sep);  // spelled so in the format
  set_id("tokenizer.ggml.unknown_token_id", source.unknown);
  set_id("tokenizer.ggml.padding_token_id", source.padding);
  set_id("tokenizer.ggml.mask_token_id", source.mask);
  gguf_set_val_bool(header, "tokenizer.ggml.normalizer.lowercase", source.text.lowercase);
  gguf_set_val_bool(header, "tokenizer.ggml.normalizer.strip_accents", source.text.strip_accents);
}

std::uint32_t file_type(Precision precision) {
  switch (precision) {
    case Precision::f32:
      return LLAMA_FTYPE_ALL_F32;
    case Precision::f16:
      return LLAMA_FTYPE_MOSTLY_F16;
    case Precision::q8_0:
      break;
  }
  return LLAMA_FTYPE_MOSTLY_Q8_0;
}

// What only this product reads.
void add_recipe(gguf_context* header, const BertSource& source, const std::string& fingerprint) {
  gguf_set_val_u32(header, inference::kMaxTokensKey, source.max_tokens);
  gguf_set_val_u32(header, inference::kImporterVersionKey, inference::kImporterVersion);
  gguf_set_val_str(header, inference::kFingerprintKey, fingerprint.c_str());
  if (source.query_prefix && source.document_prefix) {
    gguf_set_val_str(header, inference::kQueryPrefixKey, source.query_prefix->c_str());
    gguf_set_val_str(header, inference::kDocumentPrefixKey, source.document_prefix->c_str());
  }
  if (source.is_cross_encoder()) {
    gguf_set_val_u32(header, inference::kSegmentOffsetKey,
                     static_cast<std::uint32_t>(source.vocabulary.size()));
  }
}

void add_model(gguf_context* header, const BertSource& source, const ImportOptions& options) {
  gguf_set_val_str(header, "general.architecture", "bert");
  gguf_set_val_str(header, "general.type", "model");
  gguf_set_val_str(header, "general.name", model_name(options, source).c_str());
  if (source.license) gguf_set_val_str(header, "general.license", source.license->c_str());
  gguf_set_val_u32(header, "general.file_type", file_type(options.precision));
  gguf_set_val_u32(header, "general.quantization_version", GGML_QNT_VERSION);
  gguf_set_val_u32(
      header, "bert.vocab_size",
      static_cast<std::uint32_t>(source.vocabulary.size() * (source.is_cross_encoder() ? 2 : 1)));
  gguf_set_val_u32(header, "bert.context_length", source.positions);
  gguf_set_val_u32(header, "bert.embedding_length", source.width);
  gguf_set_val_u32(header, "bert.feed_forward_length", source.feed_forward);
  gguf_set_val_u32(header, "bert.block_count", source.layers);
  gguf_set_val_u32(header, "bert.attention.head_count", source.heads);
  gguf_set_val_f32(header, "bert.attention.layer_norm_epsilon", source.norm_epsilon);
  gguf_set_val_bool(header, "bert.attention.causal", false);
  gguf_set_val_u32(header, "bert.pooling_type", static_cast<std::uint32_t>(source.pooling));
}

void add_tensors(gguf_context* header, const std::vector<BertTensor>& tensors) {
  const ggml_init_params params{ggml_tensor_overhead() * tensors.size(), nullptr, true};
  const std::unique_ptr<ggml_context, Free> context(ggml_init(params));
  for (const BertTensor& tensor : tensors) {
    ggml_tensor* shape =
        tensor.is_vector
            ? ggml_new_tensor_1d(context.get(), tensor.type, tensor.columns)
            : ggml_new_tensor_2d(context.get(), tensor.type, tensor.columns, tensor.rows);
    ggml_set_name(shape, tensor.name.c_str());
    gguf_add_tensor(header, shape);
  }
}

std::vector<std::byte> convert(const BertTensor& tensor) {
  const std::vector<float> values = tensor.values();
  std::vector<std::byte> bytes(ggml_row_size(tensor.type, tensor.columns) *
                               static_cast<std::size_t>(tensor.rows));
  if (tensor.type == GGML_TYPE_F32) {
    std::memcpy(bytes.data(), values.data(), bytes.size());
  } else {
    ggml_quantize_chunk(tensor.type, values.data(), bytes.data(), 0, tensor.rows, tensor.columns,
                        nullptr);
  }
  return bytes;
}

void write_padding(platform::NewFile& file, std::size_t written, std::size_t alignment) {
  const std::vector<std::byte> zeros((alignment - written % alignment) % alignment);
  file.write(zeros);
}

void write_file(const fs::path& destination, const gguf_context* header,
                const std::vector<BertTensor>& tensors, const ImportOptions& options) {
  platform::NewFile file(destination);
  std::vector<std::byte> meta(gguf_get_meta_size(header));
  gguf_get_meta_data(header, meta.data());
  file.write(meta);
  std::size_t done = 0;
  for (const BertTensor& tensor : tensors) {
    const std::vector<std::byte> bytes = convert(tensor);
    file.write(bytes);
    write_padding(file, bytes.size(), gguf_get_alignment(header));
    if (options.on_progress) options.on_progress(++done, tensors.size());
  }
  file.commit();
}

std::string precision_name(Precision precision) {
  switch (precision) {
    case Precision::f32:
      return "f32";
    case Precision::f16:
      return "f16";
    case Precision::q8_0:
      break;
  }
  return "q8_0";
}

// A name that another folder may have given must not lead out of the destination.
std::string file_name(std::string name) {
  for (char& c : name) {
    if (c == '/' || c == '\\' || c == ':' || static_cast<unsigned char>(c) < 0x20) c = '-';
  }
  return name;
}

fs::path destination_file(const ImportOptions& options, const BertSource& source) {
  if (options.destination.extension() == ".gguf") return options.destination;
  return options.destination / (file_name(model_name(options, source)) + "-" +
                                precision_name(options.precision) + ".gguf");
}

void make_parent(const fs::path& file) {
  if (!file.has_parent_path()) return;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) {
    throw Error(ErrorCode::io_error,
                "cannot create " + file.parent_path().string() + ": " + error.message());
  }
}

// A file that our importer made before it wrote fingerprints, to be made again.
bool is_older_import(const inference::GgufHeader& header, const std::string& name) {
  return header.number(inference::kImporterVersionKey) == 1 && header.text("general.name") == name;
}

// Whoever imports a second model under the name of a first would lose that one unawares.
void check_replaceable(const fs::path& destination, const std::string& name,
                       const std::string& fingerprint) {
  std::error_code ignored;  // if it cannot be looked at, writing it says why
  if (!fs::exists(destination, ignored)) return;
  try {
    const inference::GgufHeader header(destination);
    if (fingerprint_of(header) == fingerprint || is_older_import(header, name)) return;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::invalid_model) return;  // damaged: no loss
    throw;
  }
  throw Error(ErrorCode::invalid_argument, destination.string() + " is a different model",
              "choose another name with --name, or another file with --to");
}

BertSource read_source(const fs::path& folder) {
  try {
    return inference::read_bert_source(folder);
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorCode::invalid_model,
                folder.string() + ": a setting is of another kind than expected: " + error.what());
  } catch (const fs::filesystem_error& error) {
    throw Error(ErrorCode::io_error, error.what());
  }
}

}  // namespace

ModelFile import_model(const ImportOptions& options) {
  const BertSource source = read_source(options.source);
  const fs::path destination = destination_file(options, source);
  inference::Safetensors weights(source.weights());
  const std::vector<BertTensor> tensors =
      inference::plan_bert_tensors(source, options.precision, weights);
  const std::string fingerprint = inference::fingerprint_of(source, tensors);
  check_replaceable(destination, model_name(options, source), fingerprint);
  const Header header(gguf_init_empty());
  add_model(header.get(), source, options);
  add_recipe(header.get(), source, fingerprint);
  add_tokenizer(header.get(), source);
  add_tensors(header.get(), tensors);
  make_parent(destination);
  write_file(destination, header.get(), tensors, options);
  return inspect_model(destination);
}

}  // namespace gaia::memory

#include "inference/gguf_header.h"

#include <ggml.h>
#include <gguf.h>

#include <limits>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "gaia/memory/error.h"
#include "inference/file_reader.h"

namespace gaia::memory::inference {
namespace {

constexpr std::string_view kMagic = "GGUF";
constexpr std::uint64_t kMaxEntries = 1u << 20;  // keys, or tensors; the largest models have 2,000
constexpr std::uint64_t kMaxKeyBytes = 65535;    // as the format says
constexpr std::uint64_t kMaxAlignment = 1u << 20;

std::uint64_t element_bytes(std::uint32_t type) {
  switch (type) {
    case GGUF_TYPE_UINT8:
    case GGUF_TYPE_INT8:
    case GGUF_TYPE_BOOL:
      return 1;
    case GGUF_TYPE_UINT16:
    case GGUF_TYPE_INT16:
      return 2;
    case GGUF_TYPE_UINT32:
    case GGUF_TYPE_INT32:
    case GGUF_TYPE_FLOAT32:
      return 4;
    case GGUF_TYPE_UINT64:
    case GGUF_TYPE_INT64:
    case GGUF_TYPE_FLOAT64:
      return 8;
    default:
      return 0;
  }
}

std::uint64_t padded(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace

class GgufHeader::Parser {
 public:
  Parser(GgufHeader& header, FileReader& reader) : header_(header), reader_(reader) {}

  void parse() {
    if (reader_.remaining() < kMagic.size() || reader_.read_string(kMagic.size()) != kMagic) {
      reader_.refuse("not a GGUF file");
    }
    const auto version = reader_.read_number<std::uint32_t>();
    if (version != 2 && version != 3) {
      reader_.refuse("GGUF version " + std::to_string(version) + "; supported are 2 and 3");
    }
    const auto tensors = reader_.read_number<std::uint64_t>();
    const auto keys = reader_.read_number<std::uint64_t>();
    if (tensors > kMaxEntries || keys > kMaxEntries) reader_.refuse("damaged header");
    for (std::uint64_t i = 0; i < keys; ++i) parse_key();
    parse_tensors(tensors);
  }

 private:
  void parse_key() {
    const std::string key = parse_text(kMaxKeyBytes);
    if (key.empty() || key.find('\0') != std::string::npos) reader_.refuse("a key without a name");
    const auto type = reader_.read_number<std::uint32_t>();
    Value value = type == GGUF_TYPE_ARRAY ? Value(parse_array(key)) : parse_scalar(key, type);
    if (!header_.values_.emplace(key, std::move(value)).second) {
      reader_.refuse("the key " + key + " stands twice");
    }
  }

  std::string parse_text(std::uint64_t max_bytes) {
    const auto bytes = reader_.read_number<std::uint64_t>();
    if (bytes > max_bytes) reader_.refuse("damaged or truncated header");
    return reader_.read_string(bytes);
  }

  Value parse_scalar(const std::string& key, std::uint32_t type) {
    switch (type) {
      case GGUF_TYPE_UINT8:
        return std::uint64_t{reader_.read_number<std::uint8_t>()};
      case GGUF_TYPE_INT8:
        return std::int64_t{reader_.read_number<std::int8_t>()};
      case GGUF_TYPE_UINT16:
        return std::uint64_t{reader_.read_number<std::uint16_t>()};
      case GGUF_TYPE_INT16:
        return std::int64_t{reader_.read_number<std::int16_t>()};
      case GGUF_TYPE_UINT32:
        return std::uint64_t{reader_.read_number<std::uint32_t>()};
      case GGUF_TYPE_INT32:
        return std::int64_t{reader_.read_number<std::int32_t>()};
      case GGUF_TYPE_FLOAT32:
        return double{reader_.read_number<float>()};
      case GGUF_TYPE_UINT64:
        return reader_.read_number<std::uint64_t>();
      case GGUF_TYPE_INT64:
        return reader_.read_number<std::int64_t>();
      case GGUF_TYPE_FLOAT64:
        return reader_.read_number<double>();
      case GGUF_TYPE_BOOL:
        return reader_.read_number<std::uint8_t>() != 0;
      case GGUF_TYPE_STRING:
        return parse_text(reader_.remaining());
      default:
        reader_.refuse("the key " + key + " has the unknown type " + std::to_string(type));
    }
  }

  Array parse_array(const std::string& key) {
    Array array;
    array.type = reader_.read_number<std::uint32_t>();
    array.count = reader_.read_number<std::uint64_t>();
    if (array.type == GGUF_TYPE_STRING) {
      parse_texts(key, array.count);
      return array;
    }
    const std::uint64_t bytes = element_bytes(array.type);
    if (bytes == 0) reader_.refuse("the key " + key + " is a list of unknown things");
    if (array.count > reader_.remaining() / bytes) reader_.refuse("damaged or truncated header");
    reader_.skip(array.count * bytes);
    return array;
  }

  void parse_texts(const std::string& key, std::uint64_t count) {
    if (count > reader_.remaining() / sizeof(std::uint64_t)) {
      reader_.refuse("damaged or truncated header");
    }
    const bool keep = key == "tokenizer.ggml.tokens";
    if (keep) header_.tokens_.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      if (keep) {
        header_.tokens_.push_back(parse_text(reader_.remaining()));
      } else {
        reader_.skip(reader_.read_number<std::uint64_t>());
      }
    }
  }

  void parse_tensors(std::uint64_t count) {
    const std::uint64_t alignment = header_.has("general.alignment")
                                        ? header_.number("general.alignment").value_or(0)
                                        : GGUF_DEFAULT_ALIGNMENT;
    if (alignment < 8 || alignment > kMaxAlignment || (alignment & (alignment - 1)) != 0) {
      reader_.refuse("impossible alignment");
    }
    std::uint64_t data_bytes = 0;  // of the tensors so far, each padded
    std::uint64_t data_end = 0;    // of the last one, without its padding
    std::unordered_set<std::string> names;
    for (std::uint64_t i = 0; i < count; ++i) {
      Tensor tensor = parse_tensor();
      if (!names.insert(tensor.name).second) {
        reader_.refuse("two tensors are named " + tensor.name);
      }
      if (reader_.read_number<std::uint64_t>() != data_bytes) {
        reader_.refuse("tensor " + tensor.name + " is not where it should be");
      }
      const std::uint64_t bytes = checked_bytes(tensor);
      data_end = data_bytes + bytes;
      tensor.begin = data_bytes;
      tensor.bytes = bytes;
      data_bytes += padded(bytes, alignment);
      header_.tensors_.push_back(std::move(tensor));
    }
    const std::uint64_t data_begin = padded(reader_.offset(), alignment);
    for (Tensor& tensor : header_.tensors_) tensor.begin += data_begin;
    if (data_begin + data_end > reader_.size()) {
      reader_.refuse("truncated: the file has " + std::to_string(reader_.size()) + " of " +
                     std::to_string(data_begin + data_end) + " bytes");
    }
  }

  Tensor parse_tensor() {
    Tensor tensor;
    tensor.name = parse_text(GGML_MAX_NAME - 1);
    const auto dimensions = reader_.read_number<std::uint32_t>();
    if (tensor.name.empty() || dimensions > tensor.shape.size()) {
      reader_.refuse("damaged list of tensors");
    }
    for (std::uint32_t i = 0; i < dimensions; ++i) {
      tensor.shape[i] = reader_.read_number<std::uint64_t>();
    }
    tensor.type = reader_.read_number<std::uint32_t>();
    return tensor;
  }

  // A tensor's data lies in this file, so no honest size exceeds the file's.
  std::uint64_t checked_bytes(const Tensor& tensor) {
    const auto type = static_cast<ggml_type>(tensor.type);
    const bool known = tensor.type < GGML_TYPE_COUNT && ggml_blck_size(type) > 0;
    if (!known || ggml_type_size(type) == 0) {
      reader_.refuse("tensor " + tensor.name + " has the unknown type " +
                     std::to_string(tensor.type));
    }
    const auto block = static_cast<std::uint64_t>(ggml_blck_size(type));
    const std::uint64_t max_elements = reader_.size() / ggml_type_size(type) * block;
    std::uint64_t elements = 1;
    for (const std::uint64_t length : tensor.shape) {
      if (length == 0 || elements > max_elements / length) {
        reader_.refuse("truncated: tensor " + tensor.name + " is larger than the file");
      }
      elements *= length;
    }
    if (tensor.shape[0] % block != 0) reader_.refuse("tensor " + tensor.name + " is misshapen");
    return elements / block * ggml_type_size(type);
  }

  GgufHeader& header_;
  FileReader& reader_;
};

GgufHeader::GgufHeader(const std::filesystem::path& file) : path_(file) {
  FileReader reader(file);
  file_bytes_ = reader.size();
  Parser(*this, reader).parse();
}

bool GgufHeader::is_list(const std::string& key) const {
  const auto found = values_.find(key);
  return found != values_.end() && std::holds_alternative<Array>(found->second);
}

std::vector<std::string> GgufHeader::keys_with(std::string_view prefix) const {
  std::vector<std::string> keys;
  for (auto at = values_.lower_bound(std::string(prefix));
       at != values_.end() && at->first.starts_with(prefix); ++at) {
    keys.push_back(at->first);
  }
  return keys;
}

std::optional<std::string> GgufHeader::text(const std::string& key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) return std::nullopt;
  const auto* value = std::get_if<std::string>(&found->second);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

std::optional<std::uint64_t> GgufHeader::number(const std::string& key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) return std::nullopt;
  if (const auto* value = std::get_if<std::uint64_t>(&found->second)) return *value;
  const auto* value = std::get_if<std::int64_t>(&found->second);
  if (value == nullptr || *value < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

std::optional<double> GgufHeader::real(const std::string& key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) return std::nullopt;
  const auto* value = std::get_if<double>(&found->second);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

std::optional<bool> GgufHeader::flag(const std::string& key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) return std::nullopt;
  const auto* value = std::get_if<bool>(&found->second);
  return value == nullptr ? std::nullopt : std::optional(*value);
}

}  // namespace gaia::memory::inference

#include "inference/safetensors.h"

#include <ggml.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace gaia::memory::inference {
namespace {

using nlohmann::json;

// The limit of the format's own reader: a header of more is an attack, not a model.
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000;
constexpr std::size_t kMaxDimensions = 8;

std::uint64_t bytes_of_type(const std::string& type) {
  static const std::map<std::string, std::uint64_t> kBytes{
      {"F64", 8}, {"I64", 8}, {"U64", 8},  {"F32", 4},     {"I32", 4},
      {"U32", 4}, {"F16", 2}, {"BF16", 2}, {"I16", 2},     {"U16", 2},
      {"I8", 1},  {"U8", 1},  {"BOOL", 1}, {"F8_E4M3", 1}, {"F8_E5M2", 1}};
  const auto found = kBytes.find(type);
  return found == kBytes.end() ? 0 : found->second;
}

// 0 if the product does not fit; a tensor may honestly be empty, which `bytes == 0` then says too.
bool multiply(std::uint64_t& product, std::uint64_t factor) {
  if (factor != 0 && product > std::numeric_limits<std::uint64_t>::max() / factor) return false;
  product *= factor;
  return true;
}

json parse_header(const FileReader& reader, const std::string& text) {
  constexpr int kMaxDepth = 8;  // it has 3; each more costs stack when the value goes
  std::set<std::string> names;
  const auto check = [&](int depth, json::parse_event_t event, json& parsed) {
    if (depth > kMaxDepth) reader.refuse("the header is nested too deeply");
    if (depth == 1 && event == json::parse_event_t::key &&
        !names.insert(parsed.get<std::string>()).second) {
      reader.refuse("two tensors are named " + parsed.dump());
    }
    return true;
  };
  try {
    return json::parse(text, check);
  } catch (const json::exception&) {
    reader.refuse("the header is not JSON");
  }
}

Safetensors::Tensor parse_tensor(const FileReader& reader, const std::string& name,
                                 const json& entry, std::uint64_t data_begin) {
  Safetensors::Tensor tensor;
  std::vector<std::uint64_t> offsets;
  try {
    tensor.type = entry.at("dtype").get<std::string>();
    tensor.shape = entry.at("shape").get<std::vector<std::uint64_t>>();
    offsets = entry.at("data_offsets").get<std::vector<std::uint64_t>>();
  } catch (const json::exception&) {
    reader.refuse("the entry of tensor " + name + " is not complete");
  }
  const std::uint64_t data_bytes = reader.size() - data_begin;
  if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > data_bytes) {
    reader.refuse("tensor " + name + " lies outside the file (truncated or damaged)");
  }
  std::uint64_t bytes = bytes_of_type(tensor.type);
  if (bytes == 0) reader.refuse("tensor " + name + " has the unknown type " + tensor.type);
  bool fits = tensor.shape.size() <= kMaxDimensions;
  for (const std::uint64_t length : tensor.shape) fits = fits && multiply(bytes, length);
  if (!fits || bytes != offsets[1] - offsets[0]) {
    reader.refuse("the size of tensor " + name + " does not fit its shape");
  }
  tensor.begin = data_begin + offsets[0];
  tensor.end = data_begin + offsets[1];
  return tensor;
}

}  // namespace

Safetensors::Safetensors(std::filesystem::path file) : reader_(std::move(file)) {
  read_header();
  check_layout();
}

void Safetensors::read_header() {
  const auto length = reader_.read_number<std::uint64_t>();
  if (length > kMaxHeaderBytes) reader_.refuse("not a safetensors file");
  const std::string text = reader_.read_string(length);
  data_begin_ = reader_.offset();
  const json header = parse_header(reader_, text);
  if (!header.is_object()) reader_.refuse("the header is not a JSON object");
  for (const auto& [name, entry] : header.items()) {
    if (name != "__metadata__") {
      tensors_.emplace(name, parse_tensor(reader_, name, entry, data_begin_));
    }
  }
}

void Safetensors::check_layout() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const auto& [name, tensor] : tensors_) ranges.emplace_back(tensor.begin, tensor.end);
  std::ranges::sort(ranges);
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i].first < ranges[i - 1].second) reader_.refuse("two tensors overlap");
  }
}

std::vector<float> Safetensors::read(const std::string& name) {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) reader_.refuse("there is no tensor " + name);
  const Tensor& tensor = found->second;
  reader_.seek(tensor.begin);
  std::vector<float> values =
      tensor.type == "F32" ? read_singles(tensor) : read_halves(name, tensor);
  if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); })) {
    reader_.refuse("tensor " + name + " holds a value that is not a number");
  }
  return values;
}

std::vector<float> Safetensors::read_singles(const Tensor& tensor) {
  std::vector<float> values((tensor.end - tensor.begin) / sizeof(float));
  reader_.read(std::as_writable_bytes(std::span(values)));
  return values;
}

std::vector<float> Safetensors::read_halves(const std::string& name, const Tensor& tensor) {
  if (tensor.type != "F16" && tensor.type != "BF16") {
    reader_.refuse("tensor " + name + " is of type " + tensor.type +
                   "; supported are F32, F16 and BF16");
  }
  std::vector<std::uint16_t> halves((tensor.end - tensor.begin) / sizeof(std::uint16_t));
  reader_.read(std::as_writable_bytes(std::span(halves)));
  std::vector<float> values(halves.size());
  const bool brain = tensor.type == "BF16";
  std::ranges::transform(halves, values.begin(), [brain](std::uint16_t half) {
    return brain ? ggml_bf16_to_fp32(ggml_bf16_t{half}) : ggml_fp16_to_fp32(half);
  });
  return values;
}

}  // namespace gaia::memory::inference

// Which model files there are, and what each is.
#include "gaia/memory/model_files.h"

#include <ggml.h>

#include <algorithm>
#include <map>

#include "inference/gguf_header.h"
#include "inference/model_kind.h"

namespace gaia::memory {
namespace {

namespace fs = std::filesystem;
using inference::GgufHeader;

// "Q8_0" if most of the weights are: norms and biases stay in F32 everywhere.
std::string precision_of(const GgufHeader& header) {
  std::map<std::uint32_t, double> elements;
  double total = 0;
  for (const GgufHeader::Tensor& tensor : header.tensors()) {
    double count = 1;
    for (const std::uint64_t length : tensor.shape) count *= static_cast<double>(length);
    elements[tensor.type] += count;
    total += count;
  }
  for (const auto& [type, count] : elements) {
    constexpr double kMost = 0.9;
    if (count < kMost * total) continue;
    std::string name = ggml_type_name(static_cast<ggml_type>(type));
    std::ranges::transform(name, name.begin(), [](char c) {
      return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return name;
  }
  return "mixed";
}

}  // namespace

ModelFile inspect_model(const fs::path& file) {
  const GgufHeader header(file);
  header.check_loadable();  // what cannot be loaded must not be offered
  ModelFile model;
  model.name = header.text("general.name").value_or(file.stem().string());
  model.path = file;
  model.kind = inference::model_kind(header);
  model.architecture = header.architecture();
  model.precision = precision_of(header);
  model.dimension = header.number(header.architecture_key("embedding_length")).value_or(0);
  model.context_tokens = header.number(header.architecture_key("context_length")).value_or(0);
  model.size_bytes = header.file_bytes();
  return model;
}

std::vector<ModelFile> list_models(
    const fs::path& folder, const std::function<void(const fs::path&, const Error&)>& on_error) {
  std::vector<ModelFile> models;
  std::error_code error;
  if (!fs::exists(folder, error)) return models;
  fs::directory_iterator files(folder, error);
  if (error) {
    throw Error(ErrorCode::io_error, "cannot list " + folder.string() + ": " + error.message());
  }
  for (const fs::directory_entry& entry : files) {
    if (entry.path().extension() != ".gguf") continue;
    try {
      models.push_back(inspect_model(entry.path()));
    } catch (const Error& reason) {
      if (on_error) on_error(entry.path(), reason);
    }
  }
  std::ranges::sort(models, {}, &ModelFile::path);
  return models;
}

}  // namespace gaia::memory

#include "open.h"

#include <iostream>
#include <optional>

#include "format.h"
#include "gaia/memory/local_models.h"
#include "gaia/memory/model_files.h"

namespace second_brain {
namespace {

namespace gm = gaia::memory;

std::optional<gm::ModelFile> find_model(const Options& options) {
  if (!options.model.empty()) return gm::inspect_model(options.model);
  for (const gm::ModelFile& model : gm::list_models(gm::default_models_folder())) {
    if (model.kind == gm::ModelKind::embedding) return model;
  }
  return std::nullopt;
}

std::shared_ptr<gm::Embedder> make_embedder(const Options& options) {
  if (!gm::has_local_models()) {
    std::cout << "model    none: built without a model runtime, so only the words count\n";
    return nullptr;
  }
  const std::optional<gm::ModelFile> model = find_model(options);
  if (!model) {
    std::cout << "model    none in " << gm::default_models_folder().string()
              << ", so only the words count\n";
    return nullptr;
  }
  std::cout << "model    " << model->name << ", " << model->precision << ", "
            << size_text(model->size_bytes) << ", runs in this process\n";
  return gm::make_local_embedder({.model = model->path});
}

}  // namespace

std::unique_ptr<gm::AgentMemory> open_memory(const Options& options) {
  return std::make_unique<gm::AgentMemory>(gm::AgentMemory::Options{
      .store = {.db_path = options.db}, .embedder = make_embedder(options)});
}

}  // namespace second_brain

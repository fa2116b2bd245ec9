#include "model.h"

#include "gaia/memory/error.h"
#include "gaia/memory/model_files.h"

namespace gaia::memory::bench {

std::filesystem::path find_model(const std::string& named) {
  if (!named.empty()) return named;
  const std::filesystem::path folder = default_models_folder();
  for (const ModelFile& file : list_models(folder)) {
    if (file.kind == ModelKind::embedding) return file.path;
  }
  throw Error(ErrorCode::not_found, "no embedding model in " + folder.string(),
              "name one with --model, or make one: gaia-memory models import FOLDER");
}

}  // namespace gaia::memory::bench

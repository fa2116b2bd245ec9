// Where model files are kept, in every build.
#include "gaia/memory/model_files.h"
#include "platform/paths.h"

namespace gaia::memory {

std::filesystem::path default_models_folder() {
  if (const auto folder = platform::environment("GAIA_MEMORY_MODELS")) return *folder;
  return platform::home_folder() / ".gaia" / "models";
}

}  // namespace gaia::memory

#include "runtime/cpu_backend.h"

#include <filesystem>
#include <mutex>
#include <vector>

#include "gaia/memory/error.h"
#include "platform/paths.h"
#include "runtime/kernel_modules.h"
#include "runtime/log_capture.h"

namespace gaia::memory::runtime {
namespace {

namespace fs = std::filesystem;

struct Backend {
  ggml_backend_dev_t device = nullptr;
  std::string kernels;
};

// The modules lie beside the ggml library that loads them, in an installed product and in a build;
// otherwise in lib/gaia-memory/ beside bin/, or in one folder with the program.
std::vector<fs::path> module_folders() {
  const fs::path here = platform::module_folder();
  return {platform::folder_of_code(reinterpret_cast<const void*>(&ggml_backend_load)),
          here.parent_path() / "lib" / "gaia-memory", here};
}

ggml_backend_dev_t registered_device() {
  return ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU);
}

// False if the folder has no module for this processor.
bool load_from(const fs::path& folder, Backend& backend) {
  for (const std::string& module : suitable_modules()) {
    const fs::path file = folder / module_file_name(module);
    std::error_code ignored;  // a folder that we may not look into has nothing for us
    if (!fs::is_regular_file(file, ignored)) continue;
    if (ggml_backend_load(file.string().c_str()) == nullptr) continue;
    backend = {registered_device(), module.empty() ? "generic" : module};
    return backend.device != nullptr;
  }
  return false;
}

Backend load() {
  const LogCapture log;
  if (ggml_backend_dev_t device = registered_device()) return {device, "built-in"};
  Backend backend;
  std::string searched;
  for (const fs::path& folder : module_folders()) {
    if (load_from(folder, backend)) return backend;
    searched += (searched.empty() ? "" : ", ") + folder.string();
  }
  throw Error(
      ErrorCode::unavailable,
      "no kernels of the model runtime for this processor: " +
          log.text("none of the folders " + searched + " has a " + module_file_name("*") + " file"),
      "install gaia-memory with its lib/gaia-memory folder; memories are found by keywords "
      "until then");
}

Backend& loaded_backend() {
  static std::mutex mutex;
  static Backend backend;
  const std::lock_guard lock(mutex);
  if (backend.device == nullptr) backend = load();
  return backend;
}

}  // namespace

ggml_backend_dev_t cpu_device() { return loaded_backend().device; }

std::string kernel_name() { return loaded_backend().kernels; }

}  // namespace gaia::memory::runtime

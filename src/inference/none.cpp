// A build without the model runtime, whose formats model files are in.
#include "gaia/memory/model_files.h"

namespace gaia::memory {
namespace {

[[noreturn]] void refuse() {
  throw Error(ErrorCode::unavailable, "this build has no model runtime and reads no model files",
              "build with GAIA_MEMORY_LLAMA=prebuilt; memories are found by keywords until then");
}

}  // namespace

ModelFile inspect_model(const std::filesystem::path&) { refuse(); }

std::vector<ModelFile> list_models(
    const std::filesystem::path&,
    const std::function<void(const std::filesystem::path&, const Error&)>&) {
  refuse();
}

ModelFile import_model(const ImportOptions&) { refuse(); }

}  // namespace gaia::memory

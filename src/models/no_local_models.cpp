// A build without the model runtime.
#include "gaia/memory/local_models.h"

namespace gaia::memory {

bool has_local_models() noexcept { return false; }

std::string local_models_kernels() { return {}; }

std::unique_ptr<Embedder> make_local_embedder(const LocalEmbedderOptions&) {
  throw Error(ErrorCode::unavailable, "this build cannot run models",
              "build with GAIA_MEMORY_LLAMA=prebuilt, or use a server");
}

}  // namespace gaia::memory

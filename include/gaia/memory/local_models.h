// Models that run inside this process, without a server.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gaia/memory/embedder.h"
#include "gaia/memory/error.h"
#include "gaia/memory/export.h"

namespace gaia::memory {

// False in a build without llama.cpp: then the functions below throw Error(unavailable), and
// memories are found by keywords.
GAIA_MEMORY_EXPORT bool has_local_models() noexcept;

// The kernels in use, "haswell" or the like; empty in a build without llama.cpp. Loads the runtime.
// Throws Error(unavailable) if none suits this processor.
GAIA_MEMORY_EXPORT std::string local_models_kernels();

struct LocalEmbedderOptions {
  std::filesystem::path model;  // a GGUF embedding model
  // Threads spin while they wait: on a busy machine two are slower than one for a short text.
  int query_threads = 1;
  int batch_threads = 0;  // for several texts at once; 0: one per core, at most 4
};

// Loads the model. The embedder serves any number of threads, one text or batch at a time.
// Errors: not_found, io_error, invalid_model (damaged, or not an embedding model), unavailable.
GAIA_MEMORY_EXPORT std::unique_ptr<Embedder> make_local_embedder(
    const LocalEmbedderOptions& options);

}  // namespace gaia::memory

// ggml's CPU backend, which the vector index and the models share. It is a family of modules, one
// for each generation of processors, and the one that fits this machine is loaded at run time, so
// that one build of the product runs everywhere and is fast where it can be.
#pragma once

#include <ggml-backend.h>

#include "runtime/kernel_name.h"

namespace gaia::memory::runtime {

// Loads the backend on first use. Any thread. Throws Error(unavailable), naming the folders that
// were searched; a later call searches again.
ggml_backend_dev_t cpu_device();

}  // namespace gaia::memory::runtime

// Which kernels are in use, for those who only report it and know nothing of ggml.
#pragma once

#include <string>

namespace gaia::memory::runtime {

// For example "haswell", or "built-in" where the backend is linked in. Loads the backend, with the
// errors of cpu_device() (cpu_backend.h).
std::string kernel_name();

}  // namespace gaia::memory::runtime

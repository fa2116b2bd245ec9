// Which of ggml's CPU modules suit this processor.
#pragma once

#include <string>
#include <vector>

namespace gaia::memory::runtime {

// Names of modules ("haswell" of libggml-cpu-haswell.so), best first, "" for a module without a
// name. Those that the processor or the operating system cannot run are left out where we can
// tell; ggml itself refuses the rest when they are loaded.
std::vector<std::string> suitable_modules();

// "libggml-cpu-haswell.so" and its like on this operating system.
std::string module_file_name(const std::string& module);

}  // namespace gaia::memory::runtime

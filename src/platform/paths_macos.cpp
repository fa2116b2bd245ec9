#include <mach-o/dyld.h>

#include <cstdint>
#include <string>
#include <system_error>

#include "gaia/memory/error.h"
#include "platform/paths.h"

namespace gaia::memory::platform {

std::filesystem::path executable_path() {
  std::uint32_t size_bytes = 0;
  _NSGetExecutablePath(nullptr, &size_bytes);
  std::string name(size_bytes, '\0');
  std::error_code error;
  std::filesystem::path program;
  if (_NSGetExecutablePath(name.data(), &size_bytes) == 0) {
    program = std::filesystem::canonical(name.c_str(), error);
  }
  if (error || program.empty()) {
    throw Error(ErrorCode::io_error, "cannot find the program file of this process");
  }
  return program;
}

}  // namespace gaia::memory::platform

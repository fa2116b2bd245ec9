#include <system_error>

#include "gaia/memory/error.h"
#include "platform/paths.h"

namespace gaia::memory::platform {

std::filesystem::path executable_path() {
  std::error_code error;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) {
    throw Error(ErrorCode::io_error, "cannot read /proc/self/exe: " + error.message(),
                "mount /proc in this environment");
  }
  return program;
}

}  // namespace gaia::memory::platform

#include "platform/system_error.h"

#include <cerrno>
#include <string>

#include "gaia/memory/error.h"

namespace gaia::memory::platform {
namespace {

// What std::errc has no name for, or the library no translation.
#ifdef _WIN32
bool is_write_protected(int value) { return value == 19; }       // ERROR_WRITE_PROTECT
bool is_full(int value) { return value == 39 || value == 112; }  // ERROR_(HANDLE_)DISK_FULL
#else
bool is_write_protected(int) { return false; }
bool is_full(int value) { return value == EDQUOT; }
#endif

ErrorCode code_of(std::error_code error) {
  if (error == std::errc::permission_denied || error == std::errc::operation_not_permitted ||
      error == std::errc::read_only_file_system || is_write_protected(error.value())) {
    return ErrorCode::read_only;
  }
  if (error == std::errc::no_space_on_device || is_full(error.value())) {
    return ErrorCode::storage_full;
  }
  return ErrorCode::io_error;
}

}  // namespace

void throw_system_error(std::string_view doing, const std::filesystem::path& file,
                        std::error_code error) {
  throw Error(code_of(error),
              "cannot " + std::string(doing) + " " + file.string() + ": " + error.message(),
              "check the folder's permissions and free space, or choose another place");
}

}  // namespace gaia::memory::platform

// What the operating system says went wrong with a file, as an Error.
#pragma once

#include <filesystem>
#include <string_view>
#include <system_error>

namespace gaia::memory::platform {

// Throws Error: read_only, storage_full or io_error. `doing` completes "cannot ": "create",
// "write".
[[noreturn]] void throw_system_error(std::string_view doing, const std::filesystem::path& file,
                                     std::error_code error);

}  // namespace gaia::memory::platform

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

#include <string>
#include <system_error>

#include "gaia/memory/error.h"
#include "platform/paths.h"
#include "platform/system_error.h"
#include "platform/system_paths.h"

namespace gaia::memory::platform {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestPath = 32768;  // of the Windows API, in UTF-16 units

fs::path file_of(HMODULE module) {
  std::wstring name(kLongestPath, L'\0');
  const DWORD length = GetModuleFileNameW(module, name.data(), static_cast<DWORD>(name.size()));
  if (length == 0 || length == name.size()) {
    throw Error(ErrorCode::io_error, "cannot find the program file of this process");
  }
  name.resize(length);
  return name;
}

}  // namespace

const char* const kHomeVariable = "USERPROFILE";

std::optional<fs::path> recorded_home_folder() { return std::nullopt; }

bool make_one_private_folder(const fs::path& folder) { return fs::create_directory(folder); }

void create_private_file(const fs::path& file) {
  const HANDLE handle = CreateFileW(file.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                    nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (handle != INVALID_HANDLE_VALUE) {
    CloseHandle(handle);
    return;
  }
  const DWORD error = GetLastError();
  if (error == ERROR_FILE_EXISTS) return;
  throw_system_error("create", file, {static_cast<int>(error), std::system_category()});
}

fs::path executable_path() { return file_of(nullptr); }

fs::path folder_of_code(const void* address) {
  HMODULE module = nullptr;
  GetModuleHandleExW(
      GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
      static_cast<LPCWSTR>(address), &module);
  return file_of(module).parent_path();
}

}  // namespace gaia::memory::platform

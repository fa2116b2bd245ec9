#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "platform/new_file.h"
#include "platform/system_error.h"

namespace gaia::memory::platform {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file) {
  throw_system_error("write", file, {static_cast<int>(GetLastError()), std::system_category()});
}

HANDLE handle_of(std::intptr_t handle) { return reinterpret_cast<HANDLE>(handle); }

constexpr std::intptr_t kNone = -1;  // INVALID_HANDLE_VALUE

std::intptr_t create(const fs::path& destination, fs::path& temporary) {
  temporary = destination;
  temporary += L"." + std::to_wstring(GetCurrentProcessId()) + L"-" +
               std::to_wstring(GetCurrentThreadId()) + L".part";
  HANDLE file = CreateFileW(temporary.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS,
                            FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) fail(destination);
  return reinterpret_cast<std::intptr_t>(file);
}

}  // namespace

NewFile::NewFile(fs::path destination)
    : destination_(std::move(destination)), handle_(create(destination_, temporary_)) {}

NewFile::~NewFile() {
  if (handle_ != kNone) CloseHandle(handle_of(handle_));
  if (!temporary_.empty()) DeleteFileW(temporary_.c_str());
}

void NewFile::write(std::span<const std::byte> bytes) {
  constexpr std::size_t kMostAtOnce = 1u << 30;
  while (!bytes.empty()) {
    DWORD written = 0;
    const auto count = static_cast<DWORD>(std::min(bytes.size(), kMostAtOnce));
    if (!WriteFile(handle_of(handle_), bytes.data(), count, &written, nullptr)) fail(destination_);
    bytes = bytes.subspan(written);
  }
}

void NewFile::commit() {
  if (!FlushFileBuffers(handle_of(handle_))) fail(destination_);
  CloseHandle(handle_of(handle_));
  handle_ = kNone;
  if (!MoveFileExW(temporary_.c_str(), destination_.c_str(),
                   MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
    fail(destination_);
  }
  temporary_.clear();
}

}  // namespace gaia::memory::platform

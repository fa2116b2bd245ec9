#include "platform/new_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

#include "platform/system_error.h"

namespace gaia::memory::platform {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, int system_error) {
  throw_system_error("write", file, {system_error, std::system_category()});
}

// The name of a process that has gone may come again, so a few are tried.
constexpr int kNames = 100;

int create(const fs::path& destination, fs::path& temporary) {
  for (int i = 0; i < kNames; ++i) {
    temporary = destination;
    temporary += '.';
    temporary += std::to_string(getpid());
    temporary += '-';
    temporary += std::to_string(i);
    temporary += ".part";
    const int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file >= 0) return file;
    if (errno != EEXIST) break;
  }
  fail(destination, errno);
}

// So that the new name survives a power cut. Not every file system can; the data is safe anyway.
void flush_folder(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const int handle = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;
  fsync(handle);
  close(handle);
}

}  // namespace

NewFile::NewFile(fs::path destination)
    : destination_(std::move(destination)), handle_(create(destination_, temporary_)) {}

NewFile::~NewFile() {
  if (handle_ >= 0) close(static_cast<int>(handle_));
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void NewFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(static_cast<int>(handle_), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(destination_, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void NewFile::commit() {
  if (fsync(static_cast<int>(handle_)) != 0) fail(destination_, errno);
  const int closed = close(static_cast<int>(handle_));
  handle_ = -1;
  if (closed != 0) fail(destination_, errno);
  if (std::rename(temporary_.c_str(), destination_.c_str()) != 0) fail(destination_, errno);
  temporary_.clear();
  flush_folder(destination_);
}

}  // namespace gaia::memory::platform

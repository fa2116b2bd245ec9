// A file that appears whole or not at all: written under another name beside its destination,
// flushed to the disk, and renamed. Replaces a file of that name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace gaia::memory::platform {

// For one thread. Errors: read_only, storage_full, io_error, each with the file's name.
class NewFile {
 public:
  // The folder must exist.
  explicit NewFile(std::filesystem::path destination);
  ~NewFile();  // removes what was not committed
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void commit();  // after it, no more writing

 private:
  std::filesystem::path destination_;
  std::filesystem::path temporary_;
  std::intptr_t handle_;
};

}  // namespace gaia::memory::platform

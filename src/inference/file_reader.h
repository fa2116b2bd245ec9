// Reads the binary headers of model files, which may come from anywhere: every length is checked
// against what the file has left before anything is read or allocated.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <type_traits>

namespace gaia::memory::inference {

class FileReader {
 public:
  // Errors: not_found, io_error.
  explicit FileReader(std::filesystem::path file);

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  std::uint64_t offset() const { return offset_; }
  std::uint64_t remaining() const { return size_ - offset_; }

  // These throw Error(invalid_model) if the file ends first, and io_error.
  void read(std::span<std::byte> into);
  void skip(std::uint64_t bytes);
  void seek(std::uint64_t offset);
  std::string read_string(std::uint64_t bytes);

  template <typename T>
  T read_number() {
    static_assert(std::is_arithmetic_v<T>);
    T value;
    read(std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }

  // Throws Error(invalid_model) with the file's name before `what` is wrong with it.
  [[noreturn]] void refuse(std::string what) const;

 private:
  void require(std::uint64_t bytes) const;

  std::filesystem::path path_;
  std::ifstream in_;
  std::uint64_t size_ = 0;
  std::uint64_t offset_ = 0;
};

// A small text file in whole. Errors: not_found, io_error, invalid_model (larger than max_bytes).
std::string read_text_file(const std::filesystem::path& file, std::uint64_t max_bytes);

}  // namespace gaia::memory::inference

#include "inference/file_reader.h"

#include <algorithm>
#include <utility>

#include "gaia/memory/error.h"

namespace gaia::memory::inference {
namespace fs = std::filesystem;

FileReader::FileReader(fs::path file) : path_(std::move(file)) {
  std::error_code error;
  const fs::file_status status = fs::status(path_, error);
  if (!fs::exists(status)) {
    throw Error(ErrorCode::not_found, "there is no file " + path_.string());
  }
  if (!fs::is_regular_file(status)) {
    throw Error(ErrorCode::io_error, path_.string() + " is not a file");
  }
  size_ = fs::file_size(path_, error);
  if (!error) in_.open(path_, std::ios::binary);
  if (error || !in_) throw Error(ErrorCode::io_error, "cannot open " + path_.string());
}

void FileReader::refuse(std::string what) const {
  // What is wrong may quote the file, and a message is one line.
  std::ranges::replace_if(
      what, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  throw Error(ErrorCode::invalid_model, path_.string() + ": " + what,
              "make or download the file again");
}

void FileReader::require(std::uint64_t bytes) const {
  if (bytes > remaining()) refuse("damaged or truncated at byte " + std::to_string(offset_));
}

void FileReader::read(std::span<std::byte> into) {
  require(into.size());
  if (into.empty()) return;
  in_.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size()));
  if (!in_) throw Error(ErrorCode::io_error, "cannot read " + path_.string());
  offset_ += into.size();
}

void FileReader::skip(std::uint64_t bytes) {
  require(bytes);
  seek(offset_ + bytes);
}

void FileReader::seek(std::uint64_t offset) {
  if (offset > size_) refuse("damaged or truncated");
  // Short hops stay in the stream's buffer; a seek would throw it away.
  constexpr std::uint64_t kHop = 4096;
  if (offset >= offset_ && offset - offset_ <= kHop) {
    in_.ignore(static_cast<std::streamsize>(offset - offset_));
  } else {
    in_.seekg(static_cast<std::streamoff>(offset));
  }
  if (!in_) throw Error(ErrorCode::io_error, "cannot read " + path_.string());
  offset_ = offset;
}

std::string FileReader::read_string(std::uint64_t bytes) {
  require(bytes);
  std::string text(bytes, '\0');
  read(std::as_writable_bytes(std::span(text)));
  return text;
}

std::string read_text_file(const fs::path& file, std::uint64_t max_bytes) {
  FileReader reader(file);
  if (reader.size() > max_bytes) {
    reader.refuse("larger than the " + std::to_string(max_bytes) + " bytes that it may have");
  }
  return reader.read_string(reader.size());
}

}  // namespace gaia::memory::inference

#include "cli/input.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "gaia/memory/error.h"

namespace gaia::memory::cli {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

[[noreturn]] void fail_read(const std::string& file, int error) {
  const ErrorCode code = error == ENOENT ? ErrorCode::not_found : ErrorCode::io_error;
  throw Error(code, "cannot read " + input_name(file) + ": " + std::strerror(error),
              "check the path and its permissions");
}

std::string read_all(std::FILE* stream, const std::string& file) {
  std::string text;
  std::array<char, 1 << 16> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), stream)) {
    text.append(buffer.data(), count);
  }
  if (std::ferror(stream) != 0) fail_read(file, errno);
  return text;
}

}  // namespace

std::string input_name(const std::string& file) { return file == "-" ? "standard input" : file; }

std::string read_input(const std::string& file) {
  if (file == "-") return read_all(stdin, file);
  const std::unique_ptr<std::FILE, CloseFile> stream(std::fopen(file.c_str(), "rb"));
  if (stream == nullptr) fail_read(file, errno);
  return read_all(stream.get(), file);
}

}  // namespace gaia::memory::cli

#include "cli/output.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/layout.h"
#include "cli/terminal.h"

namespace gaia::memory::cli {
namespace {

constexpr std::size_t kNever = static_cast<std::size_t>(-1);

std::string_view name_of(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return "debug";
    case LogLevel::info:
      return "info";
    case LogLevel::warning:
      return "warning";
    case LogLevel::error:
      return "error";
  }
  return "error";
}

Style choose_style(bool json) {
  if (json) return Style::json;
  return stdout_is_terminal() ? Style::terminal : Style::plain;
}

[[noreturn]] void fail_write(int error) {
  throw Error(error == ENOSPC ? ErrorCode::storage_full : ErrorCode::io_error,
              std::string("cannot write to standard output: ") + std::strerror(error),
              "what the command did has been done; only its report is lost");
}

}  // namespace

Output::Output(bool json)
    : style_(choose_style(json)),
      colour_(!json && stdout_has_colour()),
      width_(style_ == Style::terminal ? terminal_width() : 0) {}

void Output::line(std::string_view text) {
  pending_ += text;
  pending_ += '\n';
}

void Output::json(const wire::Json& document) {
  line(wire::to_text(document, /*indent=*/stdout_is_terminal()));
}

std::string Output::dim(std::string_view text) const {
  if (!colour_) return std::string(text);
  return "\x1b[2m" + std::string(text) + "\x1b[0m";
}

void Output::flush() {
  const std::string text = std::exchange(pending_, {});
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  broken_ = !written || std::fflush(stdout) != 0;
  if (broken_) fail_write(errno);
}

void note(std::string_view text) {
  const std::string line = "gaia-memory: " + printable(text) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

Progress::Progress(std::string what)
    : what_(std::move(what)), shown_(stderr_is_terminal()), last_permille_(kNever) {}

Progress::~Progress() {
  if (shown_ && last_permille_ != kNever) std::fputs("\r\x1b[K", stderr);
}

void Progress::operator()(std::size_t done, std::size_t total) {
  if (!shown_ || total == 0) return;
  const std::size_t permille = done * 1000 / total;
  if (permille == last_permille_) return;
  last_permille_ = permille;
  std::fprintf(stderr, "\r%s: %zu of %zu\x1b[K", what_.c_str(), done, total);
  std::fflush(stderr);
}

void StderrLogger::log(LogLevel level, std::string_view message) {
  note(std::string(name_of(level)) + ": " + std::string(message));
}

}  // namespace gaia::memory::cli

#include "cli/terminal.h"

#include <cstdlib>
#include <string_view>

#if defined(_WIN32)
#include <io.h>
#else
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#endif

namespace gaia::memory::cli {
namespace {

constexpr std::size_t kDefaultWidth = 80;
constexpr std::size_t kMinWidth = 40;  // below it, wrapping hurts more than it helps

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

#if defined(_WIN32)

bool stdout_is_terminal() { return _isatty(1) != 0; }
bool stderr_is_terminal() { return _isatty(2) != 0; }
std::size_t terminal_width() { return kDefaultWidth; }
void survive_failed_writes() {}

#else

bool stdout_is_terminal() { return isatty(STDOUT_FILENO) == 1; }
bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kDefaultWidth;
  return size.ws_col < kMinWidth ? kMinWidth : size.ws_col;
}

void survive_failed_writes() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

#endif

bool stdout_has_colour() {
  return stdout_is_terminal() && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

}  // namespace gaia::memory::cli

#include "format.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#if defined(_WIN32)
#include <io.h>
#else
#include <unistd.h>
#endif

namespace second_brain {
namespace {

constexpr std::array kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

constexpr std::int64_t kLastMinute = 24 * 60 - 1;

bool styled() {
  static const bool yes = stdout_is_terminal() && std::getenv("NO_COLOR") == nullptr;
  return yes;
}

std::string with_style(std::string_view text, std::string_view code) {
  if (!styled()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

std::size_t character_count(std::string_view utf8) {
  std::size_t count = 0;
  for (const char byte : utf8) count += begins_character(byte) ? 1 : 0;
  return count;
}

// The clock on the wall where the timestamp was written.
std::chrono::sys_time<std::chrono::minutes> wall_clock(const gaia::memory::Timestamp& time) {
  const std::chrono::sys_time<std::chrono::microseconds> utc{
      std::chrono::microseconds(time.unix_us)};
  return std::chrono::floor<std::chrono::minutes>(utc) + std::chrono::minutes(time.offset_minutes);
}

std::int64_t minute_of_day(const gaia::memory::Timestamp& time) {
  const auto wall = wall_clock(time);
  return (wall - std::chrono::floor<std::chrono::days>(wall)).count();
}

std::string two_digits(std::int64_t number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

}  // namespace

#if defined(_WIN32)
bool stdout_is_terminal() { return _isatty(1) != 0; }
#else
bool stdout_is_terminal() { return isatty(STDOUT_FILENO) == 1; }
#endif

std::string bold(std::string_view text) { return with_style(text, "1"); }
std::string dim(std::string_view text) { return with_style(text, "2"); }
std::string good(std::string_view text) { return with_style(text, "32"); }
std::string bad(std::string_view text) { return with_style(text, "31"); }

std::string wrapped(std::string_view utf8, std::size_t indent) {
  std::string lines;
  std::size_t column = indent;
  while (!utf8.empty()) {
    const std::string_view word = utf8.substr(0, utf8.find(' '));
    utf8.remove_prefix(word.size() < utf8.size() ? word.size() + 1 : word.size());
    const std::size_t width = character_count(word);
    if (lines.empty()) {
      column += width;
    } else if (column + 1 + width > kWidth) {
      lines += "\n" + std::string(indent, ' ');
      column = indent + width;
    } else {
      lines += ' ';
      column += 1 + width;
    }
    lines += word;
  }
  return lines;
}

std::string shortened(std::string_view utf8, std::size_t width) {
  constexpr std::string_view kCut = "...";
  const bool cut = character_count(utf8) > width;
  const std::size_t room = cut ? width - kCut.size() : width;
  std::string line;
  std::size_t characters = 0;
  for (const char byte : utf8) {
    if (begins_character(byte) && ++characters > room) break;
    line += byte == '\n' ? ' ' : byte;
  }
  return cut ? line.append(kCut) : line;
}

std::string date_text(const gaia::memory::Timestamp& time) {
  const std::chrono::year_month_day date{std::chrono::floor<std::chrono::days>(wall_clock(time))};
  return std::to_string(static_cast<unsigned>(date.day())) + " " +
         kMonths.at(static_cast<unsigned>(date.month()) - 1) + " " +
         std::to_string(static_cast<int>(date.year()));
}

std::string date_time_text(const gaia::memory::Timestamp& time) {
  const auto minutes = minute_of_day(time);
  return date_text(time) + ", " + two_digits(minutes / 60) + ":" + two_digits(minutes % 60);
}

std::string due_text(const gaia::memory::Timestamp& time) {
  return minute_of_day(time) == kLastMinute ? date_text(time) : date_time_text(time);
}

std::string fixed(double value, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

std::string size_text(std::uintmax_t bytes) {
  const double kilobytes = static_cast<double>(bytes) / 1000;
  return kilobytes < 1000 ? fixed(kilobytes, 0) + " KB" : fixed(kilobytes / 1000, 1) + " MB";
}

std::string ms_text(double ms) {
  if (ms < 10) return fixed(ms, 1) + " ms";
  return ms < 1000 ? fixed(ms, 0) + " ms" : fixed(ms / 1000, 1) + " s";
}

std::string rate_text(double per_second) { return fixed(per_second, 0) + " per second"; }

}  // namespace second_brain

#include "cli/layout.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>

namespace gaia::memory::cli {
namespace {

constexpr std::size_t kShortId = 8;  // what MemoryStore::get_by_prefix asks for at least
constexpr char32_t kInvalid = 0xFFFFFFFF;

struct Range {
  char32_t first;
  char32_t last;
};

// Unicode's East Asian Width W and F, in blocks; and what terminals draw as emoji.
constexpr std::array<Range, 9> kWide{{{0x1100, 0x115F},
                                      {0x2E80, 0x303E},
                                      {0x3041, 0xA4CF},
                                      {0xAC00, 0xD7A3},
                                      {0xF900, 0xFAFF},
                                      {0xFE30, 0xFE6F},
                                      {0xFF00, 0xFF60},
                                      {0x1F300, 0x1FAFF},
                                      {0x20000, 0x3FFFD}}};

// Combining marks of the common scripts, joiners and variation selectors.
constexpr std::array<Range, 7> kZeroWidth{{{0x0300, 0x036F},
                                           {0x0591, 0x05BD},
                                           {0x064B, 0x065F},
                                           {0x200B, 0x200D},
                                           {0x20D0, 0x20FF},
                                           {0xFE00, 0xFE0F},
                                           {0xE0100, 0xE01EF}}};

// C0, DEL and C1; line separators; marks that change the reading direction of what follows; tag
// characters, which are invisible text.
constexpr std::array<Range, 7> kUnsafe{{{0x00, 0x1F},
                                        {0x7F, 0x9F},
                                        {0x200E, 0x200F},
                                        {0x2028, 0x202E},
                                        {0x2066, 0x2069},
                                        {0xFEFF, 0xFEFF},
                                        {0xE0000, 0xE007F}}};

template <std::size_t N>
bool contains(const std::array<Range, N>& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [c](const Range& range) { return c >= range.first && c <= range.last; });
}

struct Character {
  char32_t code = kInvalid;  // kInvalid: `bytes` is one byte that is not UTF-8
  std::string_view bytes;
};

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

std::size_t sequence_length(unsigned lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

Character first_character(std::string_view text) {
  const std::size_t length = sequence_length(byte_at(text, 0));
  if (length == 1) return {byte_at(text, 0), text.substr(0, 1)};
  if (length == 0 || length > text.size()) return {kInvalid, text.substr(0, 1)};
  char32_t code = byte_at(text, 0) & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, i) & 0xC0u) != 0x80) return {kInvalid, text.substr(0, 1)};
    code = (code << 6) | (byte_at(text, i) & 0x3Fu);
  }
  return {code, text.substr(0, length)};
}

std::string escaped(const Character& character) {
  if (character.code == '\n') return "\\n";
  if (character.code == '\r') return "\\r";
  if (character.code == '\t') return " ";
  std::array<char, 16> text{};
  if (character.code == kInvalid) {
    std::snprintf(text.data(), text.size(), "\\x%02x", byte_at(character.bytes, 0));
  } else {
    const char* format = character.code < 0x80 ? "\\x%02x" : "\\u%04x";
    std::snprintf(text.data(), text.size(), format, static_cast<unsigned>(character.code));
  }
  return text.data();
}

std::size_t columns(const Character& character) {
  if (contains(kZeroWidth, character.code)) return 0;
  return contains(kWide, character.code) ? 2 : 1;
}

// The longest beginning of printable text that fits, at least one character.
std::size_t fitting_bytes(std::string_view text, std::size_t width) {
  std::size_t used = 0;
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const Character next = first_character(text.substr(bytes));
    used += columns(next);
    if (used > width && bytes > 0) break;
    bytes += next.bytes.size();
  }
  return bytes;
}

void wrap_line(std::string_view text, std::size_t width, std::vector<std::string>& lines) {
  while (true) {
    std::size_t bytes = fitting_bytes(text, width);
    if (bytes == text.size()) break;
    const std::size_t blank = text.rfind(' ', bytes);
    if (blank != std::string_view::npos && blank > 0) bytes = blank;
    lines.emplace_back(text.substr(0, bytes));
    text.remove_prefix(bytes);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
  lines.emplace_back(text);
}

std::int64_t local_us(const Timestamp& instant, int offset_minutes) {
  return instant.unix_us + std::int64_t{offset_minutes} * 60'000'000;
}

std::chrono::sys_days day_of(std::int64_t us) {
  return std::chrono::floor<std::chrono::days>(
      std::chrono::sys_time<std::chrono::microseconds>(std::chrono::microseconds(us)));
}

std::string date_text(std::chrono::sys_days day) {
  static constexpr std::array<const char*, 12> kMonths{
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  const std::chrono::year_month_day date(day);
  return std::to_string(static_cast<unsigned>(date.day())) + " " +
         kMonths[static_cast<unsigned>(date.month()) - 1] + " " +
         std::to_string(static_cast<int>(date.year()));
}

std::string time_text(std::int64_t us) {
  const std::int64_t minutes =
      (us - day_of(us).time_since_epoch() / std::chrono::microseconds(1)) / 60'000'000;
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%02d:%02d", static_cast<int>(minutes / 60),
                static_cast<int>(minutes % 60));
  return text.data();
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Character next = first_character(text);
    if (next.code == kInvalid || contains(kUnsafe, next.code)) {
      result += escaped(next);
    } else {
      result += next.bytes;
    }
    text.remove_prefix(next.bytes.size());
  }
  return result;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Character next = first_character(text);
    width += columns(next);
    text.remove_prefix(next.bytes.size());
  }
  return width;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    wrap_line(printable(text.substr(0, end)), width, lines);
    if (end == text.size()) return lines;
    text.remove_prefix(end + 1);
  }
}

std::string in_words(const Timestamp& instant, const Timestamp& today) {
  const std::int64_t us = local_us(instant, today.offset_minutes);
  const auto days = (day_of(local_us(today, today.offset_minutes)) - day_of(us)).count();
  if (days == 0) return "today " + time_text(us);
  if (days == 1) return "yesterday";
  if (days == -1) return "tomorrow";
  if (days > 1 && days < 7) return std::to_string(days) + " days ago";
  if (days < -1 && days > -7) return "in " + std::to_string(-days) + " days";
  return date_text(day_of(us));
}

std::string_view short_id(std::string_view id) { return id.substr(0, kShortId); }

std::string in_bytes(std::uintmax_t bytes) {
  static constexpr std::array<const char*, 4> kUnits{"kB", "MB", "GB", "TB"};
  if (bytes < 1000) return std::to_string(bytes) + " bytes";
  double amount = static_cast<double>(bytes) / 1000;
  std::size_t unit = 0;
  while (amount >= 1000 && unit + 1 < kUnits.size()) {
    amount /= 1000;
    ++unit;
  }
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f %s", amount, kUnits[unit]);
  return text.data();
}

}  // namespace gaia::memory::cli

#include "text/characters.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <new>

#include "gaia/memory/error.h"
#include "text/utf8.h"

namespace gaia::memory::text {
namespace {

constexpr char32_t kFirstNonAscii = 0x80;

struct Range {
  char32_t first;
  char32_t last;
};

// Whole blocks of the Unicode standard, in order; marks and digits of a script are in its block.
constexpr std::array kUnspacedBlocks{
    Range{0x0E00, 0x0EFF},    // Thai, Lao
    Range{0x1000, 0x109F},    // Myanmar
    Range{0x1100, 0x11FF},    // Hangul Jamo
    Range{0x1780, 0x17FF},    // Khmer
    Range{0x2E80, 0x2FDF},    // CJK radicals
    Range{0x3005, 0x3007},    // ideographic iteration and closing marks, zero
    Range{0x3021, 0x30FF},    // Hangzhou numerals, Hiragana, Katakana
    Range{0x3130, 0x318F},    // Hangul compatibility Jamo
    Range{0x31F0, 0x31FF},    // Katakana extensions
    Range{0x3400, 0x4DBF},    // Han extension A
    Range{0x4E00, 0x9FFF},    // Han
    Range{0xA960, 0xA97F},    // Hangul Jamo extended A
    Range{0xA9E0, 0xA9FF},    // Myanmar extended B
    Range{0xAA60, 0xAA7F},    // Myanmar extended A
    Range{0xAC00, 0xD7FF},    // Hangul
    Range{0xF900, 0xFAFF},    // Han compatibility
    Range{0x1B000, 0x1B16F},  // Kana supplement
    Range{0x20000, 0x323AF},  // Han extensions B and later
};

// Where emoji live that are symbols; arrows, box drawing and the like are left out.
constexpr std::array kPictographBlocks{
    Range{0x2600, 0x27BF},
    Range{0x2B50, 0x2B55},
    Range{0x1F000, 0x1FAFF},
};

template <std::size_t n>
bool is_in(const std::array<Range, n>& ranges, char32_t code) {
  const auto next = std::upper_bound(ranges.begin(), ranges.end(), code,
                                     [](char32_t c, const Range& r) { return c < r.first; });
  return next != ranges.begin() && code <= std::prev(next)->last;
}

utf8proc_category_t category_of(char32_t code) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(code));
}

const utf8proc_uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const utf8proc_uint8_t*>(text.data());
}

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string with_invalid_bytes_replaced(std::string_view text) {
  constexpr std::string_view kReplacementUtf8 = "\xEF\xBF\xBD";
  std::string valid;
  valid.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const Character next = character_at(text, i);
    valid += next.is_valid ? text.substr(i, next.bytes) : kReplacementUtf8;
    i += next.bytes;
  }
  return valid;
}

constexpr auto kNfc = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
constexpr auto kNfkcCasefold = static_cast<utf8proc_option_t>(
    UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);

std::string mapped_valid(std::string_view utf8, utf8proc_option_t form) {
  utf8proc_uint8_t* raw = nullptr;
  const utf8proc_ssize_t length =
      utf8proc_map(bytes_of(utf8), static_cast<utf8proc_ssize_t>(utf8.size()), &raw, form);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(raw, &std::free);
  if (length == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
  if (length < 0) {
    throw Error(ErrorCode::invalid_argument,
                std::string("text cannot be normalised: ") + utf8proc_errmsg(length),
                "split the text into smaller parts");
  }
  return {reinterpret_cast<const char*>(raw), static_cast<std::size_t>(length)};
}

std::string mapped(std::string_view utf8, utf8proc_option_t form) {
  if (find_invalid_utf8(utf8)) return mapped_valid(with_invalid_bytes_replaced(utf8), form);
  return mapped_valid(utf8, form);
}

}  // namespace

Character character_at(std::string_view text, std::size_t position) {
  const auto first = static_cast<unsigned char>(text[position]);
  if (first < kFirstNonAscii) return {first, 1, true};
  utf8proc_int32_t code = 0;
  const utf8proc_ssize_t length =
      utf8proc_iterate(bytes_of(text.substr(position)),
                       static_cast<utf8proc_ssize_t>(text.size() - position), &code);
  if (length <= 0) return {kReplacement, 1, false};
  return {static_cast<char32_t>(code), static_cast<std::size_t>(length), true};
}

std::size_t start_of_previous(std::string_view text, std::size_t position) {
  constexpr std::size_t kLongest = 4;
  const std::size_t limit = position > kLongest ? position - kLongest : 0;
  std::size_t start = position - 1;
  while (start > limit && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80) --start;
  return character_at(text, start).bytes == position - start ? start : position - 1;
}

bool is_letter_or_number(char32_t code) {
  if (code < kFirstNonAscii) {
    return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
           (code >= '0' && code <= '9');
  }
  const utf8proc_category_t category = category_of(code);
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
         (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO);
}

bool is_upper_case(char32_t code) {
  if (code < kFirstNonAscii) return code >= 'A' && code <= 'Z';
  const utf8proc_category_t category = category_of(code);
  return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LT;
}

bool is_mark(char32_t code) {
  if (code < kFirstNonAscii) return false;
  const utf8proc_category_t category = category_of(code);
  return category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
}

bool is_white_space(char32_t code) {
  constexpr char32_t kNextLine = 0x85;
  if (code < kFirstNonAscii) return code == ' ' || (code >= '\t' && code <= '\r');
  const utf8proc_category_t category = category_of(code);
  return code == kNextLine || category == UTF8PROC_CATEGORY_ZS ||
         category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

bool is_invisible(char32_t code) {
  if (is_white_space(code)) return true;
  const utf8proc_category_t category = category_of(code);
  return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
         utf8proc_get_property(static_cast<utf8proc_int32_t>(code))->ignorable != 0;
}

bool is_pictograph(char32_t code) {
  return is_in(kPictographBlocks, code) && category_of(code) == UTF8PROC_CATEGORY_SO;
}

bool is_word_character(char32_t code) {
  return code == '_' || is_letter_or_number(code) || is_mark(code);
}

bool is_unspaced(char32_t code) { return is_in(kUnspacedBlocks, code); }

std::string normalised(std::string_view utf8) {
  return is_ascii(utf8) ? lower_ascii(utf8) : mapped(utf8, kNfkcCasefold);
}

std::string canonically_composed(std::string_view utf8) {
  return is_ascii(utf8) ? std::string(utf8) : mapped(utf8, kNfc);
}

}  // namespace gaia::memory::text

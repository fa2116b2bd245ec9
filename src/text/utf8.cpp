#include "text/utf8.h"

#include <algorithm>

#include "text/characters.h"

namespace gaia::memory::text {
namespace {

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Where the character starts that is number `count` (from 0), or the end.
std::size_t start_of_character(std::string_view utf8, std::size_t count) {
  std::size_t position = 0;
  for (; position < utf8.size(); ++position) {
    if (is_continuation(utf8[position])) continue;
    if (count == 0) break;
    --count;
  }
  return position;
}

// `cut` or, if a mark follows it, the start of the letter that the mark belongs to. More marks
// than Unicode's stream-safe format allows are not writing, and are cut anywhere.
std::size_t before_marked_letter(std::string_view utf8, std::size_t cut) {
  constexpr int kMaxMarks = 30;
  std::size_t start = cut;
  for (int marks = 0; marks <= kMaxMarks; ++marks) {
    if (!is_mark(character_at(utf8, start).code)) return start;
    if (start == 0) break;
    start = start_of_previous(utf8, start);
  }
  return cut;
}

}  // namespace

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const Character next = character_at(text, i);
    if (!next.is_valid) return i;
    i += next.bytes;
  }
  return std::nullopt;
}

std::size_t count_characters(std::string_view utf8) {
  const auto continuations = std::count_if(utf8.begin(), utf8.end(), is_continuation);
  return utf8.size() - static_cast<std::size_t>(continuations);
}

std::string_view truncate_characters(std::string_view utf8, std::size_t max_characters) {
  if (utf8.size() <= max_characters) return utf8;
  const std::size_t cut = start_of_character(utf8, max_characters);
  if (cut == utf8.size()) return utf8;
  return utf8.substr(0, before_marked_letter(utf8, cut));
}

bool is_blank(std::string_view utf8) {
  for (std::size_t i = 0; i < utf8.size();) {
    const Character next = character_at(utf8, i);
    if (!is_invisible(next.code)) return false;
    i += next.bytes;
  }
  return true;
}

std::string_view trim(std::string_view utf8) {
  while (!utf8.empty()) {
    const Character first = character_at(utf8, 0);
    if (!is_white_space(first.code)) break;
    utf8.remove_prefix(first.bytes);
  }
  while (!utf8.empty()) {
    const std::size_t last = start_of_previous(utf8, utf8.size());
    if (!is_white_space(character_at(utf8, last).code)) break;
    utf8 = utf8.substr(0, last);
  }
  return utf8;
}

bool is_ascii(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

}  // namespace gaia::memory::text

// One character (code point) at a time, and what Unicode says about it. Internal to `text`; the
// only place that knows utf8proc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gaia::memory::text {

struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;
  bool is_valid = true;
};

// What stands for an invalid byte: no letter, so it separates words.
inline constexpr char32_t kReplacement = 0xFFFD;

// The character at `position`, which must be inside the text. An invalid byte is one character:
// {kReplacement, 1, false}.
Character character_at(std::string_view text, std::size_t position);

// The start of the character that ends just before `position` (> 0).
std::size_t start_of_previous(std::string_view text, std::size_t position);

bool is_letter_or_number(char32_t code);
bool is_upper_case(char32_t code);
bool is_mark(char32_t code);
bool is_white_space(char32_t code);
bool is_invisible(char32_t code);       // white space, control, format, ignorable
bool is_pictograph(char32_t code);      // symbols that people write instead of words: emoji
bool is_word_character(char32_t code);  // letter, number, mark or underscore

// Of a script that is written without spaces between words.
bool is_unspaced(char32_t code);

// Unicode's NFKC_Casefold; invalid bytes become kReplacement.
std::string normalised(std::string_view utf8);

// Unicode's NFC; invalid bytes become kReplacement.
std::string canonically_composed(std::string_view utf8);

}  // namespace gaia::memory::text

// UTF-8 as the engine needs it: refuse what is not valid, and count and cut in characters.
// A character is a Unicode code point. Only find_invalid_utf8 takes arbitrary bytes; the others
// stay in bounds on invalid text, but what they answer for it is unspecified. Results that are
// views point into the argument. All functions are pure and may be called from any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace gaia::memory::text {

// The byte offset of the first invalid sequence: a stray or missing continuation byte, an overlong
// form, a surrogate, anything above U+10FFFF, or a sequence cut off by the end.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);

std::size_t count_characters(std::string_view utf8);

// The longest beginning of at most `max_characters` characters that neither splits a character nor
// parts a letter from the combining marks that follow it: the cut is then before the letter.
std::string_view truncate_characters(std::string_view utf8, std::size_t max_characters);

// True if nothing would be seen: only white space, control and format characters (zero width).
bool is_blank(std::string_view utf8);

// Without Unicode white space at either end.
std::string_view trim(std::string_view utf8);

bool is_ascii(std::string_view text);

}  // namespace gaia::memory::text

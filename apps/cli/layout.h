// Text for people: shown without letting it drive the terminal, wrapped, and dates in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gaia/memory/timestamp.h"

namespace gaia::memory::cli {

// One line in which nothing moves the cursor, changes colours or reverses the reading direction:
// control and bidirectional formatting characters, line breaks among them, are spelled out as \n,
// \x1b or \u202e, and bytes that are not UTF-8 as \xff.
std::string printable(std::string_view text);

// Columns that printable text takes on a terminal.
std::size_t display_width(std::string_view printable_text);

// Lines of at most `width` columns, broken at blanks where possible and at the line breaks of
// `text`; each is printable. At least one line.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

// "today 14:05", "yesterday", "3 days ago", "tomorrow", "in 3 days", "12 March 2026": calendar days
// as `today` (an instant of the present day) counts them.
std::string in_words(const Timestamp& instant, const Timestamp& today);

// The beginning of an id that tables show; the commands take it as typed.
std::string_view short_id(std::string_view id);

// "4.2 MB"
std::string in_bytes(std::uintmax_t bytes);

}  // namespace gaia::memory::cli

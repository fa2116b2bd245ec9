// Tables of words: a row holds the spellings of one thing, folded, with blanks between them.
// Internal to `text`.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace gaia::memory::text {

// True if `word` (no blanks, not empty) is one of the row's spellings.
bool is_one_of(std::string_view word, std::string_view row);

// The first spelling of the row that has the word: one name for all of its spellings.
std::optional<std::string_view> find_row(std::string_view word,
                                         std::span<const std::string_view> rows);

}  // namespace gaia::memory::text

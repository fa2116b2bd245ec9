#include "text/word_table.h"

namespace gaia::memory::text {

bool is_one_of(std::string_view word, std::string_view row) {
  for (std::size_t at = row.find(word); at != row.npos; at = row.find(word, at + 1)) {
    const bool begins = at == 0 || row[at - 1] == ' ';
    const std::size_t end = at + word.size();
    if (begins && (end == row.size() || row[end] == ' ')) return true;
  }
  return false;
}

std::optional<std::string_view> find_row(std::string_view word,
                                         std::span<const std::string_view> rows) {
  for (const std::string_view row : rows) {
    if (is_one_of(word, row)) return row.substr(0, row.find(' '));
  }
  return std::nullopt;
}

}  // namespace gaia::memory::text

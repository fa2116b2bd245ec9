// Finds the stored statement that a new one repeats, without comparing it with every other.
//
// Two statements of one scope (category, context, entity) say the same if more than 80 % of the
// shorter one's words are in the other: with n words in the shorter, at least c = floor(0.8 n) + 1
// of them. Then of *any* n - c + 1 words of the shorter one, at least one is in the other
// (prefix filtering: Chaudhuri, Ganti, Kaushik 2006). So it is enough to look up
//   - the n - c + 1 rarest words of the new statement among all words of the stored ones, for those
//     that are at least as long, and
//   - all words of the new statement among the n - c + 1 words that each stored statement was
//     entered with as its signature, for those that are shorter,
// and to compare what comes back. The answer is the one that a comparison with every stored
// statement would give; the cost grows with how often the rarest words occur in the scope.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gaia/memory/timestamp.h"
#include "sqlite/connection.h"

namespace gaia::memory::store {

// Of the document.
inline constexpr double kDuplicateOverlap = 0.8;

struct StatementScope {
  std::string_view category;
  std::string_view context;
  std::optional<std::string_view> entity;
};

// The words that two statements are compared by. A text without any (an emoji) is one word.
std::vector<std::string> statement_words(std::string_view content);

// Enters the words of document `doc`.
void add_statement(sqlite::Connection& connection, std::int64_t doc, const StatementScope& scope,
                   const std::vector<std::string>& words);

struct Duplicate {
  std::string knowledge_id;
  std::string content;
  double overlap = 0;
  Timestamp said_at;  // when its text was last said
};

// The active items of the scope whose overlap is above kDuplicateOverlap, in no order.
std::vector<Duplicate> find_duplicates(sqlite::Connection& connection, const StatementScope& scope,
                                       const std::vector<std::string>& words);

}  // namespace gaia::memory::store

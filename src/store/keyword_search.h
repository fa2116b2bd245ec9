// Keyword search with BM25, over knowledge and over turns.
#pragma once

#include <string_view>
#include <vector>

#include "gaia/memory/clock.h"
#include "gaia/memory/types.h"
#include "sqlite/connection.h"

namespace gaia::memory::store {

// Rows with all words of the query or, if there is none, with any; best first. Reads the documented
// full-text table and, `has_index` given, our additional one for what that cannot split; a row that
// both find counts with its better score. Errors: invalid_argument.
std::vector<ScoredKnowledge> search_knowledge(sqlite::Connection& connection,
                                              std::string_view query, const SearchOptions& options,
                                              const Clock& clock, bool has_index);

std::vector<ScoredTurn> search_turns(sqlite::Connection& connection, std::string_view query,
                                     const TurnSearchOptions& options, const Clock& clock,
                                     bool has_index);

}  // namespace gaia::memory::store

// The documented table `knowledge` together with its full-text twin `knowledge_fts`, which no
// trigger maintains: whoever writes one writes the other, here and nowhere else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gaia/memory/types.h"
#include "sqlite/connection.h"

namespace gaia::memory::store {

// Names the columns of table alias `k` in the order that read_knowledge expects, from column 0.
extern const char* const kKnowledgeColumns;
inline constexpr int kKnowledgeColumnCount = 17;

// The item at the statement's current row. Timestamps of other programs that cannot be read become
// 1970-01-01, so that one bad row does not hide the others.
Knowledge read_knowledge(const sqlite::Statement& row);

std::optional<Knowledge> find_knowledge(sqlite::Connection& connection, std::string_view id);

// At most `limit` ids that start with `prefix`.
std::vector<std::string> find_ids_by_prefix(sqlite::Connection& connection, std::string_view prefix,
                                            int limit);

void insert_knowledge(sqlite::Connection& connection, const Knowledge& item);

// Writes what differs between `before`, as it was read, and `after`, its changed copy. Columns that
// are equal in both keep their bytes, also where we cannot read what another program wrote. A
// vector of the old content is dropped.
void update_knowledge_row(sqlite::Connection& connection, const Knowledge& before,
                          const Knowledge& after);

// False if the id is unknown.
bool delete_knowledge(sqlite::Connection& connection, std::string_view id);

}  // namespace gaia::memory::store

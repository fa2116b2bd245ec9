// Keeps our additional indexes in step with rows that any program writes.
//
// Triggers mark each row that was written (gm_unindexed); this code indexes marked rows, our own
// in the transaction that wrote them, others' before an index is next relied on.
#pragma once

#include <string_view>

#include "sqlite/connection.h"

namespace gaia::memory::store {

bool has_unindexed_rows(sqlite::Connection& connection);

// Indexes every marked row. Needs a write transaction.
void index_marked_rows(sqlite::Connection& connection);

}  // namespace gaia::memory::store

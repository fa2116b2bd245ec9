// What a new statement does to what is known: adds to it, confirms it, words it anew, replaces it,
// or turns out to be its past. All rules that decide between two statements are here.
#pragma once

#include <span>

#include "gaia/memory/types.h"
#include "sqlite/connection.h"
#include "store/duplicate_index.h"

namespace gaia::memory::store {

// Stores `item` (checked, without an id) in the light of the active items that share most of its
// words. Of several the one that says it most exactly counts: the same text, else one that does not
// differ in substance, else the largest overlap, else the one said last. Needs a write transaction.
StoreResult settle(sqlite::Connection& connection, std::span<const Duplicate> duplicates,
                   Knowledge item);

}  // namespace gaia::memory::store

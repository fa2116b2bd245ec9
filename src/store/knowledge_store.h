// What happens to a statement that is stored: whether it is new, known, changed or outdated. The
// decision is made here; the tables only keep rows.
#pragma once

#include <string_view>

#include "gaia/memory/clock.h"
#include "gaia/memory/types.h"
#include "sqlite/connection.h"

namespace gaia::memory::store {

// A checked item, ready to be stored: normalised, but with no id yet. Errors: as
// MemoryStore::store.
Knowledge checked_knowledge(const NewKnowledge& knowledge, const Clock& clock);

// Needs a write transaction.
StoreResult store_knowledge(sqlite::Connection& connection, Knowledge item);

// Checked changes, so that bad input is refused before anything is locked.
KnowledgeUpdate checked_update(const KnowledgeUpdate& changes, const Clock& clock);

// Needs a write transaction and checked changes. False if the id is unknown.
bool update_knowledge(sqlite::Connection& connection, std::string_view id,
                      const KnowledgeUpdate& changes, const Clock& clock);

}  // namespace gaia::memory::store

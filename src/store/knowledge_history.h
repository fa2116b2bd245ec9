// What an item was before it was overwritten, so that it can be shown and undone.
#pragma once

#include <string_view>

#include "gaia/memory/types.h"
#include "sqlite/connection.h"

namespace gaia::memory::store {

// Keeps `before` as it was when `operation` ("update", "merge", "supersede") replaced it. Goes with
// the item: a trigger removes the history of what is forgotten.
void record_history(sqlite::Connection& connection, const Knowledge& before,
                    std::string_view operation, const Timestamp& changed_at);

}  // namespace gaia::memory::store

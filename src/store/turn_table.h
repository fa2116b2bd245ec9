// The documented table `conversations`. Turns are added and removed, never changed; triggers keep
// its full-text twin.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gaia/memory/types.h"
#include "sqlite/connection.h"

namespace gaia::memory::store {

// Names the columns of table alias `t` in the order that read_turn expects, from column 0.
extern const char* const kTurnColumns;
inline constexpr int kTurnColumnCount = 7;

Turn read_turn(const sqlite::Statement& row);

// `turn.id` is ignored; the file gives it.
void insert_turn(sqlite::Connection& connection, const Turn& turn);

// Whether the file has a turn of the same session, role, instant and text.
bool has_turn(sqlite::Connection& connection, const Turn& turn);

// The latest turns, oldest first.
std::vector<Turn> latest_turns(sqlite::Connection& connection,
                               const std::optional<std::string>& session_id,
                               const std::optional<std::string>& context, int limit);

}  // namespace gaia::memory::store

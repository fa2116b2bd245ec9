#include "store/turn_table.h"

#include <algorithm>

#include "gaia/memory/error.h"
#include "store/filters.h"
#include "text/words.h"

namespace gaia::memory::store {
namespace {

Timestamp read_time(std::string_view text) {
  try {
    return parse_timestamp(text);
  } catch (const Error&) {
    return {};  // another program's text; the turn itself is still worth reading
  }
}

}  // namespace

const char* const kTurnColumns =
    "t.id, t.session_id, t.role, t.content, t.context, t.timestamp, t.consolidated_at";

Turn read_turn(const sqlite::Statement& row) {
  Turn turn;
  turn.id = row.integer(0);
  turn.session_id = row.text(1);
  turn.role = row.text(2);
  turn.content = row.text(3);
  turn.context = row.is_null(4) ? "global" : std::string(row.text(4));
  turn.timestamp = read_time(row.text(5));
  if (!row.is_null(6)) turn.consolidated_at = read_time(row.text(6));
  return turn;
}

void insert_turn(sqlite::Connection& connection, const Turn& turn) {
  connection.run(
      "INSERT INTO conversations(session_id, role, content, context, timestamp) "
      "VALUES (?, ?, ?, ?, ?)",
      turn.session_id, turn.role, turn.content, turn.context, to_iso8601(turn.timestamp));
}

bool has_turn(sqlite::Connection& connection, const Turn& turn) {
  return connection
      .query(
          "SELECT 1 FROM conversations WHERE session_id = ? AND role = ? AND content = ? "
          "AND gm_instant(timestamp) = ?",
          turn.session_id, turn.role, turn.content, turn.timestamp.unix_us)
      .next();
}

std::vector<Turn> latest_turns(sqlite::Connection& connection,
                               const std::optional<std::string>& session_id,
                               const std::optional<std::string>& context, int limit) {
  Conditions conditions;
  if (session_id) conditions.add("t.session_id = ?", text::composed(*session_id));
  if (context) conditions.add("t.context = ?", text::composed(*context));
  auto row = connection.query(std::string("SELECT ") + kTurnColumns +
                              " FROM conversations AS t WHERE 1" + conditions.sql +
                              " ORDER BY gm_instant(t.timestamp) DESC, t.id DESC LIMIT ?");
  row.bind_values(1, conditions.values);
  row.bind(1 + static_cast<int>(conditions.values.size()), limit);
  std::vector<Turn> turns;
  while (row.next()) turns.push_back(read_turn(row));
  std::reverse(turns.begin(), turns.end());
  return turns;
}

}  // namespace gaia::memory::store

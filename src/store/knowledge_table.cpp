#include "store/knowledge_table.h"

#include "gaia/memory/error.h"

namespace gaia::memory::store {
namespace {

// A date alone, which only another program writes, is due at its end.
Timestamp read_time(std::string_view text) {
  try {
    return parse_timestamp(text, DateMeaning::end_of_day);
  } catch (const Error&) {
    return {};
  }
}

std::optional<Timestamp> read_optional_time(const sqlite::Statement& row, int column) {
  if (row.is_null(column) || row.text(column).empty()) return std::nullopt;
  return read_time(row.text(column));
}

std::optional<std::string> text_of(const std::optional<Timestamp>& time) {
  if (!time) return std::nullopt;
  return to_iso8601(*time);
}

std::optional<std::int64_t> row_id_of(sqlite::Connection& connection, std::string_view id) {
  auto row = connection.query("SELECT rowid FROM knowledge WHERE id = ?", id);
  if (!row.next()) return std::nullopt;
  return row.integer(0);
}

void index_text(sqlite::Connection& connection, std::int64_t row_id, const Knowledge& item) {
  // A file restored from a dump may hold another row's words under this number.
  connection.run("DELETE FROM knowledge_fts WHERE rowid = ?", row_id);
  connection.run("INSERT INTO knowledge_fts(rowid, content, domain, category) VALUES (?, ?, ?, ?)",
                 row_id, item.content, item.domain.value_or(""), item.category);
}

}  // namespace

const char* const kKnowledgeColumns =
    "k.id, k.category, k.content, k.domain, k.source, k.confidence, k.metadata, k.use_count, "
    "k.context, k.sensitive, k.entity, k.created_at, k.updated_at, k.last_used, k.due_at, "
    "k.reminded_at, k.superseded_by";

Knowledge read_knowledge(const sqlite::Statement& row) {
  Knowledge item;
  item.id = row.text(0);
  item.category = row.text(1);
  item.content = row.text(2);
  item.domain = row.optional_text(3);
  item.source = row.text(4);
  item.confidence = row.real(5);
  item.metadata = row.optional_text(6);
  item.use_count = row.integer(7);
  item.context = row.is_null(8) ? "global" : std::string(row.text(8));
  item.sensitive = row.integer(9) != 0;
  item.entity = row.optional_text(10);
  item.created_at = read_time(row.text(11));
  item.updated_at = read_time(row.text(12));
  item.last_used = read_optional_time(row, 13);
  item.due_at = read_optional_time(row, 14);
  item.reminded_at = read_optional_time(row, 15);
  item.superseded_by = row.optional_text(16);
  return item;
}

std::optional<Knowledge> find_knowledge(sqlite::Connection& connection, std::string_view id) {
  auto row = connection.query(
      std::string("SELECT ") + kKnowledgeColumns + " FROM knowledge AS k WHERE k.id = ?", id);
  if (!row.next()) return std::nullopt;
  return read_knowledge(row);
}

std::vector<std::string> find_ids_by_prefix(sqlite::Connection& connection, std::string_view prefix,
                                            int limit) {
  // Any text that starts with the prefix sorts from it on and before the prefix with U+10FFFF.
  auto row = connection.query("SELECT id FROM knowledge WHERE id >= ? AND id < ? LIMIT ?", prefix,
                              std::string(prefix) + "\U0010FFFF", limit);
  std::vector<std::string> ids;
  while (row.next()) ids.emplace_back(row.text(0));
  return ids;
}

void insert_knowledge(sqlite::Connection& connection, const Knowledge& item) {
  connection.run(
      "INSERT INTO knowledge(id, category, content, domain, source, confidence, metadata, "
      "use_count, context, sensitive, entity, created_at, updated_at, last_used, due_at, "
      "reminded_at, superseded_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      item.id, item.category, item.content, item.domain, item.source, item.confidence,
      item.metadata, item.use_count, item.context, item.sensitive, item.entity,
      to_iso8601(item.created_at), to_iso8601(item.updated_at), text_of(item.last_used),
      text_of(item.due_at), text_of(item.reminded_at), item.superseded_by);
  index_text(connection, row_id_of(connection, item.id).value(), item);
}

void update_knowledge_row(sqlite::Connection& connection, const Knowledge& before,
                          const Knowledge& after) {
  connection.run(
      "UPDATE knowledge SET embedding = CASE WHEN content = ?2 THEN embedding END, "
      "category = ?1, content = ?2, domain = ?3, source = ?4, confidence = ?5, metadata = ?6, "
      "context = ?7, sensitive = ?8, entity = ?9, superseded_by = ?10, "
      "updated_at = CASE WHEN ?11 THEN ?12 ELSE updated_at END, "
      "due_at = CASE WHEN ?13 THEN ?14 ELSE due_at END, "
      "reminded_at = CASE WHEN ?15 THEN ?16 ELSE reminded_at END WHERE id = ?17",
      after.category, after.content, after.domain, after.source, after.confidence, after.metadata,
      after.context, after.sensitive, after.entity, after.superseded_by,
      after.updated_at != before.updated_at, to_iso8601(after.updated_at),
      after.due_at != before.due_at, text_of(after.due_at), after.reminded_at != before.reminded_at,
      text_of(after.reminded_at), after.id);
  index_text(connection, row_id_of(connection, after.id).value(), after);
}

bool delete_knowledge(sqlite::Connection& connection, std::string_view id) {
  const auto row_id = row_id_of(connection, id);
  if (!row_id) return false;
  connection.run("DELETE FROM knowledge_fts WHERE rowid = ?", *row_id);
  connection.run("DELETE FROM knowledge WHERE id = ?", id);
  return true;
}

}  // namespace gaia::memory::store

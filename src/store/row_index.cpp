#include "store/row_index.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/duplicate_index.h"
#include "text/query.h"
#include "text/words.h"

namespace gaia::memory::store {
namespace {

std::vector<std::string> marked(sqlite::Connection& connection, std::string_view kind) {
  std::vector<std::string> keys;
  auto row = connection.query("SELECT key FROM gm_unindexed WHERE kind = ?", kind);
  while (row.next()) keys.emplace_back(row.text(0));
  return keys;
}

void unmark(sqlite::Connection& connection, std::string_view kind, std::string_view key) {
  connection.run("DELETE FROM gm_unindexed WHERE kind = ? AND key = ?", kind, key);
}

std::int64_t new_document(sqlite::Connection& connection, std::string_view knowledge_id,
                          std::int64_t said_at) {
  auto row = connection.query(
      "INSERT INTO gm_documents(knowledge_id, said_at) VALUES (?, ?) RETURNING doc", knowledge_id,
      said_at);
  row.next();
  const std::int64_t doc = row.integer(0);
  row.next();  // an INSERT ... RETURNING is only complete once it has been stepped to its end
  return doc;
}

void index_knowledge(sqlite::Connection& connection, std::string_view id) {
  auto row = connection.query(
      "SELECT content, category, COALESCE(context, 'global'), entity, "
      "COALESCE(gm_instant(updated_at), 0) FROM knowledge WHERE id = ?",
      id);
  if (!row.next()) return;
  const std::string content(row.text(0));
  const std::string category(row.text(1));
  const std::string context(row.text(2));
  const std::optional<std::string> entity = row.optional_text(3);

  const std::int64_t doc = new_document(connection, id, row.integer(4));
  add_statement(connection, doc, {category, context, entity}, statement_words(content));
  if (const auto text = text::additional_index_text(content)) {
    connection.run("INSERT INTO gm_knowledge_fts(rowid, words) VALUES (?, ?)", doc, *text);
  }
}

void index_turn(sqlite::Connection& connection, std::string_view key) {
  std::int64_t id = 0;
  std::from_chars(key.data(), key.data() + key.size(), id);
  auto row = connection.query("SELECT content FROM conversations WHERE id = ?", id);
  if (!row.next()) return;
  const auto text = text::additional_index_text(row.text(0));
  if (!text) return;
  connection.run("DELETE FROM gm_conversations_fts WHERE rowid = ?", id);
  connection.run("INSERT INTO gm_conversations_fts(rowid, words) VALUES (?, ?)", id, *text);
}

}  // namespace

bool has_unindexed_rows(sqlite::Connection& connection) {
  return connection.query("SELECT 1 FROM gm_unindexed LIMIT 1").next();
}

void index_marked_rows(sqlite::Connection& connection) {
  for (const std::string& id : marked(connection, "knowledge")) {
    index_knowledge(connection, id);
    unmark(connection, "knowledge", id);
  }
  for (const std::string& id : marked(connection, "turn")) {
    index_turn(connection, id);
    unmark(connection, "turn", id);
  }
}

}  // namespace gaia::memory::store

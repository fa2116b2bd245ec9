#include "store/schema.h"

#include <optional>
#include <string>
#include <string_view>

#include "gaia/memory/error.h"
#include "gaia/memory/timestamp.h"

namespace gaia::memory::store {
namespace {

// Schema v2 of the Memory SDK document, column for column.
constexpr const char* kDocumentedTables = R"sql(
CREATE TABLE schema_version (version INTEGER NOT NULL, migrated_at TEXT NOT NULL);

CREATE TABLE conversations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL,
  role TEXT NOT NULL,
  content TEXT NOT NULL,
  context TEXT DEFAULT 'global',
  timestamp TEXT NOT NULL,
  consolidated_at TEXT);
CREATE INDEX idx_conv_session ON conversations(session_id);
CREATE INDEX idx_conv_ts ON conversations(timestamp DESC);
CREATE INDEX idx_conv_context ON conversations(context);
CREATE VIRTUAL TABLE conversations_fts USING fts5(
  content, content=conversations, content_rowid=id, tokenize='porter unicode61');

CREATE TABLE knowledge (
  id TEXT PRIMARY KEY,
  category TEXT NOT NULL,
  content TEXT NOT NULL,
  domain TEXT,
  source TEXT NOT NULL DEFAULT 'tool',
  confidence REAL DEFAULT 0.5,
  metadata TEXT,
  use_count INTEGER DEFAULT 0,
  context TEXT DEFAULT 'global',
  sensitive INTEGER DEFAULT 0,
  entity TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  last_used TEXT,
  due_at TEXT,
  reminded_at TEXT,
  embedding BLOB,
  superseded_by TEXT);
CREATE INDEX idx_knowledge_due ON knowledge(due_at) WHERE due_at IS NOT NULL;
CREATE INDEX idx_knowledge_context ON knowledge(context);
CREATE INDEX idx_knowledge_entity ON knowledge(entity) WHERE entity IS NOT NULL;
CREATE INDEX idx_knowledge_sensitive ON knowledge(sensitive) WHERE sensitive = 1;
CREATE VIRTUAL TABLE knowledge_fts USING fts5(
  content, domain, category, tokenize='porter unicode61');

CREATE TABLE tool_history (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL,
  tool_name TEXT NOT NULL,
  args TEXT,
  result_summary TEXT,
  success INTEGER NOT NULL,
  error TEXT,
  duration_ms INTEGER,
  timestamp TEXT NOT NULL);
CREATE INDEX idx_tool_name ON tool_history(tool_name);
CREATE INDEX idx_tool_session ON tool_history(session_id);
CREATE INDEX idx_tool_success ON tool_history(success);
CREATE INDEX idx_tool_ts ON tool_history(timestamp DESC);
)sql";

// Part of the document's v2, and safe to repeat.
constexpr const char* kDocumentedV2 = R"sql(
CREATE INDEX IF NOT EXISTS idx_knowledge_no_embedding ON knowledge(id) WHERE embedding IS NULL;
CREATE INDEX IF NOT EXISTS idx_knowledge_superseded ON knowledge(superseded_by)
  WHERE superseded_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_conv_not_consolidated ON conversations(session_id)
  WHERE consolidated_at IS NULL;
CREATE TRIGGER IF NOT EXISTS conv_fts_ai AFTER INSERT ON conversations BEGIN
  INSERT INTO conversations_fts(rowid, content) VALUES (new.id, new.content);
END;
CREATE TRIGGER IF NOT EXISTS conv_fts_ad AFTER DELETE ON conversations BEGIN
  INSERT INTO conversations_fts(conversations_fts, rowid, content)
  VALUES ('delete', old.id, old.content);
END;
)sql";

// Our version of the tables below. Whoever raises it adds the step from each earlier version to
// upgrade(): tables of an older version are otherwise not used.
constexpr int kOwnVersion = 1;

// said_at is when the text was last said, in microseconds since 1970: unlike updated_at it is not
// moved by edits of other fields, so it tells which of two statements is the newer one.
//
// A knowledge row that is indexed has a number of its own, `doc`, that is never given out again
// (row ids are, and VACUUM may move them). Rows that a program without our code wrote are marked in
// gm_unindexed and indexed before we next rely on the indexes.
//
// The triggers delete and insert instead of using OR REPLACE, because the conflict clause of the
// statement that fires a trigger overrides those inside it.
constexpr const char* kOwnTables = R"sql(
CREATE TABLE gm_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE gm_documents (
  doc INTEGER PRIMARY KEY AUTOINCREMENT,
  knowledge_id TEXT NOT NULL UNIQUE,
  said_at INTEGER NOT NULL);
CREATE TABLE gm_document_words (
  key INTEGER NOT NULL,
  is_signature INTEGER NOT NULL,
  doc INTEGER NOT NULL,
  PRIMARY KEY (key, is_signature, doc)) WITHOUT ROWID;
CREATE INDEX gm_document_words_doc ON gm_document_words(doc);
CREATE VIRTUAL TABLE gm_knowledge_fts USING fts5(
  words, tokenize='porter unicode61 remove_diacritics 2');
CREATE VIRTUAL TABLE gm_conversations_fts USING fts5(
  words, tokenize='porter unicode61 remove_diacritics 2');
CREATE TABLE gm_unindexed (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (kind, key)) WITHOUT ROWID;

CREATE TABLE gm_embedders (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  dimension INTEGER NOT NULL);
CREATE TABLE gm_vectors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  knowledge_id TEXT NOT NULL,
  embedder INTEGER NOT NULL REFERENCES gm_embedders(id),
  vector BLOB NOT NULL,
  UNIQUE (knowledge_id, embedder));
CREATE TABLE gm_vector_changes (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  knowledge_id TEXT NOT NULL UNIQUE);

CREATE TABLE gm_history (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  knowledge_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  before TEXT NOT NULL);
CREATE INDEX gm_history_knowledge ON gm_history(knowledge_id);

-- A statement's words go with its number.
CREATE TRIGGER gm_documents_ad AFTER DELETE ON gm_documents BEGIN
  DELETE FROM gm_knowledge_fts WHERE rowid = old.doc;
  DELETE FROM gm_document_words WHERE doc = old.doc;
END;

-- An insert may also be a row that replaces one: then no trigger fires for the old row.
CREATE TRIGGER gm_knowledge_ai AFTER INSERT ON knowledge BEGIN
  DELETE FROM gm_documents WHERE knowledge_id = new.id;
  DELETE FROM gm_vectors WHERE knowledge_id = new.id;
  DELETE FROM gm_unindexed WHERE kind = 'knowledge' AND key = new.id;
  INSERT INTO gm_unindexed(kind, key) VALUES ('knowledge', new.id);
END;
CREATE TRIGGER gm_knowledge_ai_embedding AFTER INSERT ON knowledge
WHEN new.embedding IS NOT NULL BEGIN
  DELETE FROM gm_vector_changes WHERE knowledge_id = new.id;
  INSERT INTO gm_vector_changes(knowledge_id) VALUES (new.id);
END;
CREATE TRIGGER gm_knowledge_au_content AFTER UPDATE OF content, category, context, entity
ON knowledge WHEN old.content IS NOT new.content OR old.category IS NOT new.category
  OR old.context IS NOT new.context OR old.entity IS NOT new.entity BEGIN
  DELETE FROM gm_documents WHERE knowledge_id = old.id;
  DELETE FROM gm_unindexed WHERE kind = 'knowledge' AND key = new.id;
  INSERT INTO gm_unindexed(kind, key) VALUES ('knowledge', new.id);
END;
CREATE TRIGGER gm_knowledge_au_text AFTER UPDATE OF content ON knowledge
WHEN old.content IS NOT new.content BEGIN
  DELETE FROM gm_vectors WHERE knowledge_id = old.id;
END;
CREATE TRIGGER gm_knowledge_au_embedding AFTER UPDATE OF embedding ON knowledge
WHEN old.embedding IS NOT new.embedding BEGIN
  DELETE FROM gm_vector_changes WHERE knowledge_id = new.id;
  INSERT INTO gm_vector_changes(knowledge_id) VALUES (new.id);
END;
CREATE TRIGGER gm_knowledge_ad AFTER DELETE ON knowledge BEGIN
  DELETE FROM gm_documents WHERE knowledge_id = old.id;
  DELETE FROM gm_unindexed WHERE kind = 'knowledge' AND key = old.id;
  DELETE FROM gm_vectors WHERE knowledge_id = old.id;
  DELETE FROM gm_history WHERE knowledge_id = old.id;
  DELETE FROM gm_vector_changes WHERE knowledge_id = old.id;
  INSERT INTO gm_vector_changes(knowledge_id) VALUES (old.id);
END;

CREATE TRIGGER gm_vectors_ai AFTER INSERT ON gm_vectors BEGIN
  DELETE FROM gm_vector_changes WHERE knowledge_id = new.knowledge_id;
  INSERT INTO gm_vector_changes(knowledge_id) VALUES (new.knowledge_id);
END;
CREATE TRIGGER gm_vectors_ad AFTER DELETE ON gm_vectors BEGIN
  DELETE FROM gm_vector_changes WHERE knowledge_id = old.knowledge_id;
  INSERT INTO gm_vector_changes(knowledge_id) VALUES (old.knowledge_id);
END;

-- The documented full-text tables index plain ASCII fully; only other turns need ours.
CREATE TRIGGER gm_conversations_ai AFTER INSERT ON conversations
WHEN new.content GLOB '*[^' || char(1) || '-' || char(127) || ']*' BEGIN
  DELETE FROM gm_unindexed WHERE kind = 'turn' AND key = CAST(new.id AS TEXT);
  INSERT INTO gm_unindexed(kind, key) VALUES ('turn', new.id);
END;
CREATE TRIGGER gm_conversations_ad AFTER DELETE ON conversations BEGIN
  DELETE FROM gm_conversations_fts WHERE rowid = old.id;
  DELETE FROM gm_unindexed WHERE kind = 'turn' AND key = CAST(old.id AS TEXT);
END;

INSERT INTO gm_unindexed(kind, key) SELECT 'knowledge', id FROM knowledge;
INSERT INTO gm_unindexed(kind, key) SELECT 'turn', id FROM conversations
  WHERE content GLOB '*[^' || char(1) || '-' || char(127) || ']*';
)sql";

bool has_table(sqlite::Connection& connection, std::string_view name) {
  return connection.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name)
      .next();
}

bool has_column(sqlite::Connection& connection, std::string_view table, std::string_view column) {
  return connection.query("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", table, column)
      .next();
}

bool is_empty(sqlite::Connection& connection) {
  return !connection.query("SELECT 1 FROM sqlite_master").next();
}

int documented_version(sqlite::Connection& connection) {
  if (!has_table(connection, "schema_version")) return 0;
  auto row = connection.query("SELECT max(version) FROM schema_version");
  row.next();
  return static_cast<int>(row.integer(0));  // NULL, as 0, when the table is empty
}

int own_version(sqlite::Connection& connection) {
  if (!has_table(connection, "gm_meta")) return 0;
  auto row = connection.query("SELECT value FROM gm_meta WHERE key = 'version'");
  return row.next() ? static_cast<int>(row.integer(0)) : 0;
}

void refuse_foreign_database(sqlite::Connection& connection) {
  if (is_empty(connection)) return;
  if (has_table(connection, "knowledge") && has_table(connection, "conversations")) return;
  throw Error(ErrorCode::corrupt,
              "the file is a database of another program: it has no memory tables",
              "name a memory file, or a path that does not exist yet, with --db or "
              "GAIA_MEMORY_DB");
}

void write_version(sqlite::Connection& connection, const Clock& clock) {
  connection.run(
      "CREATE TABLE IF NOT EXISTS schema_version "
      "(version INTEGER NOT NULL, migrated_at TEXT NOT NULL)");
  connection.run("DELETE FROM schema_version");
  connection.run("INSERT INTO schema_version(version, migrated_at) VALUES (?, ?)", kSchemaVersion,
                 to_iso8601(now(clock)));
}

// A killed migration of another program may have left some of the columns behind.
void migrate_from_v1(sqlite::Connection& connection) {
  if (!has_column(connection, "knowledge", "embedding")) {
    connection.run("ALTER TABLE knowledge ADD COLUMN embedding BLOB");
  }
  if (!has_column(connection, "knowledge", "superseded_by")) {
    connection.run("ALTER TABLE knowledge ADD COLUMN superseded_by TEXT");
  }
  if (!has_column(connection, "conversations", "consolidated_at")) {
    connection.run("ALTER TABLE conversations ADD COLUMN consolidated_at TEXT");
  }
}

void upgrade(sqlite::Connection& connection, const Clock& clock) {
  sqlite::Transaction transaction(connection, sqlite::Transaction::Kind::write);
  // Asked again under the lock: another process may have done it while we waited.
  const bool is_new = is_empty(connection);
  if (is_new) connection.run_script(kDocumentedTables);
  if (documented_version(connection) < kSchemaVersion) {
    if (!is_new) migrate_from_v1(connection);
    connection.run_script(kDocumentedV2);
    write_version(connection, clock);
  }
  if (own_version(connection) == 0) {
    connection.run_script(kOwnTables);
    connection.run("INSERT INTO gm_meta(key, value) VALUES ('version', ?)", kOwnVersion);
  }
  transaction.commit();
}

}  // namespace

SchemaState inspect_schema(sqlite::Connection& connection) {
  refuse_foreign_database(connection);
  SchemaState state;
  state.version = documented_version(connection);
  const int own = own_version(connection);
  state.has_index = own == kOwnVersion;
  state.newer = state.version > kSchemaVersion ? "schema version " + std::to_string(state.version)
                : own > kOwnVersion            ? "index version " + std::to_string(own)
                                               : "";
  return state;
}

SchemaState prepare_schema(sqlite::Connection& connection, const Clock& clock) {
  SchemaState state = inspect_schema(connection);
  if (!state.newer.empty()) return state;
  if (state.version == kSchemaVersion && state.has_index) return state;
  upgrade(connection, clock);
  return inspect_schema(connection);
}

}  // namespace gaia::memory::store

// The file: new, of version 1, of a later version, of another program, opened by many at once.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "store/store_fixture.h"

namespace gaia::memory::test {
namespace {

class SchemaTest : public StoreTest {
 protected:
  // A file as version 1 of the document has it, with one item and one turn.
  void make_version_1() {
    Sql sql(file());
    sql.run(
        "CREATE TABLE schema_version (version INTEGER NOT NULL, migrated_at TEXT NOT NULL);"
        "INSERT INTO schema_version VALUES (1, '2025-01-01T00:00:00+00:00');"
        "CREATE TABLE conversations (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT "
        "NULL, role TEXT NOT NULL, content TEXT NOT NULL, context TEXT DEFAULT 'global', timestamp "
        "TEXT NOT NULL);"
        "CREATE VIRTUAL TABLE conversations_fts USING fts5(content, content=conversations, "
        "content_rowid=id, tokenize='porter unicode61');"
        "CREATE TRIGGER conv_fts_ai AFTER INSERT ON conversations BEGIN INSERT INTO "
        "conversations_fts(rowid, content) VALUES (new.id, new.content); END;"
        "CREATE TRIGGER conv_fts_ad AFTER DELETE ON conversations BEGIN INSERT INTO "
        "conversations_fts(conversations_fts, rowid, content) VALUES ('delete', old.id, "
        "old.content); END;"
        "CREATE TABLE knowledge (id TEXT PRIMARY KEY, category TEXT NOT NULL, content TEXT NOT "
        "NULL, domain TEXT, source TEXT NOT NULL DEFAULT 'tool', confidence REAL DEFAULT 0.5, "
        "metadata TEXT, use_count INTEGER DEFAULT 0, context TEXT DEFAULT 'global', sensitive "
        "INTEGER DEFAULT 0, entity TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, "
        "last_used TEXT, due_at TEXT, reminded_at TEXT);"
        "CREATE VIRTUAL TABLE knowledge_fts USING fts5(content, domain, category, "
        "tokenize='porter unicode61');"
        "CREATE TABLE tool_history (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT "
        "NULL, tool_name TEXT NOT NULL, args TEXT, result_summary TEXT, success INTEGER NOT NULL, "
        "error TEXT, duration_ms INTEGER, timestamp TEXT NOT NULL);"
        "INSERT INTO knowledge(id, category, content, created_at, updated_at) VALUES ('old-item', "
        "'fact', 'The harbour caf\u00e9 opens at noon', '2025-01-01T00:00:00+00:00', "
        "'2025-01-01T00:00:00+00:00');"
        "INSERT INTO knowledge_fts(rowid, content, domain, category) VALUES (1, 'The harbour "
        "caf\u00e9 opens at noon', '', 'fact');"
        "INSERT INTO conversations(session_id, role, content, timestamp) VALUES ('s', 'user', "
        "'harbour talk', '2025-01-01T00:00:00+00:00')");
  }

  void make_version(int version) {
    store().close();
    store_.reset();
    Sql(file()).run("UPDATE schema_version SET version = " + std::to_string(version));
  }
};

TEST_F(SchemaTest, a_new_file_is_documented_version_2_for_its_owner_only) {
  const auto nested = folder_ / "new folder" / "memory.db";
  MemoryStore fresh({.db_path = nested});
  EXPECT_EQ(fresh.schema_version(), 2);
  struct stat info {};
  ASSERT_EQ(stat(nested.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
  ASSERT_EQ(stat(nested.parent_path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
  Sql sql(nested);
  EXPECT_EQ(sql.value("SELECT count(*) FROM schema_version"), "1");
  EXPECT_EQ(sql.value("PRAGMA journal_mode"), "wal");
}

TEST_F(SchemaTest, the_documented_tables_have_the_documented_columns) {
  store();
  Sql sql(file());
  EXPECT_EQ(sql.value("SELECT name FROM pragma_table_info('knowledge')"),
            "id|category|content|domain|source|confidence|metadata|use_count|context|sensitive|"
            "entity|created_at|updated_at|last_used|due_at|reminded_at|embedding|superseded_by");
  EXPECT_EQ(sql.value("SELECT name FROM pragma_table_info('conversations')"),
            "id|session_id|role|content|context|timestamp|consolidated_at");
  EXPECT_EQ(sql.value("SELECT name FROM pragma_table_info('tool_history')"),
            "id|session_id|tool_name|args|result_summary|success|error|duration_ms|timestamp");
  EXPECT_EQ(sql.value("SELECT name FROM pragma_table_info('schema_version')"),
            "version|migrated_at");
}

TEST_F(SchemaTest, version_1_is_migrated_and_keeps_what_it_holds) {
  make_version_1();
  EXPECT_EQ(store().schema_version(), 2);
  EXPECT_EQ(found("harbour"), std::vector<std::string>{"The harbour caf\u00e9 opens at noon"});
  EXPECT_EQ(found("cafe\u0301").size(), 1u);
  EXPECT_EQ(store().search_conversations("harbour").size(), 1u);
  const std::vector<float> vector{1, 0};
  EXPECT_TRUE(store().store_embedding("old-item", vector));
  EXPECT_EQ(remember("The harbour caf\u00e9 opens at noon"), "old-item");
}

TEST_F(SchemaTest, a_migration_that_was_cut_off_half_way_is_finished) {
  make_version_1();
  Sql(file()).run("ALTER TABLE knowledge ADD COLUMN embedding BLOB");
  EXPECT_EQ(store().schema_version(), 2);
  EXPECT_FALSE(store().get("old-item")->superseded_by);
}

TEST_F(SchemaTest, a_file_that_lost_its_version_table_gets_one) {
  make_version_1();
  Sql(file()).run("DROP TABLE schema_version");
  EXPECT_EQ(store().schema_version(), 2);
  EXPECT_EQ(Sql(file()).value("SELECT count(*) FROM schema_version"), "1");
}

TEST_F(SchemaTest, later_tables_of_ours_are_not_written_either) {
  remember("Known before the update");
  store_.reset();
  Sql(file()).run("UPDATE gm_meta SET value = 9 WHERE key = 'version'");
  EXPECT_EQ(found("update").size(), 1u);
  const auto error =
      expect_error(ErrorCode::unsupported_version, [&] { remember("Anything new"); });
  EXPECT_NE(std::string(error->what()).find("index version 9"), std::string::npos);
}

TEST_F(SchemaTest, a_later_version_is_read_and_not_written) {
  remember("Known before the update");
  make_version(99);
  EXPECT_TRUE(store().read_only());
  EXPECT_EQ(store().schema_version(), 99);
  EXPECT_EQ(found("update").size(), 1u);
  const auto error =
      expect_error(ErrorCode::unsupported_version, [&] { remember("Anything new"); });
  EXPECT_NE(std::string(error->what()).find("99"), std::string::npos);
}

TEST_F(SchemaTest, a_text_file_is_not_a_database) {
  std::ofstream(file()) << "this is a diary, and long enough to hold a header of one hundred bytes "
                           "which sqlite will read before it says no";
  expect_error(ErrorCode::corrupt, [&] { store(); });
}

TEST_F(SchemaTest, a_database_of_another_program_is_left_alone) {
  Sql(file()).run("CREATE TABLE bookmarks(url TEXT)");
  expect_error(ErrorCode::corrupt, [&] { store(); });
  EXPECT_EQ(Sql(file()).value("SELECT count(*) FROM sqlite_master"), "1");
}

TEST_F(SchemaTest, a_folder_is_not_a_file) {
  std::filesystem::create_directory(file());
  expect_error(ErrorCode::io_error, [&] { store(); });
}

TEST_F(SchemaTest, a_name_that_no_file_can_have_is_an_error_of_ours) {
  expect_error(ErrorCode::io_error,
               [&] { MemoryStore({.db_path = folder_ / std::string(300, 'x')}); });
}

TEST_F(SchemaTest, a_read_only_store_creates_nothing) {
  expect_error(ErrorCode::not_found, [&] { MemoryStore({.db_path = file(), .read_only = true}); });
  EXPECT_FALSE(std::filesystem::exists(file()));
  remember("Seen by readers");
  store_.reset();
  MemoryStore reader({.db_path = file(), .read_only = true});
  EXPECT_EQ(reader.search("readers").size(), 1u);
  expect_error(ErrorCode::read_only, [&] { reader.store({.category = "fact", .content = "No"}); });
}

TEST_F(SchemaTest, many_open_a_file_that_does_not_exist_yet) {
  std::vector<std::thread> threads;
  std::atomic<int> served{0};
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      MemoryStore mine({.db_path = file()});
      mine.store({.category = "note",
                  .content = "from opener " + std::to_string(i),
                  .entity = "opener:" + std::to_string(i)});
      ++served;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(served, 8);
  EXPECT_EQ(store().get_counts().knowledge, 8);
}

}  // namespace
}  // namespace gaia::memory::test

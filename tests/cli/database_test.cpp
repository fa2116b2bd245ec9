// Files that are damaged, foreign, locked, full or out of reach.
#include <chrono>
#include <future>
#include <thread>

#include "cli/cli_test.h"

namespace gaia::memory::test {
namespace {

using std::filesystem::perms;

constexpr auto kReadOnlyFolder = perms::owner_read | perms::owner_exec;

class Database : public CliTest {
 protected:
  // As run(), but by somebody whom permissions bind.
  ProcessResult run_bound(const Arguments& arguments) const {
    ProcessOptions options = process(arguments);
    options.bound_by_permissions = true;
    return run_process(options);
  }
};

TEST_F(Database, a_file_that_is_no_database_is_left_alone) {
  const std::string text = "Dear diary, this is no database but a text of some length.\n";
  write("memory.db", text + text + text);
  for (const Arguments& command :
       {Arguments{"remember", "x"}, {"recall", "x"}, {"list"}, {"forget", "12345678"}}) {
    expect_failure(run(command), ErrorCode::corrupt, db().string());
  }
  EXPECT_EQ(std::filesystem::file_size(db()), 3 * text.size());
}

TEST_F(Database, a_file_of_a_newer_version_is_read_and_not_written) {
  const std::string id = remember("Sarah prefers mail");
  Sql(db()).run("UPDATE schema_version SET version = 99");
  expect_failure(run({"remember", "The office closes at six"}), ErrorCode::unsupported_version);
  expect_failure(run({"forget", id}), ErrorCode::unsupported_version);
  EXPECT_EQ(run_json({"list"})["total"], 1);
  EXPECT_EQ(count_rows(), 1);
}

TEST_F(Database, a_folder_that_cannot_be_written_gets_no_file) {
  std::filesystem::permissions(folder().path(), kReadOnlyFolder);
  const ProcessResult result = run_bound({"remember", "x"});
  std::filesystem::permissions(folder().path(), perms::owner_all);
  EXPECT_NE(result.exit_status, 0);
  EXPECT_NE(result.err.find(db().string()), std::string::npos) << result.err;
  EXPECT_FALSE(std::filesystem::exists(db()));
}

TEST_F(Database, a_file_in_a_folder_that_cannot_be_written_is_read) {
  remember("Sarah prefers mail");
  std::filesystem::permissions(db(), perms::owner_read);
  std::filesystem::permissions(folder().path(), kReadOnlyFolder);
  const ProcessResult found = run_bound({"recall", "mail"});
  const ProcessResult refused = run_bound({"remember", "The office closes at six"});
  std::filesystem::permissions(folder().path(), perms::owner_all);
  std::filesystem::permissions(db(), perms::owner_read | perms::owner_write);
  expect_success(found);
  EXPECT_NE(found.out.find("Sarah prefers mail"), std::string::npos);
  expect_failure(refused, ErrorCode::read_only);
  EXPECT_EQ(count_rows(), 1);
}

TEST_F(Database, a_folder_in_place_of_the_file_is_an_error) {
  std::filesystem::create_directory(db());
  expect_failure(run({"remember", "x"}), ErrorCode::io_error, "path is a file");
}

TEST_F(Database, a_path_that_cannot_be_looked_at_is_an_error) {
  const std::filesystem::path loop = folder() / "loop";
  std::filesystem::create_symlink(loop, loop);
  for (const std::string& path : {loop.string(), (loop / "memory.db").string(),
                                  (folder() / std::string(300, 'x')).string()}) {
    for (const Arguments& command : {Arguments{"remember", "x"}, {"list"}, {"recall", "x"}}) {
      Arguments arguments = command;
      arguments.insert(arguments.end(), {"--db", path});
      expect_failure(run(arguments), ErrorCode::io_error, "cannot look at");
    }
  }
}

TEST_F(Database, a_file_in_a_folder_that_cannot_be_read_is_an_error) {
  const std::filesystem::path closed = folder() / "closed";
  std::filesystem::create_directory(closed);
  std::filesystem::permissions(closed, perms::none);
  const ProcessResult result = run_bound({"list", "--db", (closed / "memory.db").string()});
  std::filesystem::permissions(closed, perms::owner_all);
  expect_failure(result, ErrorCode::io_error, "cannot look at");
}

TEST_F(Database, metadata_of_another_program_that_is_nested_too_deep_is_listed_as_text) {
  remember("Sarah prefers mail");
  const std::string nested = std::string(200'000, '[') + std::string(200'000, ']');
  Sql(db()).run("UPDATE knowledge SET metadata = '{\"a\":" + nested + "}'");
  EXPECT_EQ(run_json({"list"})["items"][0]["metadata"], "{\"a\":" + nested + "}");
}

TEST_F(Database, a_memory_that_is_switched_off_is_read_and_never_added_to) {
  const std::string id = remember("Sarah prefers mail");
  const std::string before = Sql(db()).value("SELECT use_count || updated_at FROM knowledge");
  const std::string line = R"({"category":"fact","content":"The office closes at six"})";
  environment_["GAIA_MEMORY_DISABLED"] = "1";
  const std::string part = "memory is switched off by GAIA_MEMORY_DISABLED";
  expect_failure(run({"remember", "The office closes at six"}), ErrorCode::refused, part);
  expect_failure(run({"update", id, "--entity", "x"}), ErrorCode::refused, part);
  expect_failure(run({"import", "-", "--from", "jsonl"}, line), ErrorCode::refused, part);
  EXPECT_EQ(run_json({"recall", "mail"})["items"].size(), 1u);
  EXPECT_EQ(run_json({"list"})["total"], 1);
  expect_success(run({"show", id}));
  EXPECT_EQ(run_json({"status"})["switched_off"], true);
  EXPECT_EQ(Sql(db()).value("SELECT use_count || updated_at FROM knowledge"), before);
  expect_success(run({"forget", id}));
  EXPECT_EQ(count_rows(), 0);
}

TEST_F(Database, a_memory_that_is_switched_off_makes_no_file) {
  environment_["GAIA_MEMORY_DISABLED"] = "1";
  expect_failure(run({"remember", "x"}), ErrorCode::refused);
  expect_success(run({"recall", "x"}));
  EXPECT_FALSE(std::filesystem::exists(db()));
}

TEST_F(Database, the_status_tells_of_a_bad_models_folder_and_succeeds) {
  environment_["GAIA_MEMORY_MODELS"] = write("no-folder", "x").string();
  environment_.erase("GAIA_MEMORY_EMBEDDER");
  const Json status = run_json({"status"});
  EXPECT_NE(status["settings"]["model_problem"].dump().find("cannot list"), std::string::npos);
  expect_success(run({"status"}));
}

// The one test that waits: that a real process gets in after a real wait.
TEST_F(Database, a_lock_that_is_given_up_in_time_is_waited_for) {
  remember("Sarah prefers mail");
  Sql other(db());
  other.run("BEGIN IMMEDIATE");
  auto waiting = std::async(std::launch::async, [this] {
    return run({"remember", "The office closes at six"});
  });
  std::this_thread::sleep_for(std::chrono::seconds(3));
  other.run("COMMIT");
  expect_success(waiting.get());
  EXPECT_EQ(count_rows(), 2);
}

TEST_F(Database, a_lock_that_is_held_on_to_is_named_and_nothing_is_half_written) {
  const std::string id = remember("Sarah prefers mail");
  Sql other(db());
  other.run("BEGIN IMMEDIATE");
  const ProcessResult result = run({"remember", "The office closes at six"});
  expect_failure(result, ErrorCode::busy, "lock");
  EXPECT_EQ(run({"recall", "mail"}).out.substr(0, 8), id.substr(0, 8));
  other.run("COMMIT");
  EXPECT_EQ(count_rows(), 1);
  EXPECT_EQ(other.value("PRAGMA integrity_check"), "ok");
}

TEST_F(Database, a_full_disk_is_an_error_and_leaves_the_file_whole) {
  remember("Sarah prefers mail");
  ProcessOptions options = process({"remember", "The office closes at six"});
  options.max_file_bytes = 32768;  // what SQLite needs to share the file, and less than its log
  const ProcessResult result = run_process(options);
  EXPECT_TRUE(result.exit_status == error_row(ErrorCode::storage_full).exit_status ||
              result.exit_status == error_row(ErrorCode::io_error).exit_status)
      << result.exit_status << result.err;
  EXPECT_EQ(count_rows(), 1);
  EXPECT_EQ(Sql(db()).value("PRAGMA integrity_check"), "ok");
}

TEST_F(Database, without_a_home_a_file_can_still_be_named) {
  environment_.erase("HOME");
  expect_success(run({"remember", "x", "--db", db().string()}));
  EXPECT_EQ(count_rows(), 1);
}

TEST_F(Database, a_folder_with_blanks_and_letters_of_any_script_is_fine) {
  environment_["GAIA_MEMORY_DB"] = (folder() / "Ärger und 東京" / "memory.db").string();
  expect_success(run({"remember", "Sarah prefers mail"}));
  EXPECT_EQ(run_json({"list"})["total"], 1);
}

}  // namespace
}  // namespace gaia::memory::test

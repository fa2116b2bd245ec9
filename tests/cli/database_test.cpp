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

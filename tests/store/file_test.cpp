// When the file cannot be written: locked by another, or no space left. Nothing is half done.
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>

#include "store/store_fixture.h"

namespace gaia::memory::test {
namespace {

class FileTest : public StoreTest {};

TEST_F(FileTest, a_lock_that_outlasts_the_wait_is_busy_and_stores_nothing) {
  store();
  Sql holder(file());
  holder.run("BEGIN IMMEDIATE");
  const auto error = expect_error(ErrorCode::busy, [&] { remember("While locked"); });
  EXPECT_NE(std::string(error->what()).find("write lock"), std::string::npos);
  holder.run("COMMIT");
  EXPECT_EQ(store().get_counts().knowledge, 0);
  remember("After the lock");
  EXPECT_EQ(store().get_counts().knowledge, 1);
}

TEST_F(FileTest, readers_do_not_wait_for_a_writer) {
  remember("Readable all the time");
  Sql holder(file());
  holder.run("BEGIN IMMEDIATE");
  EXPECT_EQ(found("readable").size(), 1u);
  EXPECT_EQ(store().get_counts().knowledge, 1);
  holder.run("COMMIT");
}

// A limit on the size of files stands for a full disk; the real one is tried with the program.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
};

TEST_F(FileTest, a_write_that_does_not_fit_changes_nothing) {
  remember("Stored while there was room");
  int stored = 1;
  {
    const FileSizeLimit limit(512 * 1024);
    expect_error(ErrorCode::io_error, [&] {
      for (int i = 0; i < 2000; ++i) {
        store().store({.category = "note",
                       .content = std::string(1500, 'x') + std::to_string(i),
                       .entity = "n:" + std::to_string(i)});
        ++stored;
      }
    });
  }
  EXPECT_EQ(store().get_counts().knowledge, stored);
  remember("Stored when there was room again");
  EXPECT_EQ(reopen().get_counts().knowledge, stored + 1);
  EXPECT_EQ(found("room").size(), 2u);
  Sql sql(file());
  EXPECT_EQ(sql.value("PRAGMA integrity_check"), "ok");
  EXPECT_EQ(sql.value("SELECT count(*) FROM knowledge_fts"), std::to_string(stored + 1));
}

}  // namespace
}  // namespace gaia::memory::test

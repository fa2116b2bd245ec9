// Many threads on one store, and several stores on one file.
#include <atomic>
#include <barrier>
#include <set>
#include <thread>

#include "store/store_fixture.h"

namespace gaia::memory::test {
namespace {

class ThreadsTest : public StoreTest {
 protected:
  template <typename Work>
  static void run(int count, Work work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
  }
};

TEST_F(ThreadsTest, simultaneous_identical_stores_leave_one_item_with_one_id) {
  constexpr int kThreads = 16;
  MemoryStore second(MemoryStore::Options{.db_path = file(), .busy_timeout_ms = 20000});
  MemoryStore first(MemoryStore::Options{.db_path = file(), .busy_timeout_ms = 20000});
  std::barrier start(kThreads);
  std::vector<StoreResult> results(kThreads);
  run(kThreads, [&](int i) {
    start.arrive_and_wait();
    MemoryStore& mine = i % 2 ? first : second;
    results[static_cast<std::size_t>(i)] =
        mine.store({.category = "fact", .content = "Said by everybody at once"});
  });
  std::set<std::string> ids;
  int created = 0;
  for (const StoreResult& result : results) {
    ids.insert(result.id);
    created += result.outcome == StoreOutcome::created;
  }
  EXPECT_EQ(ids.size(), 1u);
  EXPECT_EQ(created, 1);
  EXPECT_EQ(first.get_counts().knowledge, 1);
}

TEST_F(ThreadsTest, readers_and_writers_work_side_by_side) {
  MemoryStore shared(MemoryStore::Options{.db_path = file(), .busy_timeout_ms = 20000});
  std::atomic<int> found{0};
  run(8, [&](int i) {
    for (int n = 0; n < 20; ++n) {
      const std::string name = std::to_string(i) + "x" + std::to_string(n);
      const auto id =
          shared
              .store(
                  {.category = "note", .content = "entry word" + name, .entity = "thread:" + name})
              .id;
      const std::vector<float> vector{1, static_cast<float>(n)};
      shared.store_embedding(id, vector, "model");
      found += static_cast<int>(shared.search("word" + name).size());
      shared.store_turn({.session_id = "s" + std::to_string(i), .role = "user", .content = name});
      if (n % 5 == 0) shared.remove(id);
    }
  });
  EXPECT_EQ(found, 160);
  EXPECT_EQ(shared.get_counts().knowledge, 8 * 16);
  EXPECT_EQ(shared.get_counts().turns, 160);
  Sql sql(file());
  EXPECT_EQ(sql.value("PRAGMA integrity_check"), "ok");
  sql.run("INSERT INTO knowledge_fts(knowledge_fts) VALUES ('integrity-check')");
}

}  // namespace
}  // namespace gaia::memory::test

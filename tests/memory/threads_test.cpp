// One memory used by many threads at once.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "gaia/memory/agent_memory.h"
#include "support/fake_embedder.h"
#include "support/temp_folder.h"

namespace gaia::memory::test {
namespace {

TEST(agent_memory_threads, remember_recall_and_forget_side_by_side) {
  TempFolder folder;
  const auto model = std::make_shared<FakeEmbedder>(
      std::vector<std::vector<std::string>>{{"dog", "puppy"}, {"boat", "ship"}});
  AgentMemory memory(
      {.store = {.db_path = folder / "memory.db", .busy_timeout_ms = 20000}, .embedder = model});
  const auto anchor = memory.remember({.category = "fact", .content = "puppy anchor"}).stored.id;
  std::atomic<int> found{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&, i] {
      for (int n = 0; n < 10; ++n) {
        const std::string name = std::to_string(i) + "x" + std::to_string(n);
        const auto id =
            memory.remember({.category = "note", .content = "ship " + name, .entity = "t:" + name})
                .stored.id;
        for (const Recalled& hit : memory.recall("dog", {.category = "fact"}).items) {
          found += hit.item.id == anchor;
        }
        if (n % 2) memory.forget(id);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(found, 60);
  EXPECT_EQ(memory.memory_store().get(anchor)->use_count, 60);
  EXPECT_EQ(memory.status().counts.knowledge, 31);
  EXPECT_EQ(memory.recall("boat", {.top_k = 100, .touch = false}).items.size(), 31u);
}

}  // namespace
}  // namespace gaia::memory::test

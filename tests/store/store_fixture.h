// A store on a fresh file, at a known moment.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "gaia/memory/memory_store.h"
#include "support/expect_error.h"
#include "support/fake_clock.h"
#include "support/sql.h"
#include "support/temp_folder.h"

namespace gaia::memory::test {

class StoreTest : public testing::Test {
 protected:
  std::filesystem::path file() const { return folder_ / "memory.db"; }

  MemoryStore::Options options() {
    return {.db_path = file(), .busy_timeout_ms = 300, .clock = &clock_};
  }

  MemoryStore& store() {
    if (!store_) store_.emplace(options());
    return *store_;
  }

  // Opens the file anew, as another process would.
  MemoryStore& reopen() {
    store_.reset();
    return store();
  }

  std::string remember(const std::string& content, const std::string& category = "fact") {
    return store().store({.category = category, .content = content}).id;
  }

  std::vector<std::string> found(const std::string& query, SearchOptions options = {}) {
    options.touch = false;
    std::vector<std::string> contents;
    for (const ScoredKnowledge& hit : store().search(query, options)) {
      contents.push_back(hit.item.content);
    }
    return contents;
  }

  FakeClock clock_{"2026-03-10T12:00:00Z"};
  TempFolder folder_;
  std::optional<MemoryStore> store_;
};

}  // namespace gaia::memory::test

// Remember and recall, with a model whose meanings the test knows, and without one.
#include "gaia/memory/agent_memory.h"

#include <gmock/gmock.h>

#include "support/expect_error.h"
#include "support/fake_clock.h"
#include "support/fake_embedder.h"
#include "support/sql.h"
#include "support/temp_folder.h"

namespace gaia::memory::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class AgentMemoryTest : public testing::Test {
 protected:
  AgentMemory::Options options() {
    return {.store = {.db_path = file(), .busy_timeout_ms = 300, .clock = &clock_},
            .embedder = model_};
  }

  std::filesystem::path file() const { return folder_ / "memory.db"; }

  static std::vector<std::string> contents(const RecallResult& result) {
    std::vector<std::string> texts;
    for (const Recalled& recalled : result.items) texts.push_back(recalled.item.content);
    return texts;
  }

  FakeClock clock_{"2026-03-10T12:00:00Z"};
  TempFolder folder_;
  std::shared_ptr<FakeEmbedder> model_ = std::make_shared<FakeEmbedder>(
      std::vector<std::vector<std::string>>{{"dog", "puppy", "terrier"}, {"boat", "ship", "sail"}});
};

TEST_F(AgentMemoryTest, a_memory_is_found_by_meaning_from_a_new_process) {
  {
    AgentMemory memory(options());
    memory.remember({.category = "fact", .content = "We adopted a terrier"});
    memory.remember({.category = "fact", .content = "Grandfather built a ship"});
  }
  AgentMemory memory(options());
  const RecallResult result = memory.recall("puppy", {.top_k = 1});
  ASSERT_THAT(contents(result), ElementsAre("We adopted a terrier"));
  EXPECT_THAT(result.signals, UnorderedElementsAre("vector", "keyword"));
  EXPECT_THAT(result.degraded, IsEmpty());
  EXPECT_EQ(result.items[0].vector->rank, 1);
  EXPECT_GT(result.items[0].vector->score, 0.9);
  EXPECT_FALSE(result.items[0].keyword);
}

TEST_F(AgentMemoryTest, what_both_signals_find_comes_first) {
  AgentMemory memory(options());
  memory.remember({.category = "fact", .content = "A puppy sleeps all day"});
  memory.remember({.category = "fact", .content = "We adopted a terrier"});
  const RecallResult result = memory.recall("puppy");
  ASSERT_EQ(result.items.size(), 2u);
  EXPECT_EQ(result.items[0].item.content, "A puppy sleeps all day");
  EXPECT_TRUE(result.items[0].keyword);
  EXPECT_TRUE(result.items[0].vector);
}

TEST_F(AgentMemoryTest, exactly_what_is_returned_is_counted_once) {
  AgentMemory memory(options());
  const auto dog = memory.remember({.category = "fact", .content = "A puppy sleeps"}).stored.id;
  const auto boat = memory.remember({.category = "fact", .content = "A boat sails"}).stored.id;
  memory.recall("puppy", {.top_k = 1});
  EXPECT_EQ(memory.memory_store().get(dog)->use_count, 1);
  EXPECT_DOUBLE_EQ(memory.memory_store().get(dog)->confidence, 0.52);
  EXPECT_EQ(memory.memory_store().get(boat)->use_count, 0);
  memory.recall("puppy", {.top_k = 1, .touch = false});
  EXPECT_EQ(memory.memory_store().get(dog)->use_count, 1);
}

TEST_F(AgentMemoryTest, filters_hold_for_both_signals_before_the_cut) {
  AgentMemory memory(options());
  for (int i = 0; i < 60; ++i) {
    memory.remember({.category = "note",
                     .content = "puppy terrier dog",
                     .context = "other",
                     .entity = "dog:" + std::to_string(i)});
  }
  memory.remember({.category = "fact", .content = "a boat and one dog", .context = "mine"});
  memory.remember(
      {.category = "fact", .content = "secret puppy", .context = "mine", .sensitive = true});
  EXPECT_THAT(contents(memory.recall("puppy", {.context = "mine"})),
              ElementsAre("a boat and one dog"));
  EXPECT_EQ(memory.recall("puppy", {.context = "mine", .include_sensitive = true}).items.size(),
            2u);
}

TEST_F(AgentMemoryTest, a_correction_replaces_what_is_recalled) {
  AgentMemory memory(options());
  memory.remember({.category = "fact", .content = "The dog eats at 7:00 every day"});
  const auto changed =
      memory.remember({.category = "fact", .content = "The dog eats at 7:30 every day"});
  EXPECT_EQ(changed.stored.outcome, StoreOutcome::superseded);
  EXPECT_THAT(contents(memory.recall("puppy food")), ElementsAre("The dog eats at 7:30 every day"));
}

TEST_F(AgentMemoryTest, an_updated_text_is_found_under_its_new_meaning_only) {
  AgentMemory memory(options());
  const auto id = memory.remember({.category = "fact", .content = "Owns a terrier"}).stored.id;
  memory.recall("puppy");
  ASSERT_TRUE(memory.update(id, {.content = "Owns a ship"}));
  const auto by_meaning = memory.recall("sail", {.touch = false});
  ASSERT_EQ(by_meaning.items.size(), 1u);
  EXPECT_GT(by_meaning.items[0].vector->score, 0.9);
  EXPECT_LT(memory.recall("puppy", {.touch = false}).items[0].vector->score, 0.5);
}

TEST_F(AgentMemoryTest, what_is_forgotten_is_not_found) {
  AgentMemory memory(options());
  const auto id = memory.remember({.category = "fact", .content = "Owns a terrier"}).stored.id;
  memory.recall("puppy");
  EXPECT_TRUE(memory.forget(id));
  EXPECT_FALSE(memory.forget(id));
  EXPECT_THAT(contents(memory.recall("puppy terrier")), IsEmpty());
}

TEST_F(AgentMemoryTest, twins_in_two_contexts_are_forgotten_one_by_one) {
  AgentMemory memory(options());
  const auto work =
      memory.remember({.category = "fact", .content = "A puppy", .context = "work"}).stored.id;
  memory.remember({.category = "fact", .content = "A puppy", .context = "home"});
  memory.recall("terrier");
  memory.forget(work);
  EXPECT_EQ(memory.recall("terrier", {.context = "home"}).items.size(), 1u);
  EXPECT_EQ(memory.recall("puppy", {.context = "home"}).items.size(), 1u);
  EXPECT_EQ(memory.recall("puppy", {.context = "work"}).items.size(), 0u);
}

TEST_F(AgentMemoryTest, a_new_item_does_not_inherit_the_meaning_of_a_forgotten_one) {
  AgentMemory memory(options());
  const auto dog = memory.remember({.category = "fact", .content = "I keep a puppy"}).stored.id;
  memory.recall("dog");
  memory.forget(dog);
  model_->is_down = true;
  memory.remember({.category = "fact", .content = "tax return due in May"});
  model_->is_down = false;
  for (const Recalled& hit : memory.recall("dog", {.touch = false}).items) {
    EXPECT_LT(hit.vector ? hit.vector->score : 0, 0.9) << hit.item.content;
  }
}

TEST_F(AgentMemoryTest, two_processes_see_each_others_changes_by_meaning) {
  AgentMemory one(options());
  AgentMemory other(options());
  const auto id = one.remember({.category = "fact", .content = "Owns a terrier"}).stored.id;
  EXPECT_EQ(other.recall("puppy").items.size(), 1u);
  one.forget(id);
  EXPECT_EQ(other.recall("puppy").items.size(), 0u);
}

TEST_F(AgentMemoryTest, without_a_model_words_answer_and_the_result_says_so) {
  AgentMemory::Options plain = options();
  plain.embedder = nullptr;
  AgentMemory memory(plain);
  const auto stored = memory.remember({.category = "fact", .content = "Owns a terrier"});
  EXPECT_EQ(stored.stored.outcome, StoreOutcome::created);
  EXPECT_THAT(stored.degraded, ElementsAre("vector"));
  const RecallResult result = memory.recall("terrier");
  EXPECT_EQ(result.items.size(), 1u);
  EXPECT_THAT(result.signals, ElementsAre("keyword"));
  EXPECT_THAT(result.degraded, ElementsAre("vector"));
  EXPECT_FALSE(result.degraded_reason.empty());
  EXPECT_FALSE(memory.status().embedder_problem.empty());
}

TEST_F(AgentMemoryTest, a_model_that_fails_at_query_time_degrades_recall_and_ends_hybrid_search) {
  AgentMemory memory(options());
  memory.remember({.category = "fact", .content = "Owns a terrier"});
  model_->is_down = true;
  EXPECT_THAT(memory.recall("terrier").degraded, ElementsAre("vector"));
  expect_error(ErrorCode::unavailable, [&] { memory.hybrid_search("terrier"); });
  model_->is_down = false;
  EXPECT_THAT(memory.hybrid_search("terrier").degraded, IsEmpty());
}

TEST_F(AgentMemoryTest, items_stored_while_the_model_was_down_are_embedded_later) {
  model_->is_down = true;
  {
    AgentMemory memory(options());
    memory.remember({.category = "fact", .content = "Owns a terrier"});
    EXPECT_EQ(memory.status().pending_embeddings, 1);
  }
  model_->is_down = false;
  AgentMemory memory(options());
  EXPECT_EQ(memory.recall("puppy").items.size(), 1u);
  EXPECT_EQ(memory.status().pending_embeddings, 0);
}

TEST_F(AgentMemoryTest, one_text_that_cannot_be_embedded_does_not_stop_the_others) {
  model_->fails_on = "cursed";
  AgentMemory memory(options());
  const std::vector<NewKnowledge> items{{.category = "fact", .content = "a cursed text"},
                                        {.category = "fact", .content = "Owns a terrier"}};
  memory.remember_all(items);
  EXPECT_EQ(memory.recall("puppy", {.top_k = 1}).items.front().item.content, "Owns a terrier");
  EXPECT_EQ(memory.status().pending_embeddings, 1);
}

TEST_F(AgentMemoryTest, vectors_are_made_when_the_model_is_back_without_a_restart) {
  AgentMemory memory(options());
  memory.recall("warm up");
  model_->is_down = true;
  memory.remember({.category = "fact", .content = "Owns a terrier"});
  model_->is_down = false;
  EXPECT_EQ(memory.recall("puppy").items.size(), 1u);
  EXPECT_EQ(memory.status().pending_embeddings, 0);
}

TEST_F(AgentMemoryTest, useless_vectors_are_said_and_do_not_block_the_others) {
  model_->zero_on = "cursed";
  AgentMemory memory(options());
  const auto cursed = memory.remember({.category = "fact", .content = "a cursed text"});
  EXPECT_THAT(cursed.degraded, ElementsAre("vector"));
  EXPECT_THAT(memory.remember({.category = "fact", .content = "Owns a terrier"}).degraded,
              IsEmpty());
  EXPECT_EQ(memory.backfill_embeddings(1), 0u);
  EXPECT_EQ(memory.recall("puppy", {.top_k = 1}).items.front().item.content, "Owns a terrier");
  EXPECT_THAT(memory.recall("cursed").degraded, ElementsAre("vector"));
  expect_error(ErrorCode::unavailable, [&] { memory.hybrid_search("cursed"); });
}

TEST_F(AgentMemoryTest, a_damaged_vector_in_the_file_hides_nothing_else) {
  {
    AgentMemory memory(options());
    memory.remember({.category = "fact", .content = "Owns a terrier"});
    memory.remember({.category = "fact", .content = "Owns a ship"});
  }
  Sql(file()).run("UPDATE gm_vectors SET vector = zeroblob(length(vector)) WHERE id = 2");
  AgentMemory memory(options());
  EXPECT_EQ(memory.recall("puppy", {.top_k = 1}).items.front().item.content, "Owns a terrier");
}

TEST_F(AgentMemoryTest, the_active_context_is_where_things_go_and_what_is_seen_with_global) {
  AgentMemory::Options work = options();
  work.context = "work";
  AgentMemory memory(work);
  EXPECT_EQ(memory.memory_store()
                .get(memory.remember({.category = "fact", .content = "work terrier"}).stored.id)
                ->context,
            "work");
  memory.remember({.category = "fact", .content = "home terrier", .context = "home"});
  memory.remember({.category = "fact", .content = "global terrier", .context = "global"});
  EXPECT_THAT(contents(memory.recall("terrier")),
              UnorderedElementsAre("work terrier", "global terrier"));
  EXPECT_THAT(contents(memory.recall("terrier", {.context = "home"})), ElementsAre("home terrier"));
  AgentMemory everywhere(options());
  EXPECT_EQ(everywhere.recall("terrier").items.size(), 3u);
}

TEST_F(AgentMemoryTest, another_models_vectors_are_never_compared) {
  {
    AgentMemory memory(options());
    memory.remember({.category = "fact", .content = "Owns a terrier"});
  }
  model_ = std::make_shared<FakeEmbedder>(
      std::vector<std::vector<std::string>>{{"boat", "ship", "sail"}, {"dog", "puppy", "terrier"}},
      "fake/2");
  AgentMemory memory(options());
  const auto result = memory.recall("puppy");
  ASSERT_EQ(result.items.size(), 1u);  // embedded anew when the memory was opened
  EXPECT_GT(result.items[0].vector->score, 0.9);
  const auto id = result.items[0].item.id;
  EXPECT_NE(memory.memory_store().get_embedding(id, "fake/1"),
            memory.memory_store().get_embedding(id, "fake/2"));
}

TEST_F(AgentMemoryTest, a_recall_that_cannot_be_counted_still_answers) {
  AgentMemory memory(options());
  const auto id = memory.remember({.category = "fact", .content = "Owns a terrier"}).stored.id;
  memory.recall("warm up", {.touch = false});
  Sql holder(file());
  holder.run("BEGIN IMMEDIATE");
  const auto result = memory.recall("puppy");
  EXPECT_EQ(result.items.size(), 1u);
  EXPECT_THAT(result.degraded, ElementsAre("touch"));
  holder.run("COMMIT");
  EXPECT_EQ(memory.memory_store().get(id)->use_count, 0);
}

TEST_F(AgentMemoryTest, a_lock_that_outlasts_the_wait_fails_remember_and_stores_nothing) {
  AgentMemory memory(options());
  Sql holder(file());
  holder.run("BEGIN IMMEDIATE");
  expect_error(ErrorCode::busy,
               [&] { memory.remember({.category = "fact", .content = "Owns a terrier"}); });
  holder.run("COMMIT");
  EXPECT_EQ(memory.memory_store().get_counts().knowledge, 0);
}

TEST_F(AgentMemoryTest, the_model_is_made_when_it_is_first_needed) {
  int made = 0;
  AgentMemory::Options lazy = options();
  lazy.embedder = nullptr;
  lazy.embedder_factory = [&] {
    ++made;
    return model_;
  };
  AgentMemory memory(lazy);
  memory.memory_store().store({.category = "fact", .content = "Owns a terrier"});
  EXPECT_EQ(made, 0);
  memory.recall("puppy");
  memory.recall("puppy");
  EXPECT_EQ(made, 1);
}

TEST_F(AgentMemoryTest, a_query_without_a_word_and_an_empty_memory_find_nothing) {
  AgentMemory memory(options());
  EXPECT_THAT(contents(memory.recall("anything")), IsEmpty());
  const auto id = memory.remember({.category = "fact", .content = "Owns a terrier"}).stored.id;
  for (const char* query : {"", "  ; * ", "???"}) {
    EXPECT_THAT(contents(memory.recall(query)), IsEmpty()) << query;
  }
  EXPECT_EQ(memory.memory_store().get(id)->use_count, 0);
  expect_error(ErrorCode::invalid_argument, [&] { memory.recall("x", {.top_k = 0}); });
}

}  // namespace
}  // namespace gaia::memory::test

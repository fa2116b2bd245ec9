// When a statement is known already, and when it is only similar.
#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "store/duplicate_index.h"
#include "store/filters.h"
#include "store/row_index.h"
#include "store/schema.h"
#include "store/store_fixture.h"
#include "text/words.h"

namespace gaia::memory::test {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

class DedupTest : public StoreTest {
 protected:
  std::vector<std::string> active() {
    std::vector<std::string> contents;
    for (const Knowledge& item : store().get_all_knowledge({.limit = 1000}).items) {
      contents.push_back(item.content);
    }
    return contents;
  }
};

TEST_F(DedupTest, a_rewording_updates_the_item_that_says_it_already) {
  const auto first = store().store({.category = "fact",
                                    .content = "The project uses Postgres for its analytics data",
                                    .confidence = 0.9});
  clock_.advance_days(1);
  const auto second =
      store().store({.category = "fact",
                     .content = "The project uses Postgres for all its analytics data",
                     .confidence = 0.3,
                     .sensitive = true});
  EXPECT_EQ(second.outcome, StoreOutcome::updated);
  EXPECT_EQ(second.id, first.id);
  const Knowledge item = store().get(first.id).value();
  EXPECT_EQ(item.content, "The project uses Postgres for all its analytics data");
  EXPECT_DOUBLE_EQ(item.confidence, 0.9);
  EXPECT_TRUE(item.sensitive);
  EXPECT_EQ(item.updated_at, now(clock_));
}

TEST_F(DedupTest, what_a_merge_overwrites_is_kept_as_history) {
  remember("The project uses Postgres for its analytics data");
  remember("The project uses Postgres for all its analytics data");
  EXPECT_EQ(Sql(file()).value("SELECT json_extract(before, '$.content') FROM gm_history"),
            "The project uses Postgres for its analytics data");
}

TEST_F(DedupTest, the_same_text_reinforces) {
  const auto first = store().store({.category = "fact", .content = "Likes tea"});
  clock_.advance_days(1);
  const auto second = store().store({.category = "fact", .content = "Likes tea"});
  EXPECT_EQ(second.outcome, StoreOutcome::reinforced);
  EXPECT_EQ(second.id, first.id);
  EXPECT_EQ(store().get(first.id)->updated_at, now(clock_));
}

TEST_F(DedupTest, very_short_facts_are_recognised) {
  EXPECT_EQ(remember("app: Chrome"), remember("app: Chrome"));
  EXPECT_EQ(remember("\U0001F980"), remember("\U0001F980"));
  EXPECT_THAT(active(), UnorderedElementsAre("app: Chrome", "\U0001F980"));
}

TEST_F(DedupTest, another_category_context_or_entity_is_another_scope) {
  store().store({.category = "fact", .content = "Standup is short"});
  store().store({.category = "note", .content = "Standup is short"});
  store().store({.category = "fact", .content = "Standup is short", .context = "work"});
  store().store({.category = "fact", .content = "Standup is short", .entity = "team:a"});
  EXPECT_EQ(active().size(), 4u);
}

TEST_F(DedupTest, an_overlap_of_exactly_the_threshold_is_not_a_duplicate) {
  remember("alpha beta gamma delta epsilon");
  remember("alpha beta gamma delta omega");  // four of five words: 0.8
  EXPECT_EQ(active().size(), 2u);
}

struct ChangeRow {
  const char* older;
  const char* newer;
};

TEST_F(DedupTest, a_statement_that_changes_another_supersedes_it) {
  const ChangeRow rows[] = {
      {"I like coffee", "I do not like coffee"},
      {"I am allergic to nuts", "I am not allergic to nuts"},
      {"The weekly standup is at 9:00", "The weekly standup is at 9:30"},
      {"The build needs version 1.2 of the tool", "The build needs version 1.3 of the tool"},
      {"The review is on Monday in the big room", "The review is on Tuesday in the big room"},
  };
  int scope = 0;
  for (const ChangeRow& row : rows) {
    const std::string entity = "case:" + std::to_string(++scope);
    const auto older = store().store({.category = "fact", .content = row.older, .entity = entity});
    clock_.advance_days(1);
    const auto newer = store().store({.category = "fact", .content = row.newer, .entity = entity});
    EXPECT_EQ(newer.outcome, StoreOutcome::superseded) << row.newer;
    EXPECT_EQ(newer.other_id, older.id) << row.newer;
    EXPECT_EQ(store().get(older.id)->superseded_by, newer.id) << row.newer;
    EXPECT_EQ(store().get(older.id)->content, row.older);
  }
}

TEST_F(DedupTest, an_older_statement_that_is_learned_later_does_not_retire_the_newer) {
  const auto current = store().store(
      {.category = "fact", .content = "The standup is at 9:30", .created_at = "2026-03-01"});
  const auto earlier = store().store(
      {.category = "fact", .content = "The standup is at 9:00", .created_at = "2024-01-01"});
  EXPECT_EQ(earlier.outcome, StoreOutcome::outdated);
  EXPECT_EQ(earlier.other_id, current.id);
  EXPECT_EQ(store().get(earlier.id)->superseded_by, current.id);
  EXPECT_THAT(active(), ElementsAre("The standup is at 9:30"));
}

TEST_F(DedupTest, learning_the_same_facts_again_adds_nothing) {
  const std::vector<NewKnowledge> facts{
      {.category = "fact", .content = "The standup is at 9:00", .created_at = "2026-01-01"},
      {.category = "fact", .content = "The standup is at 9:15", .created_at = "2026-02-01"},
      {.category = "fact", .content = "The standup is at 9:30", .created_at = "2026-03-01"}};
  const auto first = store().store_all(facts);
  const auto again = store().store_all(facts);
  for (std::size_t i = 0; i < facts.size(); ++i) EXPECT_EQ(again[i].id, first[i].id) << i;
  EXPECT_EQ(store().get_counts().knowledge, 1);
  EXPECT_EQ(store().get_counts().superseded, 2);
}

TEST_F(DedupTest, a_machine_does_not_overwrite_what_the_user_said) {
  const auto users =
      store().store({.category = "fact",
                     .content = "project alpha lives in work alpha and is confidential",
                     .source = "user"});
  const auto found = store().store(
      {.category = "fact", .content = "project alpha lives in work alpha", .source = "discovery"});
  EXPECT_EQ(found.id, users.id);
  EXPECT_EQ(found.outcome, StoreOutcome::reinforced);
  const Knowledge item = store().get(users.id).value();
  EXPECT_EQ(item.content, "project alpha lives in work alpha and is confidential");
  EXPECT_EQ(item.source, "user");
  EXPECT_EQ(active().size(), 1u);
}

TEST_F(DedupTest, a_machine_does_not_retire_what_the_user_said) {
  const auto users =
      store().store({.category = "fact", .content = "The standup is at 9:00", .source = "user"});
  store().store({.category = "fact", .content = "The standup is at 9:30", .source = "llm_extract"});
  EXPECT_FALSE(store().get(users.id)->superseded_by);
}

TEST_F(DedupTest, of_several_the_same_text_is_the_one_that_is_confirmed) {
  const auto like =
      store().store({.category = "fact", .content = "I like coffee", .source = "user"});
  const auto dislike = store().store(
      {.category = "fact", .content = "I do not like coffee", .source = "llm_extract"});
  EXPECT_EQ(dislike.outcome, StoreOutcome::created);  // a machine does not retire it
  clock_.advance_days(1);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(store().store({.category = "fact", .content = "I like coffee", .source = "user"}).id,
              like.id);
    EXPECT_EQ(
        store()
            .store({.category = "fact", .content = "I do not like coffee", .source = "llm_extract"})
            .id,
        dislike.id);
  }
  EXPECT_EQ(active().size(), 2u);
}

TEST_F(DedupTest, a_date_in_the_future_does_not_win_for_ever) {
  store().store({.category = "fact", .content = "I like coffee", .created_at = "2999-01-01"});
  clock_.advance_days(1);
  store().store({.category = "fact", .content = "I do not like coffee"});
  EXPECT_THAT(active(), ElementsAre("I do not like coffee"));
}

TEST_F(DedupTest, an_edit_of_another_field_does_not_make_a_text_newer) {
  const auto id =
      store()
          .store(
              {.category = "fact", .content = "The standup is at 9:00", .created_at = "2026-01-01"})
          .id;
  store().update(id, {.domain = "team"});
  store().store(
      {.category = "fact", .content = "The standup is at 9:30", .created_at = "2026-02-01"});
  EXPECT_THAT(active(), ElementsAre("The standup is at 9:30"));
}

TEST_F(DedupTest, what_the_user_repeats_is_the_users_with_its_details) {
  const auto id = store()
                      .store({.category = "fact",
                              .content = "project alpha lives in work alpha",
                              .source = "discovery"})
                      .id;
  store().store({.category = "fact",
                 .content = "project alpha lives in work alpha",
                 .domain = "projects",
                 .metadata = R"({"seen":1})",
                 .source = "user"});
  const Knowledge item = store().get(id).value();
  EXPECT_EQ(item.source, "user");
  EXPECT_EQ(item.domain, "projects");
  EXPECT_EQ(item.metadata, R"({"seen":1})");
  EXPECT_EQ(Sql(file()).value("SELECT json_extract(before, '$.source') FROM gm_history"),
            "discovery");
}

TEST_F(DedupTest, an_older_machine_statement_does_not_move_a_users_due_date) {
  const auto id = store()
                      .store({.category = "reminder",
                              .content = "Pay the rent",
                              .due_at = "2026-12-31",
                              .source = "user"})
                      .id;
  store().store({.category = "reminder",
                 .content = "Pay the rent",
                 .due_at = "2020-01-01",
                 .source = "llm_extract",
                 .created_at = "2019-01-01"});
  EXPECT_EQ(to_iso8601(store().get(id)->due_at.value()).substr(0, 10), "2026-12-31");
}

TEST_F(DedupTest, a_correction_of_something_sensitive_is_sensitive) {
  store().store({.category = "fact",
                 .content = "My salary is 90000 a year before tax",
                 .source = "user",
                 .sensitive = true});
  for (const char* source : {"llm_extract", "user"}) {
    clock_.advance_days(1);
    const auto id = store()
                        .store({.category = "fact",
                                .content = std::string("My salary is 9600") +
                                           (*source == 'u' ? "0" : "1") + " a year before tax",
                                .source = source})
                        .id;
    EXPECT_TRUE(store().get(id)->sensitive) << source;
  }
}

TEST_F(DedupTest, the_same_sentence_in_another_unicode_form_keeps_its_bytes) {
  const auto id = remember("le caf\u00e9 est ferm\u00e9");
  EXPECT_EQ(store().store({.category = "fact", .content = "le cafe\u0301 est ferme\u0301"}).outcome,
            StoreOutcome::reinforced);
  EXPECT_EQ(store().get(id)->content, "le caf\u00e9 est ferm\u00e9");
}

TEST_F(DedupTest, rows_of_other_programs_are_duplicates_too) {
  store();
  Sql(file()).run(
      "INSERT INTO knowledge(id, category, content, created_at, updated_at) VALUES "
      "('theirs', 'fact', 'Likes green tea', '2026-01-01T00:00:00+00:00', "
      "'2026-01-01T00:00:00+00:00')");
  EXPECT_EQ(remember("Likes green tea"), "theirs");
}

// The index must decide as a comparison with every stored statement would.
TEST_F(DedupTest, the_index_finds_what_a_full_comparison_finds) {
  const std::uint32_t seed = 20260310;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  sqlite::Connection connection(folder_ / "index.db", sqlite::Connection::Mode::read_write, 0);
  store::add_time_functions(connection);
  store::prepare_schema(connection, clock_);
  const store::StatementScope scope{"fact", "global", std::nullopt};

  struct Stored {
    std::string id;
    std::vector<std::string> words;
  };
  std::vector<Stored> stored;
  int duplicates = 0;
  for (int i = 0; i < 1500; ++i) {
    // Few words, some much more frequent than others, texts of one to twelve: near-duplicates by
    // the hundred, every text sharing words with most others.
    std::string content;
    const int length = 1 + static_cast<int>(random() % 12);
    for (int w = 0; w < length; ++w) {
      const auto word = std::min({random() % 40, random() % 40, random() % 40});
      content += "w" + std::to_string(word) + " ";
    }
    const auto words = store::statement_words(content);
    const auto expected = static_cast<std::size_t>(
        std::count_if(stored.begin(), stored.end(), [&](const Stored& other) {
          return text::overlap_coefficient(words, other.words) > store::kDuplicateOverlap;
        }));
    const auto found = store::find_duplicates(connection, scope, words);
    ASSERT_EQ(found.size(), expected) << content;
    if (!found.empty()) {
      ++duplicates;
      if (random() % 4 != 0) continue;  // mostly, a duplicate is not stored again
    }
    const std::string id = "row-" + std::to_string(i);
    connection.run(
        "INSERT INTO knowledge(id, category, content, created_at, updated_at) VALUES "
        "(?, 'fact', ?, '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')",
        id, content);
    store::index_marked_rows(connection);
    stored.push_back({id, words});
  }
  EXPECT_GT(duplicates, 100);
  EXPECT_GT(stored.size(), 100u);
}

}  // namespace
}  // namespace gaia::memory::test

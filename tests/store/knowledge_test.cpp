// get, update, remove, touch, pages: the documented life of one item.
#include <gmock/gmock.h>

#include "store/store_fixture.h"

namespace gaia::memory::test {
namespace {

using testing::ElementsAre;

class KnowledgeTest : public StoreTest {};

TEST_F(KnowledgeTest, everything_that_was_stored_is_read_back) {
  const auto stored = store().store({.category = "reminder",
                                     .content = "Dentist",
                                     .domain = "health",
                                     .metadata = R"({"place":"Elm Street"})",
                                     .confidence = 0.7,
                                     .due_at = "2026-03-12T15:30:00+01:00",
                                     .source = "llm_extract",
                                     .context = "personal",
                                     .sensitive = true,
                                     .entity = "person:dr_ito"});
  EXPECT_EQ(stored.outcome, StoreOutcome::created);
  const Knowledge item = reopen().get(stored.id).value();
  EXPECT_EQ(item.category, "reminder");
  EXPECT_EQ(item.content, "Dentist");
  EXPECT_EQ(item.domain, "health");
  EXPECT_EQ(item.metadata, R"({"place":"Elm Street"})");
  EXPECT_DOUBLE_EQ(item.confidence, 0.7);
  EXPECT_EQ(to_iso8601(item.due_at.value()), "2026-03-12T15:30:00.000000+01:00");
  EXPECT_EQ(item.source, "llm_extract");
  EXPECT_EQ(item.context, "personal");
  EXPECT_TRUE(item.sensitive);
  EXPECT_EQ(item.entity, "person:dr_ito");
  EXPECT_EQ(to_iso8601(item.created_at), "2026-03-10T12:00:00.000000+00:00");
  EXPECT_EQ(item.updated_at, item.created_at);
  EXPECT_EQ(item.use_count, 0);
  EXPECT_FALSE(item.last_used);
  EXPECT_FALSE(item.superseded_by);
}

struct SourceRow {
  const char* source;
  double confidence;
};

TEST_F(KnowledgeTest, each_source_has_its_documented_confidence) {
  for (const SourceRow& row :
       {SourceRow{"tool", 0.5}, SourceRow{"llm_extract", 0.4}, SourceRow{"error_auto", 0.5},
        SourceRow{"user", 0.8}, SourceRow{"discovery", 0.4}, SourceRow{"consolidation", 0.5}}) {
    const auto id = store()
                        .store({.category = "note",
                                .content = std::string("Learned by ") + row.source,
                                .source = row.source,
                                .entity = row.source})
                        .id;
    EXPECT_DOUBLE_EQ(store().get(id)->confidence, row.confidence) << row.source;
  }
}

TEST_F(KnowledgeTest, a_date_alone_is_due_at_the_end_of_that_local_day) {
  FakeClock auckland("2026-03-10T12:00:00Z", auckland_2026());
  MemoryStore local({.db_path = folder_ / "nz.db", .clock = &auckland});
  const auto id =
      local.store({.category = "reminder", .content = "Rent", .due_at = "2026-07-10"}).id;
  EXPECT_EQ(to_iso8601(local.get(id)->due_at.value()), "2026-07-10T23:59:59.999999+12:00");
}

TEST_F(KnowledgeTest, an_unknown_id_is_nothing) {
  EXPECT_FALSE(store().get("no such id"));
  EXPECT_FALSE(store().update("no such id", {.content = "x"}));
  EXPECT_FALSE(store().remove("no such id"));
}

TEST_F(KnowledgeTest, update_changes_what_is_given_and_nothing_else) {
  const auto id = store()
                      .store({.category = "fact",
                              .content = "Sarah leads the design team",
                              .domain = "people",
                              .context = "work",
                              .entity = "person:sarah"})
                      .id;
  clock_.advance_days(1);
  ASSERT_TRUE(store().update(id, {.content = "Sarah leads the research team"}));
  const Knowledge item = store().get(id).value();
  EXPECT_EQ(item.content, "Sarah leads the research team");
  EXPECT_EQ(item.category, "fact");
  EXPECT_EQ(item.domain, "people");
  EXPECT_EQ(item.context, "work");
  EXPECT_EQ(item.entity, "person:sarah");
  EXPECT_EQ(to_iso8601(item.created_at), "2026-03-10T12:00:00.000000+00:00");
  EXPECT_EQ(to_iso8601(item.updated_at), "2026-03-11T12:00:00.000000+00:00");
}

TEST_F(KnowledgeTest, an_empty_text_clears_an_optional_field) {
  const auto id = store()
                      .store({.category = "fact",
                              .content = "Lives in Lyon",
                              .domain = "home",
                              .due_at = "2026-04-01",
                              .entity = "person:me"})
                      .id;
  ASSERT_TRUE(store().update(id, {.domain = "", .entity = "", .due_at = ""}));
  const Knowledge item = store().get(id).value();
  EXPECT_FALSE(item.domain);
  EXPECT_FALSE(item.entity);
  EXPECT_FALSE(item.due_at);
}

TEST_F(KnowledgeTest, what_cannot_be_read_is_not_rewritten) {
  store();
  Sql sql(file());
  sql.run(
      "INSERT INTO knowledge(id, category, content, created_at, updated_at, due_at, context, "
      "sensitive) VALUES ('theirs', 'reminder', 'Pay', '2026-01-01T00:00:00+00:00', "
      "'2026-01-01T00:00:00+00:00', '2026-W30', NULL, NULL)");
  ASSERT_TRUE(store().update("theirs", {.domain = "money"}));
  EXPECT_EQ(sql.value("SELECT due_at FROM knowledge"), "2026-W30");
  EXPECT_EQ(found("pay", {.context = "global"}).size(), 1u);
  EXPECT_EQ(store().store({.category = "reminder", .content = "Pay"}).id, "theirs");
}

TEST_F(KnowledgeTest, a_chain_that_was_cut_by_forgetting_can_be_joined_again) {
  const auto a = remember("First address is Oak Road");
  const auto b = remember("A completely different sentence");
  const auto c = remember("Something else entirely again");
  ASSERT_TRUE(store().update(a, {.superseded_by = b}));
  ASSERT_TRUE(store().remove(b));
  EXPECT_TRUE(store().update(c, {.superseded_by = a}));
}

TEST_F(KnowledgeTest, a_name_is_the_same_name_in_either_unicode_form) {
  const auto id = store()
                      .store({.category = "fact",
                              .content = "Plays the cello",
                              .context = "caf\u00e9",
                              .entity = "person:Zoe\u0308"})
                      .id;
  EXPECT_EQ(found("cello", {.context = "cafe\u0301", .entity = "person:Zo\u00eb"}).size(), 1u);
  EXPECT_EQ(store().get_all_knowledge({.context = "cafe\u0301"}).total, 1);
  EXPECT_EQ(store()
                .store({.category = "fact",
                        .content = "Plays the cello",
                        .context = "cafe\u0301",
                        .entity = "person:Zo\u00eb"})
                .id,
            id);
}

TEST_F(KnowledgeTest, reminded_at_takes_now) {
  const auto id = remember("Water the plants", "reminder");
  ASSERT_TRUE(store().update(id, {.reminded_at = "now"}));
  EXPECT_EQ(store().get(id)->reminded_at.value(), now(clock_));
}

TEST_F(KnowledgeTest, an_item_never_supersedes_itself_or_its_own_successor) {
  const auto a = remember("First address is Oak Road");
  const auto b = remember("A completely different sentence");
  const auto c = remember("Something else entirely again");
  expect_error(ErrorCode::invalid_argument, [&] { store().update(a, {.superseded_by = a}); });
  ASSERT_TRUE(store().update(a, {.superseded_by = b}));
  ASSERT_TRUE(store().update(b, {.superseded_by = c}));
  expect_error(ErrorCode::invalid_argument, [&] { store().update(c, {.superseded_by = a}); });
  expect_error(ErrorCode::not_found, [&] { store().update(c, {.superseded_by = "nobody"}); });
  EXPECT_FALSE(store().get(c)->superseded_by);
}

TEST_F(KnowledgeTest, touch_counts_a_recall_and_does_not_move_updated_at) {
  const auto id = remember("Likes tea");
  clock_.advance_days(3);
  const std::vector<std::string> ids{id};
  store().touch(ids);
  const Knowledge item = store().get(id).value();
  EXPECT_DOUBLE_EQ(item.confidence, 0.52);
  EXPECT_EQ(item.use_count, 1);
  EXPECT_EQ(item.last_used.value(), now(clock_));
  EXPECT_EQ(item.updated_at, item.created_at);
}

TEST_F(KnowledgeTest, confidence_never_exceeds_one) {
  const auto id =
      store().store({.category = "fact", .content = "Sure thing", .confidence = 0.99}).id;
  const std::vector<std::string> ids{id};
  store().touch(ids);
  EXPECT_DOUBLE_EQ(store().get(id)->confidence, 1.0);
}

TEST_F(KnowledgeTest, what_is_removed_is_in_no_table) {
  const auto id = remember("The canary word is zyzzyva, caf\u00e9");
  const std::vector<float> vector{1, 0};
  ASSERT_TRUE(store().store_embedding(id, vector, "model"));
  ASSERT_TRUE(store().update(id, {.content = "The canary word is quokka, caf\u00e9"}));
  ASSERT_TRUE(store().remove(id));
  EXPECT_FALSE(store().get(id));
  Sql sql(file());
  for (const char* table : {"knowledge", "knowledge_fts", "gm_documents", "gm_document_words",
                            "gm_knowledge_fts", "gm_unindexed", "gm_vectors", "gm_history"}) {
    EXPECT_EQ(sql.value(std::string("SELECT count(*) FROM ") + table), "0") << table;
  }
}

TEST_F(KnowledgeTest, a_prefix_of_eight_characters_names_an_item) {
  const auto id = remember("Likes tea");
  EXPECT_EQ(store().get_by_prefix(id.substr(0, 8)).id, id);
  EXPECT_EQ(store().get_by_prefix(id).id, id);
  expect_error(ErrorCode::invalid_argument, [&] { store().get_by_prefix(id.substr(0, 7)); });
  expect_error(ErrorCode::not_found, [&] { store().get_by_prefix("zzzzzzzz"); });
}

TEST_F(KnowledgeTest, a_prefix_of_two_items_is_ambiguous_and_names_both) {
  store();
  Sql(file()).run(
      "INSERT INTO knowledge(id, category, content, created_at, updated_at) VALUES "
      "('abcdefgh-1', 'fact', 'one', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00'), "
      "('abcdefgh-2', 'fact', 'two', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')");
  const auto error = expect_error(ErrorCode::ambiguous, [&] { store().get_by_prefix("abcdefgh"); });
  EXPECT_NE(error->hint().find("abcdefgh-2"), std::string::npos);
}

TEST_F(KnowledgeTest, pages_are_sorted_filtered_and_counted) {
  for (int i = 0; i < 5; ++i) {
    clock_.advance_days(1);
    store().store({.category = i % 2 ? "note" : "fact",
                   .content = "Entry number " + std::string(1, static_cast<char>('a' + i)),
                   .context = "work",
                   .entity = "entry:" + std::to_string(i)});
  }
  const KnowledgePage page =
      store().get_all_knowledge({.sort_by = "created_at", .order = "asc", .offset = 1, .limit = 2});
  EXPECT_EQ(page.total, 5);
  ASSERT_EQ(page.items.size(), 2u);
  EXPECT_EQ(page.items[0].content, "Entry number b");
  EXPECT_EQ(page.items[1].content, "Entry number c");
  EXPECT_EQ(store().get_all_knowledge({.category = "note"}).total, 2);
  EXPECT_EQ(store().get_all_knowledge({.context = "home"}).total, 0);
  EXPECT_EQ(store().get_all_knowledge().items.front().content, "Entry number e");
  expect_error(ErrorCode::invalid_argument,
               [&] { store().get_all_knowledge({.sort_by = "id; --"}); });
  expect_error(ErrorCode::invalid_argument, [&] { store().get_all_knowledge({.order = "up"}); });
  expect_error(ErrorCode::invalid_argument, [&] { store().get_all_knowledge({.limit = 0}); });
}

TEST_F(KnowledgeTest, pages_sort_by_instant_whatever_the_offset) {
  store().store({.category = "fact",
                 .content = "said later in New York",
                 .created_at = "2026-03-09T23:30:00-05:00"});
  store().store({.category = "fact",
                 .content = "earlier although Berlin's date is the next",
                 .created_at = "2026-03-10T01:00:00+01:00"});
  const auto page = store().get_all_knowledge({.sort_by = "created_at", .order = "asc"});
  EXPECT_EQ(page.items.front().content, "earlier although Berlin's date is the next");
}

TEST_F(KnowledgeTest, superseded_items_are_hidden_unless_asked_for) {
  const auto older = remember("The office is in Oak Road");
  const auto newer = remember("Wholly unrelated newer statement");
  ASSERT_TRUE(store().update(older, {.superseded_by = newer}));
  EXPECT_EQ(store().get_all_knowledge().total, 1);
  EXPECT_EQ(store().get_all_knowledge({.include_superseded = true}).total, 2);
  EXPECT_TRUE(store().get(older));
  EXPECT_EQ(store().get_counts().knowledge, 1);
  EXPECT_EQ(store().get_counts().superseded, 1);
}

TEST_F(KnowledgeTest, store_all_stores_everything_or_nothing) {
  const std::vector<NewKnowledge> items{{.category = "fact", .content = "One thing"},
                                        {.category = "nonsense", .content = "Another"}};
  expect_error(ErrorCode::invalid_argument, [&] { store().store_all(items); });
  EXPECT_EQ(store().get_counts().knowledge, 0);
}

TEST_F(KnowledgeTest, a_closed_store_says_so) {
  store().close();
  store().close();
  expect_error(ErrorCode::invalid_argument, [&] { store().get("x"); });
  expect_error(ErrorCode::invalid_argument, [&] { remember("x"); });
}

}  // namespace
}  // namespace gaia::memory::test

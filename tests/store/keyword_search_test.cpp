// Keyword search to the document: AND, then OR; filters before the cut; text, never syntax.
#include <gmock/gmock.h>

#include "store/store_fixture.h"

namespace gaia::memory::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class KeywordSearchTest : public StoreTest {};

TEST_F(KeywordSearchTest, all_words_are_wanted_first) {
  remember("red apple pie");
  remember("green apple juice");
  EXPECT_THAT(found("green apple"), ElementsAre("green apple juice"));
}

TEST_F(KeywordSearchTest, any_word_will_do_when_no_row_has_all) {
  remember("red apple pie");
  remember("green pear juice");
  EXPECT_THAT(found("green apple"), UnorderedElementsAre("red apple pie", "green pear juice"));
}

TEST_F(KeywordSearchTest, words_meet_in_any_form_of_the_stem) {
  remember("She deployed the services");
  EXPECT_THAT(found("deploying service"), ElementsAre("She deployed the services"));
}

TEST_F(KeywordSearchTest, rare_words_weigh_more_and_larger_scores_are_better) {
  for (int i = 0; i < 10; ++i) {
    store().store({.category = "note",
                   .content = "coffee note " + std::to_string(i),
                   .entity = "n:" + std::to_string(i)});
  }
  remember("coffee note with a zebra", "note");
  const auto hits = store().search("zebra coffee tapir", {.touch = false});
  ASSERT_FALSE(hits.empty());
  EXPECT_EQ(hits.front().item.content, "coffee note with a zebra");
  EXPECT_GT(hits.front().score, hits.back().score);
}

struct SyntaxRow {
  const char* content;
  const char* query;
};

TEST_F(KeywordSearchTest, a_query_is_text_and_never_syntax) {
  const SyntaxRow rows[] = {
      {"He said NOT to deploy", "NOT to deploy"},
      {"romeo AND juliet", "AND"},
      {"ticket BENCH-100821 is open", "BENCH-100821"},
      {"the v2.5 release", "v2.5 release"},
      {"listens on host:8080", "host:8080"},
      {"I don't know", "don't"},
      {"written in C++ mostly", "C++"},
      {"mail bob@example.com", "bob@example.com"},
      {"a \"quoted\" word", "\"quoted"},
      {"the (beta channel", "(beta"},
      {"speed in GB/s", "GB/s"},
      {"near the column", "NEAR(near column, 5)"},
  };
  int entity = 0;
  for (const SyntaxRow& row : rows) {
    store().store(
        {.category = "note", .content = row.content, .entity = "row:" + std::to_string(++entity)});
  }
  for (const SyntaxRow& row : rows) {
    EXPECT_THAT(found(row.query), Contains(row.content)) << row.query;
  }
}

TEST_F(KeywordSearchTest, a_query_without_a_word_finds_nothing) {
  remember("something");
  for (const char* query : {"", "   ", "*", ";", "\"", "(-)", "\xf0\x9f\xa6\x80"}) {
    EXPECT_THAT(found(query), IsEmpty()) << query;
  }
}

TEST_F(KeywordSearchTest, a_query_cannot_select_by_another_column) {
  store().store({.category = "note", .content = "work item", .domain = "x"});
  EXPECT_THAT(found("domain:x"), IsEmpty());
  EXPECT_THAT(found("x"), IsEmpty());
  EXPECT_THAT(found("note"), IsEmpty());
}

TEST_F(KeywordSearchTest, scripts_without_spaces_are_found_by_two_characters) {
  remember("\u30b5\u30f3\u30c9\u30dc\u30c3\u30af\u30b9\u4fee\u6b63\u30c6\u30b9\u30c8");
  store().store(
      {.category = "note",
       .content =
           "\u6b652 \u91cd\u8dd1gen-itgc\u540e50\u6761\u60ac\u7a7a\u5f15\u7528\u6e05\u96f6"});
  store().store({.category = "skill", .content = "\ud68c\uc758\ub294 \uc6d4\uc694\uc77c"});
  EXPECT_EQ(found("\u30b5\u30f3\u30c9\u30dc\u30c3\u30af\u30b9").size(), 1u);
  EXPECT_EQ(found("\u60ac\u7a7a").size(), 1u);
  EXPECT_EQ(found("\u60ac\u7a7a\u5f15\u7528").size(), 1u);
  EXPECT_EQ(found("itgc").size(), 1u);
  EXPECT_EQ(found("\uc6d4\uc694\uc77c").size(), 1u);
}

TEST_F(KeywordSearchTest, one_word_in_two_unicode_forms_is_one_word) {
  const SyntaxRow forms[] = {
      {"caf\u00e9", "cafe\u0301"},
      {"Z\u00fcrich", "Zu\u0308rich"},
      {"ti\u1ebfng Vi\u1ec7t", "tie\u0302\u0301ng Vie\u0323\u0302t"},
      {"\ud68c\uc758\ub294", "\u1112\u116c\u110b\u1174\u1102\u1173\u11ab"},
      {"\u304c\u884c", "\u304b\u3099\u884c"},
      {"file", "\ufb01le"},
      {"ABC", "\uff21\uff22\uff23"},
  };
  int entity = 0;
  for (const SyntaxRow& row : forms) {
    const std::string n = std::to_string(++entity);
    store().store({.category = "note", .content = row.content, .entity = "a" + n});
    store().store({.category = "note", .content = row.query, .entity = "b" + n});
    EXPECT_THAT(found(row.query), UnorderedElementsAre(row.content, row.query));
    EXPECT_THAT(found(row.content), UnorderedElementsAre(row.content, row.query));
  }
}

TEST_F(KeywordSearchTest, the_same_sentence_in_another_form_is_the_same_statement) {
  EXPECT_EQ(remember("le caf\u00e9 est ferm\u00e9"), remember("le cafe\u0301 est ferme\u0301"));
}

TEST_F(KeywordSearchTest, filters_apply_before_the_cut) {
  for (int i = 0; i < 30; ++i) {
    const auto id = store()
                        .store({.category = "preference",
                                .content = "coffee coffee coffee",
                                .context = "other",
                                .entity = "x:" + std::to_string(i)})
                        .id;
    if (i % 2) store().update(id, {.sensitive = true});
  }
  store().store({.category = "preference",
                 .content = "a long sentence that mentions coffee once among many words",
                 .context = "mine"});
  EXPECT_EQ(found("coffee", {.context = "mine", .top_k = 5}).size(), 1u);
  EXPECT_EQ(found("coffee", {.top_k = 100}).size(), 16u);
  EXPECT_EQ(found("coffee", {.include_sensitive = true, .top_k = 100}).size(), 31u);
  EXPECT_EQ(found("coffee", {.category = "fact"}).size(), 0u);
  EXPECT_EQ(found("coffee", {.entity = "x:2"}).size(), 1u);
}

TEST_F(KeywordSearchTest, superseded_rows_do_not_use_up_the_limit) {
  const auto live = remember("one rather long and live row that contains coffee somewhere");
  for (int i = 0; i < 29; ++i) {
    const auto id = store()
                        .store({.category = "note",
                                .content = "coffee coffee",
                                .entity = "old:" + std::to_string(i)})
                        .id;
    store().update(id, {.superseded_by = live});
  }
  EXPECT_EQ(found("coffee", {.top_k = 5}).size(), 1u);
}

TEST_F(KeywordSearchTest, a_context_can_be_joined_with_global) {
  store().store({.category = "note", .content = "global kettle"});
  store().store({.category = "note", .content = "work kettle", .context = "work"});
  store().store({.category = "note", .content = "home kettle", .context = "home"});
  EXPECT_THAT(found("kettle", {.context = "work"}), ElementsAre("work kettle"));
  EXPECT_THAT(found("kettle", {.context = "work", .include_global = true}),
              UnorderedElementsAre("work kettle", "global kettle"));
  EXPECT_EQ(found("kettle").size(), 3u);
}

TEST_F(KeywordSearchTest, time_bounds_are_whole_local_days_and_compare_instants) {
  FakeClock angeles("2026-03-31T12:00:00Z", los_angeles_2026());
  MemoryStore local({.db_path = folder_ / "la.db", .clock = &angeles});
  local.store({.category = "fact",
               .content = "afternoon kettle",
               .created_at = "2026-03-31T15:00:00-07:00"});
  local.store({.category = "note",
               .content = "kettle from elsewhere",
               .created_at = "2026-04-01T08:30:00+02:00"});  // 23:30 on the 31st in Los Angeles
  local.store({.category = "skill",
               .content = "kettle tomorrow",
               .created_at = "2026-04-01T00:00:00-07:00"});
  const auto count = [&](SearchOptions options) { return local.search("kettle", options).size(); };
  EXPECT_EQ(count({.time_to = "2026-03-31"}), 2u);
  EXPECT_EQ(count({.time_from = "2026-03-31"}), 3u);
  EXPECT_EQ(count({.time_from = "2026-04-01"}), 1u);
  EXPECT_EQ(count({.time_from = "2026-03-31", .time_to = "2026-03-31"}), 2u);
  expect_error(ErrorCode::invalid_argument, [&] { count({.time_from = "tomorrow"}); });
}

TEST_F(KeywordSearchTest, exactly_what_is_returned_is_counted_once) {
  const auto tea = remember("likes tea");
  const auto coffee = remember("dislikes coffee very much indeed");
  store().search("tea");
  EXPECT_EQ(store().get(tea)->use_count, 1);
  EXPECT_DOUBLE_EQ(store().get(tea)->confidence, 0.52);
  EXPECT_EQ(store().get(coffee)->use_count, 0);
  store().search("tea", {.touch = false});
  EXPECT_EQ(store().get(tea)->use_count, 1);
}

TEST_F(KeywordSearchTest, changed_and_removed_words_are_not_found) {
  const auto id = remember("zebra crossing caf\u00e9");
  store().update(id, {.content = "hello world"});
  EXPECT_THAT(found("zebra"), IsEmpty());
  EXPECT_THAT(found("caf\u00e9"), IsEmpty());
  EXPECT_THAT(found("hello"), ElementsAre("hello world"));
  store().remove(id);
  remember("new note");
  EXPECT_THAT(found("hello"), IsEmpty());
  Sql sql(file());
  sql.run("INSERT INTO knowledge_fts(knowledge_fts) VALUES ('integrity-check')");
  EXPECT_EQ(sql.value("SELECT count(*) FROM knowledge_fts"),
            sql.value("SELECT count(*) FROM knowledge"));
}

TEST_F(KeywordSearchTest, rows_of_other_programs_are_found_in_every_script) {
  store();
  Sql(file()).run(
      "INSERT INTO knowledge(id, category, content, created_at, updated_at) VALUES "
      "('theirs', 'fact', '\u732b\u304c\u597d\u304d', '2026-01-01T00:00:00+00:00', "
      "'2026-01-01T00:00:00+00:00')");
  EXPECT_EQ(found("\u597d\u304d").size(), 1u);
}

TEST_F(KeywordSearchTest, a_rare_word_of_another_script_is_among_the_best) {
  for (int i = 0; i < 200; ++i) {
    store().store({.category = "note",
                   .content = i % 10 ? "meeting notes" : "budget meeting notes",
                   .entity = "n:" + std::to_string(i)});
  }
  const std::string wanted = "\u4fee\u590d\u60ac\u7a7a\u5f15\u7528 meeting";
  remember(wanted);
  EXPECT_THAT(found("\u60ac\u7a7a budget", {.top_k = 3}), Contains(wanted));
}

TEST_F(KeywordSearchTest, a_search_answers_although_it_cannot_be_counted) {
  const auto id = remember("likes tea");
  Sql holder(file());
  holder.run("BEGIN IMMEDIATE");
  EXPECT_EQ(store().search("tea").size(), 1u);
  holder.run("COMMIT");
  EXPECT_EQ(store().get(id)->use_count, 0);
}

TEST_F(KeywordSearchTest, limits_are_checked) {
  expect_error(ErrorCode::invalid_argument, [&] { store().search("x", {.top_k = 0}); });
  expect_error(ErrorCode::invalid_argument, [&] { store().search("x", {.top_k = 1001}); });
}

TEST_F(KeywordSearchTest, a_very_long_query_is_a_query) {
  remember("needle in a haystack");
  std::string query = "needle ";
  query.append(1'000'000, 'x');
  EXPECT_THAT(found(query), ElementsAre("needle in a haystack"));
}

}  // namespace
}  // namespace gaia::memory::test

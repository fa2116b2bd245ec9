// Turns: stored in order, read back in time order, found by their words.
#include <gmock/gmock.h>

#include "store/store_fixture.h"

namespace gaia::memory::test {
namespace {

using testing::ElementsAre;

class ConversationsTest : public StoreTest {
 protected:
  std::vector<std::string> contents(const std::vector<Turn>& turns) {
    std::vector<std::string> texts;
    for (const Turn& turn : turns) texts.push_back(turn.content);
    return texts;
  }
};

TEST_F(ConversationsTest, the_latest_turns_come_back_oldest_first) {
  for (int i = 1; i <= 5; ++i) {
    clock_.advance_us(1'000'000);
    store().store_turn({.session_id = "s",
                        .role = i % 2 ? "user" : "assistant",
                        .content = "turn " + std::to_string(i)});
  }
  EXPECT_THAT(contents(store().get_history("s", {}, 3)), ElementsAre("turn 3", "turn 4", "turn 5"));
  EXPECT_TRUE(store().get_history("other").empty());
}

TEST_F(ConversationsTest, history_is_ordered_by_instant_and_filtered_by_context) {
  store().store_turn({.session_id = "s",
                      .role = "user",
                      .content = "second",
                      .context = "work",
                      .timestamp = "2026-01-01T23:30:00-05:00"});
  store().store_turn({.session_id = "s",
                      .role = "user",
                      .content = "first",
                      .context = "work",
                      .timestamp = "2026-01-02T01:00:00+01:00"});
  store().store_turn({.session_id = "s", .role = "user", .content = "elsewhere"});
  EXPECT_THAT(contents(store().get_history("s", "work")), ElementsAre("first", "second"));
}

TEST_F(ConversationsTest, blank_turns_are_skipped_and_long_ones_cut) {
  store().store_turn({.session_id = "s", .role = "user", .content = " \n\t"});
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "\u00e9";
  store().store_turn({.session_id = "s", .role = "user", .content = text});
  const auto turns = store().get_history("s");
  ASSERT_EQ(turns.size(), 1u);
  EXPECT_EQ(turns[0].content.size(), 8000u);  // 4000 characters of two bytes
}

TEST_F(ConversationsTest, bad_turns_are_refused) {
  const auto bad = [&](const NewTurn& turn) {
    expect_error(ErrorCode::invalid_argument, [&] { store().store_turn(turn); });
  };
  bad({.session_id = "", .role = "user", .content = "x"});
  bad({.session_id = "s", .role = "wizard", .content = "x"});
  bad({.session_id = "s", .role = "user", .content = "\xff"});
  bad({.session_id = "s", .role = "user", .content = "x", .timestamp = "yesterday"});
  EXPECT_EQ(store().get_counts().turns, 0);
}

TEST_F(ConversationsTest, turns_are_found_by_words_in_every_script) {
  store().store_turn({.session_id = "a", .role = "user", .content = "we booked flights to Lisbon"});
  store().store_turn(
      {.session_id = "b", .role = "user", .content = "\u732b\u304c\u597d\u304d\u3067\u3059"});
  ASSERT_EQ(store().search_conversations("flight").size(), 1u);
  ASSERT_EQ(store().search_conversations("\u597d\u304d").size(), 1u);
  EXPECT_EQ(store().search_conversations("\u597d\u304d")[0].turn.session_id, "b");
  EXPECT_TRUE(store().search_conversations("submarine").empty());
}

TEST_F(ConversationsTest, search_honours_context_and_time) {
  store().store_turn({.session_id = "a",
                      .role = "user",
                      .content = "kettle one",
                      .context = "work",
                      .timestamp = "2026-01-01T10:00:00Z"});
  store().store_turn({.session_id = "a",
                      .role = "user",
                      .content = "kettle two",
                      .timestamp = "2026-02-01T10:00:00Z"});
  EXPECT_EQ(store().search_conversations("kettle").size(), 2u);
  EXPECT_EQ(store().search_conversations("kettle", {.context = "work"}).size(), 1u);
  EXPECT_EQ(store().search_conversations("kettle", {.time_from = "2026-01-15"}).size(), 1u);
  EXPECT_EQ(store().search_conversations("kettle", {.limit = 1}).size(), 1u);
}

TEST_F(ConversationsTest, importing_a_conversation_again_adds_nothing) {
  const std::vector<NewTurn> turns{
      {.session_id = "s", .role = "user", .content = "hello", .timestamp = "2026-01-01T10:00:00Z"},
      {.session_id = "s",
       .role = "assistant",
       .content = "hi",
       .timestamp = "2026-01-01T10:00:01Z"},
      {.session_id = "s", .role = "user", .content = "  ", .timestamp = "2026-01-01T10:00:02Z"}};
  EXPECT_EQ(store().import_turns(turns), 2u);
  EXPECT_EQ(store().import_turns(turns), 0u);
  std::vector<NewTurn> elsewhere = turns;  // the same instants, written in another zone
  elsewhere[0].timestamp = "2026-01-01T11:00:00+01:00";
  elsewhere[1].timestamp = "2026-01-01T11:00:01+01:00";
  EXPECT_EQ(store().import_turns(elsewhere), 0u);
  EXPECT_EQ(store().get_counts().turns, 2);
  EXPECT_EQ(store().get_counts().sessions, 1);
}

TEST_F(ConversationsTest, an_import_with_a_bad_turn_stores_nothing) {
  const std::vector<NewTurn> turns{{.session_id = "s", .role = "user", .content = "hello"},
                                   {.session_id = "s", .role = "nobody", .content = "hi"}};
  expect_error(ErrorCode::invalid_argument, [&] { store().import_turns(turns); });
  EXPECT_EQ(store().get_counts().turns, 0);
}

}  // namespace
}  // namespace gaia::memory::test

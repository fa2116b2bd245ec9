#include "text/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace gaia::memory::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(MakeKeywordQuery, plain_terms_are_as_typed_and_folded_terms_are_words) {
  const KeywordQuery query = make_keyword_query("Zürich v2.5 BENCH-100821");
  EXPECT_THAT(query.plain_terms, ElementsAre("Zürich", "v2", "5", "BENCH", "100821"));
  EXPECT_THAT(query.folded_terms, ElementsAre("zürich", "v2", "5", "bench", "100821"));
}

TEST(MakeKeywordQuery, the_pairs_of_an_unspaced_run_are_one_phrase) {
  const KeywordQuery query = make_keyword_query("Pythonの設定 悬空");
  EXPECT_THAT(query.plain_terms, ElementsAre("Pythonの設定", "悬空"));
  EXPECT_THAT(query.folded_terms, ElementsAre("python", "の設 設定", "悬空"));
}

TEST(MakeKeywordQuery, a_repeated_term_is_kept_once) {
  EXPECT_THAT(make_keyword_query("b a b").plain_terms, ElementsAre("b", "a"));
  EXPECT_THAT(make_keyword_query("B a b").folded_terms, ElementsAre("b", "a"));
}

TEST(MakeKeywordQuery, without_a_usable_word_is_empty) {
  using namespace std::string_view_literals;
  for (const std::string_view text :
       {""sv, "   "sv, "*"sv, ";"sv, "\"\""sv, "_ __"sv, "\u0301"sv, "?!…"sv, "\0"sv, "\xFF"sv}) {
    const KeywordQuery query = make_keyword_query(text);
    EXPECT_TRUE(query.empty()) << testing::PrintToString(text);
    EXPECT_EQ(match_all(query.plain_terms), "");
    EXPECT_EQ(match_any(query.significant_folded_terms), "");
  }
}

TEST(MakeKeywordQuery, reads_500_characters_and_never_half_a_one) {
  std::string long_query;
  for (int i = 0; i < 499; ++i) long_query += ' ';
  EXPECT_THAT(make_keyword_query(long_query + "éa").plain_terms, ElementsAre("é"));
}

TEST(MakeKeywordQuery, letters_that_only_look_different_are_asked_for_in_ascii) {
  EXPECT_THAT(make_keyword_query("ＡＢＣ ﬁle").plain_terms, ElementsAre("abc", "file"));
}

TEST(MakeKeywordQuery, significant_terms_leave_out_what_questions_are_made_of) {
  const KeywordQuery query = make_keyword_query("What is my dog's name?");
  EXPECT_THAT(query.significant_plain_terms, ElementsAre("dog", "name"));
  EXPECT_THAT(query.significant_folded_terms, ElementsAre("dog", "name"));
  EXPECT_EQ(query.plain_terms.size(), 6u);
}

TEST(MakeKeywordQuery, a_query_of_stop_words_only_keeps_them) {
  EXPECT_THAT(make_keyword_query("who are you").significant_plain_terms,
              ElementsAre("who", "are", "you"));
}

TEST(Match, quotes_every_term) {
  const std::string terms[] = {"alpha", "NOT", "a\"b"};
  EXPECT_EQ(match_all(terms), R"("alpha" AND "NOT" AND "a""b")");
  EXPECT_EQ(match_any(terms), R"("alpha" OR "NOT" OR "a""b")");
  EXPECT_EQ(match_all({}), "");
}

TEST(Match, one_unspaced_character_is_a_prefix) {
  const std::string terms[] = {"猫", "猫と", "a"};
  EXPECT_EQ(match_any(terms), R"("猫" * OR "猫と" OR "a")");
}

TEST(AdditionalIndexText, plain_ascii_needs_none) {
  EXPECT_EQ(additional_index_text("Plain text, 50% of it"), std::nullopt);
  EXPECT_EQ(additional_index_text("…"), std::nullopt);
}

TEST(AdditionalIndexText, holds_words_and_the_last_character_of_each_unspaced_run) {
  EXPECT_EQ(additional_index_text("Zu\u0308rich, 黒猫!"), "zürich 黒猫 猫");
}

TEST(IsStopWord, knows_function_words_only) {
  for (const char* word : {"what", "the", "is", "of", "do", "please"})
    EXPECT_TRUE(is_stop_word(word));
  for (const char* word : {"name", "not", "no", "never", "one", "name", ""}) {
    EXPECT_FALSE(is_stop_word(word)) << word;
  }
}

}  // namespace
}  // namespace gaia::memory::text

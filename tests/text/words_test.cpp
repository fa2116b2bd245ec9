#include "text/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "text/utf8.h"

namespace gaia::memory::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

double overlap(std::string_view a, std::string_view b) {
  return overlap_coefficient(distinct_words(a), distinct_words(b));
}

TEST(Words, are_runs_of_letters_digits_and_underscores_without_case) {
  EXPECT_THAT(words("Hello, World! snake_case v2.5 don't C++"),
              ElementsAre("hello", "world", "snake_case", "v2", "5", "don", "t", "c"));
  EXPECT_THAT(words("Straße ÉTÉ Москва"), ElementsAre("strasse", "été", "москва"));
}

TEST(Words, keep_order_and_repeats_and_distinct_words_do_not) {
  EXPECT_THAT(words("b a b"), ElementsAre("b", "a", "b"));
  EXPECT_THAT(distinct_words("b A b a"), ElementsAre("a", "b"));
}

TEST(Words, of_nothing_readable_are_none) {
  EXPECT_THAT(words(""), IsEmpty());
  EXPECT_THAT(words(" .,;*?! \u200B"), IsEmpty());
  EXPECT_THAT(words("🎉🎉"), IsEmpty());
}

TEST(Words, unspaced_scripts_yield_their_pairs) {
  EXPECT_THAT(words("悬空引用"), ElementsAre("悬空", "空引", "引用"));
  EXPECT_THAT(words("猫"), ElementsAre("猫"));
  EXPECT_THAT(words("회의는 월요일"), ElementsAre("회의", "의는", "월요", "요일"));
  EXPECT_THAT(words("サーバー"), ElementsAre("サー", "ーバ", "バー"));
  EXPECT_THAT(words("時々、"), ElementsAre("時々"));
}

TEST(Words, an_unspaced_run_ends_where_another_script_begins) {
  EXPECT_THAT(words("重跑gen-itgc后50条悬空"),
              ElementsAre("重跑", "gen", "itgc", "后", "50", "条悬", "悬空"));
  EXPECT_THAT(words("Pythonの設定"), ElementsAre("python", "の設", "設定"));
}

TEST(Words, are_the_same_in_every_unicode_form) {
  const struct {
    const char* one;
    const char* other;
  } cases[] = {
      {"café", "cafe\u0301"},
      {"Zürich", "Zu\u0308rich"},
      {"tiếng Việt", "tie\u0302\u0301ng Vie\u0323\u0302t"},
      {"회의는", "\u1112\u116C\u110B\u1174\u1102\u1173\u11AB"},
      {"が行", "か\u3099行"},
      {"ﬁle", "file"},
      {"ＡＢＣ", "ABC"},
      {"ｻｰﾊﾞｰ", "サーバー"},
      {"co\u00ADoperate", "cooperate"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(words(c.one), words(c.other)) << c.one;
    EXPECT_EQ(folded(c.one), folded(c.other)) << c.one;
  }
}

TEST(Words, invalid_bytes_separate) {
  EXPECT_THAT(words("ab\xFF"
                    "cd\xE7\x8C"),
              ElementsAre("ab", "cd"));
}

TEST(Folded, keeps_blanks_and_punctuation_and_zero_bytes) {
  using namespace std::string_view_literals;
  EXPECT_EQ(folded("Project:  GAIA!"), "project:  gaia!");
  EXPECT_EQ(folded("A\0É"sv), "a\0é"sv);
}

TEST(Folded, is_valid_and_does_not_change_when_folded_again) {
  constexpr unsigned kSeed = 99;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937 random(kSeed);
  for (int i = 0; i < 5000; ++i) {
    std::string bytes;
    for (auto n = random() % 40; n > 0; --n) bytes += static_cast<char>(random());
    for (const std::string_view extra : {"İ", "ŉ", "ǰ", "ΐ", "ﬃ", "ẞ", "\u0345", "\u1E9E"}) {
      if (random() % 8 == 0) bytes += extra;
    }
    const std::string once = folded(bytes);
    ASSERT_EQ(find_invalid_utf8(once), std::nullopt);
    ASSERT_EQ(folded(once), once);
  }
}

TEST(OverlapCoefficient, is_the_shared_part_of_the_smaller_side) {
  EXPECT_DOUBLE_EQ(overlap("I like coffee", "I do not like coffee"), 1.0);
  EXPECT_DOUBLE_EQ(overlap("allergic to nuts", "not allergic to nuts"), 1.0);
  EXPECT_NEAR(overlap("the weekly standup is at 9:00", "the weekly standup is at 9:30"), 6.0 / 7.0,
              1e-12);
  EXPECT_DOUBLE_EQ(overlap("a b c d", "c d e f"), 0.5);
  EXPECT_DOUBLE_EQ(overlap("a b", "c d"), 0.0);
}

TEST(OverlapCoefficient, of_nothing_is_zero) {
  EXPECT_DOUBLE_EQ(overlap("", "a"), 0.0);
  EXPECT_DOUBLE_EQ(overlap("a", "..."), 0.0);
  EXPECT_DOUBLE_EQ(overlap("", ""), 0.0);
}

TEST(Composed, names_in_two_unicode_forms_become_one) {
  const struct {
    const char* typed;
    const char* expected;
  } cases[] = {
      {"Cafe\u0301 Oto", "Café Oto"},
      {"Tie\u0302\u0301ng Vie\u0323\u0302t", "Tiếng Việt"},
      {"\u1112\u116C\u110B\u1174", "회의"},
      {"か\u3099き\u3099", "がぎ"},
      {"Café", "Café"},
      {"", ""},
  };
  for (const auto& c : cases) EXPECT_EQ(composed(c.typed), c.expected) << c.typed;
}

TEST(Composed, changes_nothing_else) {
  for (const char* text : {"Plain ASCII, 1/2 & Case\n", "Straße", "ﬁ ½ Ａ ｶ", "zero\u200Bwidth"}) {
    EXPECT_EQ(composed(text), text);
  }
}

TEST(Composed, replaces_invalid_bytes) { EXPECT_EQ(composed("a\xFF"), "a\uFFFD"); }

}  // namespace
}  // namespace gaia::memory::text

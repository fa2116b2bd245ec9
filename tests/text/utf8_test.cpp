#include "text/utf8.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace gaia::memory::text {
namespace {

using namespace std::string_view_literals;

TEST(FindInvalidUtf8, valid_text_of_every_length_passes) {
  EXPECT_EQ(find_invalid_utf8(""), std::nullopt);
  EXPECT_EQ(find_invalid_utf8("a\u00E9\u732B\U0001F389"), std::nullopt);
  EXPECT_EQ(find_invalid_utf8("a\0b"sv), std::nullopt);
  EXPECT_EQ(find_invalid_utf8("\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF"), std::nullopt);
}

TEST(FindInvalidUtf8, names_the_byte_where_a_sequence_goes_wrong) {
  const struct {
    std::string_view text;
    std::size_t offset;
  } cases[] = {
      {"ab\x80", 2},            // stray continuation
      {"a\xC3(", 1},            // missing continuation
      {"\xC0\xAF", 0},          // overlong /
      {"\xE0\x80\xAF", 0},      // overlong, three bytes
      {"\xF0\x80\x80\xAF", 0},  // overlong, four bytes
      {"x\xED\xA0\x80", 1},     // surrogate
      {"x\xED\xBF\xBF", 1},     // surrogate
      {"\xF4\x90\x80\x80", 0},  // U+110000
      {"\xF5\x80\x80\x80", 0},  // no such lead byte
      {"abc\xE7\x8C", 3},       // cut off
      {"\xF0\x9F\x8E", 0},      // cut off
      {"\u00E9\xFF", 2},        // never a byte of UTF-8
  };
  for (const auto& c : cases) {
    EXPECT_EQ(find_invalid_utf8(c.text), c.offset) << testing::PrintToString(c.text);
  }
}

TEST(CountCharacters, counts_code_points) {
  EXPECT_EQ(count_characters(""), 0u);
  EXPECT_EQ(count_characters("abc"), 3u);
  EXPECT_EQ(count_characters("猫とBerlin🎉"), 9u);
  EXPECT_EQ(count_characters("e\u0301"), 2u);
}

TEST(TruncateCharacters, never_splits_a_character) {
  EXPECT_EQ(truncate_characters("猫🎉é", 0), "");
  EXPECT_EQ(truncate_characters("猫🎉é", 1), "猫");
  EXPECT_EQ(truncate_characters("猫🎉é", 2), "猫🎉");
  EXPECT_EQ(truncate_characters("猫🎉é", 3), "猫🎉é");
  EXPECT_EQ(truncate_characters("猫🎉é", 100), "猫🎉é");
}

TEST(TruncateCharacters, never_parts_a_letter_from_its_marks) {
  EXPECT_EQ(truncate_characters("cafe\u0301 au lait", 4), "caf");
  EXPECT_EQ(truncate_characters("cafe\u0301 au lait", 5), "cafe\u0301");
  EXPECT_EQ(truncate_characters("xe\u0323\u0302y", 3), "x");
  EXPECT_EQ(truncate_characters("e\u0301", 1), "");
}

TEST(TruncateCharacters, an_endless_pile_of_marks_is_still_cut) {
  std::string pile = "a";
  for (int i = 0; i < 500; ++i) pile += "\u0301";
  EXPECT_EQ(count_characters(truncate_characters(pile, 200)), 200u);
}

TEST(TruncateCharacters, the_result_is_a_valid_beginning_of_any_text) {
  constexpr unsigned kSeed = 4711;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937 random(kSeed);
  const std::string_view pieces[] = {"a", "é", "e\u0301", "猫", "🎉", "ที่", " ", "\u0323"};
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (auto n = random() % 20; n > 0; --n) text += pieces[random() % std::size(pieces)];
    const std::size_t limit = random() % 25;
    const std::string_view cut = truncate_characters(text, limit);
    ASSERT_TRUE(text.starts_with(cut));
    ASSERT_EQ(find_invalid_utf8(cut), std::nullopt);
    ASSERT_LE(count_characters(cut), limit);
    ASSERT_EQ(cut == text, count_characters(text) <= limit);
  }
}

TEST(IsBlank, what_cannot_be_seen_is_blank) {
  for (const std::string_view text :
       {""sv, " \t\r\n"sv, "\u00A0\u3000\u2028"sv, "\u200B\u200D\uFEFF\u00AD"sv, "\0\x1B"sv}) {
    EXPECT_TRUE(is_blank(text)) << testing::PrintToString(text);
  }
  for (const std::string_view text : {"a"sv, " . "sv, "\u200B猫"sv, "🎉"sv, "\xFF"sv}) {
    EXPECT_FALSE(is_blank(text)) << testing::PrintToString(text);
  }
}

TEST(Trim, removes_white_space_of_any_kind_at_the_ends_only) {
  EXPECT_EQ(trim("  a b \n"), "a b");
  EXPECT_EQ(trim("\u3000\u00A0猫 と\u2003\u0085"), "猫 と");
  EXPECT_EQ(trim("\u3000 "), "");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim("\u200Ba"), "\u200Ba");
}

TEST(IsAscii, is_false_from_the_first_high_byte_on) {
  EXPECT_TRUE(is_ascii(""));
  EXPECT_TRUE(is_ascii("a\x7F\n"));
  EXPECT_FALSE(is_ascii("caf\u00E9"));
  EXPECT_FALSE(is_ascii("\x80"));
}

}  // namespace
}  // namespace gaia::memory::text

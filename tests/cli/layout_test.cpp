// Text for terminals: harmless, wrapped, dated in words.
#include "cli/layout.h"

#include <gtest/gtest.h>

namespace gaia::memory::cli {
namespace {

using Lines = std::vector<std::string>;

constexpr std::int64_t kHour_us = 3'600'000'000;
constexpr std::int64_t kDay_us = 24 * kHour_us;

TEST(Printable, leaves_text_of_any_script_alone) {
  for (const char* text :
       {"", "plain", "Zürich", "東京タワー", "👩‍👩‍👧", "שלום", "a\\n"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(Printable, spells_out_what_could_drive_a_terminal) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(printable("a\nb\rc\x7f"), "a\\nb\\rc\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"), "\\u009b");
  EXPECT_EQ(printable("\xe2\x80\xae"), "\\u202e");
  EXPECT_EQ(printable("\xe2\x81\xa6"), "\\u2066");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(Printable, spells_out_bytes_that_are_not_utf8) {
  EXPECT_EQ(printable("caf\xe9"), "caf\\xe9");
  EXPECT_EQ(printable("\xc3("), "\\xc3(");
  EXPECT_EQ(printable("\xff"), "\\xff");
}

TEST(DisplayWidth, counts_columns_not_bytes) {
  EXPECT_EQ(display_width("Zürich"), 6u);
  EXPECT_EQ(display_width("東京"), 4u);
  EXPECT_EQ(display_width("e\xcc\x81"), 1u);
}

TEST(Wrap, breaks_at_blanks) {
  EXPECT_EQ(wrap("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(wrap("one two three", 8), (Lines{"one two", "three"}));
  EXPECT_EQ(wrap("one two", 7), (Lines{"one two"}));
}

TEST(Wrap, breaks_a_word_only_where_it_cannot_fit) {
  EXPECT_EQ(wrap("abcdefgh", 3), (Lines{"abc", "def", "gh"}));
  EXPECT_EQ(wrap("東京タワー", 4), (Lines{"東京", "タワ", "ー"}));
  EXPECT_EQ(wrap("東京", 1), (Lines{"東", "京"}));
}

TEST(Wrap, keeps_the_line_breaks_of_the_text) {
  EXPECT_EQ(wrap("one\ntwo\n", 10), (Lines{"one", "two", ""}));
  EXPECT_EQ(wrap("", 10), (Lines{""}));
}

TEST(Wrap, makes_each_line_printable) {
  EXPECT_EQ(wrap("a\x1b[2J\nb", 20), (Lines{"a\\x1b[2J", "b"}));
}

TEST(InWords, counts_calendar_days_where_the_reader_is) {
  const Timestamp today{1783674300000000, -420};  // 2026-07-10 02:05 -07:00
  const auto shifted = [&](std::int64_t us) { return Timestamp{today.unix_us + us, 0}; };
  EXPECT_EQ(in_words(today, today), "today 02:05");
  EXPECT_EQ(in_words(shifted(-2 * kHour_us), today), "today 00:05");
  EXPECT_EQ(in_words(shifted(-3 * kHour_us), today), "yesterday");
  EXPECT_EQ(in_words(shifted(-3 * kDay_us), today), "3 days ago");
  EXPECT_EQ(in_words(shifted(-6 * kDay_us), today), "6 days ago");
  EXPECT_EQ(in_words(shifted(-7 * kDay_us), today), "3 July 2026");
  EXPECT_EQ(in_words(shifted(22 * kHour_us), today), "tomorrow");
  EXPECT_EQ(in_words(shifted(2 * kDay_us), today), "in 2 days");
  EXPECT_EQ(in_words(shifted(200 * kDay_us), today), "26 January 2027");
}

TEST(InBytes, uses_the_unit_that_fits) {
  EXPECT_EQ(in_bytes(0), "0 bytes");
  EXPECT_EQ(in_bytes(999), "999 bytes");
  EXPECT_EQ(in_bytes(2000), "2.0 kB");
  EXPECT_EQ(in_bytes(24'400'000), "24.4 MB");
}

}  // namespace
}  // namespace gaia::memory::cli

#include "gaia/memory/timestamp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "support/expect_error.h"
#include "support/fake_clock.h"

namespace gaia::memory {
namespace {

using test::auckland_2026;
using test::FakeClock;
using test::fixed_zone;
using test::los_angeles_2026;

const FakeClock kUtc(0, fixed_zone(0));
const FakeClock kLosAngeles(0, los_angeles_2026());
const FakeClock kAuckland(0, auckland_2026());

std::string written(std::string_view text, const Clock& clock = kUtc,
                    DateMeaning meaning = DateMeaning::start_of_day) {
  return to_iso8601(parse_timestamp(text, meaning, clock));
}

std::string end_of_day(std::string_view text, const Clock& clock) {
  return written(text, clock, DateMeaning::end_of_day);
}

TEST(ParseTimestamp, keeps_the_instant_and_the_offset_it_was_written_in) {
  const Timestamp t = parse_timestamp("2026-06-01T19:00:00-05:00");
  EXPECT_EQ(t.unix_us, 1'780'358'400'000'000);  // date -d 2026-06-01T19:00:00-05:00 +%s
  EXPECT_EQ(t.offset_minutes, -300);
}

TEST(ParseTimestamp, reads_every_accepted_form) {
  const struct {
    const char* text;
    const char* expected;
  } cases[] = {
      {"2026-07-10", "2026-07-10T00:00:00.000000+00:00"},
      {"2026-06-01T19:00", "2026-06-01T19:00:00.000000+00:00"},
      {"2026-06-01 19:00", "2026-06-01T19:00:00.000000+00:00"},
      {"2026-06-01T19:00:00", "2026-06-01T19:00:00.000000+00:00"},
      {"2026-06-01T19:00:59.5", "2026-06-01T19:00:59.500000+00:00"},
      {"2026-06-01T19:00:00.123456789", "2026-06-01T19:00:00.123456+00:00"},
      {"2026-06-01T19:00:00Z", "2026-06-01T19:00:00.000000+00:00"},
      {"2026-06-01T19:00:00-05:00", "2026-06-01T19:00:00.000000-05:00"},
      {"2026-06-01T19:00:00+0530", "2026-06-01T19:00:00.000000+05:30"},
      {"2026-06-01 19:00+14:00", "2026-06-01T19:00:00.000000+14:00"},
      {"2026-06-01T19:00-00:30", "2026-06-01T19:00:00.000000-00:30"},
      {"2024-02-29", "2024-02-29T00:00:00.000000+00:00"},
      {"1970-01-01T00:00Z", "1970-01-01T00:00:00.000000+00:00"},
      {"9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999+00:00"},
  };
  for (const auto& c : cases) EXPECT_EQ(written(c.text), c.expected) << c.text;
}

TEST(ParseTimestamp, rejects_everything_else_and_shows_an_accepted_form) {
  const char* cases[] = {
      "",
      " ",
      "now",
      "tomorrow",
      "20260601",
      "2026-W23-1",
      "2026-152",
      "2026-6-1",
      "26-06-01",
      "2026/06/01",
      "2026-02-30",
      "2025-02-29",
      "2026-13-01",
      "2026-00-10",
      "2026-01-00",
      "1969-12-31",
      "10000-01-01",
      "+2026-06-01",
      "2026-06-01Z",
      "2026-06-01T",
      "2026-06-01t19:00",
      "2026-06-01  19:00",
      "2026-06-01T19",
      "2026-06-01T1900",
      "2026-06-01T24:00:00",
      "2026-06-01T19:60",
      "2026-06-01T19:00:60",
      "2026-06-01T19:00:0",
      "2026-06-01T19:00:00.",
      "2026-06-01T19:00:00,5",
      "2026-06-01T19:00:00.1234567890",
      "2026-06-01T19:00z",
      "2026-06-01T19:00 Z",
      "2026-06-01T19:00+15:00",
      "2026-06-01T19:00-15:00",
      "2026-06-01T19:00+14:60",
      "2026-06-01T19:00+5",
      "2026-06-01T19:00+05",
      "2026-06-01T19:00+05:3",
      "2026-06-01T19:00Zulu",
      "2026-06-01T19:00:00Z ",
      " 2026-06-01",
      "2026-06-01 or later",
      "24:00:00",
      "1780358400",
      "２０２６-06-01",
  };
  for (const char* text : cases) {
    SCOPED_TRACE(text);
    const auto error =
        test::expect_error(ErrorCode::invalid_argument, [&] { parse_timestamp(text, {}, kUtc); });
    ASSERT_TRUE(error);
    EXPECT_NE(error->hint().find("2026-07-10T09:05:00Z"), std::string::npos) << error->hint();
  }
}

TEST(ParseTimestamp, error_text_is_one_short_printable_line) {
  const std::string text = "x\n\x01" + std::string(5000, 'y');
  const auto error =
      test::expect_error(ErrorCode::invalid_argument, [&] { parse_timestamp(text, {}, kUtc); });
  ASSERT_TRUE(error);
  const std::string message = error->what();
  EXPECT_LT(message.size(), 200u);
  EXPECT_TRUE(std::all_of(message.begin(), message.end(), [](char c) { return c >= ' '; }));
}

TEST(ParseTimestamp, without_offset_means_local_time_of_that_date) {
  EXPECT_EQ(written("2026-01-15T08:00", kLosAngeles), "2026-01-15T08:00:00.000000-08:00");
  EXPECT_EQ(written("2026-07-15T08:00", kLosAngeles), "2026-07-15T08:00:00.000000-07:00");
  EXPECT_EQ(written("2026-01-15T08:00", kAuckland), "2026-01-15T08:00:00.000000+13:00");
  EXPECT_EQ(written("2026-07-15T08:00", kAuckland), "2026-07-15T08:00:00.000000+12:00");
}

TEST(ParseTimestamp, a_skipped_local_time_moves_forward_by_the_gap) {
  EXPECT_EQ(written("2026-03-08T01:59:59", kLosAngeles), "2026-03-08T01:59:59.000000-08:00");
  EXPECT_EQ(written("2026-03-08T02:30", kLosAngeles), "2026-03-08T03:30:00.000000-07:00");
  EXPECT_EQ(written("2026-09-27T02:00", kAuckland), "2026-09-27T03:00:00.000000+13:00");
}

TEST(ParseTimestamp, a_repeated_local_time_is_the_first) {
  EXPECT_EQ(written("2026-11-01T01:30", kLosAngeles), "2026-11-01T01:30:00.000000-07:00");
  EXPECT_EQ(written("2026-11-01T02:00", kLosAngeles), "2026-11-01T02:00:00.000000-08:00");
  EXPECT_EQ(written("2026-04-05T02:30", kAuckland), "2026-04-05T02:30:00.000000+13:00");
}

TEST(ParseTimestamp, a_date_alone_is_a_whole_local_day) {
  EXPECT_EQ(written("2026-07-10", kLosAngeles), "2026-07-10T00:00:00.000000-07:00");
  EXPECT_EQ(end_of_day("2026-07-10", kLosAngeles), "2026-07-10T23:59:59.999999-07:00");
  EXPECT_EQ(written("2026-07-10", kAuckland), "2026-07-10T00:00:00.000000+12:00");
  EXPECT_EQ(end_of_day("2026-07-10", kAuckland), "2026-07-10T23:59:59.999999+12:00");
}

TEST(ParseTimestamp, a_day_with_a_clock_change_has_23_or_25_hours) {
  const auto length_h = [](std::string_view day) {
    const Timestamp first = parse_timestamp(day, DateMeaning::start_of_day, kLosAngeles);
    const Timestamp last = parse_timestamp(day, DateMeaning::end_of_day, kLosAngeles);
    return (last.unix_us + 1 - first.unix_us) / 3'600'000'000;
  };
  EXPECT_EQ(length_h("2026-03-08"), 23);
  EXPECT_EQ(length_h("2026-11-01"), 25);
  EXPECT_EQ(length_h("2026-03-09"), 24);
}

TEST(ParseTimestamp, a_day_whose_last_hour_is_repeated_ends_after_the_second) {
  const FakeClock clock(0, test::changing_zone(-180, {{"2026-03-22T03:00Z", -240}}));
  EXPECT_EQ(end_of_day("2026-03-21", clock), "2026-03-21T23:59:59.999999-04:00");
  EXPECT_EQ(written("2026-03-22", clock), "2026-03-22T00:00:00.000000-04:00");
}

TEST(ParseTimestamp, a_day_whose_midnight_is_skipped_starts_after_the_gap) {
  const FakeClock clock(0, test::changing_zone(-240, {{"2026-10-04T04:00Z", -180}}));
  EXPECT_EQ(written("2026-10-04", clock), "2026-10-04T01:00:00.000000-03:00");
  EXPECT_EQ(end_of_day("2026-10-03", clock), "2026-10-03T23:59:59.999999-04:00");
}

TEST(ParseTimestamp, a_time_of_day_ignores_the_meaning_of_dates) {
  EXPECT_EQ(end_of_day("2026-07-10T09:00", kUtc), "2026-07-10T09:00:00.000000+00:00");
}

TEST(ParseTimestamp, a_row_of_the_last_afternoon_is_inside_a_date_only_range) {
  const Timestamp row = parse_timestamp("2026-03-31T15:00:00-07:00");
  EXPECT_GE(row, parse_timestamp("2026-03-31", DateMeaning::start_of_day, kLosAngeles));
  EXPECT_LE(row, parse_timestamp("2026-03-31", DateMeaning::end_of_day, kLosAngeles));
  EXPECT_GT(row, parse_timestamp("2026-03-30", DateMeaning::end_of_day, kLosAngeles));
}

TEST(Timestamp, compares_by_instant_not_by_text) {
  const Timestamp evening = parse_timestamp("2026-03-31T23:30-05:00");
  const Timestamp next_day = parse_timestamp("2026-04-01T01:00+01:00");
  EXPECT_GT(evening, next_day);
  EXPECT_LT(to_iso8601(evening), to_iso8601(next_day));
  EXPECT_EQ(parse_timestamp("2026-01-01T12:00Z"), parse_timestamp("2026-01-01T13:00+01:00"));
}

TEST(Timestamp, a_due_date_is_not_overdue_before_the_local_day_ends_in_any_zone) {
  for (const Clock* clock :
       {static_cast<const Clock*>(&kUtc), static_cast<const Clock*>(&kAuckland),
        static_cast<const Clock*>(&kLosAngeles)}) {
    const Timestamp due = parse_timestamp("2026-07-10", DateMeaning::end_of_day, *clock);
    EXPECT_EQ(to_iso8601(due).substr(0, 10), "2026-07-10");
    EXPECT_LT(parse_timestamp("2026-07-09T18:00", {}, *clock), due);
    EXPECT_LT(parse_timestamp("2026-07-10T23:59", {}, *clock), due);
    EXPECT_GT(parse_timestamp("2026-07-11T00:01", {}, *clock), due);
  }
}

TEST(ToIso8601, what_it_writes_is_read_back_exactly) {
  constexpr unsigned kSeed = 20260710;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937_64 random(kSeed);
  std::uniform_int_distribution<std::int64_t> instant(86'400'000'000, 253'402'214'400'000'000);
  std::uniform_int_distribution<int> offset(-14 * 60 - 59, 14 * 60 + 59);
  for (int i = 0; i < 20'000; ++i) {
    const Timestamp original{instant(random), offset(random)};
    const std::string text = to_iso8601(original);
    const Timestamp read = parse_timestamp(text, {}, kUtc);
    ASSERT_EQ(read.unix_us, original.unix_us) << text;
    ASSERT_EQ(read.offset_minutes, original.offset_minutes) << text;
    ASSERT_EQ(text.size(), 32u) << text;
  }
}

TEST(ToIso8601, local_times_read_back_through_every_change_of_the_clock) {
  for (const Clock* clock :
       {static_cast<const Clock*>(&kLosAngeles), static_cast<const Clock*>(&kAuckland)}) {
    const std::int64_t start = parse_timestamp("2026-01-01T00:00Z").unix_us;
    constexpr std::int64_t kStep_us = 17 * std::int64_t{60'000'000};
    for (std::int64_t us = start; us < start + 365 * std::int64_t{86'400'000'000}; us += kStep_us) {
      const Timestamp local{us, clock->utc_offset_minutes(us)};
      const std::string wall = to_iso8601(local).substr(0, 26);
      const Timestamp read = parse_timestamp(wall, {}, *clock);
      // In a repeated hour the first of the two instants is meant.
      ASSERT_TRUE(read == local || read.unix_us == us - 3'600'000'000) << wall;
      ASSERT_EQ(to_iso8601(read).substr(0, 26), wall);
    }
  }
}

TEST(ToIso8601, writes_instants_before_1970) {
  EXPECT_EQ(to_iso8601({-1, 0}), "1969-12-31T23:59:59.999999+00:00");
}

TEST(Now, is_the_clocks_instant_in_its_zone) {
  FakeClock clock("2026-07-10T09:05:00Z", los_angeles_2026());
  EXPECT_EQ(to_iso8601(now(clock)), "2026-07-10T02:05:00.000000-07:00");
  clock.advance_days(180);
  EXPECT_EQ(to_iso8601(now(clock)), "2027-01-06T01:05:00.000000-08:00");
}

}  // namespace
}  // namespace gaia::memory

#include "time/calendar.h"

#include <gtest/gtest.h>

#include "support/fake_clock.h"

namespace gaia::memory::time_zone {
namespace {

TEST(InstantAtWallTime, the_same_wall_time_on_the_next_day_may_be_23_hours_away) {
  const test::FakeClock clock(0, test::los_angeles_2026());
  const std::int64_t eight_on_march_7 = parse_timestamp("2026-03-07T08:00Z").unix_us;
  const std::int64_t first = instant_at_wall_time(eight_on_march_7, clock);
  const std::int64_t second = instant_at_wall_time(eight_on_march_7 + kMicrosPerDay, clock);
  EXPECT_EQ(second - first, 23 * 60 * kMicrosPerMinute);
}

TEST(InstantAtWallTime, a_zone_may_skip_a_whole_day) {
  // Samoa crossed the date line at the end of 2011-12-29.
  const test::FakeClock clock(0, test::changing_zone(-600, {{"2011-12-30T10:00Z", 840}}));
  const std::int64_t skipped_noon = parse_timestamp("2011-12-30T12:00Z").unix_us;
  EXPECT_EQ(instant_at_wall_time(skipped_noon, clock),
            parse_timestamp("2011-12-31T12:00+14:00").unix_us);
}

}  // namespace
}  // namespace gaia::memory::time_zone

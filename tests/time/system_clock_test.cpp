#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string>

#include "gaia/memory/clock.h"
#include "gaia/memory/timestamp.h"

namespace gaia::memory {
namespace {

#ifndef _WIN32
// Sets the time zone of this process while it lives.
class ScopedTimeZone {
 public:
  explicit ScopedTimeZone(const char* rule) {
    if (const char* old = std::getenv("TZ")) {
      old_ = old;
      was_set_ = true;
    }
    setenv("TZ", rule, 1);
    tzset();
  }
  ~ScopedTimeZone() {
    if (was_set_) {
      setenv("TZ", old_.c_str(), 1);
    } else {
      unsetenv("TZ");
    }
    tzset();
  }
  ScopedTimeZone(const ScopedTimeZone&) = delete;
  ScopedTimeZone& operator=(const ScopedTimeZone&) = delete;

 private:
  std::string old_;
  bool was_set_ = false;
};

TEST(SystemClock, follows_the_zone_of_the_process_through_summer_time) {
  // A rule of its own, so that no time zone data need be installed.
  const ScopedTimeZone zone("PST8PDT,M3.2.0,M11.1.0");
  const Clock& clock = system_clock();
  EXPECT_EQ(clock.utc_offset_minutes(parse_timestamp("2026-01-15T12:00Z").unix_us), -480);
  EXPECT_EQ(clock.utc_offset_minutes(parse_timestamp("2026-07-15T12:00Z").unix_us), -420);
  EXPECT_EQ(to_iso8601(parse_timestamp("2026-07-10")), "2026-07-10T00:00:00.000000-07:00");
}

TEST(SystemClock, knows_offsets_that_are_no_whole_hours) {
  const ScopedTimeZone zone("IST-5:30");
  EXPECT_EQ(system_clock().utc_offset_minutes(-1), 330);
}
#endif

TEST(SystemClock, agrees_with_the_standard_library_about_now) {
  using std::chrono::duration_cast, std::chrono::microseconds;
  const auto us = [] {
    return duration_cast<microseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  };
  constexpr std::int64_t kMinute_us = 60'000'000;  // generous: the clock may be set meanwhile
  EXPECT_NEAR(static_cast<double>(system_clock().now_us()), static_cast<double>(us()),
              static_cast<double>(kMinute_us));
}

}  // namespace
}  // namespace gaia::memory

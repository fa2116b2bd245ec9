// From what a wall clock shows to the instant, across changes of the clock.
#pragma once

#include <cstdint>

#include "gaia/memory/clock.h"

namespace gaia::memory::time_zone {

inline constexpr std::int64_t kMicrosPerMinute = 60'000'000;
inline constexpr std::int64_t kMicrosPerDay = 24 * 60 * kMicrosPerMinute;

// The instant (microseconds since 1970-01-01T00:00:00Z) at which the clock's zone shows
// `wall_us`: microseconds from 1970-01-01T00:00:00 local, as if every day had 24 hours.
// A time that a clock change skips is moved forward by the gap; one that occurs twice is the first.
std::int64_t instant_at_wall_time(std::int64_t wall_us, const Clock& clock);

}  // namespace gaia::memory::time_zone

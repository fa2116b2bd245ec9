#include "time/calendar.h"

namespace gaia::memory::time_zone {

std::int64_t instant_at_wall_time(std::int64_t wall_us, const Clock& clock) {
  // No zone is a day away from UTC, so these two instants lie on either side of the one sought, and
  // near enough that at most one clock change is between them.
  const std::int64_t offset_before = clock.utc_offset_minutes(wall_us - kMicrosPerDay);
  const std::int64_t offset_after = clock.utc_offset_minutes(wall_us + kMicrosPerDay);
  const std::int64_t with_before = wall_us - offset_before * kMicrosPerMinute;
  const std::int64_t with_after = wall_us - offset_after * kMicrosPerMinute;
  if (clock.utc_offset_minutes(with_before) == offset_before) return with_before;
  if (clock.utc_offset_minutes(with_after) == offset_after) return with_after;
  return with_before;  // Skipped: read with the offset after the change, this is the gap later.
}

}  // namespace gaia::memory::time_zone

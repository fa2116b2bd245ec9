// A clock that stands still until a test moves it, in any time zone a test describes.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "gaia/memory/clock.h"
#include "gaia/memory/timestamp.h"

namespace gaia::memory::test {

// Minutes ahead of UTC at an instant.
using Zone = std::function<int(std::int64_t unix_us)>;

inline Zone fixed_zone(int offset_minutes) {
  return [offset_minutes](std::int64_t) { return offset_minutes; };
}

struct ClockChange {
  const char* instant;  // an ISO 8601 time with its offset
  int offset_minutes;   // from then on
};

// Changes in order of time.
inline Zone changing_zone(int first_offset_minutes, const std::vector<ClockChange>& changes) {
  std::vector<std::pair<std::int64_t, int>> steps;
  for (const ClockChange& change : changes) {
    steps.emplace_back(parse_timestamp(change.instant).unix_us, change.offset_minutes);
  }
  return [first_offset_minutes, steps](std::int64_t unix_us) {
    int offset = first_offset_minutes;
    for (const auto& [from_us, next] : steps) {
      if (unix_us >= from_us) offset = next;
    }
    return offset;
  };
}

// As in 2026; other years have the offsets of its beginning and end.
inline Zone los_angeles_2026() {
  return changing_zone(-480, {{"2026-03-08T10:00Z", -420}, {"2026-11-01T09:00Z", -480}});
}
inline Zone auckland_2026() {
  return changing_zone(780, {{"2026-04-04T14:00Z", 720}, {"2026-09-26T14:00Z", 780}});
}

class FakeClock final : public Clock {
 public:
  explicit FakeClock(std::int64_t now_us = 0, Zone zone = fixed_zone(0))
      : now_us_(now_us), zone_(std::move(zone)) {}
  // `now` is an ISO 8601 time with its offset.
  explicit FakeClock(std::string_view now, Zone zone = fixed_zone(0))
      : FakeClock(parse_timestamp(now).unix_us, std::move(zone)) {}

  std::int64_t now_us() const override { return now_us_; }
  int utc_offset_minutes(std::int64_t unix_us) const override { return zone_(unix_us); }

  void set_us(std::int64_t now_us) { now_us_ = now_us; }
  void set(std::string_view now) { now_us_ = parse_timestamp(now).unix_us; }
  void advance_us(std::int64_t by_us) { now_us_ += by_us; }
  void advance_days(int days) { advance_us(days * std::int64_t{86'400'000'000}); }

 private:
  std::atomic<std::int64_t> now_us_;
  const Zone zone_;
};

}  // namespace gaia::memory::test

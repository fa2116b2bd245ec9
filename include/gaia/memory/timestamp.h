// An instant together with the offset it was written in.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "gaia/memory/clock.h"
#include "gaia/memory/export.h"

namespace gaia::memory {

// Two timestamps compare by instant: 23:30-05:00 is later than next-day 01:00+01:00.
struct Timestamp {
  std::int64_t unix_us = 0;  // microseconds since 1970-01-01T00:00:00Z
  int offset_minutes = 0;    // how it was written; does not take part in comparisons

  friend constexpr std::strong_ordering operator<=>(const Timestamp& a, const Timestamp& b) {
    return a.unix_us <=> b.unix_us;
  }
  friend constexpr bool operator==(const Timestamp& a, const Timestamp& b) {
    return a.unix_us == b.unix_us;
  }
};

// What a date without a time of day stands for.
enum class DateMeaning {
  start_of_day,  // 00:00:00.000000 local: a lower bound
  end_of_day,    // 23:59:59.999999 local: an upper bound, and a due date
};

// Accepts `2026-07-10`, and a date with `T` or a blank and `hh:mm`, `hh:mm:ss` or a fraction of
// up to nine digits (kept to the microsecond), followed by nothing (local time of `clock`), `Z`,
// `+hh:mm` or `+hhmm`. Years 1970 to 9999. A local time that a clock change skips is moved forward
// by the gap; one that occurs twice is the first.
// Throws Error(invalid_argument) that shows an accepted example for anything else.
GAIA_MEMORY_EXPORT Timestamp parse_timestamp(std::string_view text,
                                             DateMeaning date_meaning = DateMeaning::start_of_day,
                                             const Clock& clock = system_clock());

// `2026-07-10T09:05:00.000000-07:00`: always microseconds, always an offset, so that text written
// on one machine sorts as time does.
GAIA_MEMORY_EXPORT std::string to_iso8601(const Timestamp& timestamp);

// The clock's instant with its local offset.
GAIA_MEMORY_EXPORT Timestamp now(const Clock& clock = system_clock());

}  // namespace gaia::memory

// ISO 8601, the part of it that behaviour and files use: strict on the way in, one form on the way
// out.
#include "gaia/memory/timestamp.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "gaia/memory/error.h"
#include "time/calendar.h"

namespace gaia::memory {
namespace {

using time_zone::instant_at_wall_time;
using time_zone::kMicrosPerDay;
using time_zone::kMicrosPerMinute;

constexpr std::int64_t kMicrosPerSecond = 1'000'000;
constexpr int kFirstYear = 1970;
constexpr int kMaxOffsetHours = 14;  // The furthest inhabited zone is +14:00.
constexpr std::size_t kShownBytes = 60;

[[noreturn]] void reject(std::string_view text, const std::string& reason) {
  std::string shown;
  for (const char c : text.substr(0, kShownBytes)) {
    const bool is_printable = c >= ' ' && c <= '~';
    shown += is_printable ? c : '?';
  }
  throw Error(ErrorCode::invalid_argument, "not a date or time: '" + shown + "' (" + reason + ")",
              "write 2026-07-10, 2026-07-10T09:05, 2026-07-10T09:05:00Z or "
              "2026-07-10T09:05:00.250-07:00");
}

// Reads the text from left to right; every step either consumes what it names or rejects.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text), rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  bool next_is(char c) const { return !rest_.empty() && rest_.front() == c; }
  [[noreturn]] void fail(const std::string& reason) const { reject(text_, reason); }

  bool skip(char c) {
    if (!next_is(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char c, const char* reason) {
    if (!skip(c)) fail(reason);
  }

  int number(std::size_t digits, int low, int high, const char* reason) {
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      const std::optional<int> next = digit();
      if (!next) fail(reason);
      value = value * 10 + *next;
    }
    if (value < low || value > high) fail(reason);
    return value;
  }

  std::optional<int> digit() {
    if (rest_.empty() || rest_.front() < '0' || rest_.front() > '9') return std::nullopt;
    const int value = rest_.front() - '0';
    rest_.remove_prefix(1);
    return value;
  }

 private:
  std::string_view text_;
  std::string_view rest_;
};

// The wall time at which the day begins; see instant_at_wall_time.
std::int64_t read_date(Scanner& in) {
  constexpr const char* kForm = "a date is yyyy-mm-dd, years 1970 to 9999";
  const int year = in.number(4, kFirstYear, 9999, kForm);
  in.expect('-', kForm);
  const int month = in.number(2, 1, 12, kForm);
  in.expect('-', kForm);
  const int day = in.number(2, 1, 31, kForm);
  const std::chrono::year_month_day date{std::chrono::year{year},
                                         std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok()) in.fail("there is no such day");
  return std::chrono::sys_days{date}.time_since_epoch().count() * kMicrosPerDay;
}

std::int64_t read_fraction_us(Scanner& in) {
  constexpr int kMaxDigits = 9;
  std::int64_t us = 0;
  std::int64_t unit_us = kMicrosPerSecond / 10;  // 0 from the seventh digit on: cut, not rounded
  int digits = 0;
  for (std::optional<int> next = in.digit(); next; next = in.digit()) {
    us += *next * unit_us;
    unit_us /= 10;
    ++digits;
  }
  if (digits < 1 || digits > kMaxDigits) in.fail("a fraction of a second has 1 to 9 digits");
  return us;
}

std::int64_t read_time_of_day(Scanner& in) {
  constexpr const char* kForm = "a time is hh:mm or hh:mm:ss, from 00:00:00 to 23:59:59";
  const int hour = in.number(2, 0, 23, kForm);
  in.expect(':', kForm);
  const int minute = in.number(2, 0, 59, kForm);
  std::int64_t us = (hour * 60 + minute) * kMicrosPerMinute;
  if (in.skip(':')) {
    us += in.number(2, 0, 59, kForm) * kMicrosPerSecond;
    if (in.skip('.')) us += read_fraction_us(in);
  }
  return us;
}

// Minutes ahead of UTC; nullopt if the text ends here, which means local time.
std::optional<int> read_offset(Scanner& in) {
  constexpr const char* kForm = "an offset is Z, +hh:mm or +hhmm, at most 14:59";
  if (in.at_end()) return std::nullopt;
  if (in.skip('Z')) return 0;
  const bool is_behind = in.next_is('-');
  if (!in.skip('-')) in.expect('+', kForm);
  const int hours = in.number(2, 0, kMaxOffsetHours, kForm);
  in.skip(':');
  const int minutes = hours * 60 + in.number(2, 0, 59, kForm);
  return is_behind ? -minutes : minutes;
}

Timestamp with_local_offset(std::int64_t unix_us, const Clock& clock) {
  return {unix_us, clock.utc_offset_minutes(unix_us)};
}

// The end of a day is just before the next one starts, whatever the clock does in between.
Timestamp read_whole_day(std::int64_t day_us, DateMeaning meaning, const Clock& clock) {
  if (meaning == DateMeaning::start_of_day) {
    return with_local_offset(instant_at_wall_time(day_us, clock), clock);
  }
  return with_local_offset(instant_at_wall_time(day_us + kMicrosPerDay, clock) - 1, clock);
}

}  // namespace

Timestamp parse_timestamp(std::string_view text, DateMeaning date_meaning, const Clock& clock) {
  Scanner in(text);
  const std::int64_t day_us = read_date(in);
  if (in.at_end()) return read_whole_day(day_us, date_meaning, clock);
  if (!in.skip('T')) in.expect(' ', "after the date comes T or a blank, and a time");
  const std::int64_t wall_us = day_us + read_time_of_day(in);
  const std::optional<int> offset = read_offset(in);
  if (!in.at_end()) in.fail("something follows the time");
  if (!offset) return with_local_offset(instant_at_wall_time(wall_us, clock), clock);
  return {wall_us - *offset * kMicrosPerMinute, *offset};
}

std::string to_iso8601(const Timestamp& timestamp) {
  using namespace std::chrono;
  const sys_time<microseconds> wall{microseconds{timestamp.unix_us} +
                                    minutes{timestamp.offset_minutes}};
  const auto day = floor<days>(wall);
  const year_month_day date{day};
  const hh_mm_ss time{wall - day};
  const int offset = std::abs(timestamp.offset_minutes);
  std::array<char, 64> text{};
  const int length = std::snprintf(
      text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%06d%c%02d:%02d",
      static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
      static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
      static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()),
      static_cast<int>(time.subseconds().count()), timestamp.offset_minutes < 0 ? '-' : '+',
      offset / 60, offset % 60);
  return {text.data(), static_cast<std::size_t>(length)};
}

Timestamp now(const Clock& clock) { return with_local_offset(clock.now_us(), clock); }

}  // namespace gaia::memory

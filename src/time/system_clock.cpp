// The only place that asks the operating system for the time or the time zone.
#include <chrono>
#include <ctime>

#include "gaia/memory/clock.h"
#include "gaia/memory/error.h"

namespace gaia::memory {
namespace {

constexpr std::int64_t kMicrosPerSecond = 1'000'000;

std::int64_t floor_to_seconds(std::int64_t unix_us) {
  const std::int64_t seconds = unix_us / kMicrosPerSecond;
  return unix_us % kMicrosPerSecond < 0 ? seconds - 1 : seconds;
}

class SystemClock final : public Clock {
 public:
  std::int64_t now_us() const override {
    const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(since_epoch).count();
  }

  int utc_offset_minutes(std::int64_t unix_us) const override {
    const auto instant = static_cast<std::time_t>(floor_to_seconds(unix_us));
    std::tm local{};
#ifdef _WIN32
    const bool known = localtime_s(&local, &instant) == 0;
    const std::int64_t ahead_s = known ? _mkgmtime(&local) - instant : 0;
#else
    const bool known = localtime_r(&instant, &local) != nullptr;
    const std::int64_t ahead_s = local.tm_gmtoff;
#endif
    if (!known) throw Error(ErrorCode::io_error, "the system knows no local time for this instant");
    return static_cast<int>(ahead_s / 60);
  }
};

}  // namespace

const Clock& system_clock() {
  static const SystemClock clock;
  return clock;
}

}  // namespace gaia::memory

// Where "now" and the local time zone come from. A host or a test passes its own; nothing in the
// library asks the operating system directly.
#pragma once

#include <cstdint>

#include "gaia/memory/export.h"

namespace gaia::memory {

// Implementations must be callable from any thread.
class GAIA_MEMORY_EXPORT Clock {
 public:
  virtual ~Clock();

  // Microseconds since 1970-01-01T00:00:00Z.
  virtual std::int64_t now_us() const = 0;

  // Minutes that local time is ahead of UTC at that instant (-420 for -07:00).
  virtual int utc_offset_minutes(std::int64_t unix_us) const = 0;
};

// The operating system's clock and time zone. Lives as long as the process.
GAIA_MEMORY_EXPORT const Clock& system_clock();

}  // namespace gaia::memory

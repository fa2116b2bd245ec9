// Where the library reports what it worked around. It never prints by itself.
#pragma once

#include <string_view>

#include "gaia/memory/export.h"

namespace gaia::memory {

enum class LogLevel { debug, info, warning, error };

// Implementations must be callable from any thread and must not call back into the library.
class GAIA_MEMORY_EXPORT Logger {
 public:
  virtual ~Logger();
  virtual void log(LogLevel level, std::string_view message) = 0;
};

}  // namespace gaia::memory

// Where a memory file lives when nobody says otherwise.
#include "platform/paths.h"
#include "gaia/memory/memory_store.h"

namespace gaia::memory {

std::filesystem::path default_db_path() {
  if (const auto named = platform::environment("GAIA_MEMORY_DB")) {
    return platform::absolute_path(
        std::filesystem::path(std::u8string(named->begin(), named->end())));
  }
  return platform::home_folder() / ".gaia" / "memory.db";
}

}  // namespace gaia::memory

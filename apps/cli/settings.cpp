#include "cli/settings.h"

#include <cstdlib>

#include "gaia/memory/memory_store.h"
#include "gaia/memory/model_files.h"

namespace gaia::memory::cli {
namespace {

using Text = std::optional<std::string>;

Text environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

bool is_given(const Text& flag) { return flag && !flag->empty(); }

Setting<Text> choose(const Text& flag, const char* variable) {
  if (is_given(flag)) return {flag, Origin::flag};
  if (const Text value = environment(variable)) return {value, Origin::environment};
  return {std::nullopt, Origin::fallback};
}

Origin origin_of(const char* variable) {
  return environment(variable) ? Origin::environment : Origin::fallback;
}

// Whoever sets a switch to keep things private must not depend on its spelling: only 0 is off.
bool is_switched_off() { return environment("GAIA_MEMORY_DISABLED").value_or("0") != "0"; }

std::filesystem::path absolute(const std::filesystem::path& path) {
  return std::filesystem::absolute(path).lexically_normal();
}

Setting<std::filesystem::path> choose_db(const Text& flag) {
  if (is_given(flag)) return {absolute(*flag), Origin::flag};
  return {default_db_path(), origin_of("GAIA_MEMORY_DB")};
}

}  // namespace

std::string_view to_text(Origin origin) {
  switch (origin) {
    case Origin::flag:
      return "flag";
    case Origin::environment:
      return "environment";
    case Origin::fallback:
      return "default";
  }
  return "default";
}

Settings resolve(const Flags& flags) {
  return {.db = choose_db(flags.db),
          .context = choose(flags.context, "GAIA_MEMORY_CONTEXT"),
          .model = choose(flags.model, "GAIA_MEMORY_EMBEDDER"),
          .models_folder = {default_models_folder(), origin_of("GAIA_MEMORY_MODELS")},
          .switched_off = is_switched_off(),
          .verbose = flags.verbose};
}

}  // namespace gaia::memory::cli

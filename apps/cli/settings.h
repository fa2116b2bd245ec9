// What the program works with, and who said so: a flag beats the environment, the environment beats
// the default.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace gaia::memory::cli {

// The flags that every command takes.
struct Flags {
  std::optional<std::string> db;
  std::optional<std::string> context;
  std::optional<std::string> model;
  bool json = false;
  bool verbose = false;
};

enum class Origin { flag, environment, fallback };

std::string_view to_text(Origin origin);  // "flag", "environment", "default"

template <typename T>
struct Setting {
  T value = {};
  Origin origin = Origin::fallback;
};

struct Settings {
  Setting<std::filesystem::path> db;            // absolute
  Setting<std::optional<std::string>> context;  // unset: search everywhere, store in "global"
  Setting<std::optional<std::string>> model;    // a GGUF file or kNoModel; unset: the best
                                                // one in the models folder
  Setting<std::filesystem::path> models_folder;
  bool switched_off = false;  // GAIA_MEMORY_DISABLED: nothing may be stored or counted
  bool verbose = false;
};

constexpr std::string_view kNoModel = "none";

// Empty values count as not given. Errors: not_found (no home folder and no --db).
Settings resolve(const Flags& flags);

}  // namespace gaia::memory::cli

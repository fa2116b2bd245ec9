// One run of the program: its settings, its output, and the memory that it opens when a command
// asks for it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "cli/output.h"
#include "cli/settings.h"
#include "gaia/memory/agent_memory.h"

namespace gaia::memory::cli {

enum class Intent { read, remove, change, store };

// What a command is going to do. Only a command that stores makes a file, and one that needs no
// model fails for none.
struct Access {
  Intent intent = Intent::read;
  bool uses_model = false;
};

class Session {
 public:
  Session(Settings settings, Output& output);

  const Settings& settings() const { return settings_; }
  Output& output() { return output_; }

  // Opened by the first call. A model that the user named is loaded at once when it is going to be
  // used, so that a wrong one is an error and not a poorer answer. While the memory is switched
  // off, it is read without leaving a trace, and only removing writes. Errors: refused (changing or
  // storing while it is switched off); not_found if there is no file and `access` does not make
  // one; the model's; the store's.
  AgentMemory& memory(Access access);

  // False on the first day, and for a mistyped name. A search then finds nothing, and says why.
  // Errors: io_error (the path cannot be looked at).
  bool has_file() const;
  void tell_no_file() const;

  // The model file that is used unless the user named one: all-MiniLM-L6-v2, else the first
  // embedding model of the folder. Empty if there is none.
  std::optional<std::filesystem::path> find_default_model() const;

  // Where what is remembered without a context goes.
  std::string context_to_store() const { return settings_.context.value.value_or("global"); }

  // Tells a person why their memories are found by words only, and what to do about it. Silent if
  // they asked for that.
  void explain_missing_model(const std::string& reason) const;

 private:
  std::shared_ptr<Embedder> load_model() const;

  Settings settings_;
  Output& output_;
  std::unique_ptr<AgentMemory> memory_;
};

}  // namespace gaia::memory::cli

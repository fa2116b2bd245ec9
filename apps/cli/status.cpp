// status: what the memory is, what it holds, and where each setting comes from.
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/runtime.h"

namespace gaia::memory::cli {
namespace {

struct NoArguments {};

template <typename T>
wire::Json setting(const T& value, Origin origin) {
  return {{"value", value}, {"origin", to_text(origin)}};
}

wire::Json or_null(const std::optional<std::string>& text) {
  return text ? wire::Json(*text) : wire::Json(nullptr);
}

// One of both, or neither if there is no model.
struct ModelInUse {
  std::optional<std::string> file = {};
  std::optional<std::string> problem = {};
};

// The status is what people look at when something is wrong, so it tells and does not fail.
ModelInUse model_in_use(const Session& session) {
  if (session.settings().model.value) return {.file = session.settings().model.value};
  try {
    const auto model = session.find_default_model();
    return model ? ModelInUse{.file = model->string()} : ModelInUse{};
  } catch (const Error& error) {
    return {.problem = error.what()};
  }
}

wire::Json settings_to_json(const Session& session) {
  const Settings& settings = session.settings();
  const ModelInUse model = model_in_use(session);
  return {{"db", setting(settings.db.value.string(), settings.db.origin)},
          {"context", setting(or_null(settings.context.value), settings.context.origin)},
          {"model", setting(or_null(model.file), settings.model.origin)},
          {"model_problem", or_null(model.problem)},
          {"models_folder",
           setting(settings.models_folder.value.string(), settings.models_folder.origin)}};
}

void print_setting(Output& output, const std::string& name, const std::string& value,
                   Origin origin) {
  output.line(output.dim(name + ":") + " " + printable(value) +
              output.dim(" (" + std::string(to_text(origin)) + ")"));
}

void print(Output& output, const std::string& name, const std::string& value) {
  output.line(output.dim(name + ":") + " " + printable(value));
}

void print_settings(Output& output, const Session& session) {
  const Settings& settings = session.settings();
  print_setting(output, "file", settings.db.value.string(), settings.db.origin);
  print_setting(output, "context", settings.context.value.value_or("all"), settings.context.origin);
  const ModelInUse model = model_in_use(session);
  print_setting(output, "model", model.file.value_or(model.problem.value_or("none found")),
                settings.model.origin);
  print_setting(output, "models folder", settings.models_folder.value.string(),
                settings.models_folder.origin);
}

std::string size_in_words(const MemoryStatus& status, bool exists) {
  if (!exists) return "there is no file yet; the first remember makes it";
  return in_bytes(status.db_size_bytes) + " and " + in_bytes(status.wal_size_bytes) +
         " of log, schema " + std::to_string(status.schema_version) +
         (status.read_only ? ", cannot be written" : "");
}

std::string counts_in_words(const StoreCounts& counts) {
  return std::to_string(counts.knowledge) + " items, " + std::to_string(counts.superseded) +
         " superseded, " + std::to_string(counts.turns) + " turns in " +
         std::to_string(counts.sessions) + " sessions, " + std::to_string(counts.tool_calls) +
         " tool calls";
}

std::string meaning_in_words(const MemoryStatus& status) {
  if (!status.embedder_problem.empty()) return "not available: " + status.embedder_problem;
  if (status.embedder_id.empty()) return "not available: no model";
  return status.embedder_id + ", " + std::to_string(status.dimension) + " dimensions, " +
         std::to_string(status.pending_embeddings) + " items pending";
}

MemoryStatus status_without_file(const Session& session) {
  return {.db_path = session.settings().db.value, .context = session.context_to_store()};
}

void run(Session& session, const NoArguments&) {
  const bool exists = session.has_file();
  const MemoryStatus status = exists ? session.memory({}).status() : status_without_file(session);
  Output& output = session.output();
  if (output.style() == Style::json) {
    wire::Json json = wire::to_json(status);
    json["exists"] = exists;
    json["settings"] = settings_to_json(session);
    json["version"] = GAIA_MEMORY_VERSION;
    json["switched_off"] = session.settings().switched_off;
    json.update(runtime_to_json());
    return output.json(json);
  }
  print_settings(output, session);
  print(output, "size", size_in_words(status, exists));
  if (exists) {
    print(output, "holds", counts_in_words(status.counts));
    print(output, "search by meaning", meaning_in_words(status));
  }
  if (session.settings().switched_off) {
    print(output, "memory", "switched off by GAIA_MEMORY_DISABLED: read, and never added to");
  }
  print(output, "version",
        std::string(GAIA_MEMORY_VERSION) + ", model runtime: " + runtime_in_words());
}

}  // namespace

void add_status(Program& program) {
  CLI::App& command =
      add_command(program.app, "status", "Show the file, what it holds, and the settings",
                  "gaia-memory status --json");
  set_action(program, command, std::make_shared<NoArguments>(), run);
}

}  // namespace gaia::memory::cli

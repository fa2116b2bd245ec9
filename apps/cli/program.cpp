#include "cli/program.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "cli/commands.h"
#include "cli/failure.h"
#include "cli/output.h"
#include "cli/runtime.h"
#include "cli/terminal.h"

namespace gaia::memory::cli {
namespace {

constexpr const char* kName = "gaia-memory";
constexpr const char* kVersion = GAIA_MEMORY_VERSION;

// Also when the arguments cannot be parsed, a program that asked for JSON gets JSON.
bool asks_for_json(int argc, const char* const* argv) {
  const auto end = std::find(argv, argv + argc, std::string_view("--"));
  return std::any_of(argv, end, [](std::string_view argument) {
    return argument == "--json" || argument.starts_with("--json=");
  });
}

void add_flags(Program& program) {
  CLI::App& app = program.app;
  add_text(app, "--db", program.flags.db, "Memory file [GAIA_MEMORY_DB, ~/.gaia/memory.db]")
      .type_name("FILE");
  add_text(app, "--context", program.flags.context,
           "Scope to store in and to search, with global [GAIA_MEMORY_CONTEXT]")
      .type_name("NAME");
  add_text(app, "--model", program.flags.model,
           "Embedding model, a GGUF file or none [GAIA_MEMORY_EMBEDDER]")
      .type_name("FILE");
  app.add_flag("--json", program.flags.json, "Print one JSON document")->disable_flag_override();
  app.add_flag("-v,--verbose", program.flags.verbose, "Tell on standard error what goes on");
  app.set_version_flag("--version", kVersion, "Print the version");
}

void describe(Program& program) {
  CLI::App& app = program.app;
  app.name(kName);
  app.description("A memory for AI agents and their people, in one file.");
  app.set_help_flag("-h,--help", "Print this help");
  app.require_subcommand(1);
  app.fallthrough();
  add_flags(program);
  add_remember(program);
  add_recall(program);
  add_browse(program);
  add_import(program);
  add_models(program);
  add_status(program);
  app.footer("Exit status: 0, or the kind of error (2 wrong usage, 3 not found, 6 busy, ...).");
}

// The command that the arguments came to, for "how to get help".
std::string help_command(const CLI::App& app) {
  std::string command = kName;
  for (const CLI::App* chosen : app.get_subcommands()) command += " " + chosen->get_name();
  return command + " --help";
}

Error usage_error(const Program& program, const CLI::ParseError& error) {
  std::string message = error.what();
  const std::vector<std::string> rest = program.app.remaining();
  if (program.app.get_subcommands().empty()) {
    message = rest.empty() ? "no command given" : "unknown command '" + rest.front() + "'";
  }
  return Error(ErrorCode::invalid_argument, message, "see " + help_command(program.app));
}

void print_version(Output& output) {
  if (output.style() == Style::json) {
    wire::Json json = {{"version", kVersion}};
    json.update(runtime_to_json());
    return output.json(json);
  }
  output.line(std::string(kName) + " " + kVersion);
  output.line("model runtime: " + runtime_in_words());
}

// Of the command that the arguments came to.
void print_help(const CLI::App& app, Output& output) {
  const std::string help = app.help();
  if (output.style() == Style::json) return output.json({{"help", help}});
  output.raw(help);
}

int run_command(int argc, const char* const* argv, Output& output) {
  Program program;
  describe(program);
  try {
    program.app.parse(argc, argv);
    Session session(resolve(program.flags), output);
    program.action(session);
  } catch (const CLI::CallForHelp&) {
    print_help(program.app, output);
  } catch (const CLI::CallForVersion&) {
    print_version(output);
  } catch (const CLI::ParseError& error) {
    throw usage_error(program, error);
  }
  output.flush();
  return 0;
}

}  // namespace

int run(int argc, const char* const* argv) {
  survive_failed_writes();
  Output output(asks_for_json(argc, argv));
  try {
    return run_command(argc, argv, output);
  } catch (const Error& error) {
    return fail(output, error);
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(output,
                Error(ErrorCode::io_error, error.code().message() + ": " + error.path1().string()));
  } catch (const std::exception& error) {
    return fail_unexpected(output, error.what());
  }
}

}  // namespace gaia::memory::cli

// The commands of the program, one file per group. Each `add_...` describes its commands to the
// parser and leaves in Program::action what the chosen one does.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/session.h"
#include "cli/settings.h"

namespace gaia::memory::cli {

struct Program {
  CLI::App app;
  Flags flags;
  std::function<void(Session&)> action;
};

void add_remember(Program& program);
void add_recall(Program& program);  // recall, search-conversations
void add_browse(Program& program);  // list, show, update, forget
void add_import(Program& program);
void add_models(Program& program);
void add_status(Program& program);

// --- For the descriptions.

using Text = std::optional<std::string>;

// A command whose help ends with `example`.
CLI::App& add_command(CLI::App& parent, const std::string& name, const std::string& description,
                      const std::string& example);

// Text that must be valid UTF-8; `--option ""` is kept as empty text.
CLI::Option& add_text(CLI::App& command, const std::string& names, Text& target,
                      const std::string& help);
CLI::Option& add_text(CLI::App& command, const std::string& names, std::string& target,
                      const std::string& help);

// What the store would refuse is refused here already, because there may be no file yet.
CLI::Option& add_instant(CLI::App& command, const std::string& names, Text& target,
                         const std::string& help);
CLI::Option& add_count(CLI::App& command, const std::string& names, int& target,
                       const std::string& help);  // 1 to 1000
CLI::Option& add_offset(CLI::App& command, const std::string& names, int& target,
                        const std::string& help);  // 0 or more
CLI::Option& add_choice(CLI::App& command, const std::string& names, std::string& target,
                        const std::string& help, std::vector<std::string> choices);

// When the parser has chosen `command`, `run(session, arguments)` is what the program does.
template <typename Arguments>
void set_action(Program& program, CLI::App& command, std::shared_ptr<Arguments> arguments,
                void (*run)(Session&, const Arguments&)) {
  command.callback([&program, arguments, run] {
    program.action = [arguments, run](Session& session) { run(session, *arguments); };
  });
}

}  // namespace gaia::memory::cli

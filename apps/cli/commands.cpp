#include "cli/commands.h"

#include "wire/json.h"

namespace gaia::memory::cli {

CLI::App& add_command(CLI::App& parent, const std::string& name, const std::string& description,
                      const std::string& example) {
  CLI::App* command = parent.add_subcommand(name, description);
  command->footer("Example: " + example + "\nOptions of every command: gaia-memory --help");
  return *command;
}

CLI::Option& add_text(CLI::App& command, const std::string& names, Text& target,
                      const std::string& help) {
  const auto store = [names, &target](const std::string& value) {
    wire::require_text(names, value);
    target = value;
  };
  return *command.add_option_function<std::string>(names, store, help);
}

CLI::Option& add_text(CLI::App& command, const std::string& names, std::string& target,
                      const std::string& help) {
  const auto store = [names, &target](const std::string& value) {
    wire::require_text(names, value);
    target = value;
  };
  return *command.add_option_function<std::string>(names, store, help);
}

}  // namespace gaia::memory::cli

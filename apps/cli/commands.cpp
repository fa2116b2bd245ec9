#include "cli/commands.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "gaia/memory/timestamp.h"
#include "wire/json.h"

namespace gaia::memory::cli {
namespace {

// CLI::Range says the same in more words, and in floating point.
CLI::Validator whole_number(int smallest, int largest) {
  const auto complaint = [smallest, largest](const std::string& value) -> std::string {
    int number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool fits = error == std::errc() && end == value.data() + value.size() &&
                      number >= smallest && number <= largest;
    if (fits) return {};
    return "'" + value + "' is not a whole number of " + std::to_string(smallest) + " to " +
           std::to_string(largest);
  };
  return CLI::Validator(complaint, "");
}

void require_choice(const std::string& option, const std::string& value,
                    const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  std::string list;
  for (const std::string& choice : choices) list += (list.empty() ? "" : ", ") + choice;
  throw Error(ErrorCode::invalid_argument, option + " cannot be '" + value + "'",
              "it takes " + list);
}

}  // namespace

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

CLI::Option& add_instant(CLI::App& command, const std::string& names, Text& target,
                         const std::string& help) {
  const auto store = [names, &target](const std::string& value) {
    wire::require_text(names, value);
    parse_timestamp(value);
    target = value;
  };
  return *command.add_option_function<std::string>(names, store, help);
}

CLI::Option& add_count(CLI::App& command, const std::string& names, int& target,
                       const std::string& help) {
  return *command.add_option(names, target, help)->check(whole_number(1, 1000));
}

CLI::Option& add_offset(CLI::App& command, const std::string& names, int& target,
                        const std::string& help) {
  return *command.add_option(names, target, help)
              ->check(whole_number(0, std::numeric_limits<int>::max()));
}

CLI::Option& add_choice(CLI::App& command, const std::string& names, std::string& target,
                        const std::string& help, std::vector<std::string> choices) {
  const auto store = [names, &target, choices = std::move(choices)](const std::string& value) {
    wire::require_text(names, value);
    require_choice(names, value, choices);
    target = value;
  };
  return *command.add_option_function<std::string>(names, store, help);
}

}  // namespace gaia::memory::cli

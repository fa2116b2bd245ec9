// The help lists what the documentation lists.
#include <sstream>

#include "cli/cli_test.h"

namespace gaia::memory::test {
namespace {

class Help : public CliTest {
 protected:
  // The first word of each line below "Subcommands:".
  Arguments commands_of(const Arguments& command) const {
    Arguments arguments = command;
    arguments.push_back("--help");
    std::istringstream help(run(arguments).out);
    Arguments names;
    bool listed = false;
    for (std::string line; std::getline(help, line);) {
      if (line.empty() || line[0] != ' ') {
        listed = line == "Subcommands:";
      } else if (listed && line.size() > 2 && line[2] != ' ') {
        names.push_back(line.substr(2, line.find(' ', 2) - 2));
      }
    }
    return names;
  }
};

const Arguments kCommands{
    "remember", "recall", "search-conversations", "list", "show", "update", "forget", "import",
    "models",   "status"};

TEST_F(Help, lists_the_documented_commands) {
  EXPECT_EQ(commands_of({}), kCommands);
  EXPECT_EQ(commands_of({"models"}), (Arguments{"list", "import"}));
}

TEST_F(Help, every_command_explains_itself_with_an_example_and_touches_nothing) {
  for (const std::string& command : kCommands) {
    const ProcessResult result = run({command, "--help"});
    EXPECT_EQ(result.exit_status, 0) << command;
    EXPECT_EQ(result.err, "") << command;
    EXPECT_NE(result.out.find("Usage: gaia-memory " + command), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("Example: gaia-memory " + command), std::string::npos) << result.out;
  }
  EXPECT_FALSE(std::filesystem::exists(db()));
}

TEST_F(Help, names_every_global_flag) {
  const std::string help = run({"--help"}).out;
  for (const char* flag : {"--db", "--context", "--model", "--json", "--verbose", "--version"}) {
    EXPECT_NE(help.find(flag), std::string::npos) << flag;
  }
}

TEST_F(Help, version_names_the_version_and_the_runtime) {
  const ProcessResult result = run({"--version"});
  expect_success(result);
  EXPECT_TRUE(result.out.starts_with("gaia-memory 0.")) << result.out;
  EXPECT_NE(result.out.find("model runtime: "), std::string::npos) << result.out;
}

}  // namespace
}  // namespace gaia::memory::test

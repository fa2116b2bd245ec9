#include "cli/cli_test.h"

#include <algorithm>
#include <fstream>

namespace gaia::memory::test {

ProcessOptions CliTest::process(const Arguments& arguments) const {
  ProcessOptions options{.command = {GAIA_MEMORY_PROGRAM}, .environment = environment_};
  options.folder = folder_.path().string();
  options.command.insert(options.command.end(), arguments.begin(), arguments.end());
  return options;
}

ProcessResult CliTest::run(const Arguments& arguments, const std::string& input) const {
  ProcessOptions options = process(arguments);
  options.input = input;
  return run_process(options);
}

Json CliTest::run_json(Arguments arguments, const std::string& input) const {
  arguments.push_back("--json");
  const ProcessResult result = run(arguments, input);
  EXPECT_EQ(result.exit_status, 0) << result.err;
  const Json document = Json::parse(result.out, nullptr, /*allow_exceptions=*/false);
  EXPECT_FALSE(document.is_discarded()) << result.out;
  return document;
}

std::string CliTest::remember(const std::string& text, const Arguments& more) const {
  Arguments arguments{"remember", text};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_json(arguments).value("id", "");
}

int CliTest::count_rows(const std::string& table) const {
  if (!std::filesystem::exists(db())) return 0;
  return std::stoi(Sql(db()).value("SELECT count(*) FROM " + table));
}

std::filesystem::path CliTest::write(const std::string& name, const std::string& content) const {
  const std::filesystem::path file = folder_ / name;
  std::ofstream(file, std::ios::binary) << content;
  return file;
}

void expect_failure(const ProcessResult& result, ErrorCode code, const std::string& part) {
  EXPECT_EQ(result.exit_status, error_row(code).exit_status) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(result.err.starts_with("gaia-memory: ")) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_NE(result.err.find(part), std::string::npos) << result.err << "lacks: " << part;
}

void expect_success(const ProcessResult& result) { EXPECT_EQ(result.exit_status, 0) << result.err; }

}  // namespace gaia::memory::test

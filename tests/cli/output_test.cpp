// Where the output goes, and what it looks like there.
#include <algorithm>

#include "cli/cli_test.h"

namespace gaia::memory::test {
namespace {

class OutputTo : public CliTest {};

class OutputToTerminal : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (!has_terminals()) GTEST_SKIP() << "this system has no pseudo-terminals";
  }

  ProcessResult run_on_terminal(const Arguments& arguments) const {
    ProcessOptions options = process(arguments);
    options.terminal_output = true;
    return run_process(options);
  }
};

TEST_F(OutputTo, a_full_disk_is_an_error_not_silence) {
  remember("Sarah prefers mail");
  for (const Arguments& command : {Arguments{"list"}, {"list", "--json"}, {"--help"}}) {
    ProcessOptions options = process(command);
    options.output_file = "/dev/full";
    const ProcessResult result = run_process(options);
    expect_failure(result, ErrorCode::storage_full, "cannot write to standard output");
  }
}

TEST_F(OutputTo, a_pipe_that_nobody_reads_is_an_error_not_a_crash) {
  ProcessOptions options = process({"remember", "Sarah prefers mail"});
  options.closed_output = true;
  expect_failure(run_process(options), ErrorCode::io_error, "cannot write to standard output");
  EXPECT_EQ(count_rows(), 1);
}

TEST_F(OutputTo, every_command_prints_one_document_with_json) {
  const std::string id = remember("Sarah prefers mail");
  const Arguments commands[] = {{"remember", "x y z"},
                                {"recall", "mail"},
                                {"list"},
                                {"show", id},
                                {"update", id, "--domain", "a"},
                                {"status"},
                                {"models", "list"},
                                {"search-conversations", "x"},
                                {"import", "-", "--from", "jsonl"},
                                {"forget", id},
                                {"--version"},
                                {"recall", "--help"}};
  for (const Arguments& command : commands) {
    EXPECT_TRUE(run_json(command).is_object()) << command[0];
  }
}

TEST_F(OutputToTerminal, stored_text_cannot_drive_it) {
  const std::string hostile =
      "innocent\x1b[2J\x07\r\xc2\x9b"
      "31m \xe2\x80\xae gnp.exe\nsecond";
  expect_success(run({"remember", hostile}));
  for (const ProcessResult& result :
       {run({"recall", "innocent"}), run({"list"}), run_on_terminal({"recall", "innocent"})}) {
    EXPECT_EQ(result.out.find("\x1b[2J"), std::string::npos);
    EXPECT_EQ(result.out.find('\x07'), std::string::npos);
    EXPECT_EQ(result.out.find("\xc2\x9b"), std::string::npos);
    EXPECT_EQ(result.out.find("\xe2\x80\xae"), std::string::npos);
    EXPECT_NE(result.out.find("\\x1b[2J"), std::string::npos) << result.out;
  }
  EXPECT_EQ(run_json({"recall", "innocent"})["items"][0]["content"], hostile);
}

TEST_F(OutputTo, an_error_repeats_hostile_text_harmlessly_on_one_line) {
  const ProcessResult result = run({"remember", "x", "--category", "a\x1b[2J\nb"});
  expect_failure(result, ErrorCode::invalid_argument);
  EXPECT_EQ(result.err.find('\x1b'), std::string::npos);
}

TEST_F(OutputTo, a_pipe_gets_no_colour_and_no_wrapping) {
  remember(std::string("word ") + std::string(300, 'x') + " end");
  const ProcessResult result = run({"recall", "word"});
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 1);
  EXPECT_EQ(result.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(result.out.find('\t'), std::string::npos);
}

TEST_F(OutputToTerminal, a_terminal_gets_a_ranked_list_wrapped_to_its_width) {
  environment_["TERM"] = "xterm";
  environment_["NO_COLOR"] = "1";
  remember("Sarah leads the platform team and prefers mail over chat, except when it is urgent",
           {"--entity", "person:sarah", "--due", "2099-07-10"});
  const std::string out = run_on_terminal({"recall", "mail"}).out;
  EXPECT_TRUE(
      out.starts_with("1. Sarah leads the platform team and prefers mail over chat,\r\n"
                      "   except when it is urgent\r\n   "))
      << out;
  EXPECT_NE(out.find("due 10 July 2099"), std::string::npos) << out;
  EXPECT_NE(out.find("by words"), std::string::npos) << out;
  EXPECT_EQ(out.find('\x1b'), std::string::npos) << out;
}

TEST_F(OutputToTerminal, a_terminal_gets_colours_unless_it_is_told_otherwise) {
  environment_["TERM"] = "xterm";
  remember("Sarah prefers mail");
  EXPECT_NE(run_on_terminal({"recall", "mail"}).out.find("\x1b[2m"), std::string::npos);
  environment_["TERM"] = "dumb";
  EXPECT_EQ(run_on_terminal({"recall", "mail"}).out.find('\x1b'), std::string::npos);
}

TEST_F(OutputTo, verbose_adds_to_standard_error_only) {
  remember("Sarah prefers mail");
  EXPECT_EQ(run({"recall", "mail", "-v", "--no-touch"}).out,
            run({"recall", "mail", "--no-touch"}).out);
}

}  // namespace
}  // namespace gaia::memory::test

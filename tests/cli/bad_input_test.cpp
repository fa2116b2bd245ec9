// What people and scripts get wrong: each time one clear line, the right exit status, and nothing
// stored.
#include "cli/cli_test.h"

namespace gaia::memory::test {
namespace {

constexpr const char* kUnknownId = "00000000-0000-4000-8000-000000000000";

class BadInput : public CliTest {};

TEST_F(BadInput, a_blank_text_is_refused) {
  for (const char* text : {"", " ", "\n\t ", "\xE2\x80\x8B"}) {
    expect_failure(run({"remember", text}), ErrorCode::invalid_argument, "empty");
  }
  expect_failure(run({"remember", "-"}, ""), ErrorCode::invalid_argument, "empty");
  EXPECT_EQ(count_rows(), 0);
}

TEST_F(BadInput, bytes_that_are_not_utf8_are_refused) {
  expect_failure(run({"remember", "caf\xe9"}), ErrorCode::invalid_argument, "UTF-8");
  expect_failure(run({"remember", "-"}, "caf\xe9"), ErrorCode::invalid_argument, "UTF-8");
  expect_failure(run({"remember", "x", "--entity", "\xff"}), ErrorCode::invalid_argument, "UTF-8");
  expect_failure(run({"recall", "caf\xe9"}), ErrorCode::invalid_argument, "UTF-8");
  EXPECT_EQ(count_rows(), 0);
}

TEST_F(BadInput, a_nul_character_is_refused) {
  expect_failure(run({"remember", "-"}, std::string("a\0b", 3)), ErrorCode::invalid_argument,
                 "NUL");
  EXPECT_EQ(count_rows(), 0);
}

TEST_F(BadInput, ten_megabytes_are_cut_and_that_is_said) {
  std::string text = "the beginning";
  while (text.size() < 10'000'000) text += " and more words";
  const ProcessResult result = run({"remember", "-", "--json"}, text);
  expect_success(result);
  EXPECT_EQ(result.err, "gaia-memory: the text was cut: the first 2.0 kB of 10.0 MB are stored\n");
  const Json item = run_json({"show", Json::parse(result.out)["id"]});
  EXPECT_EQ(item["content"], text.substr(0, 2000));
}

TEST_F(BadInput, a_category_that_does_not_exist_is_named) {
  expect_failure(run({"remember", "x", "--category", "facts"}), ErrorCode::invalid_argument,
                 "'facts'");
  EXPECT_EQ(count_rows(), 0);
}

TEST_F(BadInput, a_bad_date_is_answered_with_an_example) {
  remember("Sarah prefers mail");
  for (const char* date : {"tomorrow", "2026-02-30", "10.07.2026", "2026-07-10T25:00"}) {
    expect_failure(run({"remember", "x", "--due", date}), ErrorCode::invalid_argument, "2026-");
    expect_failure(run({"recall", "x", "--since", date}), ErrorCode::invalid_argument, "2026-");
  }
  EXPECT_EQ(count_rows(), 1);
}

TEST_F(BadInput, a_credential_is_refused_and_not_repeated) {
  const std::string key = "sk-" + std::string("proj-") + std::string(40, 'a') + "B1";
  const ProcessResult result = run({"remember", "my key is " + key});
  expect_failure(result, ErrorCode::refused);
  EXPECT_EQ(result.err.find(key), std::string::npos) << result.err;
  EXPECT_EQ(count_rows(), 0);
}

TEST_F(BadInput, an_unknown_id_is_not_found) {
  remember("Sarah prefers mail");
  expect_failure(run({"show", kUnknownId}), ErrorCode::not_found);
  expect_failure(run({"forget", kUnknownId}), ErrorCode::not_found);
  expect_failure(run({"update", kUnknownId, "--content", "x"}), ErrorCode::not_found);
  EXPECT_EQ(count_rows(), 1);
}

TEST_F(BadInput, an_id_that_is_too_short_is_refused) {
  remember("Sarah prefers mail");
  for (const char* id : {"1", "", "1234567"}) {
    expect_failure(run({"forget", id}), ErrorCode::invalid_argument, "8");
  }
  EXPECT_EQ(count_rows(), 1);
}

TEST_F(BadInput, an_id_that_fits_two_items_is_ambiguous) {
  remember("Sarah prefers mail");
  remember("The office closes at six");
  Sql(db()).run(
      "UPDATE knowledge SET id = 'abcdef12-0000-4000-8000-00000000000' || "
      "(SELECT count(*) FROM knowledge AS k WHERE k.rowid < knowledge.rowid)");
  const ProcessResult result = run({"forget", "abcdef12"});
  expect_failure(result, ErrorCode::ambiguous, "abcdef12-0000-4000-8000-000000000001");
  EXPECT_EQ(count_rows(), 2);
  expect_success(run({"forget", "abcdef12-0000-4000-8000-000000000001"}));
  EXPECT_EQ(count_rows(), 1);
}

TEST_F(BadInput, update_wants_something_to_change) {
  const std::string id = remember("Sarah prefers mail");
  expect_failure(run({"update", id}), ErrorCode::invalid_argument, "nothing to change");
  expect_failure(run({"update", id, "--content", " "}), ErrorCode::invalid_argument, "empty");
  expect_failure(run({"update", id, "--sensitive", "--not-sensitive"}), ErrorCode::invalid_argument,
                 "--not-sensitive");
  EXPECT_EQ(run_json({"show", id})["content"], "Sarah prefers mail");
}

TEST_F(BadInput, counts_are_numbers_within_bounds) {
  remember("Sarah prefers mail");
  for (const char* count : {"0", "-1", "1001", "many", "99999999999"}) {
    expect_failure(run({"recall", "x", "-k", count}), ErrorCode::invalid_argument);
    expect_failure(run({"list", "--limit", count}), ErrorCode::invalid_argument);
  }
  expect_failure(run({"list", "--sort", "colour"}), ErrorCode::invalid_argument, "colour");
  expect_failure(run({"list", "--order", "up"}), ErrorCode::invalid_argument, "up");
}

TEST_F(BadInput, arguments_are_checked_also_when_there_is_no_file_yet) {
  for (const Arguments& command : {Arguments{"recall", "x", "-k", "0"},
                                   {"recall", "x", "--since", "garbage"},
                                   {"search-conversations", "x", "-k", "1001"},
                                   {"search-conversations", "x", "--until", "garbage"},
                                   {"list", "--limit", "0"},
                                   {"list", "--offset", "-1"},
                                   {"list", "--sort", "colour"},
                                   {"list", "--order", "up"}}) {
    expect_failure(run(command), ErrorCode::invalid_argument, command.back());
  }
  EXPECT_FALSE(std::filesystem::exists(db()));
}

TEST_F(BadInput, a_value_for_json_is_true_or_refused_in_json) {
  EXPECT_TRUE(Json::parse(run({"list", "--json=true"}).out).contains("items"));
  const ProcessResult result = run({"list", "--json=1"});
  EXPECT_EQ(result.exit_status, error_row(ErrorCode::invalid_argument).exit_status);
  EXPECT_EQ(Json::parse(result.out)["error"]["code"], "invalid_argument");
  EXPECT_NE(result.err.find("json"), std::string::npos) << result.err;
}

TEST_F(BadInput, json_that_cannot_be_taken_is_named_with_its_line) {
  const std::string good = "{\"category\":\"fact\",\"content\":\"x\"}\n";
  const std::string nested = std::string(200'000, '[') + std::string(200'000, ']');
  expect_failure(run({"import", "-", "--from", "jsonl"},
                     good + R"({"category":"fact","content":"y","confidence":1e400})"),
                 ErrorCode::invalid_argument, "line 2: a number");
  expect_failure(
      run({"import", "-", "--from", "jsonl"},
          good + R"({"category":"fact","content":"y","metadata":"{\"a\":)" + nested + R"(}"})"),
      ErrorCode::invalid_argument, "line 2: 'metadata': JSON is nested deeper");
  EXPECT_EQ(count_rows(), 0);
}

TEST_F(BadInput, wrong_usage_says_how_to_get_help) {
  struct Case {
    Arguments arguments;
    const char* part;
  };
  const Case cases[] = {
      {{}, "no command given; see gaia-memory --help"},
      {{"remembr", "x"}, "unknown command 'remembr'; see gaia-memory --help"},
      {{"remember"}, "see gaia-memory remember --help"},
      {{"remember", "x", "y"}, "see gaia-memory remember --help"},
      {{"recall", "x", "--colour"}, "--colour"},
      {{"models"}, "see gaia-memory models --help"},
      {{"import", "file"}, "--from"},
  };
  for (const Case& c : cases) expect_failure(run(c.arguments), ErrorCode::invalid_argument, c.part);
}

TEST_F(BadInput, with_json_a_failure_is_a_document_as_well) {
  for (const Arguments& command :
       {Arguments{"--json", "show", kUnknownId}, {"show", kUnknownId, "--json"}}) {
    const ProcessResult result = run(command);
    EXPECT_EQ(result.exit_status, error_row(ErrorCode::not_found).exit_status);
    const Json error = Json::parse(result.out)["error"];
    EXPECT_EQ(error["code"], "not_found");
    EXPECT_EQ(result.err, "gaia-memory: " + error["message"].get<std::string>() + "; " +
                              error["hint"].get<std::string>() + "\n");
  }
  EXPECT_EQ(Json::parse(run({"--json", "recal"}).out)["error"]["code"], "invalid_argument");
}

}  // namespace
}  // namespace gaia::memory::test

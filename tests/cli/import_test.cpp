// Files of conversations and items: all of a file or nothing of it.
#include "cli/cli_test.h"

namespace gaia::memory::test {
namespace {

constexpr const char* kTalk =
    R"({"session_id": "s1", "role": "user", "content": "When is the release?", "timestamp": "2026-07-10T14:00:00Z"}
{"session_id": "s1", "role": "assistant", "content": "The release is on Friday", "timestamp": "2026-07-10T14:00:05Z", "context": "work"}

{"session_id": "s2", "role": "user", "content": "", "timestamp": "2026-07-11T08:00:00Z"}
)";

class Import : public CliTest {
 protected:
  void expect_line_is_named(const std::string& line, const std::string& from,
                            const std::string& part) {
    const std::string good =
        from == "jsonl"
            ? R"({"category": "fact", "content": "Sarah prefers mail"})"
            : R"({"session_id": "s", "role": "user", "content": "x", "timestamp": "2026-07-10"})";
    const auto file = write("in.jsonl", good + "\n" + line + "\n");
    const ProcessResult result = run({"import", file.string(), "--from", from});
    EXPECT_EQ(result.exit_status, 2) << line << result.err;
    EXPECT_NE(result.err.find("in.jsonl, line 2: "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find(part), std::string::npos) << result.err << "lacks: " << part;
    EXPECT_EQ(count_rows("knowledge"), 0) << line;
    EXPECT_EQ(count_rows("conversations"), 0) << line;
  }
};

TEST_F(Import, a_conversation_can_be_searched_afterwards) {
  const auto file = write("talk.jsonl", kTalk);
  EXPECT_EQ(run({"import", file.string(), "--from", "conversation"}).out,
            "turns: 3 read, 2 stored, 1 blank or known already\n");
  const auto count_in = [&](const char* context) {
    return run_json({"search-conversations", "release", "--context", context})["items"].size();
  };
  EXPECT_EQ(count_in("work"), 2u) << "the context's and the global one";
  EXPECT_EQ(count_in("home"), 1u) << "the global one";
  EXPECT_EQ(run({"search-conversations", "friday"}).out,
            "2026-07-10T14:00:05.000000+00:00  s1  assistant  The release is on Friday\n");
}

TEST_F(Import, the_same_conversation_again_stores_nothing) {
  const auto file = write("talk.jsonl", kTalk);
  run({"import", file.string(), "--from", "conversation"});
  EXPECT_EQ(run_json({"import", file.string(), "--from", "conversation"})["stored"], 0);
  EXPECT_EQ(count_rows("conversations"), 2);
}

TEST_F(Import, a_dash_is_standard_input_and_the_context_is_for_lines_without_one) {
  const Json result =
      run_json({"import", "-", "--from", "conversation", "--context", "home"}, kTalk);
  EXPECT_EQ(result["stored"], 2);
  EXPECT_EQ(run_json({"search-conversations", "release", "--context", "home"})["items"].size(), 1u);
}

TEST_F(Import, items_are_stored_with_their_fields) {
  const auto file =
      write("items.jsonl",
            "\xEF\xBB\xBF"
            R"({"category": "fact", "content": "Sarah prefers mail", "source": "user"})"
            "\r\n"
            R"({"category": "note", "content": "The office closes at six", )"
            R"("context": "work", "metadata": {"a": 1}, "confidence": "0.9", )"
            R"("created_at": "2026-07-01T08:00:00Z"})");
  EXPECT_EQ(run({"import", file.string(), "--from", "jsonl"}).out,
            "items: 2 read, 2 created, 0 updated, 0 reinforced, 0 superseded, 0 outdated\n");
  const Json item = run_json({"recall", "office"})["items"][0];
  EXPECT_EQ(item["category"], "note");
  EXPECT_EQ(item["context"], "work");
  EXPECT_EQ(item["metadata"]["a"], 1);
  EXPECT_EQ(item["created_at"], "2026-07-01T08:00:00.000000+00:00");
}

TEST_F(Import, items_again_are_reinforced) {
  const std::string line = R"({"category": "fact", "content": "Sarah prefers mail"})";
  run_json({"import", "-", "--from", "jsonl"}, line);
  EXPECT_EQ(run_json({"import", "-", "--from", "jsonl"}, line)["reinforced"], 1);
  EXPECT_EQ(count_rows(), 1);
}

TEST_F(Import, a_bad_line_of_a_conversation_is_named_and_nothing_is_stored) {
  const std::string from = "conversation";
  expect_line_is_named("{broken", from, "not valid JSON");
  expect_line_is_named("[1]", from, "expected a JSON object");
  expect_line_is_named(R"({"session_id": "s", "role": "user", "content": "x"})", from,
                       "'timestamp' is missing");
  expect_line_is_named(
      R"({"session_id": "s", "role": "robot", "content": "x", "timestamp": "2026-07-10"})", from,
      "'robot'");
  expect_line_is_named(
      R"({"session_id": "s", "role": "user", "content": "x", "timestamp": "yesterday"})", from,
      "'timestamp'");
  expect_line_is_named(
      R"({"session": "s", "role": "user", "content": "x", "timestamp": "2026-07-10"})", from,
      "unknown field 'session'");
  expect_line_is_named("{\"session_id\": \"\xff\"}", from, "UTF-8");
}

TEST_F(Import, a_bad_line_of_items_is_named_and_nothing_is_stored) {
  expect_line_is_named(R"({"category": "fact"})", "jsonl", "'content' is missing");
  expect_line_is_named(R"({"category": "fact", "content": "  "})", "jsonl", "empty");
  expect_line_is_named(R"({"category": "facts", "content": "x"})", "jsonl", "'facts'");
  expect_line_is_named(R"({"category": "fact", "content": "x", "confidence": 2})", "jsonl",
                       "confidence");
  expect_line_is_named(R"({"category": "fact", "content": "x", "colour": "red"})", "jsonl",
                       "unknown field 'colour'");
  expect_line_is_named(R"({"category": "fact", "content": "x", "due_at": "soon"})", "jsonl",
                       "'due_at'");
}

TEST_F(Import, a_credential_in_a_file_is_refused_with_its_line) {
  const std::string line = R"({"category": "fact", "content": "my key is sk-)" +
                           std::string("proj-") + std::string(40, 'a') + R"(B1"})";
  const ProcessResult result = run({"import", "-", "--from", "jsonl"}, line);
  expect_failure(result, ErrorCode::refused, "standard input, line 1: ");
  EXPECT_EQ(count_rows(), 0);
}

TEST_F(Import, a_file_that_is_not_there_or_a_folder_is_an_error) {
  expect_failure(run({"import", "nowhere.jsonl", "--from", "jsonl"}), ErrorCode::not_found,
                 "nowhere.jsonl");
  expect_failure(run({"import", folder().path().string(), "--from", "jsonl"}), ErrorCode::io_error,
                 folder().path().string());
  expect_failure(run({"import", "-", "--from", "xml"}), ErrorCode::invalid_argument, "'xml'");
}

TEST_F(Import, an_empty_file_is_no_error) {
  EXPECT_EQ(run_json({"import", "-", "--from", "jsonl"}, "\n\n")["read"], 0);
  EXPECT_EQ(run_json({"import", "-", "--from", "conversation"}, "")["read"], 0);
}

}  // namespace
}  // namespace gaia::memory::test

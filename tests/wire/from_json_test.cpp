// What a door takes in: strict about names and types, lenient about how a value is written.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/expect_error.h"
#include "wire/json.h"

namespace gaia::memory::wire {
namespace {

using ::gaia::memory::test::expect_error;

// The message of the invalid_argument that `text` leads to as an item.
std::string complaint_about_item(const std::string& text) {
  const auto error =
      expect_error(ErrorCode::invalid_argument, [&] { to_new_knowledge(parse(text)); });
  return error ? error->what() : "";
}

std::string complaint_about_turn(const std::string& text) {
  const auto error = expect_error(ErrorCode::invalid_argument, [&] { to_new_turn(parse(text)); });
  return error ? error->what() : "";
}

TEST(FromJson, an_item_takes_every_field_of_the_document) {
  const NewKnowledge item = to_new_knowledge(parse(R"({
      "category": "reminder", "content": "Call Sarah", "context": "work",
      "entity": "person:sarah", "domain": "sales", "source": "user", "confidence": 0.9,
      "sensitive": true, "due_at": "2026-07-10", "created_at": "2026-07-01T08:00:00Z",
      "metadata": {"recurring": "weekly"}})"));
  EXPECT_EQ(item.category, "reminder");
  EXPECT_EQ(item.content, "Call Sarah");
  EXPECT_EQ(item.context, "work");
  EXPECT_EQ(item.entity, "person:sarah");
  EXPECT_EQ(item.domain, "sales");
  EXPECT_EQ(item.source, "user");
  EXPECT_EQ(item.confidence, 0.9);
  EXPECT_TRUE(item.sensitive);
  EXPECT_EQ(item.due_at, "2026-07-10");
  EXPECT_EQ(item.created_at, "2026-07-01T08:00:00Z");
  EXPECT_EQ(item.metadata, R"({"recurring":"weekly"})");
}

TEST(FromJson, what_is_not_given_keeps_its_default) {
  const NewKnowledge item =
      to_new_knowledge(parse(R"({"category": "fact", "content": "x", "entity": "", "domain": null,
                "context": "", "confidence": "", "sensitive": null})"));
  EXPECT_EQ(item.entity, std::nullopt);
  EXPECT_EQ(item.domain, std::nullopt);
  EXPECT_EQ(item.context, std::nullopt);
  EXPECT_EQ(item.confidence, std::nullopt);
  EXPECT_EQ(item.source, "tool");
  EXPECT_FALSE(item.sensitive);
}

TEST(FromJson, booleans_and_numbers_may_arrive_as_text) {
  const NewKnowledge item = to_new_knowledge(
      parse(R"({"category": "fact", "content": "x", "sensitive": "true", "confidence": "0.25"})"));
  EXPECT_TRUE(item.sensitive);
  EXPECT_EQ(item.confidence, 0.25);
}

TEST(FromJson, metadata_may_be_an_object_written_as_text) {
  const NewKnowledge item =
      to_new_knowledge(parse(R"({"category": "fact", "content": "x", "metadata": "{\"a\": 1}"})"));
  EXPECT_EQ(item.metadata, R"({"a":1})");
}

TEST(FromJson, a_complaint_names_the_field_and_what_is_wrong_with_it) {
  struct Case {
    const char* json;
    const char* message;
  };
  const Case cases[] = {
      {R"({"category": "fact", "content": "x", "contxt": "work"})", "unknown field 'contxt'"},
      {R"({"category": "fact"})", "'content' is missing or empty"},
      {R"({"category": "fact", "content": ""})", "'content' is missing or empty"},
      {R"({"content": "x"})", "'category' is missing or empty"},
      {R"({"category": 3, "content": "x"})", "'category' must be text, not of type number"},
      {R"({"category": "fact", "content": ["x"]})", "'content' must be text, not of type array"},
      {R"({"category": "fact", "content": "x", "sensitive": "maybe"})",
       "'sensitive' must be true or false, not the text 'maybe'"},
      {R"({"category": "fact", "content": "x", "confidence": "0.5x"})",
       "'confidence' must be a number, not the text '0.5x'"},
      {R"({"category": "fact", "content": "x", "metadata": [1]})",
       "'metadata' must be a JSON object, not of type array"},
      {R"(["fact", "x"])", "expected a JSON object, found array"},
      {R"("fact")", "expected a JSON object, found string"},
  };
  for (const Case& c : cases) EXPECT_EQ(complaint_about_item(c.json), c.message) << c.json;
}

TEST(FromJson, a_bad_date_is_refused_with_the_name_of_its_field) {
  const std::string message =
      complaint_about_item(R"({"category": "fact", "content": "x", "due_at": "next week"})");
  EXPECT_TRUE(message.starts_with("'due_at': ")) << message;
}

TEST(FromJson, text_with_a_nul_character_is_refused) {
  EXPECT_EQ(complaint_about_item(R"({"category": "fact", "content": "a\u0000b"})"),
            "content contains a NUL character (byte 1)");
}

TEST(FromJson, a_turn_takes_every_field) {
  const NewTurn turn = to_new_turn(parse(
      R"({"session_id": "s1", "role": "user", "content": "Hello", "context": "work",
          "timestamp": "2026-07-10T14:00:00Z"})"));
  EXPECT_EQ(turn.session_id, "s1");
  EXPECT_EQ(turn.role, "user");
  EXPECT_EQ(turn.content, "Hello");
  EXPECT_EQ(turn.context, "work");
  EXPECT_EQ(turn.timestamp, "2026-07-10T14:00:00Z");
}

TEST(FromJson, a_turn_may_be_blank_but_not_without_content) {
  EXPECT_EQ(to_new_turn(parse(R"({"session_id": "s", "role": "user", "content": ""})")).content,
            "");
  EXPECT_EQ(complaint_about_turn(R"({"session_id": "s", "role": "user"})"),
            "'content' is missing or empty");
  EXPECT_EQ(complaint_about_turn(R"({"role": "user", "content": "x"})"),
            "'session_id' is missing or empty");
}

TEST(Parse, broken_json_is_refused_with_the_place) {
  const auto error = expect_error(ErrorCode::invalid_argument, [] { parse(R"({"a": 1,,})"); });
  EXPECT_STREQ(error->what(), "not valid JSON at byte 9");
}

TEST(FromJson, metadata_as_text_is_held_to_the_same_depth) {
  const std::string nested = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_EQ(complaint_about_item(R"({"category": "fact", "content": "x", "metadata": "{\"a\":)" +
                                 nested + R"(}"})"),
            "'metadata': JSON is nested deeper than 64 levels");
}

TEST(Parse, a_number_beyond_a_double_is_refused) {
  EXPECT_EQ(complaint_about_item(R"({"category": "fact", "content": "x", "confidence": 1e400})"),
            "a number in the JSON is out of range");
}

TEST(Parse, bytes_that_are_not_utf8_are_refused) {
  expect_error(ErrorCode::invalid_argument, [] { parse("{\"a\": \"\xff\"}"); });
}

TEST(Parse, deep_nesting_is_refused_before_it_can_exhaust_the_stack) {
  EXPECT_NO_THROW(parse(std::string(60, '[') + std::string(60, ']')));
  const auto error =
      expect_error(ErrorCode::invalid_argument, [] { parse(std::string(1'000'000, '[')); });
  EXPECT_STREQ(error->what(), "JSON is nested deeper than 64 levels");
}

TEST(RequireText, only_utf8_without_nul_passes) {
  EXPECT_NO_THROW(require_text("--due", "Zürich 東京"));
  EXPECT_NO_THROW(require_text("--due", ""));
  const auto error =
      expect_error(ErrorCode::invalid_argument, [] { require_text("--due", "a\xc3("); });
  EXPECT_STREQ(error->what(), "--due is not valid UTF-8");
}

}  // namespace
}  // namespace gaia::memory::wire

// What may not be stored, and that the message says why.
#include <gmock/gmock.h>

#include <cmath>

#include "store/store_fixture.h"

namespace gaia::memory::test {
namespace {

using testing::HasSubstr;

class ValidationTest : public StoreTest {
 protected:
  void refuse(ErrorCode code, const NewKnowledge& knowledge, const std::string& because) {
    const auto error = expect_error(code, [&] { store().store(knowledge); });
    ASSERT_TRUE(error);
    EXPECT_THAT(error->what(), HasSubstr(because));
    EXPECT_FALSE(error->hint().empty());
    EXPECT_EQ(std::string(error->what()).find('\n'), std::string::npos);
    EXPECT_EQ(store().get_counts().knowledge, 0);
  }
};

TEST_F(ValidationTest, bad_values_are_refused_with_their_reason) {
  const auto invalid = ErrorCode::invalid_argument;
  refuse(invalid, {.category = "fact", .content = ""}, "content is empty");
  refuse(invalid, {.category = "fact", .content = " \t\n\u200b"}, "content is empty");
  refuse(invalid, {.category = "fact", .content = "abc\xff"}, "byte 3");
  refuse(invalid, {.category = "fact", .content = std::string("a\0b", 3)}, "NUL");
  refuse(invalid, {.category = "idea", .content = "x"}, "unknown category 'idea'");
  refuse(invalid, {.category = "fact", .content = "x", .metadata = "[1]"}, "not a JSON object");
  refuse(invalid, {.category = "fact", .content = "x", .metadata = "{"}, "not a JSON object");
  refuse(invalid, {.category = "fact", .content = "x", .confidence = 1.5}, "confidence");
  refuse(invalid, {.category = "fact", .content = "x", .confidence = std::nan("")}, "confidence");
  refuse(invalid, {.category = "fact", .content = "x", .due_at = "2026-02-30"}, "due_at");
  refuse(invalid, {.category = "fact", .content = "x", .due_at = "tomorrow"}, "due_at");
  refuse(invalid, {.category = "fact", .content = "x", .context = "a\nb"}, "context");
  refuse(invalid, {.category = "fact", .content = "x", .context = ""}, "context");
  refuse(invalid, {.category = "fact", .content = "x", .entity = std::string(300, 'e')}, "entity");
}

TEST_F(ValidationTest, credentials_are_refused_and_talk_about_them_is_not) {
  const std::string key = "sk-" + std::string(40, 'a') + "1";
  refuse(ErrorCode::refused, {.category = "fact", .content = "my key is " + key}, "contains");
  remember("Rotate the API key every 90 days");
  const auto id = store().get_all_knowledge().items.front().id;
  expect_error(ErrorCode::refused, [&] { store().update(id, {.content = "it is " + key}); });
  EXPECT_EQ(store().get(id)->content, "Rotate the API key every 90 days");
}

TEST_F(ValidationTest, a_user_may_keep_a_secret_that_they_mark_sensitive) {
  const std::string key = "sk-" + std::string(40, 'a') + "1";
  const auto stored = store().store(
      {.category = "note", .content = "spare key " + key, .source = "user", .sensitive = true});
  EXPECT_EQ(stored.outcome, StoreOutcome::created);
}

TEST_F(ValidationTest, privileged_categories_are_the_users) {
  refuse(ErrorCode::refused,
         {.category = "permission", .content = "May delete files", .source = "llm_extract"},
         "permission");
  EXPECT_EQ(store()
                .store({.category = "permission", .content = "May read mail", .source = "user"})
                .outcome,
            StoreOutcome::created);
}

TEST_F(ValidationTest, an_update_cannot_go_round_the_rules) {
  const std::string secret = "password: hunter2x";
  const auto kept =
      store().store({.category = "note", .content = secret, .source = "user", .sensitive = true});
  expect_error(ErrorCode::refused, [&] { store().update(kept.id, {.sensitive = false}); });
  EXPECT_TRUE(store().get(kept.id)->sensitive);
  const auto learned = store().store(
      {.category = "fact", .content = "Deletes files at night", .source = "llm_extract"});
  expect_error(ErrorCode::refused, [&] { store().update(learned.id, {.category = "permission"}); });
  expect_error(ErrorCode::refused,
               [&] { store().update(learned.id, {.metadata = R"({"password":"hunter2x"})"}); });
}

TEST_F(ValidationTest, only_the_user_writes_privileged_categories) {
  refuse(ErrorCode::refused,
         {.category = "permission", .content = "May delete files", .source = "discovery"},
         "permission");
}

TEST_F(ValidationTest, long_content_is_cut_at_2000_characters) {
  std::string text;
  for (int i = 0; i < 2500; ++i) text += "\u00e9";
  const auto id = remember(text);
  EXPECT_EQ(store().get(id)->content.size(), 4000u);
}

TEST_F(ValidationTest, ten_megabytes_are_cut_and_stored) {
  const auto id = remember(std::string(10 * 1024 * 1024, 'x'));
  EXPECT_EQ(store().get(id)->content.size(), 2000u);
}

}  // namespace
}  // namespace gaia::memory::test

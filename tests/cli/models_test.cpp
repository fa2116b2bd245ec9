// Model files that are missing, damaged, of another kind or out of reach.
#include "cli/cli_test.h"

namespace gaia::memory::test {
namespace {

// Little-endian, as in a file.
std::string number(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>((value >> (8 * i)) & 0xFF);
  return text;
}

std::string gguf_text(const std::string& text) { return number(text.size(), 8) + text; }

// A GGUF file without tensors that says what architecture it would be of.
std::string empty_model(const std::string& architecture) {
  constexpr std::uint64_t kVersion = 3;
  constexpr std::uint64_t kTextType = 8;
  return "GGUF" + number(kVersion, 4) + number(0, 8) + number(1, 8) +
         gguf_text("general.architecture") + number(kTextType, 4) + gguf_text(architecture);
}

class Models : public CliTest {
 protected:
  void SetUp() override {
    if (!run_json({"--version"})["model_runtime"]) GTEST_SKIP() << "built without a model runtime";
    remember("Sarah prefers mail");
  }

  void expect_refused(const std::filesystem::path& model, ErrorCode code) {
    for (const Arguments& command : {Arguments{"remember", "x"}, {"recall", "x"}}) {
      Arguments arguments = command;
      arguments.insert(arguments.end(), {"--model", model.string()});
      expect_failure(run(arguments), code, model.filename().string());
    }
    EXPECT_EQ(count_rows(), 1);
  }
};

TEST_F(Models, a_named_model_that_is_not_there_is_an_error) {
  expect_refused(folder() / "nowhere.gguf", ErrorCode::not_found);
  environment_["GAIA_MEMORY_EMBEDDER"] = "nowhere.gguf";
  expect_failure(run({"remember", "x"}), ErrorCode::not_found, "nowhere.gguf");
  EXPECT_EQ(count_rows(), 1);
}

TEST_F(Models, a_file_that_is_no_model_is_an_error) {
  expect_refused(write("text.gguf", "Dear diary, this is no model"), ErrorCode::invalid_model);
  expect_refused(write("empty.gguf", ""), ErrorCode::invalid_model);
}

TEST_F(Models, a_truncated_model_is_an_error) {
  const std::string whole = empty_model("bert");
  expect_refused(write("cut.gguf", whole.substr(0, whole.size() / 2)), ErrorCode::invalid_model);
}

TEST_F(Models, a_model_of_another_kind_is_an_error) {
  expect_refused(write("chat.gguf", empty_model("llama")), ErrorCode::invalid_model);
}

TEST_F(Models, a_model_that_may_not_be_read_is_an_error) {
  const auto model = write("secret.gguf", empty_model("bert"));
  std::filesystem::permissions(model, std::filesystem::perms::none);
  ProcessOptions options = process({"remember", "x", "--model", model.string()});
  options.bound_by_permissions = true;
  expect_failure(run_process(options), ErrorCode::io_error, "secret.gguf");
  EXPECT_EQ(count_rows(), 1);
}

TEST_F(Models, commands_that_need_no_model_do_not_mind_a_bad_one) {
  const std::string id = remember("The office closes at six");
  environment_["GAIA_MEMORY_EMBEDDER"] = "nowhere.gguf";
  for (const Arguments& command : {Arguments{"list"},
                                   {"show", id},
                                   {"status"},
                                   {"update", id, "--domain", "office"},
                                   {"search-conversations", "x"},
                                   {"forget", id}}) {
    expect_success(run(command));
  }
}

TEST_F(Models, without_any_model_recall_answers_by_words_and_says_how_to_get_one) {
  environment_.erase("GAIA_MEMORY_EMBEDDER");
  expect_success(run({"remember", "The office closes at six"}));
  const ProcessResult result = run({"recall", "mail"});
  expect_success(result);
  EXPECT_NE(result.out.find("Sarah prefers mail"), std::string::npos);
  EXPECT_TRUE(result.err.starts_with("gaia-memory: found by words only: ")) << result.err;
  EXPECT_NE(result.err.find("gaia-memory models import FOLDER"), std::string::npos) << result.err;
  EXPECT_EQ(run_json({"recall", "mail"})["degraded"], Json::parse(R"(["vector"])"));
}

TEST_F(Models, who_asked_for_no_model_is_not_told_that_there_is_none) {
  EXPECT_EQ(run({"recall", "mail"}).err, "");
}

TEST_F(Models, a_damaged_model_in_the_folder_is_left_out_and_named) {
  std::filesystem::create_directory(folder() / "models");
  write("models/broken.gguf", "no model");
  const ProcessResult result = run({"models", "list"});
  expect_success(result);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("broken.gguf is left out"), std::string::npos) << result.err;
  EXPECT_EQ(run_json({"models", "list"})["models"].size(), 0u);
}

TEST_F(Models, an_import_names_what_it_does_not_find) {
  expect_failure(run({"models", "import", "nowhere"}), ErrorCode::not_found, "nowhere");
  expect_failure(run({"models", "import", ".", "--precision", "q2"}), ErrorCode::invalid_argument,
                 "'q2'");
  EXPECT_FALSE(std::filesystem::exists(folder() / "models"));
}

}  // namespace
}  // namespace gaia::memory::test

#include "inference/encoder.h"

#include <gtest/gtest.h>

#include <thread>

#include "gaia/memory/model_files.h"
#include "support/expect_error.h"
#include "support/temp_folder.h"
#include "support/tiny_bert.h"

namespace gaia::memory::inference {
namespace {

using test::TinyBert;

class EncoderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    model_.write(folder_ / "tiny");
    file_ = import_model({.source = folder_ / "tiny", .destination = folder_.path()}).path;
  }

  std::vector<std::int32_t> ids(const std::vector<std::string>& tokens) const {
    std::vector<std::int32_t> all{model_.id("[CLS]")};
    for (const std::string& token : tokens) all.push_back(model_.id(token));
    all.push_back(model_.id("[SEP]"));
    return all;
  }

  // Of the lengths at which limits are near: none, one, the most that fits, and more.
  static std::vector<std::string> texts_of_many_lengths() {
    std::vector<std::string> texts{"", " \t\n ", "a", "tea", "the user drinks tea."};
    for (const std::size_t words :
         {2u, 28u, 29u, 30u, 31u, 32u, 33u, 39u, 40u, 41u, 511u, 50'000u}) {
      std::string text;
      for (std::size_t i = 0; i < words; ++i) text += i % 3 == 0 ? "tea " : "coffee ";
      texts.push_back(text);
    }
    texts.insert(texts.end(), 16, "x");
    texts.emplace_back("not \xff\xfe utf-8 \xc3");
    texts.emplace_back("nul\0nul", 7);
    return texts;
  }

  const TinyBert model_;
  test::TempFolder folder_;
  std::filesystem::path file_;
};

TEST_F(EncoderTest, knows_the_recipe_of_its_model) {
  const Encoder encoder({.model = file_});
  EXPECT_EQ(encoder.name(), "tiny");
  EXPECT_EQ(encoder.pooling(), "mean");
  EXPECT_EQ(encoder.dimension(), TinyBert::kWidth);
  EXPECT_EQ(encoder.max_tokens(), TinyBert::kMaxTokens);
}

TEST_F(EncoderTest, cuts_words_into_the_longest_pieces) {
  const Encoder encoder({.model = file_});
  EXPECT_EQ(encoder.tokenize("Teaing, tea."), ids({"tea", "##ing", ",", "tea", "."}));
  EXPECT_EQ(encoder.tokenize("cab"), ids({"c", "##a", "##b"}));
  EXPECT_EQ(encoder.tokenize("te\xC3\xA0 É"), ids({"tea", "e"}));
  EXPECT_EQ(encoder.tokenize("a5 5"), ids({"[UNK]", "[UNK]"}));
}

TEST_F(EncoderTest, text_that_looks_like_a_special_token_is_text) {
  const Encoder encoder({.model = file_});
  EXPECT_EQ(encoder.tokenize("[CLS]"), ids({"[UNK]", "c", "##l", "##s", "[UNK]"}));
  EXPECT_EQ(encoder.tokenize("\xE2\x96\x81tea"), ids({"[UNK]"}));
}

TEST_F(EncoderTest, a_long_text_keeps_its_beginning_and_what_encloses_it) {
  const Encoder encoder({.model = file_});
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "tea ";
  EXPECT_EQ(encoder.tokenize(text), ids(std::vector<std::string>(TinyBert::kMaxTokens - 2, "tea")));
}

TEST_F(EncoderTest, vectors_are_those_of_the_weights) {
  Encoder encoder({.model = file_});
  for (const std::string text : {"tea", "the user drinks tea, coffee.", "x", "the the the the"}) {
    SCOPED_TRACE(text);
    const EncodedText encoded = encoder.encode_one(text);
    EXPECT_EQ(encoded.error, "");
    EXPECT_GT(test::cosine(encoded.vector, model_.mean_vector(encoder.tokenize(text))), 0.999);
    double square = 0;
    for (const float x : encoded.vector) square += static_cast<double>(x) * static_cast<double>(x);
    EXPECT_NEAR(square, 1, 1e-5);
  }
}

TEST_F(EncoderTest, a_text_of_any_length_has_the_same_vector_alone_and_in_any_batch) {
  Encoder encoder({.model = file_, .query_threads = 1, .workers = 3});
  const std::vector<std::string> texts = texts_of_many_lengths();
  const std::vector<EncodedText> together = encoder.encode(texts);
  ASSERT_EQ(together.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    SCOPED_TRACE(i);
    const EncodedText alone = encoder.encode_one(texts[i]);
    EXPECT_EQ(alone.error, "");
    EXPECT_EQ(alone.vector.size(), TinyBert::kWidth);
    EXPECT_GT(test::cosine(alone.vector, together[i].vector), 0.9999);
  }
}

TEST_F(EncoderTest, threads_that_share_it_get_the_vectors_of_one) {
  Encoder encoder({.model = file_, .query_threads = 1, .workers = 2});
  const std::vector<std::string> texts{"tea", "coffee", "the user drinks tea.", "a b c d e f"};
  const std::vector<EncodedText> expected = encoder.encode(texts);
  std::vector<std::vector<EncodedText>> found(8);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : found) {
      threads.emplace_back([&] {
        for (int round = 0; round < 20; ++round) {
          mine = encoder.encode(texts);
          for (std::size_t i = 0; i < texts.size(); ++i)
            mine.push_back(encoder.encode_one(texts[i]));
        }
      });
    }
  }
  for (const auto& mine : found) {
    ASSERT_EQ(mine.size(), 2 * texts.size());
    for (std::size_t i = 0; i < mine.size(); ++i) {
      EXPECT_GT(test::cosine(mine[i].vector, expected[i % texts.size()].vector), 0.9999);
    }
  }
}

TEST_F(EncoderTest, no_texts_have_no_vectors) {
  Encoder encoder({.model = file_});
  EXPECT_TRUE(encoder.encode({}).empty());
}

TEST_F(EncoderTest, several_runtime_threads_give_the_same_vector) {
  Encoder one({.model = file_, .query_threads = 1});
  Encoder two({.model = file_, .query_threads = 2});
  EXPECT_GT(test::cosine(one.encode_one("the user drinks tea").vector,
                         two.encode_one("the user drinks tea").vector),
            0.9999);
}

TEST_F(EncoderTest, a_missing_file_is_not_found) {
  test::expect_error(ErrorCode::not_found, [&] { Encoder{EncoderOptions{folder_ / "none.gguf"}}; });
}

}  // namespace
}  // namespace gaia::memory::inference

// all-MiniLM-L6-v2 as imported, against references that data/*.py made without our code.
#include "support/real_model.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "inference/encoder.h"
#include "support/temp_folder.h"
#include "support/tiny_bert.h"

namespace gaia::memory::inference {
namespace {

nlohmann::json read_data(const std::string& name) {
  return nlohmann::json::parse(
      test::read_file(std::filesystem::path(GAIA_MEMORY_TEST_DATA) / name));
}

TEST(RealModelTest, describes_itself) {
  const ModelFile model = inspect_model(test::real_model());
  EXPECT_EQ(model.name, "all-MiniLM-L6-v2");
  EXPECT_EQ(model.kind, ModelKind::embedding);
  EXPECT_EQ(model.dimension, 384u);
  EXPECT_EQ(model.context_tokens, 512u);
  EXPECT_EQ(Encoder({.model = model.path}).max_tokens(), 256u);
}

TEST(RealModelTest, token_ids_are_those_of_the_models_own_tokenizer) {
  const Encoder encoder({.model = test::real_model()});
  const nlohmann::json cases = read_data("minilm_tokens.json");
  ASSERT_GT(cases.size(), 50u);
  for (const nlohmann::json& each : cases) {
    const auto text = each.at("text").get<std::string>();
    EXPECT_EQ(encoder.tokenize(text), each.at("ids").get<std::vector<std::int32_t>>())
        << text.substr(0, 80);
  }
}

void expect_reference_vectors(const std::filesystem::path& model, double least) {
  Encoder encoder({.model = model});
  for (const nlohmann::json& each : read_data("minilm_vectors.json")) {
    const auto text = each.at("text").get<std::string>();
    const EncodedText encoded = encoder.encode_one(text);
    EXPECT_EQ(encoded.error, "");
    EXPECT_GT(test::cosine(encoded.vector, each.at("vector").get<std::vector<float>>()), least)
        << text.substr(0, 80);
  }
}

TEST(RealModelTest, vectors_are_those_of_the_published_weights) {
  expect_reference_vectors(test::real_model(), 0.999);
}

TEST(RealModelTest, vectors_in_full_and_half_precision_are_closer_still) {
  const test::TempFolder folder;
  for (const Precision precision : {Precision::f16, Precision::f32}) {
    const ModelFile model = import_model({.source = test::real_model_source(),
                                          .destination = folder.path(),
                                          .precision = precision});
    SCOPED_TRACE(model.precision);
    expect_reference_vectors(model.path, 0.9999);
  }
}

TEST(RealModelTest, accents_neither_hide_nor_merge_words) {
  Encoder encoder({.model = test::real_model()});
  const auto cosine = [&](const std::string& a, const std::string& b) {
    return test::cosine(encoder.encode_one(a).vector, encoder.encode_one(b).vector);
  };
  EXPECT_GT(cosine("Hokkaidō", "Hokkaido"), 0.99);
  EXPECT_GT(cosine("Zażółć", "Zazołc"), 0.99);
  EXPECT_GT(cosine("cafe\u0301", "café"), 0.99);
  EXPECT_LT(cosine("Hokkaidō", "Kraków"), cosine("Hokkaido", "Krakow") + 0.01);
}

TEST(RealModelTest, related_texts_are_closer_than_unrelated_ones) {
  Encoder encoder({.model = test::real_model()});
  const auto question = encoder.encode_one("Which drink does the user like?").vector;
  const auto near = encoder.encode_one("The user prefers tea over coffee").vector;
  const auto far = encoder.encode_one("The build uses CMake with Ninja").vector;
  EXPECT_GT(test::cosine(question, near), test::cosine(question, far) + 0.2);
}

}  // namespace
}  // namespace gaia::memory::inference

#include <gtest/gtest.h>

#include "gaia/memory/local_models.h"
#include "gaia/memory/model_files.h"
#include "models/role_prefixes.h"
#include "support/expect_error.h"
#include "support/real_model.h"
#include "support/temp_folder.h"
#include "support/tiny_bert.h"

namespace gaia::memory {
namespace {

class LocalEmbedderTest : public ::testing::Test {
 protected:
  std::unique_ptr<Embedder> make(const std::string& name, Precision precision = Precision::q8_0) {
    test::TinyBert().write(folder_ / "tiny");
    const ModelFile model = import_model({.source = folder_ / "tiny",
                                          .destination = folder_ / (name + ".gguf"),
                                          .name = name,
                                          .precision = precision});
    return make_local_embedder({.model = model.path});
  }

  test::TempFolder folder_;
};

std::vector<float> vector_of(Embedder& embedder, const std::string& text, TextRole role) {
  const std::vector<std::string> texts{text};
  std::vector<Embedding> embeddings = embedder.embed(texts, role);
  EXPECT_EQ(embeddings.size(), 1u);
  EXPECT_EQ(embeddings.at(0).error, "");
  return std::move(embeddings.at(0).vector);
}

TEST_F(LocalEmbedderTest, identity_names_model_and_recipe_but_not_precision) {
  EXPECT_TRUE(has_local_models());
  EXPECT_EQ(make("plain")->info().id, "plain/mean");
  EXPECT_EQ(make("plain", Precision::f32)->info().id, "plain/mean");
  EXPECT_EQ(make("nomic-embed-text-v2-moe")->info().id, "nomic-embed-text-v2-moe/mean/nomic");
  EXPECT_EQ(make("plain")->info().dimension, test::TinyBert::kWidth);
  EXPECT_EQ(make("plain")->info().max_tokens, test::TinyBert::kMaxTokens);
}

TEST_F(LocalEmbedderTest, a_model_without_roles_encodes_both_alike) {
  const auto embedder = make("plain");
  EXPECT_EQ(vector_of(*embedder, "tea", TextRole::query),
            vector_of(*embedder, "tea", TextRole::document));
}

TEST_F(LocalEmbedderTest, a_model_with_roles_is_told_them) {
  const auto embedder = make("e5-small-v2");
  const auto plain = make("plain");
  EXPECT_EQ(vector_of(*embedder, "tea", TextRole::query),
            vector_of(*plain, "query: tea", TextRole::query));
  EXPECT_EQ(vector_of(*embedder, "tea", TextRole::document),
            vector_of(*plain, "passage: tea", TextRole::document));
}

TEST_F(LocalEmbedderTest, a_batch_keeps_its_order_and_its_roles) {
  const auto embedder = make("e5-small-v2");
  const std::vector<std::string> texts{"tea", "", "coffee", "the user"};
  const std::vector<Embedding> embeddings = embedder->embed(texts, TextRole::document);
  ASSERT_EQ(embeddings.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_GT(
        test::cosine(embeddings[i].vector, vector_of(*embedder, texts[i], TextRole::document)),
        0.9999);
  }
  EXPECT_TRUE(embedder->embed({}, TextRole::query).empty());
}

TEST_F(LocalEmbedderTest, files_that_are_no_embedding_model_are_refused) {
  test::write_file(folder_ / "text.gguf", "not a model");
  test::expect_error(ErrorCode::invalid_model,
                     [&] { make_local_embedder({.model = folder_ / "text.gguf"}); });
  test::expect_error(ErrorCode::not_found,
                     [&] { make_local_embedder({.model = folder_ / "none.gguf"}); });
  test::TinyBert(true).write(folder_ / "cross");
  const auto reranker =
      import_model({.source = folder_ / "cross", .destination = folder_.path()}).path;
  test::expect_error(ErrorCode::invalid_model, [&] { make_local_embedder({.model = reranker}); });
}

TEST(LocalEmbedderWithRealModelTest, is_the_default_of_the_product) {
  const auto embedder = make_local_embedder({.model = test::real_model()});
  EXPECT_EQ(embedder->info().id, "all-MiniLM-L6-v2/mean");
  EXPECT_EQ(embedder->info().dimension, 384u);
  EXPECT_EQ(embedder->info().max_tokens, 256u);
}

TEST(RolePrefixesTest, belong_to_a_family_however_its_files_are_called) {
  using models::role_prefixes;
  EXPECT_EQ(role_prefixes("Nomic Embed Text v2 Moe").query, "search_query: ");
  EXPECT_EQ(role_prefixes("nomic-embed-text-v1.5").document, "search_document: ");
  EXPECT_EQ(role_prefixes("multilingual-e5-small").document, "passage: ");
  EXPECT_EQ(role_prefixes("multilingual-e5-large-instruct").document, "");
  EXPECT_EQ(role_prefixes("embeddinggemma-300M").document, "title: none | text: ");
  EXPECT_EQ(role_prefixes("bge-m3").query, "");
  EXPECT_NE(role_prefixes("bge-small-en-v1.5").query, "");
  EXPECT_EQ(role_prefixes("all-MiniLM-L6-v2").query, "");
}

}  // namespace
}  // namespace gaia::memory

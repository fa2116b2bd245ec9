#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

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

using ::testing::MatchesRegex;

TEST_F(LocalEmbedderTest, identity_names_model_and_recipe_but_not_precision) {
  EXPECT_TRUE(has_local_models());
  EXPECT_FALSE(local_models_kernels().empty());
  const auto plain = make("plain");
  EXPECT_THAT(plain->info().id, MatchesRegex("plain/mean/[0-9a-f]{8}"));
  EXPECT_EQ(plain->info().dimension, test::TinyBert::kWidth);
  EXPECT_EQ(plain->info().max_tokens, test::TinyBert::kMaxTokens);
  EXPECT_EQ(make("plain", Precision::f32)->info().id, plain->info().id);
  EXPECT_EQ(make("plain", Precision::f16)->info().id, plain->info().id);
  EXPECT_THAT(make("nomic-embed-text-v2-moe")->info().id,
              MatchesRegex("nomic-embed-text-v2-moe/mean/nomic/[0-9a-f]{8}"));
}

TEST_F(LocalEmbedderTest, identity_tells_models_of_one_name_apart) {
  const auto identity = [&](const test::TinyBert& model, const std::string& to) {
    model.write(folder_ / "twin");
    const ModelFile file = import_model({.source = folder_ / "twin", .destination = folder_ / to});
    return make_local_embedder({.model = file.path})->info().id;
  };
  const std::string first = identity(test::TinyBert(), "1.gguf");
  EXPECT_EQ(identity(test::TinyBert(), "2.gguf"), first);
  EXPECT_NE(identity(test::TinyBert(false, 2), "3.gguf"), first);
  test::TinyBert other_words;
  std::swap(other_words.vocabulary[60], other_words.vocabulary[61]);
  EXPECT_NE(identity(other_words, "4.gguf"), first);
}

// As other tools make them.
TEST_F(LocalEmbedderTest, files_without_a_fingerprint_are_told_apart_by_their_contents) {
  const auto identity = [&](unsigned seed, const std::string& name) {
    test::TinyBert(false, seed).write(folder_ / "twin");
    const auto file =
        import_model({.source = folder_ / "twin", .destination = folder_ / (name + ".gguf")}).path;
    std::string bytes = test::read_file(file);
    const std::string key = "gaia_memory.fingerprint";
    bytes.replace(bytes.find(key), key.size(), "gaia_memory.fingerpaint");
    test::write_file(file, bytes);
    return make_local_embedder({.model = file})->info().id;
  };
  const std::string first = identity(1, "1");
  EXPECT_THAT(first, MatchesRegex("twin/mean/[0-9a-f]{8}"));
  EXPECT_EQ(identity(1, "2"), first);
  EXPECT_NE(identity(2, "3"), first);
}

TEST_F(LocalEmbedderTest, prompts_of_the_authors_win_over_the_family) {
  test::TinyBert().write(folder_ / "e5-own");
  test::write_file(folder_ / "e5-own" / "config_sentence_transformers.json",
                   R"({"prompts": {"query": "the tea ", "passage": "coffee "}})");
  const auto file = import_model({.source = folder_ / "e5-own", .destination = folder_.path()});
  const auto embedder = make_local_embedder({.model = file.path});
  EXPECT_THAT(embedder->info().id, MatchesRegex("e5-own/mean/own-[0-9a-f]{8}/[0-9a-f]{8}"));
  const auto plain = make("plain");
  EXPECT_EQ(vector_of(*embedder, "user", TextRole::query),
            vector_of(*plain, "the tea user", TextRole::query));
  EXPECT_EQ(vector_of(*embedder, "user", TextRole::document),
            vector_of(*plain, "coffee user", TextRole::document));
}

TEST_F(LocalEmbedderTest, empty_prompts_leave_the_family_its_prefixes) {
  test::TinyBert().write(folder_ / "e5-empty");
  test::write_file(folder_ / "e5-empty" / "config_sentence_transformers.json",
                   R"({"prompts": {"query": "", "document": ""}})");
  const auto file = import_model({.source = folder_ / "e5-empty", .destination = folder_.path()});
  const auto embedder = make_local_embedder({.model = file.path});
  EXPECT_THAT(embedder->info().id, MatchesRegex("e5-empty/mean/e5/[0-9a-f]{8}"));
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
  EXPECT_THAT(embedder->info().id, MatchesRegex("all-MiniLM-L6-v2/mean/[0-9a-f]{8}"));
  EXPECT_EQ(embedder->info().dimension, 384u);
  EXPECT_EQ(embedder->info().max_tokens, 256u);
}

TEST(RolePrefixesTest, belong_to_a_family_however_its_files_are_called) {
  const std::string represent = "Represent this sentence for searching relevant passages: ";
  const std::string chinese = "为这个句子生成表示以用于检索相关文章：";
  const std::string instruct =
      "Instruct: Given a web search query, retrieve relevant passages that answer the query\n"
      "Query: ";
  const std::string qwen = instruct.substr(0, instruct.size() - 1);
  const std::vector<std::array<std::string, 3>> pairs{
      {"Nomic Embed Text v2 Moe", "search_query: ", "search_document: "},
      {"nomic-embed-text-v1.5", "search_query: ", "search_document: "},
      {"embeddinggemma-300M", "task: search result | query: ", "title: none | text: "},
      {"multilingual-e5-small", "query: ", "passage: "},
      {"e5-base-v2", "query: ", "passage: "},
      {"multilingual-e5-large-instruct", instruct, ""},
      {"E5 Mistral 7B Instruct", instruct, ""},
      {"bge-m3", "", ""},
      {"bge-small-en", represent, ""},
      {"bge-base-en-v1.5", represent, ""},
      {"bge-large-zh", chinese, ""},
      {"bge-small-zh-v1.5", chinese, ""},
      {"mxbai-embed-large-v1", represent, ""},
      {"snowflake-arctic-embed-m", represent, ""},
      {"snowflake-arctic-embed-m-v1.5", represent, ""},
      {"Snowflake Arctic Embed L v2.0", "query: ", ""},
      {"snowflake-arctic-embed-m-v2.0", "query: ", ""},
      {"Qwen3-Embedding-0.6B", qwen, ""},
      {"all-MiniLM-L6-v2", "", ""},
  };
  for (const auto& [name, query, document] : pairs) {
    const models::RolePrefixes found = models::role_prefixes(name);
    EXPECT_EQ(found.query, query) << name;
    EXPECT_EQ(found.document, document) << name;
    EXPECT_EQ(found.recipe.empty(), query.empty() && document.empty()) << name;
  }
}

}  // namespace
}  // namespace gaia::memory

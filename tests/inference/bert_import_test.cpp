#include <ggml.h>
#include <gguf.h>
#include <gtest/gtest.h>
#include <llama.h>

#include <functional>
#include <memory>

#include "gaia/memory/model_files.h"
#include "inference/encoder.h"
#include "inference/gguf_header.h"
#include "inference/loaded_model.h"
#include "support/expect_error.h"
#include "support/temp_folder.h"
#include "support/tiny_bert.h"

namespace gaia::memory::inference {
namespace {

using test::expect_error;
using test::TinyBert;

class BertImportTest : public ::testing::Test {
 protected:
  ModelFile import(const TinyBert& model, Precision precision = Precision::q8_0) {
    model.write(folder_ / "tiny");
    return import_model(
        {.source = folder_ / "tiny", .destination = folder_ / "out", .precision = precision});
  }

  // Nothing is left behind by a refusal.
  void expect_refused(const TinyBert& model, const std::string& reason) {
    const auto error = expect_error(ErrorCode::invalid_model, [&] { import(model); });
    ASSERT_TRUE(error);
    EXPECT_NE(std::string(error->what()).find(reason), std::string::npos) << error->what();
    EXPECT_TRUE(list_files().empty());
  }

  std::vector<std::string> list_files() const {
    std::vector<std::string> names;
    if (!std::filesystem::exists(folder_ / "out")) return names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "out")) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }

  test::TempFolder folder_;
};

TEST_F(BertImportTest, names_the_file_after_model_and_precision) {
  EXPECT_EQ(import(TinyBert()).path, folder_ / "out" / "tiny-q8_0.gguf");
  EXPECT_EQ(list_files(), std::vector<std::string>{"tiny-q8_0.gguf"});
  const ModelFile named = import_model({.source = folder_ / "tiny",
                                        .destination = folder_ / "out" / "other.gguf",
                                        .name = "a model"});
  EXPECT_EQ(named.path, folder_ / "out" / "other.gguf");
  EXPECT_EQ(named.name, "a model");
}

TEST_F(BertImportTest, every_precision_gives_the_vectors_of_the_weights) {
  const TinyBert model;
  const std::vector<std::int32_t> ids{model.id("[CLS]"), model.id("tea"), model.id("[SEP]")};
  for (const auto& [precision, name, least] :
       {std::tuple(Precision::q8_0, "Q8_0", 0.999), std::tuple(Precision::f16, "F16", 0.9999),
        std::tuple(Precision::f32, "F32", 0.9999)}) {
    SCOPED_TRACE(name);
    const ModelFile file = import(model, precision);
    EXPECT_EQ(file.precision, name);
    Encoder encoder({.model = file.path});
    ASSERT_EQ(encoder.tokenize("tea"), ids);
    EXPECT_GT(test::cosine(encoder.encode_one("tea").vector, model.mean_vector(ids)), least);
  }
}

TEST_F(BertImportTest, weights_in_half_precision_give_the_same_file) {
  const TinyBert model;
  const std::string whole = test::read_file(import(model).path);
  model.write(folder_ / "tiny", "BF16");
  import_model({.source = folder_ / "tiny", .destination = folder_ / "out"});
  EXPECT_TRUE(test::read_file(folder_ / "out" / "tiny-q8_0.gguf") == whole);
}

TEST_F(BertImportTest, older_names_of_norms_and_a_prefix_are_understood) {
  const TinyBert model;
  const std::string plain = test::read_file(import(model).path);
  TinyBert older = model;
  older.tensors.clear();
  for (const auto& [name, tensor] : model.tensors) {
    std::string old = "bert." + name;
    if (const auto at = old.find("LayerNorm.weight"); at != std::string::npos) {
      old.replace(at, std::string::npos, "LayerNorm.gamma");
    } else if (const auto bias = old.find("LayerNorm.bias"); bias != std::string::npos) {
      old.replace(bias, std::string::npos, "LayerNorm.beta");
    }
    older.tensors[old] = tensor;
  }
  EXPECT_TRUE(test::read_file(import(older).path) == plain);
}

TEST_F(BertImportTest, pooling_by_the_first_token_is_kept) {
  TinyBert model;
  model.pooling = {{"pooling_mode_mean_tokens", false}, {"pooling_mode_cls_token", true}};
  Encoder encoder({.model = import(model).path});
  EXPECT_EQ(encoder.pooling(), "cls");
  const auto ids = encoder.tokenize("the user drinks tea");
  EXPECT_GT(test::cosine(encoder.encode_one("the user drinks tea").vector, model.first_vector(ids)),
            0.999);
}

TEST_F(BertImportTest, refuses_what_the_runtime_would_silently_do_otherwise) {
  const std::vector<std::pair<std::function<void(TinyBert&)>, std::string>> cases{
      {[](auto& m) { m.config["architectures"] = {"RobertaModel"}; }, "RobertaModel"},
      {[](auto& m) { m.config["architectures"] = nullptr; }, "architecture"},
      {[](auto& m) { m.config["position_embedding_type"] = "relative_key"; }, "relative_key"},
      {[](auto& m) { m.config["hidden_act"] = "relu"; }, "relu"},
      {[](auto& m) { m.config["hidden_size"] = "64"; }, "hidden_size"},
      {[](auto& m) { m.config["hidden_size"] = 0; }, "hidden_size"},
      {[](auto& m) { m.config["num_attention_heads"] = 5; }, "num_attention_heads"},
      {[](auto& m) { m.config["num_hidden_layers"] = 1e9; }, "num_hidden_layers"},
      {[](auto& m) { m.config["vocab_size"] = 7; }, "vocab_size"},
      {[](auto& m) { m.vocabulary.push_back("more"); }, "vocab.txt"},
      {[](auto& m) { m.vocabulary.back() = "tea"; }, "tea"},
      {[](auto& m) { m.vocabulary[2] = "[cls]"; }, "cls_token"},
      {[](auto& m) { m.vocabulary.back() = "\xff"; }, "UTF-8"},
      {[](auto& m) { m.tokenizer["tokenize_chinese_chars"] = false; }, "tokenize_chinese_chars"},
      {[](auto& m) { m.tokenizer["tokenizer_class"] = "BertJapaneseTokenizer"; }, "Japanese"},
      {[](auto& m) { m.tokenizer["do_lower_case"] = "yes"; }, "do_lower_case"},
      {[](auto& m) { m.pooling["pooling_mode_mean_tokens"] = false; }, "pooling"},
      {[](auto& m) { m.pooling["pooling_mode_max_tokens"] = true; }, "pooling_mode_max_tokens"},
      {[](auto& m) { m.sentences["max_seq_length"] = 1; }, "max_seq_length"},
      {[](auto& m) { m.tensors.erase("encoder.layer.1.output.dense.bias"); },
       "no tensor encoder.layer.1.output.dense.bias"},
      {[](auto& m) {
         m.tensors["embeddings.LayerNorm.bias"].shape = {8, 8};
       },
       "8x8"},
      {[](auto& m) {
         m.tensors["lora.weight"] = {{1}, {1}};
       },
       "lora.weight"},
      {[](auto& m) { m.tensors["embeddings.LayerNorm.bias"].values[3] = NAN; }, "LayerNorm.bias"},
  };
  for (const auto& [change, reason] : cases) {
    SCOPED_TRACE(reason);
    TinyBert model;
    change(model);
    expect_refused(model, reason);
  }
}

TEST_F(BertImportTest, refuses_a_step_that_it_would_leave_out) {
  const TinyBert model;
  model.write(folder_ / "tiny");
  test::write_file(folder_ / "tiny" / "modules.json",
                   R"([{"type":"sentence_transformers.models.Transformer"},)"
                   R"({"type":"sentence_transformers.models.Dense"}])");
  expect_refused(model, "Dense");
}

TEST_F(BertImportTest, refuses_another_tokenizer) {
  const TinyBert model;
  model.write(folder_ / "tiny");
  test::write_file(folder_ / "tiny" / "tokenizer.json",
                   R"({"normalizer":{"type":"NFKC"},"model":{"type":"WordPiece"}})");
  expect_refused(model, "NFKC");
}

TEST_F(BertImportTest, a_cased_model_keeps_case_and_accents) {
  TinyBert model;
  model.tokenizer["do_lower_case"] = false;
  model.vocabulary.back() = "É";
  Encoder encoder({.model = import(model).path});
  EXPECT_EQ(encoder.tokenize("É é tea Tea"),
            (std::vector<std::int32_t>{model.id("[CLS]"), model.id("É"), model.id("[UNK]"),
                                       model.id("tea"), model.id("[UNK]"), model.id("[SEP]")}));
}

TEST_F(BertImportTest, missing_files_are_not_found) {
  expect_error(ErrorCode::not_found,
               [&] { import_model({.source = folder_ / "none", .destination = folder_.path()}); });
  for (const char* name : {"config.json", "vocab.txt", "model.safetensors"}) {
    SCOPED_TRACE(name);
    TinyBert().write(folder_ / "tiny");
    std::filesystem::remove(folder_ / "tiny" / name);
    const auto error = expect_error(ErrorCode::not_found, [&] {
      import_model({.source = folder_ / "tiny", .destination = folder_ / "out"});
    });
    ASSERT_TRUE(error);
    EXPECT_NE(std::string(error->what()).find(name), std::string::npos) << error->what();
  }
}

TEST_F(BertImportTest, a_failed_import_leaves_the_old_file_as_it_was) {
  const std::filesystem::path file = import(TinyBert()).path;
  const std::string before = test::read_file(file);
  EXPECT_THROW(import_model({.source = folder_ / "tiny",
                             .destination = file,
                             .precision = Precision::f32,
                             .on_progress =
                                 [](std::size_t done, std::size_t) {
                                   if (done == 5) throw std::runtime_error("stopped");
                                 }}),
               std::runtime_error);
  EXPECT_TRUE(test::read_file(file) == before);
  EXPECT_EQ(list_files(), std::vector<std::string>{"tiny-q8_0.gguf"});
}

TEST_F(BertImportTest, never_replaces_a_different_model) {
  const std::filesystem::path file = import(TinyBert()).path;
  const std::string before = test::read_file(file);
  const auto error = expect_error(ErrorCode::invalid_argument, [&] { import(TinyBert(false, 2)); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->hint().find("--name"), std::string::npos) << error->hint();
  EXPECT_TRUE(test::read_file(file) == before);
  EXPECT_EQ(import(TinyBert()).path, file);
  test::write_file(file, before.substr(0, 1000));  // damaged: nothing is lost
  import(TinyBert());
  EXPECT_TRUE(test::read_file(file) == before);
}

TEST_F(BertImportTest, a_cached_download_is_named_after_its_model) {
  const std::filesystem::path folder =
      folder_ / "models--some-lab--tiny-bert-v1" / "snapshots" / "0123456789abcdef0123456789abcdef";
  TinyBert().write(folder);
  EXPECT_EQ(import_model({.source = folder, .destination = folder_ / "out"}).name, "tiny-bert-v1");
}

TEST_F(BertImportTest, a_folder_that_says_nothing_needs_a_name) {
  for (const char* name : {"model", "0123456789abcdef"}) {
    SCOPED_TRACE(name);
    TinyBert().write(folder_ / name);
    const auto error = expect_error(ErrorCode::invalid_argument, [&] {
      import_model({.source = folder_ / name, .destination = folder_ / "out"});
    });
    ASSERT_TRUE(error);
    EXPECT_NE(error->hint().find("--name"), std::string::npos) << error->hint();
    EXPECT_EQ(
        import_model({.source = folder_ / name, .destination = folder_ / "out", .name = "a model"})
            .name,
        "a model");
  }
}

TEST_F(BertImportTest, settings_nested_without_end_are_refused) {
  TinyBert().write(folder_ / "tiny");
  constexpr std::size_t kDepth = 300'000;
  const std::string nested = R"({"a":)" + std::string(kDepth, '[') + std::string(kDepth, ']') + "}";
  for (const char* name : {"tokenizer.json", "modules.json", "config.json"}) {
    SCOPED_TRACE(name);
    test::write_file(folder_ / "tiny" / name, nested);
    const auto error = expect_error(ErrorCode::invalid_model, [&] {
      import_model({.source = folder_ / "tiny", .destination = folder_ / "out"});
    });
    ASSERT_TRUE(error);
    EXPECT_NE(std::string(error->what()).find(name), std::string::npos) << error->what();
    std::filesystem::remove(folder_ / "tiny" / name);
  }
}

TEST_F(BertImportTest, brackets_inside_texts_do_not_nest) {
  TinyBert model;
  model.config["note"] = std::string(1000, '[') + "\\\"" + std::string(1000, '{');
  EXPECT_EQ(import(model).name, "tiny");
}

TEST_F(BertImportTest, progress_counts_the_tensors) {
  TinyBert().write(folder_ / "tiny");
  std::vector<std::size_t> seen;
  std::size_t all = 0;
  import_model({.source = folder_ / "tiny",
                .destination = folder_ / "out",
                .on_progress = [&](std::size_t done, std::size_t total) {
                  seen.push_back(done);
                  all = total;
                }});
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen.front(), 1u);
  EXPECT_EQ(seen.back(), all);
  EXPECT_EQ(seen.size(), all);
}

struct Free {
  void operator()(gguf_context* header) const { gguf_free(header); }
  void operator()(ggml_context* context) const { ggml_free(context); }
};

std::vector<float> read_f32(const std::filesystem::path& file, const char* name,
                            std::vector<std::int64_t> shape) {
  ggml_context* tensors = nullptr;
  const std::unique_ptr<gguf_context, Free> header(
      gguf_init_from_file(file.c_str(), {false, &tensors}));
  const std::unique_ptr<ggml_context, Free> owner(tensors);
  const ggml_tensor* tensor = ggml_get_tensor(tensors, name);
  if (tensor == nullptr || tensor->type != GGML_TYPE_F32) {
    ADD_FAILURE() << name;
    return {};
  }
  shape.resize(4, 1);
  EXPECT_EQ(std::vector<std::int64_t>(tensor->ne, tensor->ne + 4), shape) << name;
  const auto* values = static_cast<const float*>(tensor->data);
  return {values, values + ggml_nelements(tensor)};
}

class CrossEncoderImportTest : public BertImportTest {
 protected:
  const TinyBert model_{true};
};

TEST_F(CrossEncoderImportTest, keeps_pooler_and_classifier) {
  const ModelFile file = import(model_);
  EXPECT_EQ(file.kind, ModelKind::reranker);
  constexpr std::int64_t kWidth = TinyBert::kWidth;
  EXPECT_EQ(read_f32(file.path, "cls.weight", {kWidth, kWidth}),
            model_.tensors.at("bert.pooler.dense.weight").values);
  EXPECT_EQ(read_f32(file.path, "cls.bias", {kWidth}),
            model_.tensors.at("bert.pooler.dense.bias").values);
  EXPECT_EQ(read_f32(file.path, "cls.output.weight", {kWidth}),
            model_.tensors.at("classifier.weight").values);
  EXPECT_EQ(read_f32(file.path, "cls.output.bias", {1}),
            model_.tensors.at("classifier.bias").values);
}

TEST_F(CrossEncoderImportTest, second_vocabulary_carries_the_second_segment) {
  const ModelFile file = import(model_, Precision::f32);
  const std::size_t words = model_.vocabulary.size();
  constexpr std::size_t kWidth = TinyBert::kWidth;
  EXPECT_EQ(GgufHeader(file.path).number("gaia_memory.segment_offset"), words);
  const auto all =
      read_f32(file.path, "token_embd.weight", {kWidth, static_cast<std::int64_t>(2 * words)});
  ASSERT_EQ(all.size(), 2 * words * kWidth);
  const auto& types = model_.tensors.at("bert.embeddings.token_type_embeddings.weight").values;
  for (std::size_t i = 0; i < words * kWidth; ++i) {
    const std::size_t column = i % kWidth;
    ASSERT_FLOAT_EQ(all[words * kWidth + i], all[i] + types[kWidth + column] - types[column]);
  }
}

TEST_F(CrossEncoderImportTest, the_runtime_gives_the_score_of_the_weights) {
  const ModelFile file = import(model_, Precision::f32);
  const ModelHandle handle = load_model(GgufHeader(file.path));
  llama_context_params params = llama_context_default_params();
  params.n_ctx = params.n_batch = params.n_ubatch = TinyBert::kMaxTokens;
  params.n_seq_max = 1;
  params.n_threads = params.n_threads_batch = 1;
  params.embeddings = true;
  const ContextHandle context(llama_init_from_model(handle.get(), params));
  ASSERT_NE(context, nullptr);
  ASSERT_EQ(llama_pooling_type(context.get()), LLAMA_POOLING_TYPE_RANK);

  const std::vector<std::int32_t> ids{model_.id("[CLS]"), model_.id("the"),    model_.id("tea"),
                                      model_.id("[SEP]"), model_.id("coffee"), model_.id("##ing"),
                                      model_.id("[SEP]")};
  const std::vector<std::size_t> segments{0, 0, 0, 0, 1, 1, 1};
  std::vector<std::int32_t> shifted = ids;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (segments[i] == 1) shifted[i] += static_cast<std::int32_t>(model_.vocabulary.size());
  }
  ASSERT_EQ(llama_decode(context.get(), llama_batch_get_one(shifted.data(), 7)), 0);
  const double score = static_cast<double>(*llama_get_embeddings_seq(context.get(), 0));
  EXPECT_NEAR(score, model_.score(ids, segments), 2e-3);
  // The difference that the second vocabulary makes is larger than the tolerance.
  EXPECT_GT(std::abs(model_.score(ids, std::vector<std::size_t>(7, 0)) - score), 2e-2);
}

TEST_F(CrossEncoderImportTest, refuses_a_classifier_of_several_labels) {
  TinyBert model = model_;
  model.config["id2label"] = {{"0", "no"}, {"1", "yes"}};
  expect_refused(model, "2 labels");
}

}  // namespace
}  // namespace gaia::memory::inference

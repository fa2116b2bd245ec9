#include "inference/gguf_header.h"

#include <gtest/gtest.h>

#include "gaia/memory/local_models.h"
#include "gaia/memory/model_files.h"
#include "inference/encoder.h"
#include "support/expect_error.h"
#include "support/temp_folder.h"
#include "support/tiny_bert.h"

namespace gaia::memory::inference {
namespace {

using test::expect_error;

class GgufHeaderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    test::TinyBert().write(folder_ / "tiny");
    model_ = import_model({.source = folder_ / "tiny", .destination = folder_.path()});
    bytes_ = test::read_file(model_.path);
  }

  std::filesystem::path write(const std::string& bytes, const std::string& name = "other.gguf") {
    test::write_file(folder_ / name, bytes);
    return folder_ / name;
  }

  // The model with one value of its header exchanged for another of the same length.
  std::filesystem::path write_changed(const std::string& from, const std::string& to) {
    std::string bytes = bytes_;
    const std::size_t at = bytes.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    EXPECT_EQ(from.size(), to.size());
    return write(bytes.replace(at, from.size(), to));
  }

  static std::string number_after(const std::string& key, std::uint32_t value) {
    const std::uint32_t type = 4;  // GGUF_TYPE_UINT32
    std::string bytes = key;
    for (const std::uint32_t part : {type, value}) {
      bytes.append(reinterpret_cast<const char*>(&part), sizeof(part));
    }
    return bytes;
  }

  // The last tensor of the file, a bias, as one of half the size.
  std::filesystem::path write_with_half_precision_bias() {
    std::string bytes = bytes_;
    const std::string name = "blk.1.layer_output_norm.bias";
    const std::size_t dimensions = bytes.find(name) + name.size();
    const std::size_t type = dimensions + sizeof(std::uint32_t) + sizeof(std::uint64_t);
    bytes[type] = 1;  // GGML_TYPE_F16
    return write(bytes);
  }

  void expect_not_loaded(const std::filesystem::path& file, const std::string& reason) {
    const auto error =
        expect_error(ErrorCode::invalid_model, [&] { Encoder{EncoderOptions{.model = file}}; });
    ASSERT_TRUE(error);
    EXPECT_NE(std::string(error->what()).find(reason), std::string::npos) << error->what();
  }

  test::TempFolder folder_;
  ModelFile model_;
  std::string bytes_;
};

TEST_F(GgufHeaderTest, inspection_tells_what_a_file_is) {
  const ModelFile found = inspect_model(model_.path);
  EXPECT_EQ(found.name, "tiny");
  EXPECT_EQ(found.kind, ModelKind::embedding);
  EXPECT_EQ(found.architecture, "bert");
  EXPECT_EQ(found.precision, "Q8_0");
  EXPECT_EQ(found.dimension, test::TinyBert::kWidth);
  EXPECT_EQ(found.context_tokens, test::TinyBert::kPositions);
  EXPECT_EQ(found.size_bytes, bytes_.size());
}

TEST_F(GgufHeaderTest, a_folder_lists_its_models_and_reports_the_rest) {
  write("not a model", "a.gguf");
  write("not a model", "readme.txt");
  std::vector<std::string> failed;
  const auto models = list_models(folder_.path(), [&](const auto& file, const Error& error) {
    failed.push_back(file.filename().string() + " " + std::string(error_row(error.code()).name));
  });
  ASSERT_EQ(models.size(), 1u);
  EXPECT_EQ(models[0].path, model_.path);
  EXPECT_EQ(failed, std::vector<std::string>{"a.gguf invalid_model"});
  EXPECT_TRUE(list_models(folder_ / "none").empty());
}

TEST_F(GgufHeaderTest, a_missing_file_is_not_found) {
  expect_error(ErrorCode::not_found, [&] { inspect_model(folder_ / "none.gguf"); });
}

TEST_F(GgufHeaderTest, a_file_cut_anywhere_is_refused) {
  for (std::size_t length = 0; length < bytes_.size(); length += 1024) {
    const auto file = write(bytes_.substr(0, length));
    expect_error(ErrorCode::invalid_model, [&] { inspect_model(file); });
  }
  const auto error = expect_error(ErrorCode::invalid_model, [&] {
    inspect_model(write(bytes_.substr(0, bytes_.size() - 4096)));
  });
  ASSERT_TRUE(error);
  EXPECT_NE(std::string(error->what()).find("truncated"), std::string::npos) << error->what();
}

TEST_F(GgufHeaderTest, an_unknown_pooling_is_an_error_that_names_it) {
  const auto file =
      write_changed(number_after("bert.pooling_type", 1), number_after("bert.pooling_type", 9));
  expect_not_loaded(file, "pooling_type 9");
  expect_error(ErrorCode::invalid_model, [&] { inspect_model(file); });
}

TEST_F(GgufHeaderTest, a_file_without_pooling_or_for_ranking_is_no_embedder) {
  expect_not_loaded(
      write_changed(number_after("bert.pooling_type", 1), number_after("bert.pooling_type", 0)),
      "pooling_type");
  expect_not_loaded(write_changed("bert.pooling_type", "bert.pooling_tape"), "pooling_type");
  expect_not_loaded(
      write_changed(number_after("bert.pooling_type", 1), number_after("bert.pooling_type", 4)),
      "reranking");
}

// Each of these ends the process if the runtime sees it.
TEST_F(GgufHeaderTest, what_the_runtime_asserts_is_refused_first) {
  expect_not_loaded(write_changed("\xE2\x96\x81q", "\xE2\x96\x81r"), "token twice");
  expect_not_loaded(
      write_changed(std::string("\x0c\0\0\0\0\0\0\0general.name", 20), std::string(20, '\0')), "");
  expect_not_loaded(write_changed(number_after("tokenizer.ggml.bos_token_id", 2),
                                  number_after("tokenizer.ggml.bos_token_id", 9999)),
                    "bos_token_id");
  expect_not_loaded(write_changed(number_after("bert.attention.head_count", 4),
                                  number_after("bert.attention.head_count", 0)),
                    "head_count");
  expect_not_loaded(write_changed(number_after("bert.attention.head_count", 4),
                                  number_after("bert.attention.head_count", 5)),
                    "heads");
  expect_not_loaded(
      write_changed(number_after("bert.block_count", 2), number_after("bert.block_count", 600)),
      "block_count");
  expect_not_loaded(write_changed(number_after("bert.context_length", 40),
                                  number_after("bert.context_length", 41)),
                    "position_embd");
  expect_not_loaded(write_changed(std::string("layer_norm_epsilon\x06\0\0\0\xCC\xBC\x8C\x2B", 26),
                                  std::string("layer_norm_epsilon\x06\0\0\0\xCC\xBC\x8C\xAB", 26)),
                    "epsilon");
  expect_not_loaded(write_with_half_precision_bias(), "F32");
}

TEST_F(GgufHeaderTest, damage_anywhere_in_the_header_never_ends_the_process) {
  const std::size_t header = bytes_.find("layer_output_norm.bias", bytes_.find("blk.1.ffn_down"));
  ASSERT_NE(header, std::string::npos);
  constexpr unsigned kSeed = 3;
  SCOPED_TRACE(kSeed);
  std::mt19937 random(kSeed);
  int refused = 0;
  for (int i = 0; i < 1500; ++i) {
    std::string damaged = bytes_;
    const std::size_t at = random() % (header + 60);
    damaged[at] = static_cast<char>(random());
    SCOPED_TRACE("byte " + std::to_string(at));
    try {
      Encoder encoder({.model = write(damaged), .query_threads = 1, .workers = 1});
      encoder.encode_one("the user drinks tea");
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_model) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace gaia::memory::inference

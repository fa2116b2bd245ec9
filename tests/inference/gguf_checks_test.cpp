// Files that the runtime would end the process over: each must come back as an error, from the
// list of models and from the encoder alike.
#include <ggml.h>
#include <gguf.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "gaia/memory/model_files.h"
#include "inference/encoder.h"
#include "inference/gguf_header.h"
#include "support/expect_error.h"
#include "support/temp_folder.h"
#include "support/tiny_bert.h"

namespace gaia::memory::inference {
namespace {

using test::expect_error;

struct Free {
  void operator()(gguf_context* header) const { gguf_free(header); }
  void operator()(ggml_context* context) const { ggml_free(context); }
};

using Change = std::function<void(gguf_context*)>;

Change number(const char* key, std::uint32_t value) {
  return [=](gguf_context* file) { gguf_set_val_u32(file, key, value); };
}

Change text(const char* key, const char* value) {
  return [=](gguf_context* file) { gguf_set_val_str(file, key, value); };
}

Change all(std::vector<Change> changes) {
  return [changes = std::move(changes)](gguf_context* file) {
    for (const Change& change : changes) change(file);
  };
}

// The same numbers under the name of another architecture, which has no list of allowed keys.
Change nomic(const Change& change) {
  return all({text("general.architecture", "nomic-bert"), number("nomic-bert.context_length", 40),
              number("nomic-bert.block_count", 2), number("nomic-bert.pooling_type", 1),
              number("nomic-bert.embedding_length", test::TinyBert::kWidth),
              number("nomic-bert.feed_forward_length", test::TinyBert::kFeedForward),
              number("nomic-bert.attention.head_count", test::TinyBert::kHeads), change});
}

Change t5_that_adds(const char* flag, const char* id) {
  return [=](gguf_context* file) {
    gguf_set_val_str(file, "tokenizer.ggml.model", "t5");
    gguf_set_val_bool(file, flag, true);
    gguf_remove_key(file, id);
  };
}

class GgufChecksTest : public ::testing::Test {
 protected:
  void SetUp() override {
    test::TinyBert().write(folder_ / "tiny");
    model_ = import_model({.source = folder_ / "tiny",
                           .destination = folder_ / "tiny.gguf",
                           .precision = Precision::f32})
                 .path;
  }

  std::filesystem::path write_changed(const Change& change) {
    ggml_context* tensors = nullptr;
    const std::unique_ptr<gguf_context, Free> original(
        gguf_init_from_file(model_.c_str(), {false, &tensors}));
    const std::unique_ptr<ggml_context, Free> owner(tensors);
    const std::unique_ptr<gguf_context, Free> header(gguf_init_empty());
    gguf_set_kv(header.get(), original.get());
    for (std::int64_t i = 0; i < gguf_get_n_tensors(original.get()); ++i) {
      gguf_add_tensor(header.get(),
                      ggml_get_tensor(tensors, gguf_get_tensor_name(original.get(), i)));
    }
    change(header.get());
    const std::filesystem::path file = folder_ / "changed" / "changed.gguf";
    std::filesystem::create_directories(file.parent_path());
    EXPECT_TRUE(gguf_write_to_file(header.get(), file.c_str(), false));
    return file;
  }

  void expect_refused(const Change& change, const std::string& reason) {
    SCOPED_TRACE(reason);
    const std::filesystem::path file = write_changed(change);
    const auto error = expect_error(ErrorCode::invalid_model, [&] { inspect_model(file); });
    ASSERT_TRUE(error);
    EXPECT_NE(std::string(error->what()).find(reason), std::string::npos) << error->what();
    EXPECT_TRUE(list_models(file.parent_path()).empty());
    expect_error(ErrorCode::invalid_model, [&] { Encoder{EncoderOptions{.model = file}}; });
  }

  test::TempFolder folder_;
  std::filesystem::path model_;
};

TEST_F(GgufChecksTest, an_unchanged_file_is_accepted) {
  const auto file = write_changed([](gguf_context*) {});
  EXPECT_EQ(inspect_model(file).name, "tiny");
  EXPECT_EQ(Encoder({.model = file}).encode_one("tea").error, "");
  EXPECT_NO_THROW(GgufHeader(write_changed(nomic([](gguf_context*) {}))).check_loadable());
}

TEST_F(GgufChecksTest, a_bert_file_has_no_keys_of_other_architectures) {
  for (const auto& [key, value] :
       std::vector<std::pair<const char*, std::uint32_t>>{{"bert.expert_used_count", 1},
                                                          {"bert.expert_count", 100'000},
                                                          {"bert.expert_group_count", 5},
                                                          {"bert.nextn_predict_layers", 50},
                                                          {"bert.embedding_length_out", 100'000},
                                                          {"bert.embedding_length_out", 10},
                                                          {"bert.attention.key_length", 64},
                                                          {"bert.attention.value_length", 64},
                                                          {"bert.rope.dimension_count", 7},
                                                          {"bert.moe_every_n_layers", 0}}) {
    expect_refused(number(key, value), key);
  }
  expect_refused(text("bert.rope.scaling.type", "bogus"), "bert.rope.scaling.type");
}

TEST_F(GgufChecksTest, numbers_that_do_not_fit_together_are_refused) {
  expect_refused(number("bert.attention.head_count_kv", 2), "heads for keys");
  expect_refused(nomic(number("nomic-bert.expert_used_count", 1)), "experts");
  expect_refused(nomic(number("nomic-bert.expert_count", 100'000)), "experts");
  expect_refused(nomic(number("nomic-bert.expert_count", 8)), "experts");
  expect_refused(nomic(number("nomic-bert.expert_group_count", 5)), "experts");
  expect_refused(
      nomic(all({number("nomic-bert.expert_count", 8), number("nomic-bert.expert_used_count", 2),
                 number("nomic-bert.expert_group_count", 3),
                 number("nomic-bert.expert_group_used_count", 1)})),
      "experts");
  expect_refused(nomic(number("nomic-bert.nextn_predict_layers", 50)), "further ahead");
  expect_refused(nomic(text("nomic-bert.rope.scaling.type", "bogus")), "bogus");
  expect_refused(nomic(number("nomic-bert.rope.dimension_count", 7)), "dimension_count is 7");
  expect_refused(nomic(number("nomic-bert.rope.dimension_count", 998)), "dimension_count is 998");
  expect_refused(nomic(number("nomic-bert.embedding_length_out", 10)), "another length");
  expect_refused(nomic(number("nomic-bert.embedding_length_out", 100'000)), "another length");
  expect_refused(nomic(number("nomic-bert.attention.key_length", 64)), "key_length");
  expect_refused(nomic(number("nomic-bert.attention.value_length", 64)), "value_length");
  expect_refused(nomic(number("nomic-bert.attention.head_count", 5)), "multiple");
  expect_refused(nomic(number("nomic-bert.attention.head_count", 0)), "head_count");
}

TEST_F(GgufChecksTest, a_token_that_is_added_must_exist) {
  expect_refused(t5_that_adds("tokenizer.ggml.add_bos_token", "tokenizer.ggml.bos_token_id"),
                 "bos_token_id");
  expect_refused(t5_that_adds("tokenizer.ggml.add_sep_token", "tokenizer.ggml.seperator_token_id"),
                 "seperator_token_id");
  expect_refused(t5_that_adds("tokenizer.ggml.add_eos_token", "tokenizer.ggml.eos_token_id"),
                 "eos_token_id");
}

TEST_F(GgufChecksTest, weights_are_of_types_that_can_be_computed_with) {
  const std::vector<char> zeros(1 << 20);
  for (const char* name : {"token_embd.weight", "position_embd.weight", "blk.0.attn_q.weight"}) {
    for (const ggml_type type :
         {GGML_TYPE_I8, GGML_TYPE_I16, GGML_TYPE_I32, GGML_TYPE_I64, GGML_TYPE_F64}) {
      SCOPED_TRACE(name);
      expect_refused(
          [&](gguf_context* file) {
            gguf_set_tensor_type(file, name, type);
            gguf_set_tensor_data(file, name, zeros.data());
          },
          std::string("of type ") + ggml_type_name(type));
    }
  }
}

}  // namespace
}  // namespace gaia::memory::inference

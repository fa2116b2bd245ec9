// A folder with a BERT model as its authors publish it, read and checked: what the importer needs
// to know of config.json, vocab.txt and the settings of tokenizer and pooling. The weights are not
// touched here.
#pragma once

#include <llama.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "inference/bert_words.h"

namespace gaia::memory::inference {

struct BertSource {
  std::filesystem::path folder;
  std::string name;                    // the folder's; empty if that is none, as "model" is
  std::optional<std::string> license;  // of the model card

  std::uint32_t layers = 0;
  std::uint32_t width = 0;
  std::uint32_t heads = 0;
  std::uint32_t feed_forward = 0;
  std::uint32_t positions = 0;
  std::uint32_t segments = 0;  // rows of the token type table
  float norm_epsilon = 0;

  // Mean or first token for an embedding model, rank for a cross-encoder.
  enum llama_pooling_type pooling = LLAMA_POOLING_TYPE_UNSPECIFIED;
  std::uint32_t max_tokens = 0;  // that the model was trained for, special ones included

  std::vector<std::string> vocabulary;  // as in vocab.txt, by id
  BertTextOptions text;
  std::int32_t cls = 0, sep = 0, unknown = 0, padding = 0, mask = 0;

  // What stands before a question or a document; none if the authors say nothing.
  std::optional<std::string> query_prefix, document_prefix;

  std::filesystem::path weights() const { return folder / "model.safetensors"; }
  bool is_cross_encoder() const { return pooling == LLAMA_POOLING_TYPE_RANK; }
};

// Errors: not_found, io_error; invalid_model, naming the setting, its value and what is supported,
// for anything that the runtime would silently do otherwise.
BertSource read_bert_source(const std::filesystem::path& folder);

}  // namespace gaia::memory::inference

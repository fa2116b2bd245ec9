// Turns text into the token ids of a BERT vocabulary.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "inference/bert_words.h"

namespace gaia::memory::inference {

class WordPieces {
 public:
  // `tokens` by id, in the runtime's spelling: U+2581 before a piece that begins a word, none
  // before one that continues it. They must outlive this object. `unknown` stands for a word that
  // the vocabulary cannot spell.
  WordPieces(const std::vector<std::string_view>& tokens, std::int32_t unknown,
             BertTextOptions options);

  bool has_repeats() const { return has_repeats_; }  // a vocabulary that is damaged

  // The first `max_tokens` ids, without those that enclose a text. Text that looks like a special
  // token is text.
  std::vector<std::int32_t> tokenize(std::string_view text, std::size_t max_tokens) const;

 private:
  void add_word(const std::string& word, std::vector<std::int32_t>& ids) const;

  using Ids = std::unordered_map<std::string_view, std::int32_t>;
  Ids begin_;     // pieces that begin a word
  Ids continue_;  // and that continue one
  std::size_t longest_bytes_ = 0;
  bool has_repeats_ = false;
  std::int32_t unknown_;
  BertTextOptions options_;
};

}  // namespace gaia::memory::inference

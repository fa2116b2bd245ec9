// Text to the token ids of a loaded model, special ones included.
#pragma once

#include <llama.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inference/gguf_header.h"
#include "inference/word_pieces.h"

namespace gaia::memory::inference {

// Whether we cut texts for this model, or the runtime does.
bool has_bert_tokenizer(const GgufHeader& header);

class TextTokens {
 public:
  // `vocab` must outlive this object. Takes the header's tokens. Throws Error(invalid_model) if
  // special tokens are missing.
  TextTokens(const llama_vocab* vocab, GgufHeader& header, std::size_t max_tokens);

  TextTokens(const TextTokens&) = delete;
  TextTokens& operator=(const TextTokens&) = delete;

  // At most max_tokens ids; what the model puts around a text is there also when the text is cut.
  // Throws Error(invalid_argument) if a tokenizer other than BERT's cannot read the text.
  std::vector<std::int32_t> tokenize(std::string_view text) const;

 private:
  std::vector<std::int32_t> tokenize_with_runtime(std::string_view text) const;

  const llama_vocab* vocab_;
  std::size_t max_tokens_;
  std::vector<std::string> tokens_;  // of a BERT vocabulary, and what pieces_ look at
  std::optional<WordPieces> pieces_;
  std::int32_t first_ = 0, last_ = 0;  // what encloses a BERT text
};

}  // namespace gaia::memory::inference

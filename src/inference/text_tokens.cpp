#include "inference/text_tokens.h"

#include <algorithm>
#include <limits>
#include <string>

#include "gaia/memory/error.h"
#include "inference/model_keys.h"
#include "text/utf8.h"

namespace gaia::memory::inference {
namespace {

constexpr std::size_t kEnclosing = 2;  // [CLS] and [SEP]

[[noreturn]] void refuse(const GgufHeader& header, const std::string& what) {
  throw Error(ErrorCode::invalid_model, header.path().string() + ": " + what,
              "make or download the file again");
}

// Ids where a file does not say; the runtime takes the same.
constexpr std::uint64_t kUsualUnknown = 100, kUsualFirst = 101, kUsualLast = 102;

std::int32_t special_id(const GgufHeader& header, const char* key, std::uint64_t usual,
                        std::size_t count) {
  const std::uint64_t id = header.number(key).value_or(usual);
  if (id >= count) refuse(header, std::string(key) + " is not in the vocabulary");
  return static_cast<std::int32_t>(id);
}

BertTextOptions text_options(const GgufHeader& header) {
  BertTextOptions options;
  options.lowercase = header.flag("tokenizer.ggml.normalizer.lowercase").value_or(true);
  options.strip_accents =
      header.flag("tokenizer.ggml.normalizer.strip_accents").value_or(options.lowercase);
  return options;
}

}  // namespace

bool has_bert_tokenizer(const GgufHeader& header) {
  return header.text("tokenizer.ggml.model") == "bert";
}

TextTokens::TextTokens(const llama_vocab* vocab, GgufHeader& header, std::size_t max_tokens)
    : vocab_(vocab), max_tokens_(max_tokens) {
  if (!has_bert_tokenizer(header)) return;
  tokens_ = header.take_tokens();
  // The second copy that cross-encoders have is for passages, and never spelled.
  const std::uint64_t spelled = header.number(kSegmentOffsetKey).value_or(tokens_.size());
  if (spelled < tokens_.size()) tokens_.resize(spelled);
  first_ = special_id(header, "tokenizer.ggml.bos_token_id", kUsualFirst, tokens_.size());
  last_ = special_id(header, "tokenizer.ggml.seperator_token_id", kUsualLast, tokens_.size());
  const std::int32_t unknown =
      special_id(header, "tokenizer.ggml.unknown_token_id", kUsualUnknown, tokens_.size());
  pieces_.emplace(std::vector<std::string_view>(tokens_.begin(), tokens_.end()), unknown,
                  text_options(header));
  if (max_tokens_ <= kEnclosing) refuse(header, "it has no room for a text");
  if (pieces_->has_repeats()) refuse(header, "the vocabulary has a token twice");
}

std::vector<std::int32_t> TextTokens::tokenize(std::string_view text) const {
  if (!pieces_) return tokenize_with_runtime(text);
  std::vector<std::int32_t> ids = pieces_->tokenize(text, max_tokens_ - kEnclosing);
  ids.insert(ids.begin(), first_);
  ids.push_back(last_);
  return ids;
}

std::vector<std::int32_t> TextTokens::tokenize_with_runtime(std::string_view text) const {
  if (text::find_invalid_utf8(text) ||
      text.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw Error(ErrorCode::invalid_argument, "the text is not UTF-8, or larger than 2 GB");
  }
  constexpr bool kAddSpecial = true, kParseSpecial = false;  // special tokens in a text are text
  std::vector<std::int32_t> ids(text.size() / 2 + 16);
  const auto run = [&] {
    return llama_tokenize(vocab_, text.data(), static_cast<std::int32_t>(text.size()), ids.data(),
                          static_cast<std::int32_t>(ids.size()), kAddSpecial, kParseSpecial);
  };
  std::int32_t count = run();
  if (count < 0 && count > std::numeric_limits<std::int32_t>::min()) {
    ids.resize(static_cast<std::size_t>(-count));
    count = run();
  }
  if (count < 0) throw Error(ErrorCode::invalid_argument, "the text cannot be cut into tokens");
  ids.resize(static_cast<std::size_t>(count));
  if (ids.size() <= max_tokens_) return ids;
  const std::int32_t end = ids.back();
  ids.resize(max_tokens_);
  if (llama_vocab_is_control(vocab_, end)) ids.back() = end;
  return ids;
}

}  // namespace gaia::memory::inference

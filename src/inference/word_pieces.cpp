// The reference's algorithm: the longest piece that fits, then the longest that continues it, and
// so on; a word that cannot be spelled to its end is unknown as a whole.
#include "inference/word_pieces.h"

#include <algorithm>

namespace gaia::memory::inference {
namespace {

constexpr std::string_view kWordBegin = "\xE2\x96\x81";  // U+2581
constexpr std::ptrdiff_t kMaxWordCharacters = 100;       // longer ones are unknown to the reference

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

}  // namespace

WordPieces::WordPieces(const std::vector<std::string_view>& tokens, std::int32_t unknown,
                       BertTextOptions options)
    : unknown_(unknown), options_(options) {
  begin_.reserve(tokens.size());
  continue_.reserve(tokens.size() / 4);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    std::string_view piece = tokens[i];
    const bool begins = piece.starts_with(kWordBegin);
    if (begins) piece.remove_prefix(kWordBegin.size());
    if (piece.empty()) continue;
    Ids& ids = begins ? begin_ : continue_;
    has_repeats_ |= !ids.emplace(piece, static_cast<std::int32_t>(i)).second;
    longest_bytes_ = std::max(longest_bytes_, piece.size());
  }
}

std::vector<std::int32_t> WordPieces::tokenize(std::string_view text,
                                               std::size_t max_tokens) const {
  std::vector<std::int32_t> ids;
  BertWordReader reader(text, options_);
  std::string word;
  while (ids.size() < max_tokens && reader.next(word)) add_word(word, ids);
  if (ids.size() > max_tokens) ids.resize(max_tokens);
  return ids;
}

void WordPieces::add_word(const std::string& word, std::vector<std::int32_t>& ids) const {
  const std::size_t before = ids.size();
  const bool too_long = std::ranges::count_if(word, begins_character) > kMaxWordCharacters;
  std::string_view rest = word;
  while (!too_long && !rest.empty()) {
    const Ids& pieces = rest.size() == word.size() ? begin_ : continue_;
    std::size_t length = std::min(rest.size(), longest_bytes_);
    auto found = pieces.end();
    for (; length > 0; --length) {
      if (length < rest.size() && !begins_character(rest[length])) continue;
      found = pieces.find(rest.substr(0, length));
      if (found != pieces.end()) break;
    }
    if (length == 0) break;
    ids.push_back(found->second);
    rest.remove_prefix(length);
  }
  if (!rest.empty()) {
    ids.resize(before);
    ids.push_back(unknown_);
  }
}

}  // namespace gaia::memory::inference

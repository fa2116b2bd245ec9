// Cuts a text into the words of a BERT vocabulary, as the model's own tokenizer did in training.
//
// Done here and not by the runtime because its tokenizer differs where it hurts: it has other
// tables for what is a control character or a space, knows no longest word, and matches U+2581 in
// the text as if it were its own mark of a word's beginning. A word that is cut otherwise than in
// training becomes the unknown token, and all unknown words look alike to the model.
//
// The steps, in the order of the reference: drop NUL, U+FFFD and control, format and private
// characters but tab and line ends; any white space separates; each ideograph is a word; canonical
// decomposition without nonspacing marks; lower case; each punctuation character is a word.
// Compared with the reference character by character: equal but for some 600, marks and punctuation
// of rare scripts that Unicode has added since the reference's tables were made.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaia::memory::inference {

struct BertTextOptions {
  bool lowercase = true;
  bool strip_accents = true;
};

// Reads one word after another, so that a long text costs no more than the part that is used.
class BertWordReader {
 public:
  // `text` must outlive the reader. Bytes that are not UTF-8 are skipped.
  BertWordReader(std::string_view text, BertTextOptions options);

  // False at the end of the text.
  bool next(std::string& word);

 private:
  struct Unit {
    char32_t character = 0;
    bool separate = false;  // a word of its own; white space is one with the character 0
  };

  bool refill();
  void add_normalized(char32_t source);
  void add(char32_t character);

  std::string_view rest_;
  BertTextOptions options_;
  std::vector<Unit> units_;  // of the last source character, from next_unit_
  std::size_t next_unit_ = 0;
};

}  // namespace gaia::memory::inference

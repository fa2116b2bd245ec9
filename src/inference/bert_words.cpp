#include "inference/bert_words.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

namespace gaia::memory::inference {
namespace {

utf8proc_category_t category(char32_t character) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(character));
}

bool is_dropped(char32_t character) {
  if (character == '\t' || character == '\n' || character == '\r') return false;
  if (character == 0xFFFD) return true;
  switch (category(character)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CS:
      return true;
    default:
      return false;
  }
}

bool is_space(char32_t character) {
  if (character == '\t' || character == '\n' || character == '\r') return true;
  switch (category(character)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return true;
    default:
      return false;
  }
}

bool is_punctuation(char32_t character) {
  if (character < 0x80) {
    return (character >= '!' && character <= '/') || (character >= ':' && character <= '@') ||
           (character >= '[' && character <= '`') || (character >= '{' && character <= '~');
  }
  switch (category(character)) {
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
      return true;
    default:
      return false;
  }
}

// The blocks that the reference spaces out; one of them begins 0x100 late there, too.
bool is_ideograph(char32_t character) {
  struct Block {
    char32_t first, last;
  };
  constexpr std::array<Block, 8> kBlocks{{{0x3400, 0x4DBF},
                                          {0x4E00, 0x9FFF},
                                          {0xF900, 0xFAFF},
                                          {0x20000, 0x2A6DF},
                                          {0x2A700, 0x2B73F},
                                          {0x2B740, 0x2B81F},
                                          {0x2B920, 0x2CEAF},
                                          {0x2F800, 0x2FA1F}}};
  return std::ranges::any_of(kBlocks, [character](const Block& block) {
    return character >= block.first && character <= block.last;
  });
}

void append_utf8(std::string& text, char32_t character) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const utf8proc_ssize_t count =
      utf8proc_encode_char(static_cast<utf8proc_int32_t>(character), bytes.data());
  text.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(count));
}

}  // namespace

BertWordReader::BertWordReader(std::string_view text, BertTextOptions options)
    : rest_(text), options_(options) {}

bool BertWordReader::next(std::string& word) {
  word.clear();
  while (next_unit_ < units_.size() || refill()) {
    const Unit unit = units_[next_unit_];
    if (unit.separate && !word.empty()) return true;  // and it is the next word
    ++next_unit_;
    if (unit.character != 0) append_utf8(word, unit.character);
    if (unit.separate && !word.empty()) return true;
  }
  return !word.empty();
}

// Takes characters from the text until one of them yields something.
bool BertWordReader::refill() {
  units_.clear();
  next_unit_ = 0;
  while (units_.empty() && !rest_.empty()) {
    utf8proc_int32_t decoded = 0;
    const utf8proc_ssize_t bytes =
        utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(rest_.data()),
                         static_cast<utf8proc_ssize_t>(rest_.size()), &decoded);
    rest_.remove_prefix(bytes > 0 ? static_cast<std::size_t>(bytes) : 1);
    if (bytes > 0) add_normalized(static_cast<char32_t>(decoded));
  }
  return !units_.empty();
}

void BertWordReader::add_normalized(char32_t source) {
  if (is_dropped(source)) return;
  if (!options_.strip_accents) {
    add(source);
  } else {
    std::array<utf8proc_int32_t, 8> parts{};  // the longest canonical decomposition has four
    int boundary = 0;
    const utf8proc_ssize_t count =
        utf8proc_decompose_char(static_cast<utf8proc_int32_t>(source), parts.data(), parts.size(),
                                UTF8PROC_DECOMPOSE, &boundary);
    for (utf8proc_ssize_t i = 0; i < count; ++i) {
      const auto part = static_cast<char32_t>(parts[static_cast<std::size_t>(i)]);
      if (category(part) != UTF8PROC_CATEGORY_MN) add(part);
    }
  }
  if (is_ideograph(source)) {
    for (Unit& unit : units_) unit.separate = true;
  }
}

void BertWordReader::add(char32_t character) {
  if (is_space(character)) {
    units_.push_back({0, true});
    return;
  }
  const bool separate = is_punctuation(character);
  if (!options_.lowercase) {
    units_.push_back({character, separate});
    return;
  }
  constexpr char32_t kCapitalIWithDot = 0x130;  // the only one that becomes two characters
  constexpr char32_t kDotAbove = 0x307;
  if (character == kCapitalIWithDot) {
    units_.push_back({'i', false});
    units_.push_back({kDotAbove, false});
    return;
  }
  const auto lower = utf8proc_tolower(static_cast<utf8proc_int32_t>(character));
  units_.push_back({static_cast<char32_t>(lower), separate});
}

}  // namespace gaia::memory::inference

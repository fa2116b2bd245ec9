// Numbers that are written in words. Words that are a number in one language and something very
// common in another are left out: un, ein, due, null, sept (September). "once" is the Spanish 11;
// the English one then is another number than "twice", which is enough.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "text/characters.h"
#include "text/substance_terms.h"
#include "text/word_runs.h"
#include "text/word_table.h"

namespace gaia::memory::text {
namespace {

using namespace std::string_view_literals;

struct NumberWord {
  std::uint64_t value;
  std::string_view spellings;
};

constexpr std::array kNumberWords{
    NumberWord{0, "zero cero zéro"},
    NumberWord{1, "one first eins uno primero"},
    NumberWord{2, "two second twice zwei deux dos dois duas"},
    NumberWord{3, "three third drei trois tres tre três"},
    NumberWord{4, "four fourth vier quatre cuatro quattro quatro"},
    NumberWord{5, "five fifth fünf fuenf cinq cinco cinque"},
    NumberWord{6, "six sixth sechs seis sei"},
    NumberWord{7, "seven seventh sieben siete sette sete"},
    NumberWord{8, "eight eighth acht huit ocho otto oito"},
    NumberWord{9, "nine ninth neun neuf nueve nove"},
    NumberWord{10, "ten tenth zehn dix diez dieci dez"},
    NumberWord{11, "eleven eleventh elf onze once undici"},
    NumberWord{12, "twelve twelfth dozen zwölf zwoelf douze doce dodici doze"},
    NumberWord{13, "thirteen thirteenth"},
    NumberWord{14, "fourteen fourteenth"},
    NumberWord{15, "fifteen fifteenth"},
    NumberWord{16, "sixteen sixteenth"},
    NumberWord{17, "seventeen seventeenth"},
    NumberWord{18, "eighteen eighteenth"},
    NumberWord{19, "nineteen nineteenth"},
    NumberWord{20, "twenty twentieth"},
    NumberWord{30, "thirty thirtieth"},
    NumberWord{40, "forty"},
    NumberWord{50, "fifty"},
    NumberWord{60, "sixty"},
    NumberWord{70, "seventy"},
    NumberWord{80, "eighty"},
    NumberWord{90, "ninety"},
    NumberWord{100, "hundred"},
    NumberWord{1'000, "thousand"},
    NumberWord{1'000'000, "million millions"},
    NumberWord{1'000'000'000, "billion billions"},
};

constexpr std::array kFractions{"half"sv, "quarter"sv};

std::optional<std::uint64_t> value_of(std::string_view word) {
  for (const NumberWord& number : kNumberWords) {
    if (is_one_of(word, number.spellings)) return number.value;
  }
  return std::nullopt;
}

// "twenty five" is 25 and "two hundred" is 200; nullopt if the words are two numbers.
std::optional<std::uint64_t> joined(std::uint64_t first, std::uint64_t second) {
  constexpr std::uint64_t kMostFactor = 999;
  if (first >= 20 && first < 100 && first % 10 == 0 && second > 0 && second < 10) {
    return first + second;
  }
  if (first > 0 && first <= kMostFactor && second >= 100) return first * second;
  return std::nullopt;
}

// Reads word by word and joins the parts of one number.
class NumberWordReader {
 public:
  NumberWordReader(std::string_view text, SubstanceTerms& terms) : text_(text), terms_(terms) {}

  void read(std::string_view word) {
    const auto begin = static_cast<std::size_t>(word.data() - text_.data());
    const bool is_adjoining = begin == end_ + 1 && (text_[end_] == ' ' || text_[end_] == '-');
    const bool follows_number = is_adjoining && (previous_ || ends_in_digit_);
    if (!is_adjoining) previous_.reset();
    // "30 second timer": a unit.
    add(word == "second" && follows_number ? std::nullopt : value_of(word));
    for (const std::string_view fraction : kFractions) {
      if (word == fraction) terms_.exact.emplace_back(fraction);
    }
    end_ = begin + word.size();
    ends_in_digit_ = word.back() >= '0' && word.back() <= '9';
  }

 private:
  void add(std::optional<std::uint64_t> value) {
    if (value && previous_) {
      if (const auto sum = joined(*previous_, *value)) {
        terms_.exact.pop_back();
        value = sum;
      }
    }
    if (value) terms_.exact.push_back(std::to_string(*value));
    previous_ = value;
  }

  std::string_view text_;
  SubstanceTerms& terms_;
  std::optional<std::uint64_t> previous_;  // what the word before stands for
  std::size_t end_ = 0;
  bool ends_in_digit_ = false;
};

constexpr std::string_view kNumerals = "〇零一二三四五六七八九十百千万萬两兩";
constexpr std::size_t kNumeralBytes = 3;
constexpr std::array<std::uint64_t, 18> kNumeralValues{0, 0, 1,  2,   3,     4,      5,      6, 7,
                                                       8, 9, 10, 100, 1'000, 10'000, 10'000, 2, 2};

// Everyday words with a numeral in them that count nothing.
constexpr std::array kNoNumbers{"一起"sv, "一样"sv, "一直"sv, "一般"sv, "一定"sv,
                                "一些"sv, "一下"sv, "统一"sv, "唯一"sv, "万一"sv,
                                "十分"sv, "一緒"sv, "一番"sv, "一部"sv, "一方"sv};

std::optional<std::uint64_t> numeral_at(std::string_view run, std::size_t position) {
  const std::size_t found = kNumerals.find(run.substr(position, kNumeralBytes));
  if (found == std::string_view::npos || run.size() - position < kNumeralBytes) return std::nullopt;
  return kNumeralValues[found / kNumeralBytes];
}

// 二十五 and 二五 both are 25: with units it is a sum of products, without it is digits.
class NumeralValue {
 public:
  void add(std::uint64_t numeral) {
    constexpr std::uint64_t kMyriad = 10'000;
    if (numeral < 10) {
      digits_ = digits_ * 10 + numeral;
    } else if (numeral == kMyriad) {
      total_ = (total_ + section_ + digits_) * kMyriad;
      section_ = digits_ = 0;
    } else {
      section_ += std::max<std::uint64_t>(digits_, 1) * numeral;
      digits_ = 0;
    }
  }
  std::uint64_t value() const { return total_ + section_ + digits_; }

 private:
  std::uint64_t total_ = 0;
  std::uint64_t section_ = 0;
  std::uint64_t digits_ = 0;
};

void add_numerals(std::string run, SubstanceTerms& terms) {
  for (const std::string_view word : kNoNumbers) {
    for (std::size_t at = run.find(word); at != run.npos; at = run.find(word, at)) {
      run.replace(at, word.size(), " ");
    }
  }
  for (std::size_t i = 0; i < run.size();) {
    NumeralValue number;
    const std::size_t begin = i;
    for (auto numeral = numeral_at(run, i); numeral; numeral = numeral_at(run, i)) {
      number.add(*numeral);
      i += kNumeralBytes;
    }
    if (i > begin) terms.exact.push_back(std::to_string(number.value()));
    if (i < run.size()) i += character_at(run, i).bytes;
  }
}

}  // namespace

void add_number_words(std::string_view folded, SubstanceTerms& terms) {
  NumberWordReader reader(folded, terms);
  for (const WordRun& run : script_runs(folded)) {
    if (run.is_unspaced) {
      add_numerals(std::string(run.text), terms);
    } else if (!run.is_pictograph) {
      reader.read(run.text);
    }
  }
}

}  // namespace gaia::memory::text

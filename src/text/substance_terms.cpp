#include "text/substance_terms.h"

#include <algorithm>
#include <array>

#include "text/characters.h"
#include "text/word_runs.h"
#include "text/word_table.h"
#include "text/words.h"

namespace gaia::memory::text {
namespace {

using namespace std::string_view_literals;

constexpr std::array kUnits{
    "second seconds sec secs"sv,
    "minute minutes min mins"sv,
    "hour hours hr hrs hourly"sv,
    "day days daily"sv,
    "week weeks weekly"sv,
    "month months monthly"sv,
    "year years yearly annually"sv,
    "mg"sv,
    "g gram grams"sv,
    "kg kilo kilos kilogram kilograms"sv,
    "lb lbs pound pounds"sv,
    "mm"sv,
    "cm"sv,
    "m meter meters metre metres"sv,
    "km kilometer kilometers kilometre kilometres"sv,
    "mile miles"sv,
    "kb"sv,
    "mb"sv,
    "gb"sv,
    "tb"sv,
    "ms"sv,
    "percent"sv,
    "dollar dollars usd"sv,
    "euro euros eur"sv,
    "gbp"sv,
    "yen jpy"sv,
};

struct Sign {
  std::string_view text;
  std::string_view unit;
};
constexpr std::array kSigns{Sign{"$", "dollar"}, Sign{"€", "euro"}, Sign{"£", "gbp"},
                            Sign{"¥", "yen"}, Sign{"%", "percent"}};

void add_signs(std::string_view folded, SubstanceTerms& terms) {
  for (const Sign& sign : kSigns) {
    if (folded.find(sign.text) != std::string_view::npos) terms.units.emplace_back(sign.unit);
  }
}

// A unit may be written on to its number: 5kg, 9am.
std::string_view without_digits(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of("0123456789"), word.size()));
  return word;
}

void add_words(std::string_view folded, SubstanceTerms& terms) {
  for (const WordRun& run : script_runs(folded)) {
    if (run.is_unspaced) {
      add_calendar_parts(run.text, terms);
    } else if (!run.is_pictograph) {
      const std::string_view word = without_digits(run.text);
      add_calendar_word(word, terms);
      if (word.empty()) continue;
      if (const auto unit = find_row(word, kUnits)) terms.units.emplace_back(*unit);
    }
  }
}

// True if a sentence may begin after this: an end mark, a line break, an opening quote or bullet.
bool ends_sentence(std::string_view between) {
  return between.find_first_of(".!?:\n\"*") != std::string_view::npos;
}

bool is_calendar_name(std::string_view folded_word) {
  SubstanceTerms terms;
  add_calendar_word(folded_word, terms);
  return !terms.exact.empty();
}

void add_names(std::string_view utf8, SubstanceTerms& terms) {
  std::size_t previous_end = 0;
  bool is_first = true;
  for (const WordRun& word_run : script_runs(utf8)) {
    const std::string_view run = word_run.text;
    const auto begin = static_cast<std::size_t>(run.data() - utf8.data());
    const bool begins_sentence =
        is_first || ends_sentence(utf8.substr(previous_end, begin - previous_end));
    is_first = false;
    previous_end = begin + run.size();
    const std::string_view marks = marks_after(utf8, previous_end);
    const bool is_capitalised =
        !begins_sentence && run != "I" && is_upper_case(character_at(run, 0).code);
    if (!is_capitalised && marks.empty()) continue;
    const std::string word = folded(run);
    if (!is_calendar_name(word)) terms.names.push_back(name_stem(word).append(marks));
  }
}

}  // namespace

std::string name_stem(std::string_view folded_word) {
  constexpr std::size_t kMinBytes = 4;
  const bool is_plural = folded_word.size() >= kMinBytes && folded_word.ends_with('s');
  return std::string(folded_word.substr(0, folded_word.size() - (is_plural ? 1 : 0)));
}

std::string_view marks_after(std::string_view text, std::size_t end) {
  const std::size_t after = std::min(text.find_first_not_of("+#", end), text.size());
  const bool joins_words =
      after - end == 1 && after < text.size() && is_word_character(character_at(text, after).code);
  return text.substr(end, joins_words ? 0 : after - end);
}

SubstanceTerms substance_terms(std::string_view utf8) {
  const std::string text = folded(utf8);
  SubstanceTerms terms;
  add_digits(text, terms);
  add_number_words(text, terms);
  add_signs(text, terms);
  add_words(text, terms);
  add_names(utf8, terms);
  for (auto* list : {&terms.exact, &terms.units, &terms.names}) {
    std::sort(list->begin(), list->end());
  }
  return terms;
}

}  // namespace gaia::memory::text

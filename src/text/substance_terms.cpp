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

constexpr std::array kWeekdays{
    "monday mon montag lundi lunes lunedì segunda 星期一 周一 月曜 월요일"sv,
    "tuesday tue tues dienstag mardi martes martedì terça 星期二 周二 火曜 화요일"sv,
    "wednesday wed mittwoch mercredi miércoles mercoledì quarta 星期三 周三 水曜 수요일"sv,
    "thursday thu thurs donnerstag jeudi jueves giovedì quinta 星期四 周四 木曜 목요일"sv,
    "friday fri freitag vendredi viernes venerdì sexta 星期五 周五 金曜 금요일"sv,
    "saturday sat samstag sonnabend samedi sábado sabato 星期六 周六 土曜 토요일"sv,
    "sunday sun sonntag dimanche domingo domenica 星期日 星期天 周日 日曜 일요일"sv,
};

constexpr std::array kMonths{
    "january jan januar janvier enero gennaio janeiro"sv,
    "february feb februar février febrero febbraio fevereiro"sv,
    "march mar märz mars marzo março"sv,
    "april apr avril abril aprile"sv,
    "may mai mayo maggio maio"sv,
    "june jun juni juin junio giugno junho"sv,
    "july jul juli juillet julio luglio julho"sv,
    "august aug août agosto"sv,
    "september sep sept septembre septiembre settembre setembro"sv,
    "october oct oktober octobre octubre ottobre outubro"sv,
    "november nov novembre noviembre novembro"sv,
    "december dec dezember décembre diciembre dicembre dezembro"sv,
};

constexpr std::array kTimes{
    "morning mornings"sv,
    "noon midday"sv,
    "night nights tonight"sv,
    "today"sv,
    "tomorrow"sv,
    "afternoon afternoons"sv,
    "evening evenings"sv,
    "midnight"sv,
    "yesterday"sv,
    "spring"sv,
    "summer"sv,
    "autumn fall"sv,
    "winter"sv,
};

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

constexpr std::array kNumberWords{
    "zero"sv,  "one"sv,   "two"sv,  "three"sv, "four"sv,   "five"sv,   "six"sv,
    "seven"sv, "eight"sv, "nine"sv, "ten"sv,   "eleven"sv, "twelve"sv,
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

void add_calendar_words(std::string_view word, SubstanceTerms& terms) {
  const std::string_view singular = word.ends_with('s') ? word.substr(0, word.size() - 1) : word;
  if (auto day = find_row(word, kWeekdays)) {
    terms.weekdays.emplace_back(*day);
  } else if (day = find_row(singular, kWeekdays); day) {
    terms.weekdays.emplace_back(*day);
  }
  if (const auto month = find_row(word, kMonths)) terms.months.emplace_back(*month);
  if (const auto time = find_row(without_digits(word), kTimes)) terms.times.emplace_back(*time);
}

void add_spaced_word(std::string_view word, SubstanceTerms& terms) {
  add_calendar_words(word, terms);
  if (const auto unit = find_row(without_digits(word), kUnits)) terms.units.emplace_back(*unit);
  const auto number = std::find(kNumberWords.begin(), kNumberWords.end(), word);
  if (number == kNumberWords.end()) return;
  terms.numbers.push_back(std::to_string(std::distance(kNumberWords.begin(), number)));
}

// Weekdays inside an unspaced run; the spellings of those scripts are the rows' non-ASCII ones.
void add_unspaced_run(std::string_view run, SubstanceTerms& terms) {
  for (const std::string_view row : kWeekdays) {
    for (const std::string_view spelling : typed_runs(row)) {
      const bool is_written = is_unspaced(character_at(spelling, 0).code) &&
                              run.find(spelling) != std::string_view::npos;
      if (is_written) terms.weekdays.emplace_back(row.substr(0, row.find(' ')));
    }
  }
}

void add_words(std::string_view folded, SubstanceTerms& terms) {
  for (const WordRun& run : script_runs(folded)) {
    if (run.is_unspaced) {
      add_unspaced_run(run.text, terms);
    } else if (!run.is_pictograph) {
      add_spaced_word(run.text, terms);
    }
  }
}

// True if a sentence may begin after this: an end mark, a line break, an opening quote or bullet.
bool ends_sentence(std::string_view between) {
  return between.find_first_of(".!?:\n\"*") != std::string_view::npos;
}

bool is_calendar_name(std::string_view folded_word) {
  SubstanceTerms terms;
  add_calendar_words(folded_word, terms);
  return !terms.weekdays.empty() || !terms.months.empty() || !terms.times.empty();
}

void add_names(std::string_view utf8, SubstanceTerms& terms) {
  constexpr std::size_t kMinNameBytes = 2;  // leaves out "I"
  std::size_t previous_end = 0;
  bool is_first = true;
  for (const std::string_view run : typed_runs(utf8)) {
    const auto begin = static_cast<std::size_t>(run.data() - utf8.data());
    const bool begins_sentence =
        is_first || ends_sentence(utf8.substr(previous_end, begin - previous_end));
    is_first = false;
    previous_end = begin + run.size();
    if (begins_sentence || run.size() < kMinNameBytes) continue;
    if (!is_upper_case(character_at(run, 0).code)) continue;
    const std::string word = folded(run);
    if (!is_calendar_name(word)) terms.names.push_back(name_stem(word));
  }
}

}  // namespace

std::string name_stem(std::string_view folded_word) {
  constexpr std::size_t kMinBytes = 4;
  const bool is_plural = folded_word.size() >= kMinBytes && folded_word.ends_with('s');
  return std::string(folded_word.substr(0, folded_word.size() - (is_plural ? 1 : 0)));
}

SubstanceTerms substance_terms(std::string_view utf8) {
  const std::string text = folded(utf8);
  SubstanceTerms terms;
  add_numbers(text, terms);
  add_signs(text, terms);
  add_words(text, terms);
  add_names(utf8, terms);
  for (auto* list : {&terms.numbers, &terms.iso_dates, &terms.weekdays, &terms.months, &terms.times,
                     &terms.units, &terms.names}) {
    std::sort(list->begin(), list->end());
  }
  return terms;
}

}  // namespace gaia::memory::text

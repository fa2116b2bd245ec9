// Weekdays, months and times of day.
#include <array>
#include <optional>

#include "text/characters.h"
#include "text/substance_terms.h"
#include "text/word_runs.h"
#include "text/word_table.h"

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

constexpr std::array kTimesOfDay{
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

std::optional<std::string_view> weekday(std::string_view word) {
  if (const auto day = find_row(word, kWeekdays)) return day;
  return word.ends_with('s') ? find_row(word.substr(0, word.size() - 1), kWeekdays) : std::nullopt;
}

}  // namespace

void add_calendar_word(std::string_view word, SubstanceTerms& terms) {
  if (word.empty()) return;
  if (const auto day = weekday(word)) terms.exact.emplace_back(*day);
  if (const auto month = find_row(word, kMonths)) terms.exact.emplace_back(*month);
  if (const auto time = find_row(word, kTimesOfDay)) terms.exact.emplace_back(*time);
}

// Weekdays inside an unspaced run; the spellings of those scripts are the rows' non-ASCII ones.
void add_calendar_parts(std::string_view unspaced_run, SubstanceTerms& terms) {
  for (const std::string_view row : kWeekdays) {
    for (const std::string_view spelling : typed_runs(row)) {
      const bool is_written = is_unspaced(character_at(spelling, 0).code) &&
                              unspaced_run.find(spelling) != std::string_view::npos;
      if (is_written) terms.exact.emplace_back(row.substr(0, row.find(' ')));
    }
  }
}

std::string_view month_name(std::size_t number) {
  if (number == 0 || number > kMonths.size()) return {};
  const std::string_view row = kMonths[number - 1];
  return row.substr(0, row.find(' '));
}

}  // namespace gaia::memory::text

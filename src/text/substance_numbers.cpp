#include <algorithm>
#include <array>
#include <string>

#include "text/characters.h"
#include "text/substance_terms.h"

namespace gaia::memory::text {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kIsoDateForm = "dddd-dd-dd";
constexpr std::array kCurrencySigns{"$"sv, "€"sv, "£"sv, "¥"sv};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void remove_leading_zeros(std::string& digits) {
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
}

// Thousands separators say nothing: 1,000 is 1000.
std::string without_separators(std::string_view digits) {
  std::string number;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const std::size_t next = std::min(digits.find_first_not_of("0123456789", i + 1), digits.size());
    if (digits[i] != ',' || next - i != 4) number += digits[i];
  }
  return number;
}

// In clock times and dates zeros are a matter of style: 09:00 is 9, 03/04/2026 is 3/4/2026. In
// other numbers they may be the number: a door code.
std::string plain_number(std::string_view digits) {
  std::string number = without_separators(digits);
  if (number.find(':') != std::string::npos) {
    while (number.ends_with(":00")) number.resize(number.size() - 3);
    remove_leading_zeros(number);
  }
  if (number.find('/') == std::string::npos) return number;
  std::string date;
  for (std::size_t i = 0; i < number.size(); ++i) {
    const bool begins_part = i == 0 || number[i - 1] == '/';
    const bool is_styling =
        begins_part && number[i] == '0' && i + 1 < number.size() && is_digit(number[i + 1]);
    if (!is_styling) date += number[i];
  }
  return date;
}

std::size_t end_of_number(std::string_view text, std::size_t begin) {
  constexpr std::string_view kJoins = ".,:/";
  std::size_t end = begin;
  while (end < text.size()) {
    const bool joins = kJoins.find(text[end]) != std::string_view::npos;
    if (!is_digit(text[end]) && !(joins && end + 1 < text.size() && is_digit(text[end + 1]))) break;
    ++end;
  }
  return end;
}

bool ends_with_word_character(std::string_view text) {
  return !text.empty() &&
         is_word_character(character_at(text, start_of_previous(text, text.size())).code);
}

// What belongs to a number in front of its first digit: "-", "+" or "0." for ".5". A dash between
// words or numbers (gpt-4, 5-10) is none, a plus after a word (UTC+2) is one.
std::string sign_before(std::string_view before) {
  std::string fraction;
  if (before.ends_with('.') && (before.size() == 1 || before[before.size() - 2] == ' ')) {
    before.remove_suffix(1);
    fraction = "0.";
  }
  for (const std::string_view currency : kCurrencySigns) {
    if (before.ends_with(currency)) before.remove_suffix(currency.size());
  }
  if (before.ends_with("minus ")) return "-" + fraction;
  if (before.ends_with('+')) return (before.ends_with("++") ? "" : "+") + fraction;
  for (const std::string_view minus : {"-"sv, "−"sv, "–"sv}) {
    if (!before.ends_with(minus)) continue;
    before.remove_suffix(minus.size());
    return (ends_with_word_character(before) ? "" : "-") + fraction;
  }
  return fraction;
}

// Year, month name and day, as if they were written in words.
bool add_iso_date(std::string_view text, SubstanceTerms& terms) {
  if (text.size() < kIsoDateForm.size()) return false;
  for (std::size_t i = 0; i < kIsoDateForm.size(); ++i) {
    if (kIsoDateForm[i] == 'd' ? !is_digit(text[i]) : text[i] != kIsoDateForm[i]) return false;
  }
  const int number = 10 * (text[5] - '0') + (text[6] - '0');
  const std::string_view month = month_name(static_cast<std::size_t>(number));
  if (month.empty()) return false;
  std::string day(text.substr(8, 2));
  remove_leading_zeros(day);
  terms.exact.insert(terms.exact.end(), {std::string(text.substr(0, 4)), std::string(month), day});
  return true;
}

// The half of the day that a clock time is in; "am" elsewhere is a verb.
void add_half_of_day(std::string_view after_number, SubstanceTerms& terms) {
  if (after_number.starts_with(' ')) after_number.remove_prefix(1);
  for (const std::string_view half : {"am"sv, "a.m"sv, "pm"sv, "p.m"sv}) {
    if (!after_number.starts_with(half)) continue;
    const std::string_view rest = after_number.substr(half.size());
    if (rest.empty() || !is_word_character(character_at(rest, 0).code)) {
      terms.exact.emplace_back(half.substr(0, 1));
    }
  }
}

}  // namespace

void add_digits(std::string_view folded, SubstanceTerms& terms) {
  for (std::size_t i = 0; i < folded.size();) {
    if (!is_digit(folded[i])) {
      ++i;
      continue;
    }
    if (add_iso_date(folded.substr(i), terms)) {
      i += kIsoDateForm.size();
      continue;
    }
    const std::size_t end = end_of_number(folded, i);
    terms.exact.push_back(sign_before(folded.substr(0, i)) +
                          plain_number(folded.substr(i, end - i)));
    add_half_of_day(folded.substr(end), terms);
    i = end;
  }
}

}  // namespace gaia::memory::text

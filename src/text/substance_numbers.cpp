#include <algorithm>
#include <string>

#include "text/characters.h"
#include "text/substance_terms.h"

namespace gaia::memory::text {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kIsoDateForm = "dddd-dd-dd";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Thousands separators, leading zeros and empty minutes say nothing: 09:00 is 9, 1,000 is 1000.
std::string plain_number(std::string_view digits) {
  std::string number;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const std::size_t next = std::min(digits.find_first_not_of("0123456789", i + 1), digits.size());
    if (digits[i] != ',' || next - i != 4) number += digits[i];
  }
  while (number.ends_with(":00")) number.resize(number.size() - 3);
  number.erase(0, std::min(number.find_first_not_of('0'), number.size() - 1));
  return number;
}

std::size_t end_of_number(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size()) {
    const bool joins = text[end] == '.' || text[end] == ',' || text[end] == ':';
    if (!is_digit(text[end]) && !(joins && end + 1 < text.size() && is_digit(text[end + 1]))) break;
    ++end;
  }
  return end;
}

bool is_iso_date(std::string_view text) {
  if (text.size() < kIsoDateForm.size()) return false;
  for (std::size_t i = 0; i < kIsoDateForm.size(); ++i) {
    if (kIsoDateForm[i] == 'd' ? !is_digit(text[i]) : text[i] != kIsoDateForm[i]) return false;
  }
  return true;
}

// The half of the day that a clock time is in; "am" elsewhere is a verb.
void add_half_of_day(std::string_view after_number, SubstanceTerms& terms) {
  if (after_number.starts_with(' ')) after_number.remove_prefix(1);
  for (const std::string_view half : {"am"sv, "a.m"sv, "pm"sv, "p.m"sv}) {
    if (!after_number.starts_with(half)) continue;
    const std::string_view rest = after_number.substr(half.size());
    if (rest.empty() || !is_word_character(character_at(rest, 0).code)) {
      terms.times.emplace_back(half.substr(0, 1));
    }
  }
}

}  // namespace

void add_numbers(std::string_view folded, SubstanceTerms& terms) {
  for (std::size_t i = 0; i < folded.size();) {
    if (!is_digit(folded[i])) {
      ++i;
      continue;
    }
    const std::string_view rest = folded.substr(i);
    if (is_iso_date(rest)) terms.iso_dates.emplace_back(rest.substr(0, kIsoDateForm.size()));
    const std::size_t end = end_of_number(folded, i);
    terms.numbers.push_back(plain_number(folded.substr(i, end - i)));
    add_half_of_day(folded.substr(end), terms);
    i = end;
  }
}

}  // namespace gaia::memory::text

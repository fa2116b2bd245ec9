// What is looked at when two statements are compared. Internal to `text`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaia::memory::text {

// `folded` must come from folded(). True if it holds a negation word of one of the languages that
// the tables know: English, German, French, Spanish, Italian, Portuguese, Russian, Chinese,
// Japanese, Korean, Thai.
bool is_negated(std::string_view folded);

// Terms of one kind can be exchanged for each other. Each list is sorted and keeps repeats.
struct SubstanceTerms {
  std::vector<std::string> numbers;    // 7, 9:30, 1.2.3; also number words; without leading zeros
  std::vector<std::string> iso_dates;  // 2026-07-10 as a whole; its parts are numbers too
  std::vector<std::string> weekdays;
  std::vector<std::string> months;
  std::vector<std::string> times;  // am, pm, morning, today, ...
  std::vector<std::string> units;  // kg, hours, currency signs, ...
  std::vector<std::string> names;  // capitalised inside a sentence; folded
};

SubstanceTerms substance_terms(std::string_view utf8);

// Its first step: the numbers and dates in digits, and the am or pm beside them, unsorted.
void add_numbers(std::string_view folded, SubstanceTerms& terms);

// One spelling for singular, plural and possessive, so that "Acme" and "Acmes" are one name.
std::string name_stem(std::string_view folded_word);

}  // namespace gaia::memory::text

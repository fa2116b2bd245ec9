// What is looked at when two statements are compared. Internal to `text`. Arguments called
// `folded` must come from folded().
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gaia::memory::text {

// How many negation words there are, of the languages that the tables know: English, German,
// French, Spanish, Italian, Portuguese, Russian, Chinese, Japanese, Korean, Thai.
std::size_t count_negations(std::string_view folded);

// Each list is sorted and keeps repeats.
struct SubstanceTerms {
  // What must be on both sides: numbers (7, -18, 0123, 9:30, 1.2.3, 3/4/2026), also those written
  // in words, and weekdays, months and times of day by the first English word of their row. An ISO
  // date is its year, month and day, so it equals the same date in words.
  std::vector<std::string> exact;
  // What can stand for each other:
  std::vector<std::string> units;  // kg, hours, currency signs, ...
  std::vector<std::string> names;  // capitalised inside a sentence, or C++ and C#; folded
};

SubstanceTerms substance_terms(std::string_view utf8);

// Steps of it; what they add is unsorted.
void add_digits(std::string_view folded, SubstanceTerms& terms);  // with the am or pm beside them
void add_number_words(std::string_view folded, SubstanceTerms& terms);
void add_calendar_word(std::string_view word, SubstanceTerms& terms);
void add_calendar_parts(std::string_view unspaced_run, SubstanceTerms& terms);
std::string_view month_name(std::size_t number);  // 1 to 12

// One spelling for singular, plural and possessive, so that "Acme" and "Acmes" are one name.
std::string name_stem(std::string_view folded_word);

// The + and # that belong to a word which ends at `end`: C++, C#, but not the plus of 1+1.
std::string_view marks_after(std::string_view text, std::size_t end);

// True if one word is the other's opposite: enabled and disabled, locked and unlocked, on and off.
bool are_opposites(std::string_view folded_word, std::string_view other);

}  // namespace gaia::memory::text

// What a word is, for the whole engine: duplicate detection, the 20-word limit, queries and the
// additional full-text index all use these functions, so they agree in every script.
//
// Text is brought to NFKC and case-folded. A word is then a maximal run of letters, digits, marks
// and underscores. Scripts written without spaces between words (Han, Hiragana, Katakana, Hangul,
// Thai, Lao, Khmer, Myanmar) have no such runs, so each of their runs yields its overlapping
// pairs of characters (a single character yields itself), and ends where a spaced script begins.
// Arguments are UTF-8; invalid bytes separate words. Pure functions, callable from any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gaia::memory::text {

// In order, repeats kept.
std::vector<std::string> words(std::string_view utf8);

// Sorted, each once.
std::vector<std::string> distinct_words(std::string_view utf8);

// Szymkiewicz-Simpson: |a & b| / min(|a|, |b|). Both must come from distinct_words (sorted, each
// once); 0 if either is empty.
double overlap_coefficient(std::span<const std::string> a, std::span<const std::string> b);

// NFKC and case folding of the whole text: equal results mean equal names, however they were
// typed. White space and punctuation stay.
std::string folded(std::string_view utf8);

// NFC: names typed in two Unicode forms become one. Case, width and spacing stay as they are;
// invalid bytes become U+FFFD.
std::string composed(std::string_view utf8);

}  // namespace gaia::memory::text

#include <algorithm>
#include <array>
#include <string_view>

#include "text/query.h"

namespace gaia::memory::text {
namespace {

using namespace std::string_view_literals;

// Sorted. Function words and the words that questions are built with; what is left of contractions
// (s, t, re, ve, ll). No nouns, no numbers, nothing that alone could be what was asked for.
constexpr std::array kStopWords{
    "a"sv,       "about"sv, "after"sv,   "again"sv,  "all"sv,     "also"sv,  "am"sv,
    "an"sv,      "and"sv,   "any"sv,     "are"sv,    "as"sv,      "at"sv,    "be"sv,
    "because"sv, "been"sv,  "before"sv,  "being"sv,  "between"sv, "both"sv,  "but"sv,
    "by"sv,      "can"sv,   "could"sv,   "did"sv,    "do"sv,      "does"sv,  "doing"sv,
    "during"sv,  "each"sv,  "either"sv,  "ever"sv,   "for"sv,     "from"sv,  "get"sv,
    "give"sv,    "had"sv,   "has"sv,     "have"sv,   "having"sv,  "he"sv,    "her"sv,
    "here"sv,    "hers"sv,  "him"sv,     "his"sv,    "how"sv,     "i"sv,     "if"sv,
    "in"sv,      "into"sv,  "is"sv,      "it"sv,     "its"sv,     "just"sv,  "know"sv,
    "let"sv,     "ll"sv,    "me"sv,      "might"sv,  "mine"sv,    "more"sv,  "most"sv,
    "much"sv,    "must"sv,  "my"sv,      "of"sv,     "on"sv,      "or"sv,    "our"sv,
    "ours"sv,    "out"sv,   "please"sv,  "re"sv,     "s"sv,       "shall"sv, "she"sv,
    "should"sv,  "so"sv,    "some"sv,    "such"sv,   "t"sv,       "tell"sv,  "than"sv,
    "that"sv,    "the"sv,   "their"sv,   "theirs"sv, "them"sv,    "then"sv,  "there"sv,
    "these"sv,   "they"sv,  "this"sv,    "those"sv,  "to"sv,      "too"sv,   "up"sv,
    "us"sv,      "ve"sv,    "very"sv,    "was"sv,    "we"sv,      "were"sv,  "what"sv,
    "when"sv,    "where"sv, "whether"sv, "which"sv,  "while"sv,   "who"sv,   "whom"sv,
    "whose"sv,   "why"sv,   "will"sv,    "with"sv,   "would"sv,   "you"sv,   "your"sv,
    "yours"sv,
};
static_assert(std::is_sorted(kStopWords.begin(), kStopWords.end()));

}  // namespace

bool is_stop_word(std::string_view folded_word) {
  return std::binary_search(kStopWords.begin(), kStopWords.end(), folded_word);
}

}  // namespace gaia::memory::text

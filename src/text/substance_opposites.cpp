// Words that turn a statement round without a negation word.
#include <algorithm>
#include <array>

#include "text/substance_terms.h"
#include "text/word_table.h"

namespace gaia::memory::text {
namespace {

using namespace std::string_view_literals;

// Before a word that is plain on the other side: like, dislike.
constexpr std::array kOpposingPrefixes{"dis"sv, "un"sv, "in"sv,  "im"sv,  "ir"sv,
                                       "il"sv,  "de"sv, "mis"sv, "non"sv, "anti"sv};

struct Opposites {
  std::string_view one;
  std::string_view other;
};

// Before the same rest: enable, disable.
constexpr std::array kOpposedPrefixes{
    Opposites{"en", "dis"},  Opposites{"en", "de"},      Opposites{"in", "de"},
    Opposites{"in", "ex"},   Opposites{"im", "ex"},      Opposites{"in", "out"},
    Opposites{"up", "down"}, Opposites{"over", "under"},
};

constexpr std::array kOppositeWords{
    Opposites{"on", "off"},
    Opposites{"yes", "no"},
    Opposites{"true", "false"},
    Opposites{"more", "less fewer"},
    Opposites{"before", "after"},
    Opposites{"above", "below"},
    Opposites{"left", "right"},
    Opposites{"open opened", "closed shut close"},
    Opposites{"start started starting", "stop stopped stopping end ended"},
    Opposites{"allow allowed permitted", "deny denied forbidden prohibited refused"},
    Opposites{"accept accepted", "reject rejected declined refused"},
    Opposites{"like love loved enjoy", "hate hated detest"},
    Opposites{"minimum min least", "maximum max most"},
};

// Shorter rests are chance: "side" and "outside" are related, "k" and "ink" are not.
constexpr std::size_t kMinRest = 3;

bool is_opposed_by_prefix(std::string_view plain, std::string_view other) {
  return plain.size() >= kMinRest && other.ends_with(plain) &&
         std::find(kOpposingPrefixes.begin(), kOpposingPrefixes.end(),
                   other.substr(0, other.size() - plain.size())) != kOpposingPrefixes.end();
}

bool have_opposed_prefixes(std::string_view word, std::string_view other) {
  return std::any_of(kOpposedPrefixes.begin(), kOpposedPrefixes.end(), [&](const Opposites& pair) {
    if (!word.starts_with(pair.one) || !other.starts_with(pair.other)) return false;
    const std::string_view rest = word.substr(pair.one.size());
    return rest.size() >= kMinRest && rest == other.substr(pair.other.size());
  });
}

bool are_opposite_words(std::string_view word, std::string_view other) {
  return std::any_of(kOppositeWords.begin(), kOppositeWords.end(), [&](const Opposites& pair) {
    return is_one_of(word, pair.one) && is_one_of(other, pair.other);
  });
}

bool is_turned_round(std::string_view word, std::string_view other) {
  return is_opposed_by_prefix(word, other) || have_opposed_prefixes(word, other) ||
         are_opposite_words(word, other);
}

}  // namespace

bool are_opposites(std::string_view folded_word, std::string_view other) {
  return is_turned_round(folded_word, other) || is_turned_round(other, folded_word);
}

}  // namespace gaia::memory::text

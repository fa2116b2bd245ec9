// Tells an opposite or a correction from a rewording, where two statements share most words: what
// differs in substance supersedes, what does not is merged. Superseding loses nothing and merging
// does, so doubt is decided for a difference.
#pragma once

#include <string_view>

namespace gaia::memory::text {

// True if one side has a number, a date, the name of a weekday or month, a time of day or a
// version that the other lacks, in digits or in words; if one side has more negations; or if the
// sides exchange a unit, a proper name or a word for its opposite. Units, names and plain words
// that only one side has are detail and no difference; neither are case, punctuation and plurals.
// Symmetric. Expects statements that already share most of their words; for unrelated texts the
// answer says nothing. Numbers that change places ("from 3 to 5") are not seen. Pure, callable
// from any thread.
bool differs_in_substance(std::string_view a, std::string_view b);

}  // namespace gaia::memory::text

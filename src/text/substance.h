// Tells an opposite or a correction from a rewording, where two statements share most words: what
// differs in substance supersedes, what does not is merged.
#pragma once

#include <string_view>

namespace gaia::memory::text {

// True if one side is negated and the other is not, or if the sides exchange a number, a date or
// the name of a weekday or month, a time of day, a version, an amount, or a proper name. What only
// one side has (except a negation) is detail and no difference; neither are case, punctuation and
// plurals. Symmetric. Expects statements that already share most of their words; for unrelated
// texts the answer says nothing. Pure, callable from any thread.
bool differs_in_substance(std::string_view a, std::string_view b);

}  // namespace gaia::memory::text

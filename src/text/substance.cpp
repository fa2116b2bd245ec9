#include "text/substance.h"

#include <algorithm>
#include <iterator>

#include "text/substance_terms.h"
#include "text/words.h"

namespace gaia::memory::text {
namespace {

using Terms = std::vector<std::string>;

Terms difference(const Terms& a, const Terms& b) {
  Terms only_a;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(only_a));
  return only_a;
}

// Each side has something that the other lacks: one thing stands where the other stood.
bool is_exchanged(const Terms& a, const Terms& b) {
  return !difference(a, b).empty() && !difference(b, a).empty();
}

Terms stems(std::string_view utf8) {
  Terms stems = words(utf8);
  for (std::string& word : stems) word = name_stem(word);
  std::sort(stems.begin(), stems.end());
  return stems;
}

// A name counts as missing only if the other side has that word nowhere, in any case.
bool is_name_exchanged(const Terms& names_a, std::string_view a, const Terms& names_b,
                       std::string_view b) {
  return !difference(names_a, stems(b)).empty() && !difference(names_b, stems(a)).empty();
}

}  // namespace

bool differs_in_substance(std::string_view a, std::string_view b) {
  if (is_negated(folded(a)) != is_negated(folded(b))) return true;
  const SubstanceTerms terms_a = substance_terms(a);
  const SubstanceTerms terms_b = substance_terms(b);
  return is_exchanged(terms_a.numbers, terms_b.numbers) ||
         is_exchanged(terms_a.iso_dates, terms_b.iso_dates) ||
         is_exchanged(terms_a.weekdays, terms_b.weekdays) ||
         is_exchanged(terms_a.months, terms_b.months) ||
         is_exchanged(terms_a.times, terms_b.times) || is_exchanged(terms_a.units, terms_b.units) ||
         is_name_exchanged(terms_a.names, a, terms_b.names, b);
}

}  // namespace gaia::memory::text

#include "text/substance.h"

#include <algorithm>
#include <iterator>

#include "text/substance_terms.h"
#include "text/word_runs.h"
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

// Every word, with the marks that belong to it.
Terms stems(std::string_view folded) {
  Terms stems;
  for (const WordRun& run : script_runs(folded)) {
    const auto end = static_cast<std::size_t>(run.text.data() - folded.data()) + run.text.size();
    stems.push_back(name_stem(run.text).append(marks_after(folded, end)));
  }
  std::sort(stems.begin(), stems.end());
  return stems;
}

bool is_opposite_exchanged(const Terms& stems_a, const Terms& stems_b) {
  const Terms only_b = difference(stems_b, stems_a);
  const Terms only_a = difference(stems_a, stems_b);
  return std::any_of(only_a.begin(), only_a.end(), [&](const std::string& word) {
    return std::any_of(only_b.begin(), only_b.end(),
                       [&](const std::string& other) { return are_opposites(word, other); });
  });
}

// A name counts as missing only if the other side has that word nowhere, in any case.
bool is_name_exchanged(const SubstanceTerms& a, const Terms& stems_a, const SubstanceTerms& b,
                       const Terms& stems_b) {
  return !difference(a.names, stems_b).empty() && !difference(b.names, stems_a).empty();
}

}  // namespace

bool differs_in_substance(std::string_view a, std::string_view b) {
  const std::string folded_a = folded(a);
  const std::string folded_b = folded(b);
  if (count_negations(folded_a) != count_negations(folded_b)) return true;
  const SubstanceTerms terms_a = substance_terms(a);
  const SubstanceTerms terms_b = substance_terms(b);
  if (terms_a.exact != terms_b.exact || is_exchanged(terms_a.units, terms_b.units)) return true;
  const Terms stems_a = stems(folded_a);
  const Terms stems_b = stems(folded_b);
  return is_opposite_exchanged(stems_a, stems_b) ||
         is_name_exchanged(terms_a, stems_a, terms_b, stems_b);
}

}  // namespace gaia::memory::text

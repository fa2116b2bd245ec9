#include <array>

#include "text/substance_terms.h"
#include "text/word_runs.h"
#include "text/word_table.h"

namespace gaia::memory::text {
namespace {

using namespace std::string_view_literals;

// Folded. Words that negate only sometimes ("plus", "hardly", "kaum") are left out.
constexpr std::array kNegationWords{
    // English; contractions are recognised by n't, these are the ones written without.
    "not no never none nor neither nobody nothing nowhere without cannot cant dont "
    "doesnt didnt isnt arent wasnt werent wont wouldnt shouldnt couldnt hasnt havent "
    "stopped quit"sv,
    // German
    "nicht nichts kein keine keinen keinem keiner keines nie niemals niemand ohne "
    "weder nein"sv,
    // French
    "ne pas jamais aucun aucune sans rien non"sv,
    // Spanish, Italian, Portuguese
    "nunca jamás sin ningún ninguno ninguna nadie tampoco senza nessuno nessuna "
    "niente não nem sem nenhum nenhuma ninguém"sv,
    // Russian
    "не нет без никогда ни"sv,
};

// In scripts without spaces a negation is a part of a run.
constexpr std::array kNegationParts{
    "不"sv,     "没"sv,       "沒"sv, "无"sv, "無"sv, "从未"sv, "尚未"sv, "ない"sv,
    "ません"sv, "なかった"sv, "않"sv, "못"sv, "없"sv, "아니"sv, "ไม่"sv,
};

constexpr std::string_view kKoreanNot = "안";  // a word of its own; inside others it means "inside"

bool is_contraction(std::string_view run, std::string_view rest) {
  return run.ends_with('n') && (rest.starts_with("'t") || rest.starts_with("’t"));
}

std::size_t count_parts(std::string_view run) {
  if (run == kKoreanNot) return 1;
  std::size_t count = 0;
  for (const std::string_view part : kNegationParts) {
    for (std::size_t at = run.find(part); at != run.npos; at = run.find(part, at + part.size())) {
      ++count;
    }
  }
  return count;
}

}  // namespace

std::size_t count_negations(std::string_view folded) {
  std::size_t count = 0;
  for (const WordRun& run : script_runs(folded)) {
    const auto end = static_cast<std::size_t>(run.text.data() - folded.data()) + run.text.size();
    if (run.is_unspaced) count += count_parts(run.text);
    const bool is_word =
        find_row(run.text, kNegationWords) || is_contraction(run.text, folded.substr(end));
    if (is_word) ++count;
  }
  return count;
}

}  // namespace gaia::memory::text

#include "text/query.h"

#include <algorithm>
#include <unordered_set>

#include "text/characters.h"
#include "text/utf8.h"
#include "text/word_runs.h"
#include "text/words.h"

namespace gaia::memory::text {
namespace {

constexpr std::size_t kMaxQueryCharacters = 500;

void keep_first_of_each(std::vector<std::string>& terms) {
  std::unordered_set<std::string> seen;
  std::erase_if(terms, [&](const std::string& term) { return !seen.insert(term).second; });
}

// The tokenizers drop symbols, so an emoji is indexed and asked for by a word made of its number.
std::string word_for_pictograph(std::string_view symbol) {
  return "emoji" + std::to_string(static_cast<std::uint32_t>(character_at(symbol, 0).code));
}

std::string joined(const std::vector<std::string_view>& parts) {
  std::string text;
  for (const std::string_view part : parts) {
    if (!text.empty()) text += ' ';
    text += part;
  }
  return text;
}

std::string index_words(const WordRun& run) {
  if (run.is_pictograph) return word_for_pictograph(run.text);
  return run.is_unspaced ? joined(character_pairs(run.text)) : std::string(run.text);
}

// As typed; but a term that is ASCII in disguise (full-width letters, a ligature) is asked for in
// ASCII, because texts in plain ASCII are in the documented tables only.
std::vector<std::string> plain_terms_of(std::string_view query) {
  std::vector<std::string> terms;
  for (const std::string_view run : typed_runs(query)) {
    if (!has_letter_or_number(run)) continue;
    std::string plain = folded(run);
    if (is_ascii(run) || !is_ascii(plain)) plain = run;
    terms.push_back(std::move(plain));
  }
  keep_first_of_each(terms);
  return terms;
}

std::vector<std::string> folded_terms_of(std::string_view query) {
  const std::string text = folded(query);
  std::vector<std::string> terms;
  for (const WordRun& run : script_runs(text)) {
    if (run.is_pictograph || has_letter_or_number(run.text)) terms.push_back(index_words(run));
  }
  keep_first_of_each(terms);
  return terms;
}

std::vector<std::string> without_stop_words(const std::vector<std::string>& terms) {
  std::vector<std::string> significant;
  std::copy_if(terms.begin(), terms.end(), std::back_inserter(significant),
               [](const std::string& term) { return !is_stop_word(folded(term)); });
  return significant.empty() ? terms : significant;
}

bool is_one_unspaced_character(std::string_view term) {
  if (term.empty()) return false;
  const Character first = character_at(term, 0);
  return first.bytes == term.size() && is_unspaced(first.code);
}

// An FTS5 string. A zero byte would end the expression.
std::string quoted(std::string_view term) {
  std::string text = "\"";
  for (const char c : term) {
    if (c == '"') text += '"';
    text += c == '\0' ? ' ' : c;
  }
  text += '"';
  if (is_one_unspaced_character(term)) text += " *";
  return text;
}

std::string match(std::span<const std::string> terms, std::string_view connective) {
  std::string expression;
  for (const std::string& term : terms) {
    if (!expression.empty()) expression += connective;
    expression += quoted(term);
  }
  return expression;
}

}  // namespace

KeywordQuery make_keyword_query(std::string_view query) {
  const std::string_view cut = truncate_characters(query, kMaxQueryCharacters);
  KeywordQuery terms;
  terms.plain_terms = plain_terms_of(cut);
  terms.folded_terms = folded_terms_of(cut);
  terms.significant_plain_terms = without_stop_words(terms.plain_terms);
  terms.significant_folded_terms = without_stop_words(terms.folded_terms);
  return terms;
}

std::string match_all(std::span<const std::string> terms) { return match(terms, " AND "); }

std::string match_any(std::span<const std::string> terms) { return match(terms, " OR "); }

std::optional<std::string> additional_index_text(std::string_view utf8) {
  if (is_ascii(utf8)) return std::nullopt;
  const std::string text = folded(utf8);
  std::string indexed;
  for (const WordRun& run : script_runs(text)) {
    if (!indexed.empty()) indexed += ' ';
    indexed += index_words(run);
    if (!run.is_unspaced || last_character(run.text) == run.text) continue;
    // No pair begins with it, so a query for this character alone would miss it.
    indexed += ' ';
    indexed += last_character(run.text);
  }
  if (indexed.empty()) return std::nullopt;
  return indexed;
}

}  // namespace gaia::memory::text

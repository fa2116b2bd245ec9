#include "text/words.h"

#include <algorithm>

#include "text/characters.h"
#include "text/word_runs.h"

namespace gaia::memory::text {
namespace {

// Marks belong to the letter before them, of whatever script that is.
bool continues(const WordRun& run, char32_t code, bool unspaced) {
  return is_mark(code) || run.is_unspaced == unspaced;
}

}  // namespace

std::vector<WordRun> script_runs(std::string_view normalised) {
  std::vector<WordRun> runs;
  bool is_open = false;
  for (std::size_t i = 0; i < normalised.size();) {
    const Character next = character_at(normalised, i);
    const std::string_view bytes = normalised.substr(i, next.bytes);
    i += next.bytes;
    if (is_pictograph(next.code)) runs.push_back({bytes, false, true});
    if (!is_word_character(next.code)) {
      is_open = false;
      continue;
    }
    const bool unspaced = is_unspaced(next.code);
    if (is_open && continues(runs.back(), next.code, unspaced)) {
      std::string_view& run = runs.back().text;
      run = {run.data(), run.size() + bytes.size()};
    } else {
      runs.push_back({bytes, unspaced, false});
    }
    is_open = true;
  }
  return runs;
}

std::vector<std::string_view> typed_runs(std::string_view utf8) {
  std::vector<std::string_view> runs;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= utf8.size();) {
    const Character next = i < utf8.size() ? character_at(utf8, i) : Character{0, 1, false};
    if (!is_word_character(next.code)) {
      if (i > start) runs.push_back(utf8.substr(start, i - start));
      start = i + next.bytes;
    }
    i += next.bytes;
  }
  return runs;
}

std::vector<std::string_view> character_pairs(std::string_view run) {
  std::vector<std::string_view> pairs;
  std::size_t first = 0;
  std::size_t second = character_at(run, 0).bytes;
  if (second == run.size()) return {run};
  while (second < run.size()) {
    const std::size_t end = second + character_at(run, second).bytes;
    pairs.push_back(run.substr(first, end - first));
    first = second;
    second = end;
  }
  return pairs;
}

std::string_view last_character(std::string_view run) {
  return run.substr(start_of_previous(run, run.size()));
}

bool has_letter_or_number(std::string_view run) {
  for (std::size_t i = 0; i < run.size();) {
    const Character next = character_at(run, i);
    if (is_letter_or_number(next.code)) return true;
    i += next.bytes;
  }
  return false;
}

std::vector<std::string> words(std::string_view utf8) {
  const std::string text = folded(utf8);
  std::vector<std::string> found;
  for (const WordRun& run : script_runs(text)) {
    if (run.is_pictograph) continue;
    if (run.is_unspaced) {
      for (const std::string_view pair : character_pairs(run.text)) found.emplace_back(pair);
    } else {
      found.emplace_back(run.text);
    }
  }
  return found;
}

std::vector<std::string> distinct_words(std::string_view utf8) {
  std::vector<std::string> distinct = words(utf8);
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  return distinct;
}

double overlap_coefficient(std::span<const std::string> a, std::span<const std::string> b) {
  const std::size_t smaller = std::min(a.size(), b.size());
  if (smaller == 0) return 0.0;
  std::size_t shared = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    const int order = x->compare(*y);
    if (order == 0) ++shared;
    if (order <= 0) ++x;
    if (order >= 0) ++y;
  }
  return static_cast<double>(shared) / static_cast<double>(smaller);
}

std::string folded(std::string_view utf8) { return normalised(utf8); }

std::string composed(std::string_view utf8) { return canonically_composed(utf8); }

}  // namespace gaia::memory::text

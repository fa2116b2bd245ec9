#include "corpus.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numbers>

namespace gaia::memory::bench {
namespace {

struct Share {
  std::string_view name;
  unsigned percent;
};

constexpr std::array kCategories{Share{"fact", 45}, Share{"note", 20}, Share{"preference", 15},
                                 Share{"skill", 8}, Share{"error", 7}, Share{"reminder", 5}};
constexpr std::array kContexts{Share{"global", 50}, Share{"work", 30}, Share{"personal", 15},
                               Share{"project-x", 5}};
constexpr std::array<std::string_view, 8> kDomains{"",        "",           "",         "journal",
                                                   "meeting", "deployment", "research", "work"};

struct EntityKind {
  std::string_view prefix;
  std::size_t count;
};
constexpr std::array kEntityKinds{EntityKind{"person:", 120}, EntityKind{"project:", 100},
                                  EntityKind{"app:", 80}};

constexpr double kEntityChance = 0.5;
constexpr double kCommaChance = 0.3;
constexpr std::size_t kFewestWords = 10, kMostWords = 20;

template <std::size_t size>
std::string draw(Random& random, const std::array<Share, size>& shares) {
  std::uint64_t percent = random.below(100);
  for (const Share& share : shares) {
    if (percent < share.percent) return std::string(share.name);
    percent -= share.percent;
  }
  return std::string(shares.back().name);
}

template <std::size_t size>
std::string_view pick(Random& random, const std::array<std::string_view, size>& choices) {
  return choices[random.below(size)];
}

// Two to four syllables; the last may be closed.
std::string make_word(Random& random) {
  static constexpr std::array<std::string_view, 18> kOnsets{
      "b", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "br", "st", "tr"};
  static constexpr std::array<std::string_view, 7> kVowels{"a", "e", "i", "o", "u", "ai", "ou"};
  static constexpr std::array<std::string_view, 6> kCodas{"", "", "n", "r", "l", "sk"};
  std::string word;
  for (std::uint64_t syllables = 2 + random.below(3); syllables > 0; --syllables) {
    word.append(pick(random, kOnsets)).append(pick(random, kVowels));
  }
  return word.append(pick(random, kCodas));
}

std::vector<std::string> make_vocabulary(Random& random, std::size_t size) {
  std::vector<std::string> words;
  std::unordered_set<std::string> seen;
  while (words.size() < size) {
    std::string word = make_word(random);
    if (seen.insert(word).second) words.push_back(std::move(word));
  }
  return words;
}

}  // namespace

float Random::normal() {
  const double radius = std::sqrt(-2 * std::log(1 - fraction()));
  return static_cast<float>(radius * std::cos(2 * std::numbers::pi * fraction()));
}

Corpus::Corpus(std::uint64_t seed)
    : random_(seed), vocabulary_(make_vocabulary(random_, kVocabularySize)) {
  double sum = 0;
  for (std::size_t rank = 1; rank <= vocabulary_.size(); ++rank) {
    sum += 1 / static_cast<double>(rank);
    cumulative_.push_back(sum);
  }
  for (const EntityKind& kind : kEntityKinds) {
    for (std::size_t i = 0; i < kind.count; ++i) {
      entities_.push_back(std::string(kind.prefix) + vocabulary_[random_.below(kVocabularySize)]);
    }
  }
}

const std::string& Corpus::zipf_word() {
  const double weight = random_.fraction() * cumulative_.back();
  const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), weight);
  return vocabulary_[static_cast<std::size_t>(found - cumulative_.begin())];
}

std::string Corpus::words(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text.append(i == 0 ? "" : " ").append(zipf_word());
  return text;
}

std::string Corpus::sentence() {
  const std::size_t count = kFewestWords + random_.below(kMostWords - kFewestWords + 1);
  const bool with_comma = random_.chance(kCommaChance);
  const std::size_t before = with_comma ? 4 + random_.below(count - 5) : count;
  std::string text = words(before);
  if (with_comma) text.append(", ").append(words(count - before));
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
}

std::string Corpus::entity() {
  return random_.chance(kEntityChance) ? entities_[random_.below(entities_.size())] : std::string();
}

CorpusItem Corpus::next() {
  std::string content = sentence();
  while (!given_.insert(content).second) content = sentence();
  CorpusItem item;
  item.category = draw(random_, kCategories);
  item.content = std::move(content);
  item.context = draw(random_, kContexts);
  item.entity = entity();
  item.domain = pick(random_, kDomains);
  return item;
}

}  // namespace gaia::memory::bench

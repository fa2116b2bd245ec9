// Items to fill a memory with, of any number and always the same: made-up words of which few are
// common and most are rare (Zipf), so that keyword search, deduplication and page counts behave as
// with real text. Every machine makes the same corpus from the same seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace gaia::memory::bench {

// Numbers that do not depend on the standard library, as its distributions do.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t below(std::uint64_t limit) { return engine_() % limit; }
  double fraction() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }  // 0 to below 1
  bool chance(double probability) { return fraction() < probability; }
  float normal();  // mean 0, deviation 1

 private:
  std::mt19937_64 engine_;
};

struct CorpusItem {
  std::string category;
  std::string content;  // one sentence, different from all before
  std::string context;
  std::string entity;  // empty for half of them
  std::string domain;  // empty for three of eight
};

class Corpus {
 public:
  static constexpr std::size_t kVocabularySize = 5000;

  explicit Corpus(std::uint64_t seed = 1);

  CorpusItem next();
  // Words as they stand in sentences: common ones often.
  std::string words(std::size_t count);
  std::span<const std::string> vocabulary() const { return vocabulary_; }  // most common first

 private:
  const std::string& zipf_word();
  std::string sentence();
  std::string entity();

  Random random_;
  std::vector<std::string> vocabulary_;
  std::vector<double> cumulative_;  // weight of a word and of all more common ones
  std::vector<std::string> entities_;
  std::unordered_set<std::string> given_;
};

}  // namespace gaia::memory::bench

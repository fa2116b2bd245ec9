// A model whose idea of meaning a test writes down: words on one line mean the same.
#pragma once

#include <atomic>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gaia/memory/embedder.h"
#include "gaia/memory/error.h"
#include "text/words.h"

namespace gaia::memory::test {

// Each group of words is one direction; a text points where its words do. Words of no group point
// to the last direction, weakly.
class FakeEmbedder final : public Embedder {
 public:
  explicit FakeEmbedder(std::vector<std::vector<std::string>> groups, std::string id = "fake/1")
      : groups_(std::move(groups)) {
    info_ = {std::move(id), groups_.size() + 1, 256};
  }

  const EmbedderInfo& info() const override { return info_; }

  std::vector<Embedding> embed(std::span<const std::string> texts, TextRole) override {
    ++calls;
    if (is_down) throw Error(ErrorCode::unavailable, "the fake model is down");
    std::vector<Embedding> embeddings;
    for (const std::string& text : texts) embeddings.push_back(embed(text));
    return embeddings;
  }

  std::atomic<bool> is_down = false;
  std::atomic<int> calls = 0;
  std::string fails_on;  // a text with this word cannot be embedded
  std::string zero_on;   // a text with this word gets a vector of zeros

 private:
  Embedding embed(const std::string& text) const {
    std::vector<float> vector(info_.dimension, 0.0f);
    vector.back() = 0.1f;
    for (const std::string& word : text::words(text)) {
      if (!fails_on.empty() && word == fails_on) return {{}, "cannot embed " + word};
      if (!zero_on.empty() && word == zero_on) return {std::vector<float>(info_.dimension), {}};
      for (std::size_t i = 0; i < groups_.size(); ++i) {
        for (const std::string& member : groups_[i]) vector[i] += word == member ? 1.0f : 0.0f;
      }
    }
    float norm = 0;
    for (const float value : vector) norm += value * value;
    for (float& value : vector) value /= std::sqrt(norm);
    return {std::move(vector), {}};
  }

  std::vector<std::vector<std::string>> groups_;
  EmbedderInfo info_;
};

}  // namespace gaia::memory::test

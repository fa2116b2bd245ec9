// Vectors for the tests of this folder, and the loop that every index must agree with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "vector/vector_index.h"

namespace gaia::memory::vector {

using Vector = std::vector<float>;

inline Vector random_vector(std::mt19937& random, std::size_t dimension) {
  std::normal_distribution<float> normal;
  Vector vector(dimension);
  for (float& number : vector) number = normal(random);
  return vector;
}

// Norm 1 and zeros up to whole blocks, as ScoreMatrix takes it.
inline Vector unit(Vector vector) {
  double squared = 0;
  for (const float number : vector) squared += static_cast<double>(number) * number;
  for (float& number : vector) number = static_cast<float>(number / std::sqrt(squared));
  vector.resize(padded(vector.size()));
  return vector;
}

inline float cosine(std::span<const float> a, std::span<const float> b) {
  double product = 0, a_squared = 0, b_squared = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    product += static_cast<double>(a[i]) * b[i];
    a_squared += static_cast<double>(a[i]) * a[i];
    b_squared += static_cast<double>(b[i]) * b[i];
  }
  return static_cast<float>(product / (std::sqrt(a_squared) * std::sqrt(b_squared)));
}

// The original vectors by id, as a store has them.
using Originals = std::map<std::string, Vector>;

inline VectorIndex::ExactVector reader_of(const Originals& originals) {
  return [&originals](const std::string& id, std::span<float> out) {
    const auto found = originals.find(id);
    if (found == originals.end()) return false;
    std::copy(found->second.begin(), found->second.end(), out.begin());
    return true;
  };
}

using Allowed = std::function<bool(const std::string&)>;

inline VectorIndex::Filter filter_of(Allowed allowed) {
  return [allowed = std::move(allowed)](std::span<const std::string> ids, std::vector<bool>& keep) {
    for (std::size_t i = 0; i < ids.size(); ++i) keep[i] = allowed(ids[i]);
  };
}

inline std::vector<VectorIndex::Hit> naive_search(const Originals& originals, const Vector& query,
                                                  std::size_t k, const Allowed& allowed) {
  std::vector<VectorIndex::Hit> hits;
  for (const auto& [id, vector] : originals) {
    if (allowed(id)) hits.push_back({id, cosine(query, vector)});
  }
  std::sort(hits.begin(), hits.end(), [](const auto& a, const auto& b) {
    return a.score > b.score || (a.score == b.score && a.id < b.id);
  });
  hits.resize(std::min(k, hits.size()));
  return hits;
}

inline std::vector<std::string> ids_of(const std::vector<VectorIndex::Hit>& hits) {
  std::vector<std::string> ids;
  for (const auto& hit : hits) ids.push_back(hit.id);
  return ids;
}

inline std::string name_of(Element element) { return element == Element::f16 ? "f16" : "q8_0"; }

}  // namespace gaia::memory::vector

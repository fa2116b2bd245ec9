#include "retrieval/fusion.h"

#include <algorithm>
#include <unordered_map>

namespace gaia::memory::retrieval {
namespace {

using Ranks = std::optional<SignalRank> Fused::*;

void add(std::unordered_map<std::string, Fused>& items, std::span<const Candidate> list,
         double weight, Ranks signal) {
  int rank = 0;
  for (const Candidate& candidate : list) {
    ++rank;
    Fused& item = items[candidate.id];
    item.id = candidate.id;
    item.score += weight / (kRankConstant + rank);
    item.*signal = SignalRank{rank, candidate.score};
  }
}

}  // namespace

std::vector<Fused> fuse(std::span<const Candidate> vector, std::span<const Candidate> keyword) {
  std::unordered_map<std::string, Fused> items;
  add(items, vector, kVectorWeight, &Fused::vector);
  add(items, keyword, kKeywordWeight, &Fused::keyword);

  std::vector<Fused> fused;
  fused.reserve(items.size());
  for (auto& [id, item] : items) fused.push_back(std::move(item));
  std::sort(fused.begin(), fused.end(), [](const Fused& a, const Fused& b) {
    return a.score != b.score ? a.score > b.score : a.id < b.id;
  });
  return fused;
}

}  // namespace gaia::memory::retrieval

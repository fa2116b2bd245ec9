// Joins ranked lists into one.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gaia/memory/agent_memory.h"

namespace gaia::memory::retrieval {

// Reciprocal rank fusion (Cormack, Clarke, Buettcher 2009) with the document's weights: an item's
// score is the sum over the signals of weight / (60 + rank).
inline constexpr double kVectorWeight = 0.6;
inline constexpr double kKeywordWeight = 0.4;
inline constexpr double kRankConstant = 60;

// How many candidates each signal names for every result that is asked for (the document's).
inline constexpr int kOversample = 4;

struct Candidate {
  std::string id;
  double score = 0;
};

struct Fused {
  std::string id;
  double score = 0;
  std::optional<SignalRank> vector = {};
  std::optional<SignalRank> keyword = {};
};

// The items of both lists (each best first, without repeats), best first; equal scores by id.
std::vector<Fused> fuse(std::span<const Candidate> vector, std::span<const Candidate> keyword);

}  // namespace gaia::memory::retrieval

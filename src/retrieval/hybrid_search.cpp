#include "retrieval/hybrid_search.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "gaia/memory/error.h"
#include "retrieval/fusion.h"
#include "text/query.h"

namespace gaia::memory::retrieval {
namespace {

// A search must not wait long to be counted: then the count is left out, and the result says so.
constexpr int kTouchWaitMs = 250;

constexpr int kMaxCandidates = 1000;

double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

int candidate_count(int top_k) {
  return std::max(top_k, std::min(kOversample * top_k, kMaxCandidates));
}

std::vector<Candidate> keyword_candidates(MemoryStore& store, std::string_view query,
                                          SearchOptions options) {
  options.top_k = candidate_count(options.top_k);
  options.touch = false;
  std::vector<Candidate> candidates;
  for (ScoredKnowledge& hit : store.search(query, options)) {
    candidates.push_back({std::move(hit.item.id), hit.score});
  }
  return candidates;
}

void add_items(RecallResult& result, const MemoryStore& store, std::vector<Fused> fused,
               int top_k) {
  for (Fused& hit : fused) {
    if (result.items.size() == static_cast<std::size_t>(top_k)) break;
    auto item = store.get(hit.id);
    if (!item) continue;  // forgotten by somebody since it was found
    result.items.push_back({std::move(*item), hit.score, hit.vector, hit.keyword});
  }
}

void count_recall(RecallResult& result, MemoryStore& store) {
  std::vector<std::string> ids;
  for (const Recalled& recalled : result.items) ids.push_back(recalled.item.id);
  try {
    store.touch(ids, kTouchWaitMs);
  } catch (const Error& error) {
    result.degraded.emplace_back("touch");
    result.degraded_reason = error.what();
  }
}

}  // namespace

RecallResult hybrid_search(MemoryStore& store, std::string_view query,
                           const std::optional<VectorQuery>& by_meaning,
                           const SearchOptions& options) {
  RecallResult result;
  if (text::make_keyword_query(query).empty()) return result;
  auto start = std::chrono::steady_clock::now();
  const auto keyword = keyword_candidates(store, query, options);
  result.signals.emplace_back("keyword");
  result.timings.keyword_ms = ms_since(start);

  std::vector<Candidate> vector;
  if (by_meaning) {
    start = std::chrono::steady_clock::now();
    vector =
        by_meaning->vectors.search(by_meaning->vector, candidate_count(options.top_k), options);
    result.signals.emplace_back("vector");
    result.timings.vector_ms = ms_since(start);
  }
  add_items(result, store, fuse(vector, keyword), options.top_k);
  if (options.touch && !store.read_only()) count_recall(result, store);
  return result;
}

}  // namespace gaia::memory::retrieval

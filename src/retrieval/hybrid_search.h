// The document's hybrid search: candidates by meaning and by words, fused.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gaia/memory/agent_memory.h"
#include "gaia/memory/memory_store.h"
#include "retrieval/knowledge_vectors.h"

namespace gaia::memory::retrieval {

// The query by meaning: an index that is in step, and the query's vector.
struct VectorQuery {
  const KnowledgeVectors& vectors;
  std::vector<float> vector;
};

// Fills items, signals, degraded ("touch") and the search's timings. Without `by_meaning` the
// keywords answer alone. Counts the recall of what it returns, if the options say so.
RecallResult hybrid_search(MemoryStore& store, std::string_view query,
                           const std::optional<VectorQuery>& by_meaning,
                           const SearchOptions& options);

}  // namespace gaia::memory::retrieval

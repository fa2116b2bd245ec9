// Scores how well documents answer a query, reading both together.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gaia/memory/export.h"

namespace gaia::memory {

// Implementations must be callable from any thread.
class GAIA_MEMORY_EXPORT Reranker {
 public:
  virtual ~Reranker();

  // One score per document, in their order; larger is better. Throws Error(unavailable).
  virtual std::vector<float> rerank(const std::string& query,
                                    std::span<const std::string> documents) = 0;
};

}  // namespace gaia::memory

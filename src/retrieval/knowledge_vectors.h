// The vector index over the knowledge of one file, kept in step with it.
//
// The file is the truth: vectors are read from it, filters are asked of it, and the order of the
// best is computed from it. The index only says where to look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <shared_mutex>
#include <span>
#include <string>
#include <vector>

#include "gaia/memory/memory_store.h"
#include "retrieval/fusion.h"
#include "vector/vector_index.h"

namespace gaia::memory::retrieval {

// Thread-safe. The store must outlive it.
class KnowledgeVectors {
 public:
  // Reads nothing yet. Errors: unavailable (no kernels for this processor).
  KnowledgeVectors(const MemoryStore& store, std::string embedder_id, std::size_t dimension);

  // Takes in what any process has written since the last call.
  void synchronize();

  // The k active items that pass the filters and are closest to the query, best first.
  std::vector<Candidate> search(std::span<const float> query, int k,
                                const SearchOptions& options) const;

  std::size_t size() const;

  const std::string& embedder_id() const { return embedder_id_; }
  std::size_t dimension() const { return index_.dimension(); }
  // Room for so many vectors, to spare the first reading from growing step by step.
  void reserve(std::size_t vectors);

 private:
  void apply(std::string_view id, std::span<const float> vector);

  const MemoryStore& store_;
  std::string embedder_id_;
  mutable std::shared_mutex mutex_;
  vector::VectorIndex index_;
  std::int64_t position_ = -1;  // in the file's change log; -1 before the first reading
};

}  // namespace gaia::memory::retrieval

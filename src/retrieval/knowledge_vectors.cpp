#include "retrieval/knowledge_vectors.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "gaia/memory/error.h"

namespace gaia::memory::retrieval {

KnowledgeVectors::KnowledgeVectors(const MemoryStore& store, std::string embedder_id,
                                   std::size_t dimension)
    : store_(store), embedder_id_(std::move(embedder_id)), index_({.dimension = dimension}) {}

void KnowledgeVectors::apply(std::string_view id, std::span<const float> vector) {
  try {
    if (!vector.empty()) return index_.set(std::string(id), vector);
  } catch (const Error& error) {
    // A damaged or foreign vector is as good as none; it must not hide all the others.
    if (error.code() != ErrorCode::invalid_argument) throw;
  }
  index_.remove(std::string(id));
}

void KnowledgeVectors::synchronize() {
  const std::unique_lock lock(mutex_);
  const auto visit = [this](std::string_view id, std::span<const float> vector) {
    apply(id, vector);
  };
  position_ = position_ < 0 ? store_.visit_embeddings(embedder_id_, visit)
                            : store_.visit_embedding_changes(position_, embedder_id_, visit);
}

std::vector<Candidate> KnowledgeVectors::search(std::span<const float> query, int k,
                                                const SearchOptions& options) const {
  const auto filter = [&](std::span<const std::string> ids, std::vector<bool>& keep) {
    keep = store_.matches(ids, options);
  };
  const auto exact = [&](const std::string& id, std::span<float> out) {
    const auto vector = store_.get_embedding(id, embedder_id_);
    if (!vector || vector->size() != out.size()) return false;
    std::copy(vector->begin(), vector->end(), out.begin());
    return true;
  };
  const std::shared_lock lock(mutex_);
  std::vector<Candidate> candidates;
  for (auto& hit : index_.search(query, static_cast<std::size_t>(k), filter, exact)) {
    candidates.push_back({std::move(hit.id), hit.score});
  }
  return candidates;
}

void KnowledgeVectors::reserve(std::size_t vectors) {
  const std::unique_lock lock(mutex_);
  index_.reserve(vectors);
}

std::size_t KnowledgeVectors::size() const {
  const std::shared_lock lock(mutex_);
  return index_.size();
}

}  // namespace gaia::memory::retrieval

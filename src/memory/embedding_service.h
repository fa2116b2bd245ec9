// The model that an AgentMemory embeds with: made when it is first needed, with the index of its
// vectors; and missing without doing harm.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "gaia/memory/embedder.h"
#include "gaia/memory/memory_store.h"
#include "retrieval/knowledge_vectors.h"

namespace gaia::memory {

// Thread-safe. The store must outlive it.
class EmbeddingService {
 public:
  using Factory = std::function<std::shared_ptr<Embedder>()>;
  using Progress = std::function<void(std::size_t done, std::size_t total)>;

  EmbeddingService(MemoryStore& store, std::shared_ptr<Embedder> embedder, Factory factory,
                   std::shared_ptr<Logger> logger);

  // A model that answers, and the index of its vectors.
  struct Active {
    std::shared_ptr<Embedder> embedder;
    retrieval::KnowledgeVectors* vectors;
  };

  // Makes the model if need be. Throws Error(unavailable), or what the factory throws.
  Active get();

  // The vector of a query. Throws Error(unavailable).
  std::vector<float> embed_query(std::string_view query);

  // Embeds and stores the vectors of these items; returns how many got one. An item that the model
  // cannot embed is logged, and waits. Throws Error(unavailable).
  std::size_t embed_items(const std::vector<Knowledge>& items, const Progress& on_progress = {});

  // The same for up to `limit` items of the file that have no vector.
  std::size_t backfill(std::size_t limit, const Progress& on_progress = {});

 private:
  MemoryStore& store_;
  Factory factory_;
  std::shared_ptr<Logger> logger_;
  std::mutex mutex_;
  std::shared_ptr<Embedder> embedder_;
  std::unique_ptr<retrieval::KnowledgeVectors> vectors_;
};

}  // namespace gaia::memory

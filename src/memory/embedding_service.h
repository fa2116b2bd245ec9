// The model that an AgentMemory embeds with: made when it is first needed, with the index of its
// vectors; and missing without doing harm.
#pragma once

#include <cstddef>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>
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

  // The model. Makes it if need be; throws Error(unavailable), or what the factory throws.
  std::shared_ptr<Embedder> embedder();

  // The index of the model's vectors, which may be behind the file. Throws as embedder().
  retrieval::KnowledgeVectors& vectors();

  // The vector of a query. Throws Error(unavailable).
  std::vector<float> embed_query(std::string_view query);

  struct Outcome {
    std::size_t stored = 0;
    std::string problem;  // why items were left without a vector, if any were
  };

  // Embeds and stores the vectors of these items. An item that the model cannot embed is logged,
  // keeps no vector, and does not stop the others. Throws Error(unavailable) if the model as a
  // whole does not answer.
  Outcome embed_items(const std::vector<Knowledge>& items, const Progress& on_progress = {});

  // The same for up to `limit` items of the file that have no vector; those that failed before in
  // this process are passed over.
  Outcome backfill(std::size_t limit, const Progress& on_progress = {});

 private:
  using Vectors = std::unique_ptr<retrieval::KnowledgeVectors>;

  const std::shared_ptr<Embedder>& embedder_locked();
  std::future<Vectors> start_reading_vectors() const;
  void note_failure(const Knowledge& item, const std::string& why, Outcome& outcome);

  MemoryStore& store_;
  Factory factory_;
  std::shared_ptr<Logger> logger_;
  std::mutex mutex_;
  std::shared_ptr<Embedder> embedder_;
  Vectors vectors_;

  std::mutex failed_mutex_;
  std::unordered_set<std::string> failed_;  // ids that the model could not embed

  std::future<Vectors>
      reading_;  // until there is a model to take them; last, as it uses the others
};

}  // namespace gaia::memory

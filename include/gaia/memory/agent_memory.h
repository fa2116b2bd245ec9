// The memory of an agent: a store, a model that gives texts a place by meaning, and the search
// that joins both.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gaia/memory/embedder.h"
#include "gaia/memory/export.h"
#include "gaia/memory/memory_store.h"
#include "gaia/memory/types.h"

namespace gaia::memory {

// Where a result stood in one signal.
struct SignalRank {
  int rank = 0;      // 1 is best
  double score = 0;  // cosine for vectors, BM25 for keywords; larger is better
};

struct Recalled {
  Knowledge item;
  double score = 0;                        // fused; larger is better
  std::optional<SignalRank> vector = {};   // by meaning; empty if it was not among the candidates
  std::optional<SignalRank> keyword = {};  // by words
};

struct RecallTimings {
  double vector_ms = 0;   // loading the model (once), bringing the index up to date, scanning it
  double embed_ms = 0;    // the query's vector
  double keyword_ms = 0;
  double total_ms = 0;
};

struct RecallResult {
  std::vector<Recalled> items;
  std::vector<std::string> signals;   // that took part: "vector", "keyword"
  std::vector<std::string> degraded;  // that should have and did not: "vector"; "touch" when
                                      // another process kept the recall from being counted
  std::string degraded_reason = {};
  std::int64_t pending_embeddings = 0;  // items that cannot be found by meaning yet
  RecallTimings timings;
};

struct RememberResult {
  StoreResult stored;
  std::vector<std::string> degraded;  // "vector": stored, and findable by keywords only for now
  std::string degraded_reason = {};
};

struct MemoryStatus {
  std::filesystem::path db_path;
  std::uintmax_t db_size_bytes = 0;   // the file itself
  std::uintmax_t wal_size_bytes = 0;  // its write-ahead log
  int schema_version = 0;
  bool read_only = false;
  StoreCounts counts;
  std::string embedder_id;          // empty: none
  std::size_t dimension = 0;
  std::string embedder_problem;     // why there is none, or why it does not answer
  std::int64_t pending_embeddings = 0;
  std::string context;
};

// Thread-safe. Destroy it before what its Options point to.
class GAIA_MEMORY_EXPORT AgentMemory {
 public:
  struct Options {
    MemoryStore::Options store = {};
    // The active context: what is remembered without one belongs to it, and a recall that names
    // none sees it and "global". With "global" itself, such a recall sees every context.
    std::string context = "global";
    std::shared_ptr<Embedder> embedder = {};
    // Makes the embedder when it is first needed, so that storing and listing do not wait for a
    // model to load. Used if `embedder` is empty; may throw Error. Called at most once per attempt.
    std::function<std::shared_ptr<Embedder>()> embedder_factory = {};
  };

  explicit AgentMemory(Options options);
  ~AgentMemory();
  AgentMemory(const AgentMemory&) = delete;
  AgentMemory& operator=(const AgentMemory&) = delete;

  MemoryStore& memory_store();
  const std::string& memory_context() const;

  // Stores, then embeds and indexes. When the model does not answer, the item is stored all the
  // same and gets its vector later. Errors: those of MemoryStore::store.
  RememberResult remember(const NewKnowledge& knowledge);

  // Several statements; the vectors are made in batches. Results in the order of the input.
  std::vector<RememberResult> remember_all(
      std::span<const NewKnowledge> knowledge,
      const std::function<void(std::size_t done, std::size_t total)>& on_progress = {});

  // The document's hybrid search: vector and BM25 candidates, four times oversampled, joined by
  // reciprocal rank fusion, 0.6 / (60 + rank_vector) + 0.4 / (60 + rank_bm25).
  // A query without a word finds nothing.
  // Errors: unavailable when the query cannot be embedded, or what the embedder_factory throws;
  // those of MemoryStore::search.
  RecallResult hybrid_search(std::string_view query, const SearchOptions& options = {});

  // The same, answering from keywords alone when the model is missing, and saying so.
  RecallResult recall(std::string_view query, const SearchOptions& options = {});

  // False if the id is unknown. A new content is embedded at once. Errors: MemoryStore::update's.
  bool update(std::string_view knowledge_id, const KnowledgeUpdate& changes);

  // False if the id is unknown.
  bool forget(std::string_view knowledge_id);

  // Embeds up to `limit` items that have no vector of this model. Returns how many got one.
  // Errors: unavailable.
  std::size_t backfill_embeddings(
      std::size_t limit = 100,
      const std::function<void(std::size_t done, std::size_t total)>& on_progress = {});

  MemoryStatus status();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gaia::memory

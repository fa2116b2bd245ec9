// AgentMemory: where the store, the model and the search come together.
#include "gaia/memory/agent_memory.h"

#include <chrono>
#include <mutex>
#include <span>
#include <utility>

#include "memory/embedding_service.h"
#include "retrieval/hybrid_search.h"

namespace gaia::memory {
namespace {

// Of the document's startup sequence: how many items get a missing vector when a memory is opened.
constexpr std::size_t kStartupBackfill = 100;

double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

std::uintmax_t size_of(const std::filesystem::path& file) {
  std::error_code missing;
  const auto size = std::filesystem::file_size(file, missing);
  return missing ? 0 : size;
}

std::filesystem::path log_of(std::filesystem::path database) {
  database += "-wal";
  return database;
}

bool has_new_text(const StoreResult& result) {
  return result.outcome != StoreOutcome::reinforced && result.outcome != StoreOutcome::outdated;
}

}  // namespace

class AgentMemory::Impl {
 public:
  explicit Impl(Options options)
      : context(options.context),
        logger(options.store.logger),
        store(options.store),
        embeddings(store, std::move(options.embedder), std::move(options.embedder_factory),
                   logger) {}

  // The query's vector and an index in step with the file. Throws Error(unavailable).
  retrieval::VectorQuery vector_query(std::string_view query, RecallTimings& timings) {
    const auto start = std::chrono::steady_clock::now();
    const EmbeddingService::Active active = embeddings.get();
    std::vector<float> vector = embeddings.embed_query(query);
    timings.embed_ms = ms_since(start);

    const auto synchronizing = std::chrono::steady_clock::now();
    active.vectors->synchronize();
    std::call_once(backfilled, [&] { backfill_at_start(active); });
    timings.vector_ms = ms_since(synchronizing);
    return {*active.vectors, std::move(vector)};
  }

  std::int64_t pending(const EmbeddingService::Active& active) const {
    return store.count_items_without_embeddings(active.embedder->info().id);
  }

  RecallResult search(std::string_view query, const SearchOptions& options, bool must_have_vector) {
    const auto start = std::chrono::steady_clock::now();
    RecallTimings timings;
    std::optional<retrieval::VectorQuery> by_meaning;
    std::string missing;
    try {
      by_meaning.emplace(vector_query(query, timings));
    } catch (const Error& error) {
      if (must_have_vector || !is_model_failure(error)) throw;
      missing = error.what();
    }
    RecallResult result = retrieval::hybrid_search(store, query, by_meaning, options);
    if (by_meaning) {
      result.pending_embeddings = pending(embeddings.get());
    } else {
      result.degraded.insert(result.degraded.begin(), "vector");
      result.degraded_reason = missing;
    }
    result.timings.embed_ms = timings.embed_ms;
    result.timings.vector_ms += timings.vector_ms;
    result.timings.total_ms = ms_since(start);
    return result;
  }

  // What was stored gets its vector now, or later if the model does not answer.
  void embed(const std::vector<Knowledge>& items, const EmbeddingService::Progress& on_progress,
             std::vector<std::string>& degraded, std::string& reason) {
    try {
      embeddings.embed_items(items, on_progress);
    } catch (const Error& error) {
      if (!is_model_failure(error) && error.code() != ErrorCode::busy) throw;
      degraded.emplace_back("vector");
      reason = error.what();
    }
  }

  std::string context;
  std::shared_ptr<Logger> logger;
  MemoryStore store;
  EmbeddingService embeddings;

 private:
  // What recall can do without: anything that is wrong with the model, nothing that is wrong with
  // the memory.
  static bool is_model_failure(const Error& error) {
    switch (error.code()) {
      case ErrorCode::unavailable:
      case ErrorCode::invalid_model:
      case ErrorCode::not_found:
      case ErrorCode::io_error:
        return true;
      default:
        return false;
    }
  }

  void backfill_at_start(const EmbeddingService::Active& active) {
    if (store.read_only() || pending(active) == 0) return;
    try {
      if (embeddings.backfill(kStartupBackfill) > 0) active.vectors->synchronize();
    } catch (const Error& error) {
      if (logger) logger->log(LogLevel::warning, std::string("backfill: ") + error.what());
    }
  }

  std::once_flag backfilled;
};

AgentMemory::AgentMemory(Options options) : impl_(std::make_unique<Impl>(std::move(options))) {}
AgentMemory::~AgentMemory() = default;

MemoryStore& AgentMemory::memory_store() { return impl_->store; }
const std::string& AgentMemory::memory_context() const { return impl_->context; }

RememberResult AgentMemory::remember(const NewKnowledge& knowledge) {
  RememberResult result{impl_->store.store(knowledge), {}, {}};
  if (!has_new_text(result.stored)) return result;
  const auto item = impl_->store.get(result.stored.id);
  if (item) impl_->embed({*item}, {}, result.degraded, result.degraded_reason);
  return result;
}

std::vector<RememberResult> AgentMemory::remember_all(
    std::span<const NewKnowledge> knowledge,
    const std::function<void(std::size_t, std::size_t)>& on_progress) {
  std::vector<RememberResult> results;
  std::vector<Knowledge> items;
  for (StoreResult& stored : impl_->store.store_all(knowledge)) {
    if (has_new_text(stored)) {
      auto item = impl_->store.get(stored.id);
      if (item && !item->superseded_by) items.push_back(std::move(*item));
    }
    results.push_back({std::move(stored), {}, {}});
  }
  std::vector<std::string> degraded;
  std::string reason;
  impl_->embed(items, on_progress, degraded, reason);
  for (RememberResult& result : results) {
    if (!has_new_text(result.stored)) continue;
    result.degraded = degraded;
    result.degraded_reason = reason;
  }
  return results;
}

RecallResult AgentMemory::hybrid_search(std::string_view query, const SearchOptions& options) {
  return impl_->search(query, options, /*must_have_vector=*/true);
}

RecallResult AgentMemory::recall(std::string_view query, const SearchOptions& options) {
  return impl_->search(query, options, /*must_have_vector=*/false);
}

bool AgentMemory::update(std::string_view knowledge_id, const KnowledgeUpdate& changes) {
  if (!impl_->store.update(knowledge_id, changes)) return false;
  if (!changes.content) return true;
  const auto item = impl_->store.get(knowledge_id);
  if (!item) return true;
  std::vector<std::string> degraded;
  std::string reason;
  impl_->embed({*item}, {}, degraded, reason);
  if (!reason.empty() && impl_->logger) {
    impl_->logger->log(LogLevel::warning, "item " + item->id + " waits for a vector: " + reason);
  }
  return true;
}

bool AgentMemory::forget(std::string_view knowledge_id) { return impl_->store.remove(knowledge_id); }

std::size_t AgentMemory::backfill_embeddings(
    std::size_t limit, const std::function<void(std::size_t, std::size_t)>& on_progress) {
  return impl_->embeddings.backfill(limit, on_progress);
}

MemoryStatus AgentMemory::status() {
  MemoryStatus status;
  status.db_path = impl_->store.path();
  status.db_size_bytes = size_of(status.db_path);
  status.wal_size_bytes = size_of(log_of(status.db_path));
  status.schema_version = impl_->store.schema_version();
  status.read_only = impl_->store.read_only();
  status.counts = impl_->store.get_counts();
  status.context = impl_->context;
  try {
    const EmbedderInfo& info = impl_->embeddings.get().embedder->info();
    status.embedder_id = info.id;
    status.dimension = info.dimension;
    status.pending_embeddings = impl_->store.count_items_without_embeddings(info.id);
  } catch (const Error& error) {
    status.embedder_problem = error.what();
    status.pending_embeddings = status.counts.knowledge;
  }
  return status;
}

}  // namespace gaia::memory

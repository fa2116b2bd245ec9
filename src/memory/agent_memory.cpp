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

// And with each recall after that: few enough that the answer is not late for it.
constexpr std::size_t kRecallBackfill = 8;

constexpr const char* kGlobal = "global";

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
  // Sets `result`'s pending_embeddings and timings.
  retrieval::VectorQuery vector_query(std::string_view query, RecallResult& result) {
    const auto start = std::chrono::steady_clock::now();
    retrieval::KnowledgeVectors& vectors = embeddings.vectors();
    vectors.synchronize();
    result.timings.vector_ms = ms_since(start);

    const auto embedding = std::chrono::steady_clock::now();
    std::vector<float> vector = embeddings.embed_query(query);
    result.timings.embed_ms = ms_since(embedding);
    result.pending_embeddings = backfill(vectors);
    return {vectors, std::move(vector)};
  }

  RecallResult search(std::string_view query, SearchOptions options, bool must_have_vector) {
    const auto start = std::chrono::steady_clock::now();
    if (!options.context && context != kGlobal) {
      options.context = context;
      options.include_global = true;
    }
    RecallResult prepared;
    std::optional<retrieval::VectorQuery> by_meaning;
    std::string missing;
    try {
      by_meaning.emplace(vector_query(query, prepared));
    } catch (const Error& error) {
      if (must_have_vector || !is_model_failure(error)) throw;
      missing = error.what();
    }
    RecallResult result = retrieval::hybrid_search(store, query, by_meaning, options);
    if (by_meaning) {
      result.pending_embeddings = prepared.pending_embeddings;
    } else {
      result.degraded.insert(result.degraded.begin(), "vector");
      result.degraded_reason = missing;
    }
    result.timings.embed_ms = prepared.timings.embed_ms;
    result.timings.vector_ms += prepared.timings.vector_ms;
    result.timings.total_ms = ms_since(start);
    return result;
  }

  NewKnowledge in_context(NewKnowledge knowledge) const {
    if (!knowledge.context) knowledge.context = context;
    return knowledge;
  }

  // What was stored gets its vector now, or later if the model does not answer. Returns why there
  // are items without one; empty if all have theirs.
  std::string embed(const std::vector<Knowledge>& items,
                    const EmbeddingService::Progress& on_progress = {}) {
    try {
      return embeddings.embed_items(items, on_progress).problem;
    } catch (const Error& error) {
      if (!is_model_failure(error) && error.code() != ErrorCode::busy) throw;
      return error.what();
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

  // Gives items that were stored without a model, or by another program, their vectors: many when
  // the memory is first used, a few with every recall after that. Returns how many have none still.
  std::int64_t backfill(retrieval::KnowledgeVectors& vectors) {
    const std::int64_t missing =
        store.count_items_without_embeddings(embeddings.embedder()->info().id);
    if (store.read_only()) return missing;
    const std::unique_lock lock(backfilling, std::try_to_lock);
    if (!lock.owns_lock()) return missing;  // another recall is at it
    const std::size_t limit = is_first_backfill ? kStartupBackfill : kRecallBackfill;
    is_first_backfill = false;
    if (missing == 0) return 0;
    try {
      const std::size_t stored = embeddings.backfill(limit).stored;
      if (stored > 0) vectors.synchronize();
      return missing - static_cast<std::int64_t>(stored);
    } catch (const Error& error) {
      if (logger) logger->log(LogLevel::warning, std::string("backfill: ") + error.what());
      return missing;
    }
  }

  std::mutex backfilling;
  bool is_first_backfill = true;
};

AgentMemory::AgentMemory(Options options) : impl_(std::make_unique<Impl>(std::move(options))) {}
AgentMemory::~AgentMemory() = default;

MemoryStore& AgentMemory::memory_store() { return impl_->store; }
const std::string& AgentMemory::memory_context() const { return impl_->context; }

RememberResult AgentMemory::remember(const NewKnowledge& knowledge) {
  return std::move(remember_all(std::span(&knowledge, 1)).front());
}

std::vector<RememberResult> AgentMemory::remember_all(
    std::span<const NewKnowledge> knowledge,
    const std::function<void(std::size_t, std::size_t)>& on_progress) {
  std::vector<NewKnowledge> scoped;
  scoped.reserve(knowledge.size());
  for (const NewKnowledge& one : knowledge) scoped.push_back(impl_->in_context(one));

  std::vector<RememberResult> results;
  std::vector<Knowledge> items;
  for (StoreResult& stored : impl_->store.store_all(scoped)) {
    auto item = has_new_text(stored) ? impl_->store.get(stored.id) : std::nullopt;
    if (item && !item->superseded_by) items.push_back(std::move(*item));
    results.push_back({std::move(stored), {}, {}});
  }
  if (items.empty()) return results;
  const std::string problem = impl_->embed(items, on_progress);
  if (problem.empty()) return results;
  for (RememberResult& result : results) {
    if (!has_new_text(result.stored)) continue;
    result.degraded.emplace_back("vector");
    result.degraded_reason = problem;
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
  if (item) impl_->embed({*item});  // a problem is logged, and the item waits for a backfill
  return true;
}

bool AgentMemory::forget(std::string_view knowledge_id) {
  return impl_->store.remove(knowledge_id);
}

std::size_t AgentMemory::backfill_embeddings(
    std::size_t limit, const std::function<void(std::size_t, std::size_t)>& on_progress) {
  return impl_->embeddings.backfill(limit, on_progress).stored;
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
    const EmbedderInfo& info = impl_->embeddings.embedder()->info();
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

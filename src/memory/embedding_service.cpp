#include "memory/embedding_service.h"

#include <algorithm>
#include <span>
#include <utility>

#include "gaia/memory/error.h"

namespace gaia::memory {
namespace {

// Texts per call of the model: large enough for its batches, small enough that progress shows and
// that little is lost when it is interrupted.
constexpr std::size_t kBatch = 32;

std::vector<std::string> contents(std::span<const Knowledge> items) {
  std::vector<std::string> texts;
  texts.reserve(items.size());
  for (const Knowledge& item : items) texts.push_back(item.content);
  return texts;
}

}  // namespace

EmbeddingService::EmbeddingService(MemoryStore& store, std::shared_ptr<Embedder> embedder,
                                   Factory factory, std::shared_ptr<Logger> logger)
    : store_(store),
      factory_(std::move(factory)),
      logger_(std::move(logger)),
      embedder_(std::move(embedder)) {}

EmbeddingService::Active EmbeddingService::get() {
  const std::lock_guard lock(mutex_);
  if (!embedder_ && factory_) embedder_ = factory_();
  if (!embedder_) {
    throw Error(ErrorCode::unavailable, "no embedding model is configured",
                "import one with gaia-memory models import; until then memories are found by "
                "their words");
  }
  if (!vectors_) {
    const EmbedderInfo& info = embedder_->info();
    vectors_ = std::make_unique<retrieval::KnowledgeVectors>(store_, info.id, info.dimension);
  }
  return {embedder_, vectors_.get()};
}

std::vector<float> EmbeddingService::embed_query(std::string_view query) {
  const std::string text(query);
  auto embeddings = get().embedder->embed(std::span(&text, 1), TextRole::query);
  if (embeddings.size() != 1 || embeddings.front().vector.empty()) {
    throw Error(ErrorCode::unavailable,
                "the query could not be embedded: " +
                    (embeddings.empty() ? "the model returned nothing" : embeddings.front().error),
                "ask in other words, or check the model");
  }
  return std::move(embeddings.front().vector);
}

std::size_t EmbeddingService::embed_items(const std::vector<Knowledge>& items,
                                          const Progress& on_progress) {
  const Active active = get();
  const std::span<const Knowledge> all(items);
  std::size_t stored = 0;
  for (std::size_t first = 0; first < all.size(); first += kBatch) {
    const auto batch = all.subspan(first, std::min(kBatch, all.size() - first));
    auto embeddings = active.embedder->embed(contents(batch), TextRole::document);
    std::vector<MemoryStore::NewEmbedding> made;
    for (std::size_t i = 0; i < batch.size() && i < embeddings.size(); ++i) {
      if (!embeddings[i].error.empty()) {
        if (logger_) {
          logger_->log(LogLevel::warning,
                       "item " + batch[i].id + " has no vector: " + embeddings[i].error);
        }
        continue;
      }
      made.push_back({batch[i].id, batch[i].content, std::move(embeddings[i].vector)});
    }
    if (!made.empty()) stored += store_.store_embeddings(made, active.embedder->info().id);
    if (on_progress) on_progress(first + batch.size(), all.size());
  }
  return stored;
}

std::size_t EmbeddingService::backfill(std::size_t limit, const Progress& on_progress) {
  if (limit == 0) return 0;
  const Active active = get();
  return embed_items(
      store_.get_items_without_embeddings(static_cast<int>(limit), active.embedder->info().id),
      on_progress);
}

}  // namespace gaia::memory

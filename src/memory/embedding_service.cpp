#include "memory/embedding_service.h"

#include <algorithm>
#include <cmath>
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

// A host's embedder is not trusted to keep its contract: a vector must not end up with another
// text.
std::vector<Embedding> embed(Embedder& model, std::span<const std::string> texts, TextRole role) {
  auto embeddings = model.embed(texts, role);
  if (embeddings.size() == texts.size()) return embeddings;
  throw Error(ErrorCode::unavailable,
              "the embedding model returned " + std::to_string(embeddings.size()) +
                  " vectors for " + std::to_string(texts.size()) + " texts",
              "check the model");
}

// Why the embedding is of no use; empty if it is.
std::string problem_of(const Embedding& embedding, const EmbedderInfo& info) {
  if (!embedding.error.empty()) return embedding.error;
  if (embedding.vector.size() != info.dimension) {
    return "its vector has " + std::to_string(embedding.vector.size()) + " numbers instead of " +
           std::to_string(info.dimension);
  }
  bool is_zero = true;
  for (const float value : embedding.vector) {
    if (!std::isfinite(value)) return "its vector has a number that is not finite";
    is_zero = is_zero && value == 0;
  }
  return is_zero ? "its vector is all zeros" : "";
}

}  // namespace

EmbeddingService::EmbeddingService(MemoryStore& store, std::shared_ptr<Embedder> embedder,
                                   Factory factory, std::shared_ptr<Logger> logger)
    : store_(store),
      factory_(std::move(factory)),
      logger_(std::move(logger)),
      embedder_(std::move(embedder)) {}

const std::shared_ptr<Embedder>& EmbeddingService::embedder_locked() {
  if (!embedder_ && factory_) embedder_ = factory_();
  if (!embedder_) {
    throw Error(ErrorCode::unavailable, "no embedding model is configured",
                "import one with gaia-memory models import; until then memories are found by "
                "their words");
  }
  return embedder_;
}

std::shared_ptr<Embedder> EmbeddingService::embedder() {
  const std::lock_guard lock(mutex_);
  return embedder_locked();
}

std::future<EmbeddingService::Vectors> EmbeddingService::start_reading_vectors() const {
  return std::async(std::launch::async, [this]() -> Vectors {
    const auto stored = store_.get_embedders();
    if (stored.empty()) return nullptr;
    const StoredEmbedder& likely = stored.front();
    auto vectors =
        std::make_unique<retrieval::KnowledgeVectors>(store_, likely.id, likely.dimension);
    vectors->reserve(static_cast<std::size_t>(likely.vectors));
    vectors->synchronize();
    return vectors;
  });
}

// A model takes as long to load as ten thousand vectors to read. The file tells which model they
// are most likely of, so both are done at once, and a first recall takes half the time.
retrieval::KnowledgeVectors& EmbeddingService::vectors() {
  const std::lock_guard lock(mutex_);
  if (vectors_) return *vectors_;
  if (!embedder_ && factory_ && !reading_.valid()) reading_ = start_reading_vectors();
  const EmbedderInfo& info = embedder_locked()->info();
  if (reading_.valid()) vectors_ = reading_.get();
  if (!vectors_ || vectors_->embedder_id() != info.id || vectors_->dimension() != info.dimension) {
    vectors_ = std::make_unique<retrieval::KnowledgeVectors>(store_, info.id, info.dimension);
  }
  return *vectors_;
}

std::vector<float> EmbeddingService::embed_query(std::string_view query) {
  const std::shared_ptr<Embedder> model = embedder();
  const std::string text(query);
  auto embeddings = embed(*model, std::span(&text, 1), TextRole::query);
  const std::string problem = problem_of(embeddings.front(), model->info());
  if (!problem.empty()) {
    throw Error(ErrorCode::unavailable, "the query could not be embedded: " + problem,
                "ask in other words, or check the model");
  }
  return std::move(embeddings.front().vector);
}

void EmbeddingService::note_failure(const Knowledge& item, const std::string& why,
                                    Outcome& outcome) {
  outcome.problem = "item " + item.id + " has no vector: " + why;
  if (logger_) logger_->log(LogLevel::warning, outcome.problem);
  const std::lock_guard lock(failed_mutex_);
  failed_.insert(item.id);
}

EmbeddingService::Outcome EmbeddingService::embed_items(const std::vector<Knowledge>& items,
                                                        const Progress& on_progress) {
  Outcome outcome;
  const std::shared_ptr<Embedder> model = embedder();
  const std::span<const Knowledge> all(items);
  for (std::size_t first = 0; first < all.size(); first += kBatch) {
    const auto batch = all.subspan(first, std::min(kBatch, all.size() - first));
    auto embeddings = embed(*model, contents(batch), TextRole::document);
    std::vector<MemoryStore::NewEmbedding> made;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const std::string problem = problem_of(embeddings[i], model->info());
      if (problem.empty()) {
        made.push_back({batch[i].id, batch[i].content, std::move(embeddings[i].vector)});
      } else {
        note_failure(batch[i], problem, outcome);
      }
    }
    if (!made.empty()) outcome.stored += store_.store_embeddings(made, model->info().id);
    if (on_progress) on_progress(first + batch.size(), all.size());
  }
  return outcome;
}

EmbeddingService::Outcome EmbeddingService::backfill(std::size_t limit,
                                                     const Progress& on_progress) {
  if (limit == 0) return {};
  const std::string model = embedder()->info().id;
  std::vector<Knowledge> items;
  {
    const std::lock_guard lock(failed_mutex_);
    items = store_.get_items_without_embeddings(static_cast<int>(limit + failed_.size()), model);
    std::erase_if(items, [&](const Knowledge& item) { return failed_.contains(item.id); });
  }
  if (items.size() > limit) items.resize(limit);
  return embed_items(items, on_progress);
}

}  // namespace gaia::memory

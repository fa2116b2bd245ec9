// Public types to JSON.
#include <nlohmann/json.hpp>

#include "wire/json.h"

namespace gaia::memory::wire {
namespace {

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json or_null(const std::optional<Timestamp>& instant) {
  return instant ? Json(to_iso8601(*instant)) : Json(nullptr);
}

Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

// Other programs write this file too, so what stands in the column may be no JSON, or nested so
// deep that reading it would exhaust the stack.
Json metadata_to_json(const std::optional<std::string>& metadata) {
  if (!metadata || metadata->empty()) return nullptr;
  try {
    return parse(*metadata);
  } catch (const Error&) {
    return *metadata;
  }
}

Json signal_to_json(const std::optional<SignalRank>& signal) {
  if (!signal) return nullptr;
  return {{"rank", signal->rank}, {"score", signal->score}};
}

Json timings_to_json(const RecallTimings& timings) {
  return {{"embed_ms", timings.embed_ms},
          {"vector_ms", timings.vector_ms},
          {"keyword_ms", timings.keyword_ms},
          {"total_ms", timings.total_ms}};
}

Json counts_to_json(const StoreCounts& counts) {
  return {{"knowledge", counts.knowledge},
          {"superseded", counts.superseded},
          {"turns", counts.turns},
          {"sessions", counts.sessions},
          {"tool_calls", counts.tool_calls}};
}

template <typename T>
Json array_of(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(to_json(value));
  return array;
}

}  // namespace

Json to_json(const Knowledge& item) {
  return {{"id", item.id},
          {"category", item.category},
          {"content", item.content},
          {"context", item.context},
          {"entity", or_null(item.entity)},
          {"domain", or_null(item.domain)},
          {"source", item.source},
          {"confidence", item.confidence},
          {"sensitive", item.sensitive},
          {"use_count", item.use_count},
          {"created_at", to_iso8601(item.created_at)},
          {"updated_at", to_iso8601(item.updated_at)},
          {"last_used", or_null(item.last_used)},
          {"due_at", or_null(item.due_at)},
          {"reminded_at", or_null(item.reminded_at)},
          {"superseded_by", or_null(item.superseded_by)},
          {"metadata", metadata_to_json(item.metadata)}};
}

Json to_json(const KnowledgePage& page) {
  return {{"items", array_of(page.items)},
          {"total", page.total},
          {"offset", page.offset},
          {"limit", page.limit}};
}

Json to_json(const Turn& turn) {
  return {{"id", turn.id},
          {"session_id", turn.session_id},
          {"role", turn.role},
          {"content", turn.content},
          {"context", turn.context},
          {"timestamp", to_iso8601(turn.timestamp)},
          {"consolidated_at", or_null(turn.consolidated_at)}};
}

Json to_json(const ScoredTurn& hit) {
  Json json = to_json(hit.turn);
  json["score"] = hit.score;
  return json;
}

Json to_json(const StoreResult& result) {
  return {{"id", result.id},
          {"outcome", to_text(result.outcome)},
          {"other_id", or_null(result.other_id)}};
}

Json to_json(const RememberResult& result) {
  Json json = to_json(result.stored);
  json["degraded"] = result.degraded;
  json["degraded_reason"] = or_null(result.degraded_reason);
  return json;
}

Json to_json(const Recalled& hit) {
  Json json = to_json(hit.item);
  json["score"] = hit.score;
  json["vector"] = signal_to_json(hit.vector);
  json["keyword"] = signal_to_json(hit.keyword);
  return json;
}

Json to_json(const RecallResult& result) {
  return {{"items", array_of(result.items)},
          {"signals", result.signals},
          {"degraded", result.degraded},
          {"degraded_reason", or_null(result.degraded_reason)},
          {"pending_embeddings", result.pending_embeddings},
          {"timings", timings_to_json(result.timings)}};
}

Json to_json(const MemoryStatus& status) {
  return {{"db_path", status.db_path.string()},
          {"db_size_bytes", status.db_size_bytes},
          {"wal_size_bytes", status.wal_size_bytes},
          {"schema_version", status.schema_version},
          {"read_only", status.read_only},
          {"counts", counts_to_json(status.counts)},
          {"embedder_id", or_null(status.embedder_id)},
          {"dimension", status.dimension},
          {"embedder_problem", or_null(status.embedder_problem)},
          {"pending_embeddings", status.pending_embeddings},
          {"context", status.context}};
}

Json to_json(const ModelFile& model) {
  return {{"name", model.name},
          {"path", model.path.string()},
          {"kind", to_text(model.kind)},
          {"architecture", model.architecture},
          {"precision", model.precision},
          {"dimension", model.dimension},
          {"context_tokens", model.context_tokens},
          {"size_bytes", model.size_bytes}};
}

Json to_json(const Error& error) {
  return {{"error",
           {{"code", error_row(error.code()).name},
            {"message", error.what()},
            {"hint", error.hint()}}}};
}

std::string_view to_text(StoreOutcome outcome) noexcept {
  switch (outcome) {
    case StoreOutcome::created:
      return "created";
    case StoreOutcome::updated:
      return "updated";
    case StoreOutcome::reinforced:
      return "reinforced";
    case StoreOutcome::superseded:
      return "superseded";
    case StoreOutcome::outdated:
      return "outdated";
  }
  return "created";
}

std::string_view to_text(ModelKind kind) noexcept {
  switch (kind) {
    case ModelKind::embedding:
      return "embedding";
    case ModelKind::reranker:
      return "reranker";
    case ModelKind::chat:
      return "chat";
  }
  return "embedding";
}

std::string to_text(const Json& json, bool indent) {
  return json.dump(indent ? 2 : -1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

}  // namespace gaia::memory::wire

#include "store/knowledge_history.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace gaia::memory::store {
namespace {

nlohmann::json json_of(const std::optional<std::string>& text) {
  return text ? nlohmann::json(*text) : nlohmann::json();
}

nlohmann::json json_of(const std::optional<Timestamp>& time) {
  return time ? nlohmann::json(to_iso8601(*time)) : nlohmann::json();
}

}  // namespace

void record_history(sqlite::Connection& connection, const Knowledge& before,
                    std::string_view operation, const Timestamp& changed_at) {
  const nlohmann::json fields = {
      {"category", before.category},
      {"content", before.content},
      {"domain", json_of(before.domain)},
      {"source", before.source},
      {"confidence", before.confidence},
      {"metadata", json_of(before.metadata)},
      {"context", before.context},
      {"sensitive", before.sensitive},
      {"entity", json_of(before.entity)},
      {"updated_at", to_iso8601(before.updated_at)},
      {"due_at", json_of(before.due_at)},
      {"reminded_at", json_of(before.reminded_at)},
      {"superseded_by", json_of(before.superseded_by)},
  };
  connection.run(
      "INSERT INTO gm_history(knowledge_id, operation, changed_at, before) VALUES (?, ?, ?, ?)",
      before.id, operation, to_iso8601(changed_at),
      fields.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace gaia::memory::store

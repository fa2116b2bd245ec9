// JSON to public types.
#include <nlohmann/json.hpp>

#include "wire/json.h"
#include "wire/object_reader.h"

namespace gaia::memory::wire {
namespace {

// Far above what metadata needs, far below what recursion over a document can take.
constexpr int kMaxDepth = 64;

void require_depth(int depth) {
  if (depth > kMaxDepth) {
    throw Error(ErrorCode::invalid_argument,
                "JSON is nested deeper than " + std::to_string(kMaxDepth) + " levels",
                "give a flatter document");
  }
}

}  // namespace

Json parse(std::string_view text) {
  const auto watch_depth = [](int depth, Json::parse_event_t, Json&) {
    require_depth(depth);
    return true;
  };
  try {
    return Json::parse(text.begin(), text.end(), watch_depth);
  } catch (const Json::parse_error& error) {
    throw Error(ErrorCode::invalid_argument, "not valid JSON at byte " + std::to_string(error.byte),
                "check quotes, commas and brackets there; text must be UTF-8");
  } catch (const Json::exception&) {  // well-formed, but beyond what a double can hold
    throw Error(ErrorCode::invalid_argument, "a number in the JSON is out of range",
                "give a number that is not larger than 1e308");
  }
}

void require_text(std::string_view field, std::string_view text) {
  const std::size_t nul = text.find('\0');
  if (nul != std::string_view::npos) {
    throw Error(ErrorCode::invalid_argument,
                std::string(field) + " contains a NUL character (byte " + std::to_string(nul) + ")",
                "give text, not binary data");
  }
  try {
    static_cast<void>(Json(text).dump());  // strict about UTF-8
  } catch (const Json::type_error&) {
    throw Error(ErrorCode::invalid_argument, std::string(field) + " is not valid UTF-8",
                "convert it to UTF-8 first");
  }
}

NewKnowledge to_new_knowledge(const Json& json) {
  const ObjectReader fields(json, {"category", "content", "context", "entity", "domain", "source",
                                   "confidence", "sensitive", "due_at", "created_at", "metadata"});
  NewKnowledge knowledge;
  knowledge.category = fields.required_text("category");
  knowledge.content = fields.required_text("content");
  knowledge.domain = fields.text("domain");
  knowledge.metadata = fields.object_text("metadata");
  knowledge.confidence = fields.number("confidence");
  knowledge.due_at = fields.instant("due_at");
  knowledge.created_at = fields.instant("created_at");
  knowledge.source = fields.text("source").value_or(knowledge.source);
  knowledge.context = fields.text("context");
  knowledge.sensitive = fields.flag("sensitive").value_or(knowledge.sensitive);
  knowledge.entity = fields.text("entity");
  return knowledge;
}

NewTurn to_new_turn(const Json& json) {
  const ObjectReader fields(json, {"session_id", "role", "content", "timestamp", "context"});
  NewTurn turn;
  turn.session_id = fields.required_text("session_id");
  turn.role = fields.required_text("role");
  turn.content = fields.required_text_or_empty("content");
  turn.context = fields.text("context").value_or(turn.context);
  turn.timestamp = fields.instant("timestamp");
  return turn;
}

}  // namespace gaia::memory::wire

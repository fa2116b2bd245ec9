// What a door gives out: the document's field names, everything present, nothing of the engine's.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "wire/json.h"

namespace gaia::memory::wire {
namespace {

Knowledge sample_item() {
  Knowledge item;
  item.id = "1f0c2a9b-0000-4000-8000-000000000000";
  item.category = "fact";
  item.content = "Sarah lives in Zürich";
  item.source = "user";
  item.confidence = 0.8;
  item.metadata = R"({"seen": 2})";
  item.entity = "person:sarah";
  item.created_at = {1783674300000000, -420};
  item.updated_at = item.created_at;
  return item;
}

TEST(ToJson, an_item_has_every_field_and_null_for_what_is_not_set) {
  const Json json = to_json(sample_item());
  EXPECT_EQ(json, Json::parse(R"({
      "id": "1f0c2a9b-0000-4000-8000-000000000000", "category": "fact",
      "content": "Sarah lives in Zürich", "context": "global", "entity": "person:sarah",
      "domain": null, "source": "user", "confidence": 0.8, "sensitive": false, "use_count": 0,
      "created_at": "2026-07-10T02:05:00.000000-07:00",
      "updated_at": "2026-07-10T02:05:00.000000-07:00", "last_used": null, "due_at": null,
      "reminded_at": null, "superseded_by": null, "metadata": {"seen": 2}})"));
}

TEST(ToJson, metadata_that_another_program_wrote_badly_is_given_as_text) {
  Knowledge item = sample_item();
  item.metadata = "{broken";
  EXPECT_EQ(to_json(item)["metadata"], "{broken");
}

TEST(ToJson, metadata_that_is_nested_too_deep_is_given_as_text) {
  Knowledge item = sample_item();
  item.metadata = R"({"a":)" + std::string(200'000, '[') + std::string(200'000, ']') + "}";
  EXPECT_EQ(to_json(item)["metadata"], *item.metadata);
}

TEST(ToJson, a_recalled_item_tells_where_it_stood_in_each_signal) {
  const Json json =
      to_json(Recalled{.item = sample_item(), .score = 0.5, .vector = SignalRank{2, 0.75}});
  EXPECT_EQ(json["content"], "Sarah lives in Zürich");
  EXPECT_EQ(json["score"], 0.5);
  EXPECT_EQ(json["vector"], Json::parse(R"({"rank": 2, "score": 0.75})"));
  EXPECT_TRUE(json["keyword"].is_null());
}

TEST(ToJson, a_recall_says_what_took_part_and_what_was_missing) {
  RecallResult result;
  result.items.push_back({.item = sample_item()});
  result.signals = {"keyword"};
  result.degraded = {"vector"};
  result.degraded_reason = "no model";
  result.pending_embeddings = 3;
  const Json json = to_json(result);
  EXPECT_EQ(json["items"].size(), 1u);
  EXPECT_EQ(json["signals"], Json::parse(R"(["keyword"])"));
  EXPECT_EQ(json["degraded"], Json::parse(R"(["vector"])"));
  EXPECT_EQ(json["degraded_reason"], "no model");
  EXPECT_EQ(json["pending_embeddings"], 3);
  EXPECT_TRUE(json["timings"].contains("total_ms"));
}

TEST(ToJson, nothing_found_is_an_empty_list) {
  EXPECT_EQ(to_text(to_json(RecallResult{})["items"]), "[]");
  EXPECT_EQ(to_text(to_json(KnowledgePage{})), R"({"items":[],"total":0,"offset":0,"limit":0})");
}

TEST(ToJson, remembering_tells_id_and_outcome) {
  const RememberResult result{
      .stored = {.id = "new", .outcome = StoreOutcome::superseded, .other_id = "old"}};
  EXPECT_EQ(to_json(result), Json::parse(R"({"id": "new", "outcome": "superseded",
      "other_id": "old", "degraded": [], "degraded_reason": null})"));
}

TEST(ToJson, every_outcome_has_its_own_name) {
  EXPECT_EQ(to_text(StoreOutcome::created), "created");
  EXPECT_EQ(to_text(StoreOutcome::updated), "updated");
  EXPECT_EQ(to_text(StoreOutcome::reinforced), "reinforced");
  EXPECT_EQ(to_text(StoreOutcome::superseded), "superseded");
  EXPECT_EQ(to_text(StoreOutcome::outdated), "outdated");
}

TEST(ToJson, a_scored_turn_has_the_turns_fields_and_its_score) {
  const Json json = to_json(ScoredTurn{
      .turn = {.id = 7, .session_id = "s", .role = "user", .content = "hi", .timestamp = {0, 0}},
      .score = 1.5});
  EXPECT_EQ(json, Json::parse(R"({"id": 7, "session_id": "s", "role": "user", "content": "hi",
      "context": "global", "timestamp": "1970-01-01T00:00:00.000000+00:00",
      "consolidated_at": null, "score": 1.5})"));
}

TEST(ToJson, the_status_has_null_where_there_is_no_model) {
  const Json json = to_json(MemoryStatus{.db_path = "/m.db", .schema_version = 2});
  EXPECT_EQ(json["db_path"], "/m.db");
  EXPECT_TRUE(json["embedder_id"].is_null());
  EXPECT_EQ(json["counts"]["knowledge"], 0);
}

TEST(ToJson, a_model_file_is_described) {
  const Json json = to_json(ModelFile{.name = "m", .path = "/m.gguf", .kind = ModelKind::reranker});
  EXPECT_EQ(json["name"], "m");
  EXPECT_EQ(json["path"], "/m.gguf");
  EXPECT_EQ(json["kind"], "reranker");
}

TEST(ToJson, an_error_has_code_message_and_hint) {
  EXPECT_EQ(
      to_json(Error(ErrorCode::busy, "locked", "try again")),
      Json::parse(R"({"error": {"code": "busy", "message": "locked", "hint": "try again"}})"));
}

TEST(ToText, bytes_that_are_not_utf8_do_not_break_the_document) {
  EXPECT_EQ(to_text(Json("a\xff")), "\"a\xEF\xBF\xBD\"");
}

}  // namespace
}  // namespace gaia::memory::wire

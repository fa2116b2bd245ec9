#include "store/knowledge_store.h"

#include <algorithm>
#include <utility>

#include "base/uuid.h"
#include "gaia/memory/error.h"
#include "store/duplicate_index.h"
#include "store/knowledge_history.h"
#include "store/knowledge_table.h"
#include "store/row_index.h"
#include "store/validation.h"
#include "text/substance.h"

namespace gaia::memory::store {
namespace {

std::optional<std::string> checked_optional_label(std::string_view field,
                                                  const std::optional<std::string>& text) {
  if (!text || text->empty()) return std::nullopt;
  return checked_label(field, *text);
}

Timestamp checked_instant(std::string_view field, std::string_view text, DateMeaning date_meaning,
                          const Clock& clock) {
  return parse_timestamp(checked_time(field, text, date_meaning, clock));
}

bool is_users(const Knowledge& item) { return item.source == "user"; }

// Whether every word of `text` is in `known` already.
bool adds_nothing(std::string_view text, std::string_view known) {
  const auto words = statement_words(text);
  const auto known_words = statement_words(known);
  return std::includes(known_words.begin(), known_words.end(), words.begin(), words.end());
}

StoreResult insert_new(sqlite::Connection& connection, Knowledge item) {
  item.id = make_uuid();
  insert_knowledge(connection, item);
  index_marked_rows(connection);
  return {item.id, StoreOutcome::created};
}

// Known already: confirmed, not changed.
StoreResult reinforce(sqlite::Connection& connection, Knowledge known, const Knowledge& item) {
  known.confidence = std::max(known.confidence, item.confidence);
  known.sensitive = known.sensitive || item.sensitive;
  known.updated_at = std::max(known.updated_at, item.updated_at);
  if (item.due_at) known.due_at = item.due_at;
  replace_knowledge(connection, known);
  return {known.id, StoreOutcome::reinforced};
}

// The same statement in newer words.
StoreResult merge(sqlite::Connection& connection, const Knowledge& known, const Knowledge& item) {
  record_history(connection, known, "merge", item.updated_at);
  Knowledge merged = known;
  merged.content = item.content;
  merged.source = item.source;
  merged.confidence = std::max(known.confidence, item.confidence);
  merged.sensitive = known.sensitive || item.sensitive;
  merged.updated_at = item.updated_at;
  if (item.domain) merged.domain = item.domain;
  if (item.metadata) merged.metadata = item.metadata;
  if (item.due_at) merged.due_at = item.due_at;
  replace_knowledge(connection, merged);
  index_marked_rows(connection);
  return {merged.id, StoreOutcome::updated};
}

// A statement that changes what was known.
StoreResult supersede(sqlite::Connection& connection, const Knowledge& known, Knowledge item) {
  StoreResult result = insert_new(connection, item);
  record_history(connection, known, "supersede", item.updated_at);
  Knowledge old = known;
  old.superseded_by = result.id;
  old.updated_at = std::max(known.updated_at, item.updated_at);
  replace_knowledge(connection, old);
  return {result.id, StoreOutcome::superseded, known.id};
}

// The item that said exactly this before `known`, or one of those between, replaced it.
std::optional<std::string> find_predecessor(sqlite::Connection& connection,
                                            const Knowledge& known, const std::string& content) {
  auto row = connection.query(
      "WITH RECURSIVE earlier(id) AS (SELECT id FROM knowledge WHERE superseded_by = ?1 "
      "UNION SELECT k.id FROM knowledge AS k JOIN earlier ON k.superseded_by = earlier.id) "
      "SELECT k.id FROM earlier JOIN knowledge AS k ON k.id = earlier.id WHERE k.content = ?2",
      known.id, content);
  if (!row.next()) return std::nullopt;
  return std::string(row.text(0));
}

// An earlier statement that is learned later, or again: history, not news.
StoreResult keep_as_history(sqlite::Connection& connection, const Knowledge& known,
                            Knowledge item) {
  if (const auto id = find_predecessor(connection, known, item.content)) {
    return {*id, StoreOutcome::outdated, known.id};
  }
  item.superseded_by = known.id;
  const StoreResult result = insert_new(connection, std::move(item));
  return {result.id, StoreOutcome::outdated, known.id};
}

StoreResult settle(sqlite::Connection& connection, const Knowledge& known, Knowledge item) {
  const bool is_protected = is_users(known) && !is_users(item);
  const bool is_older = item.created_at < known.updated_at;
  if (item.content == known.content) return reinforce(connection, known, item);
  if (text::differs_in_substance(known.content, item.content)) {
    if (is_older) return keep_as_history(connection, known, std::move(item));
    if (is_protected) return insert_new(connection, std::move(item));
    return supersede(connection, known, std::move(item));
  }
  if (is_older) return reinforce(connection, known, item);
  if (!is_protected) return merge(connection, known, item);
  if (adds_nothing(item.content, known.content)) return {known.id, StoreOutcome::reinforced};
  return insert_new(connection, std::move(item));
}

// Follows the chain of replacements from `newer`: it must not lead back to `older`.
void refuse_circle(sqlite::Connection& connection, std::string_view older,
                   const std::string& newer) {
  std::string id = newer;
  // A chain that another program closed to a ring elsewhere must not keep us here.
  for (int steps = 0; steps < 10000; ++steps) {
    if (id == older) {
      throw Error(ErrorCode::invalid_argument,
                  "superseded_by " + newer + " would make " + std::string(older) +
                      " its own successor",
                  "name an item that this one does not replace");
    }
    const auto item = find_knowledge(connection, id);
    if (!item) {
      throw Error(ErrorCode::not_found, "superseded_by names " + id + ", which does not exist",
                  "store the newer item first");
    }
    if (!item->superseded_by) return;
    id = *item->superseded_by;
  }
}

// Sets `field` if it was given; an empty text clears it.
void assign(std::optional<std::string>& field, const std::optional<std::string>& change) {
  if (change) field = change->empty() ? std::nullopt : change;
}

void assign(std::optional<Timestamp>& field, const std::optional<std::string>& change) {
  if (!change) return;
  field = change->empty() ? std::nullopt : std::optional(parse_timestamp(*change));
}

std::optional<std::string> checked_optional_time(std::string_view field,
                                                 const std::optional<std::string>& text,
                                                 DateMeaning date_meaning, const Clock& clock) {
  if (!text || text->empty()) return text;
  return checked_time(field, *text, date_meaning, clock);
}

}  // namespace

Knowledge checked_knowledge(const NewKnowledge& knowledge, const Clock& clock) {
  Knowledge item;
  item.category = checked_category(knowledge.category);
  item.content = checked_content("content", knowledge.content, kMaxContentCharacters);
  item.source = checked_label("source", knowledge.source);
  item.context = checked_label("context", knowledge.context);
  item.domain = checked_optional_label("domain", knowledge.domain);
  item.entity = checked_optional_label("entity", knowledge.entity);
  item.confidence = checked_confidence(
      knowledge.confidence.value_or(default_confidence(knowledge.source)));
  item.sensitive = knowledge.sensitive;
  if (knowledge.metadata && !knowledge.metadata->empty()) {
    item.metadata = checked_metadata(*knowledge.metadata);
  }
  if (knowledge.due_at && !knowledge.due_at->empty()) {
    item.due_at = checked_instant("due_at", *knowledge.due_at, DateMeaning::end_of_day, clock);
  }
  item.created_at =
      knowledge.created_at && !knowledge.created_at->empty()
          ? checked_instant("created_at", *knowledge.created_at, DateMeaning::start_of_day, clock)
          : now(clock);
  item.updated_at = item.created_at;
  refuse_privileged(item.category, item.source);
  refuse_credential(item.content, item.source, item.sensitive);
  return item;
}

StoreResult store_knowledge(sqlite::Connection& connection, Knowledge item) {
  index_marked_rows(connection);  // what other programs wrote meanwhile can be the duplicate
  const StatementScope scope{item.category, item.context, item.entity};
  const auto duplicate = find_duplicate(connection, scope, statement_words(item.content));
  if (!duplicate) return insert_new(connection, std::move(item));
  const Knowledge known = find_knowledge(connection, duplicate->knowledge_id).value();
  return settle(connection, known, std::move(item));
}

KnowledgeUpdate checked_update(const KnowledgeUpdate& changes, const Clock& clock) {
  KnowledgeUpdate checked = changes;
  if (changes.content) {
    checked.content = checked_content("content", *changes.content, kMaxContentCharacters);
  }
  if (changes.category) checked.category = checked_category(*changes.category);
  if (changes.context) checked.context = checked_label("context", *changes.context);
  if (changes.domain && !changes.domain->empty()) checked_label("domain", *changes.domain);
  if (changes.entity && !changes.entity->empty()) checked_label("entity", *changes.entity);
  if (changes.metadata && !changes.metadata->empty()) checked_metadata(*changes.metadata);
  checked.due_at =
      checked_optional_time("due_at", changes.due_at, DateMeaning::end_of_day, clock);
  checked.reminded_at =
      changes.reminded_at == "now"
          ? to_iso8601(now(clock))
          : checked_optional_time("reminded_at", changes.reminded_at, DateMeaning::start_of_day,
                                  clock);
  return checked;
}

bool update_knowledge(sqlite::Connection& connection, std::string_view id,
                      const KnowledgeUpdate& changes, const Clock& clock) {
  const auto before = find_knowledge(connection, id);
  if (!before) return false;
  Knowledge item = *before;
  if (changes.content) item.content = *changes.content;
  if (changes.category) item.category = *changes.category;
  if (changes.context) item.context = *changes.context;
  if (changes.sensitive) item.sensitive = *changes.sensitive;
  assign(item.domain, changes.domain);
  assign(item.metadata, changes.metadata);
  assign(item.entity, changes.entity);
  assign(item.due_at, changes.due_at);
  assign(item.reminded_at, changes.reminded_at);
  assign(item.superseded_by, changes.superseded_by);
  if (changes.content) refuse_credential(item.content, item.source, item.sensitive);
  if (item.superseded_by && changes.superseded_by) {
    refuse_circle(connection, id, *item.superseded_by);
  }
  item.updated_at = now(clock);
  record_history(connection, *before, "update", item.updated_at);
  replace_knowledge(connection, item);
  index_marked_rows(connection);
  return true;
}

}  // namespace gaia::memory::store

#include "store/knowledge_store.h"

#include <algorithm>
#include <utility>

#include "gaia/memory/error.h"
#include "store/duplicate_index.h"
#include "store/knowledge_history.h"
#include "store/knowledge_table.h"
#include "store/row_index.h"
#include "store/settlement.h"
#include "store/validation.h"

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

void refuse_credentials(const Knowledge& item) {
  refuse_credential(item.content, item.source, item.sensitive);
  if (item.metadata) refuse_credential(*item.metadata, item.source, item.sensitive);
}

// Follows the chain of replacements from `newer`: it must not lead back to `older`.
void refuse_circle(sqlite::Connection& connection, std::string_view older,
                   const std::string& newer) {
  std::string id = newer;
  // A chain that another program closed to a ring elsewhere must not keep us here.
  for (int steps = 0; steps < 10000; ++steps) {
    if (id == older) {
      throw Error(
          ErrorCode::invalid_argument,
          "superseded_by " + newer + " would make " + std::string(older) + " its own successor",
          "name an item that this one does not replace");
    }
    const auto item = find_knowledge(connection, id);
    if (!item && id == newer) {
      throw Error(ErrorCode::not_found, "superseded_by names " + id + ", which does not exist",
                  "store the newer item first");
    }
    if (!item || !item->superseded_by) return;  // the end of the chain, or where it was cut
    id = *item->superseded_by;
  }
}

// The rules for what is stored hold for what an update makes of it.
void refuse_update(const Knowledge& before, const Knowledge& after) {
  if (after.category != before.category) refuse_privileged(after.category, after.source);
  const bool text_changed = after.content != before.content || after.metadata != before.metadata;
  if (text_changed || after.sensitive != before.sensitive) refuse_credentials(after);
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
  item.context = checked_label("context", knowledge.context.value_or("global"));
  item.domain = checked_optional_label("domain", knowledge.domain);
  item.entity = checked_optional_label("entity", knowledge.entity);
  item.confidence =
      checked_confidence(knowledge.confidence.value_or(default_confidence(knowledge.source)));
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
  // A clock that ran ahead must not make a statement win over all that follow.
  item.updated_at = std::min(item.created_at, now(clock));
  refuse_privileged(item.category, item.source);
  refuse_credentials(item);
  return item;
}

StoreResult store_knowledge(sqlite::Connection& connection, Knowledge item) {
  index_marked_rows(connection);  // what other programs wrote meanwhile can be the duplicate
  const StatementScope scope{item.category, item.context, item.entity};
  const auto duplicates = find_duplicates(connection, scope, statement_words(item.content));
  return settle(connection, duplicates, std::move(item));
}

KnowledgeUpdate checked_update(const KnowledgeUpdate& changes, const Clock& clock) {
  KnowledgeUpdate checked = changes;
  if (changes.content) {
    checked.content = checked_content("content", *changes.content, kMaxContentCharacters);
  }
  if (changes.category) checked.category = checked_category(*changes.category);
  if (changes.context) checked.context = checked_label("context", *changes.context);
  if (changes.domain && !changes.domain->empty()) {
    checked.domain = checked_label("domain", *changes.domain);
  }
  if (changes.entity && !changes.entity->empty()) {
    checked.entity = checked_label("entity", *changes.entity);
  }
  if (changes.metadata && !changes.metadata->empty()) checked_metadata(*changes.metadata);
  checked.due_at = checked_optional_time("due_at", changes.due_at, DateMeaning::end_of_day, clock);
  checked.reminded_at = changes.reminded_at == "now"
                            ? to_iso8601(now(clock))
                            : checked_optional_time("reminded_at", changes.reminded_at,
                                                    DateMeaning::start_of_day, clock);
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
  refuse_update(*before, item);
  if (item.superseded_by && changes.superseded_by) {
    refuse_circle(connection, id, *item.superseded_by);
  }
  item.updated_at = now(clock);
  record_history(connection, *before, "update", item.updated_at);
  update_knowledge_row(connection, *before, item);
  index_marked_rows(connection);
  return true;
}

}  // namespace gaia::memory::store

#include "store/settlement.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "base/uuid.h"
#include "store/knowledge_history.h"
#include "store/knowledge_table.h"
#include "store/row_index.h"
#include "text/substance.h"
#include "text/words.h"

namespace gaia::memory::store {
namespace {

bool is_users(const Knowledge& item) { return item.source == "user"; }

bool is_same_text(std::string_view a, std::string_view b) {
  return a == b || text::folded(a) == text::folded(b);
}

// Whether every word of `text` is in `known` already.
bool adds_nothing(std::string_view text, std::string_view known) {
  const auto words = statement_words(text);
  const auto known_words = statement_words(known);
  return std::includes(known_words.begin(), known_words.end(), words.begin(), words.end());
}

const Duplicate& closest(std::span<const Duplicate> duplicates, const std::string& content) {
  const auto closeness = [&](const Duplicate& duplicate) {
    const bool is_same = is_same_text(duplicate.content, content);
    const bool agrees = is_same || !text::differs_in_substance(duplicate.content, content);
    return std::tuple(is_same, agrees, duplicate.overlap, duplicate.said_at,
                      duplicate.knowledge_id);
  };
  const Duplicate* best = &duplicates.front();
  for (const Duplicate& duplicate : duplicates) {
    if (closeness(duplicate) > closeness(*best)) best = &duplicate;
  }
  return *best;
}

// The statement that is known, the one that is new, and where they are kept.
class Settlement {
 public:
  Settlement(sqlite::Connection& connection, const Duplicate& duplicate, Knowledge item)
      : connection_(connection),
        known_(find_knowledge(connection, duplicate.knowledge_id).value()),
        item_(std::move(item)),
        is_protected_(is_users(known_) && !is_users(item_)),
        is_older_(item_.created_at < duplicate.said_at) {}

  StoreResult run() {
    const bool is_same = is_same_text(known_.content, item_.content);
    if (!is_same && text::differs_in_substance(known_.content, item_.content)) return change();
    if (is_same || is_older_) return confirm(StoreOutcome::reinforced);
    if (!is_protected_) return word_anew();
    if (adds_nothing(item_.content, known_.content)) return confirm(StoreOutcome::reinforced);
    return insert_new(connection_, std::move(item_));
  }

  static StoreResult insert_new(sqlite::Connection& connection, Knowledge item) {
    item.id = make_uuid();
    insert_knowledge(connection, item);
    index_marked_rows(connection);
    return {item.id, StoreOutcome::created};
  }

 private:
  // A statement that says otherwise. What was secret about the subject stays secret.
  StoreResult change() {
    item_.sensitive = item_.sensitive || known_.sensitive;
    if (is_older_) return keep_as_history();
    if (is_protected_) return insert_new(connection_, std::move(item_));
    return supersede();
  }

  StoreResult supersede() {
    const Timestamp at = item_.updated_at;
    const StoreResult added = insert_new(connection_, std::move(item_));
    record_history(connection_, known_, "supersede", at);
    Knowledge old = known_;
    old.superseded_by = added.id;
    old.updated_at = std::max(known_.updated_at, at);
    update_knowledge_row(connection_, known_, old);
    return {added.id, StoreOutcome::superseded, known_.id};
  }

  // Said before what is known, and learned later, or again.
  StoreResult keep_as_history() {
    if (const auto id = find_predecessor()) return {*id, StoreOutcome::outdated, known_.id};
    item_.superseded_by = known_.id;
    const StoreResult added = insert_new(connection_, std::move(item_));
    return {added.id, StoreOutcome::outdated, known_.id};
  }

  // The item that said exactly this before `known_`, or one of those between, replaced it.
  std::optional<std::string> find_predecessor() {
    auto row = connection_.query(
        "WITH RECURSIVE earlier(id) AS (SELECT id FROM knowledge WHERE superseded_by = ?1 "
        "UNION SELECT k.id FROM knowledge AS k JOIN earlier ON k.superseded_by = earlier.id) "
        "SELECT k.id FROM earlier JOIN knowledge AS k ON k.id = earlier.id WHERE k.content = ?2",
        known_.id, item_.content);
    if (!row.next()) return std::nullopt;
    return std::string(row.text(0));
  }

  StoreResult word_anew() {
    Knowledge merged = known_;
    merged.content = item_.content;
    take_details(merged);
    save(merged, "merge");
    return {known_.id, StoreOutcome::updated};
  }

  StoreResult confirm(StoreOutcome outcome) {
    Knowledge confirmed = known_;
    if (!is_protected_ && !is_older_) take_details(confirmed);
    save(confirmed, "confirm");
    return {known_.id, outcome};
  }

  // What a user says is theirs from then on, whoever said it first.
  void take_details(Knowledge& to) const {
    if (!is_users(known_)) to.source = item_.source;
    if (item_.domain) to.domain = item_.domain;
    if (item_.metadata) to.metadata = item_.metadata;
    if (item_.due_at) to.due_at = item_.due_at;
  }

  void save(Knowledge& changed, std::string_view operation) {
    changed.confidence = std::max(known_.confidence, item_.confidence);
    changed.sensitive = known_.sensitive || item_.sensitive;
    changed.updated_at = std::max(known_.updated_at, item_.updated_at);
    if (has_new_details(changed)) {
      record_history(connection_, known_, operation, item_.updated_at);
    }
    update_knowledge_row(connection_, known_, changed);
    index_marked_rows(connection_);
    connection_.run("UPDATE gm_documents SET said_at = max(said_at, ?) WHERE knowledge_id = ?",
                    item_.updated_at.unix_us, known_.id);
  }

  bool has_new_details(const Knowledge& changed) const {
    return changed.content != known_.content || changed.domain != known_.domain ||
           changed.metadata != known_.metadata || changed.due_at != known_.due_at ||
           changed.source != known_.source || changed.sensitive != known_.sensitive;
  }

  sqlite::Connection& connection_;
  const Knowledge known_;
  Knowledge item_;
  const bool is_protected_;
  const bool is_older_;
};

}  // namespace

StoreResult settle(sqlite::Connection& connection, std::span<const Duplicate> duplicates,
                   Knowledge item) {
  if (duplicates.empty()) return Settlement::insert_new(connection, std::move(item));
  const Duplicate& duplicate = closest(duplicates, item.content);
  return Settlement(connection, duplicate, std::move(item)).run();
}

}  // namespace gaia::memory::store

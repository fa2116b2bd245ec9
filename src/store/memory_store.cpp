// MemoryStore: each public method, as one read or one write of the file.
#include "gaia/memory/memory_store.h"

#include <algorithm>
#include <array>
#include <utility>

#include "store/database.h"
#include "store/embedding_table.h"
#include "store/filters.h"
#include "store/keyword_search.h"
#include "store/knowledge_store.h"
#include "store/knowledge_table.h"
#include "store/row_index.h"
#include "store/turn_table.h"
#include "store/validation.h"
#include "text/utf8.h"

namespace gaia::memory {
namespace {

using sqlite::Connection;

constexpr std::size_t kMinPrefixCharacters = 8;

// How long a search waits for a writer before it goes on without what it wanted to write.
constexpr int kShortWaitMs = 250;

// Recall's part in an item's confidence (the document's step 7).
constexpr double kRecallConfidence = 0.02;

constexpr std::array<std::string_view, 7> kSortColumns{
    "updated_at", "created_at", "confidence", "category", "context", "content", "use_count"};

std::string sort_expression(const KnowledgeQuery& query) {
  if (std::find(kSortColumns.begin(), kSortColumns.end(), query.sort_by) == kSortColumns.end()) {
    throw Error(ErrorCode::invalid_argument, "cannot sort by '" + query.sort_by + "'",
                "use updated_at, created_at, confidence, category, context, content or use_count");
  }
  if (query.order != "asc" && query.order != "desc") {
    throw Error(ErrorCode::invalid_argument, "unknown order '" + query.order + "'",
                "use asc or desc");
  }
  const bool is_time = query.sort_by == "updated_at" || query.sort_by == "created_at";
  const std::string column = "k." + query.sort_by;
  return (is_time ? "gm_instant(" + column + ")" : column) + " " + query.order + ", k.id";
}

std::int64_t count(Connection& connection, const std::string& sql) {
  auto row = connection.query(sql);
  row.next();
  return row.integer(0);
}

bool exists(Connection& connection, std::string_view knowledge_id) {
  return connection.query("SELECT 1 FROM knowledge WHERE id = ?", knowledge_id).next();
}

Turn checked_turn(const NewTurn& turn, const Clock& clock) {
  Turn checked;
  checked.session_id = store::checked_label("session_id", turn.session_id);
  checked.role = store::checked_role(turn.role);
  checked.content = store::checked_content("content", turn.content, store::kMaxTurnCharacters);
  checked.context = store::checked_label("context", turn.context);
  checked.timestamp = turn.timestamp && !turn.timestamp->empty()
                          ? parse_timestamp(store::checked_time("timestamp", *turn.timestamp,
                                                                DateMeaning::start_of_day, clock))
                          : now(clock);
  return checked;
}

bool is_blank_turn(const NewTurn& turn) {
  store::check_text("content", turn.content);
  return text::is_blank(turn.content);
}

}  // namespace

class MemoryStore::Impl {
 public:
  explicit Impl(const Options& options) : database(options) {}

  bool has_index() const { return database.schema().has_index; }

  // Before a search relies on the additional index, it takes in what other programs wrote. If
  // that cannot be done now, the documented index answers alone.
  void catch_up() {
    if (!has_index() || database.read_only()) return;
    if (!database.read("search", store::has_unindexed_rows)) return;
    try {
      database.write_lightly("index new rows", kShortWaitMs, store::index_marked_rows);
    } catch (const Error& error) {
      database.log(LogLevel::warning, std::string(error.what()) +
                                          "; rows of other programs are searched by their "
                                          "unicode61 words only");
    }
  }

  // A search that is found must not be lost because it cannot be counted.
  void count_recall(MemoryStore& store, const std::vector<ScoredKnowledge>& hits) {
    std::vector<std::string> ids;
    for (const ScoredKnowledge& hit : hits) ids.push_back(hit.item.id);
    try {
      store.touch(ids, kShortWaitMs);
    } catch (const Error& error) {
      database.log(LogLevel::warning, error.what());
    }
  }

  void require_index(std::string_view embedder_id) const {
    if (embedder_id.empty() || has_index()) return;
    throw Error(ErrorCode::unsupported_version,
                database.path().string() + " has no vectors of " + std::string(embedder_id) +
                    ": it was never opened for writing",
                "open it once from a place where it can be written");
  }

  store::Database database;
};

MemoryStore::MemoryStore() : MemoryStore(Options{}) {}
MemoryStore::MemoryStore(Options options) : impl_(std::make_unique<Impl>(options)) {}
MemoryStore::~MemoryStore() = default;
MemoryStore::MemoryStore(MemoryStore&&) noexcept = default;
MemoryStore& MemoryStore::operator=(MemoryStore&&) noexcept = default;

const std::filesystem::path& MemoryStore::path() const { return impl_->database.path(); }
bool MemoryStore::read_only() const { return impl_->database.read_only(); }
int MemoryStore::schema_version() const { return impl_->database.schema().version; }
const Clock& MemoryStore::clock() const { return impl_->database.clock(); }
void MemoryStore::close() { impl_->database.close(); }

StoreResult MemoryStore::store(const NewKnowledge& knowledge) {
  Knowledge item = store::checked_knowledge(knowledge, clock());
  return impl_->database.write("store the item", [&](Connection& connection) {
    return store::store_knowledge(connection, std::move(item));
  });
}

std::vector<StoreResult> MemoryStore::store_all(std::span<const NewKnowledge> knowledge) {
  std::vector<Knowledge> items;
  items.reserve(knowledge.size());
  for (const NewKnowledge& one : knowledge) {
    items.push_back(store::checked_knowledge(one, clock()));
  }
  return impl_->database.write("store the items", [&](Connection& connection) {
    std::vector<StoreResult> results;
    results.reserve(items.size());
    for (Knowledge& item : items) {
      results.push_back(store::store_knowledge(connection, std::move(item)));
    }
    return results;
  });
}

std::optional<Knowledge> MemoryStore::get(std::string_view knowledge_id) const {
  return impl_->database.read("read the item", [&](Connection& connection) {
    return store::find_knowledge(connection, knowledge_id);
  });
}

Knowledge MemoryStore::get_by_prefix(std::string_view prefix) const {
  if (const auto item = get(prefix)) return *item;
  if (prefix.size() < kMinPrefixCharacters) {
    throw Error(ErrorCode::invalid_argument,
                "'" + std::string(prefix) + "' is too short for the beginning of an id",
                "give at least " + std::to_string(kMinPrefixCharacters) +
                    " characters of it, as a list or recall prints them");
  }
  return impl_->database.read("read the item", [&](Connection& connection) {
    const auto ids = store::find_ids_by_prefix(connection, prefix, 2);
    if (ids.empty()) {
      throw Error(ErrorCode::not_found,
                  "no item has an id that starts with '" + std::string(prefix) + "'",
                  "take the id as a list or recall prints it");
    }
    if (ids.size() > 1) {
      throw Error(ErrorCode::ambiguous,
                  "several items have an id that starts with '" + std::string(prefix) + "'",
                  "give more of it; the first two are " + ids[0] + " and " + ids[1]);
    }
    return store::find_knowledge(connection, ids.front()).value();
  });
}

bool MemoryStore::update(std::string_view knowledge_id, const KnowledgeUpdate& changes) {
  const KnowledgeUpdate checked = store::checked_update(changes, clock());
  return impl_->database.write("update the item", [&](Connection& connection) {
    return store::update_knowledge(connection, knowledge_id, checked, clock());
  });
}

bool MemoryStore::remove(std::string_view knowledge_id) {
  return impl_->database.write("forget the item", [&](Connection& connection) {
    return store::delete_knowledge(connection, knowledge_id);
  });
}

std::vector<ScoredKnowledge> MemoryStore::search(std::string_view query,
                                                 const SearchOptions& options) {
  impl_->catch_up();
  auto hits = impl_->database.read("search", [&](Connection& connection) {
    return store::search_knowledge(connection, query, options, clock(), impl_->has_index());
  });
  if (options.touch && !read_only()) impl_->count_recall(*this, hits);
  return hits;
}

void MemoryStore::touch(std::span<const std::string> knowledge_ids, std::optional<int> wait_ms) {
  if (knowledge_ids.empty()) return;
  const std::string at = to_iso8601(now(clock()));
  impl_->database.write_lightly("count the recall", wait_ms, [&](Connection& connection) {
    for (const std::string& id : knowledge_ids) {
      connection.run(
          "UPDATE knowledge SET confidence = MIN(1.0, confidence + ?), "
          "use_count = use_count + 1, last_used = ? WHERE id = ?",
          kRecallConfidence, at, id);
    }
  });
}

std::vector<bool> MemoryStore::matches(std::span<const std::string> knowledge_ids,
                                       const SearchOptions& options) const {
  const store::Conditions conditions = store::knowledge_conditions(options, clock());
  return impl_->database.read("search", [&](Connection& connection) {
    auto row = connection.query("SELECT 1 FROM knowledge AS k WHERE k.id = ?" + conditions.sql);
    std::vector<bool> result;
    result.reserve(knowledge_ids.size());
    for (const std::string& id : knowledge_ids) {
      row.bind(1, id);
      row.bind_values(2, conditions.values);
      result.push_back(row.next());
      row.reset();
    }
    return result;
  });
}

KnowledgePage MemoryStore::get_all_knowledge(const KnowledgeQuery& query) const {
  const std::string order = sort_expression(query);
  const store::Conditions conditions = store::page_conditions(query);
  KnowledgePage page{{}, 0, query.offset, store::checked_limit("limit", query.limit)};
  if (query.offset < 0) {
    throw Error(ErrorCode::invalid_argument, "offset is negative", "start at 0");
  }
  return impl_->database.read("list the items", [&](Connection& connection) {
    auto total = connection.query("SELECT count(*) FROM knowledge AS k WHERE 1" + conditions.sql);
    total.bind_values(1, conditions.values);
    total.next();
    page.total = total.integer(0);

    auto row = connection.query(std::string("SELECT ") + store::kKnowledgeColumns +
                                " FROM knowledge AS k WHERE 1" + conditions.sql + " ORDER BY " +
                                order + " LIMIT ? OFFSET ?");
    row.bind_values(1, conditions.values);
    const int next = 1 + static_cast<int>(conditions.values.size());
    row.bind(next, query.limit);
    row.bind(next + 1, query.offset);
    while (row.next()) page.items.push_back(store::read_knowledge(row));
    return page;
  });
}

bool MemoryStore::store_embedding(std::string_view knowledge_id, std::span<const float> embedding,
                                  std::string_view embedder_id) {
  return impl_->database.write("store the embedding", [&](Connection& connection) {
    if (!exists(connection, knowledge_id)) return false;
    store::EmbeddingTable(connection, embedder_id).write(knowledge_id, embedding);
    return true;
  });
}

std::size_t MemoryStore::store_embeddings(std::span<const NewEmbedding> embeddings,
                                          std::string_view embedder_id) {
  return impl_->database.write("store the embeddings", [&](Connection& connection) {
    store::EmbeddingTable table(connection, embedder_id);
    std::size_t stored = 0;
    for (const NewEmbedding& embedding : embeddings) {
      const auto item = store::find_knowledge(connection, embedding.knowledge_id);
      if (!item || item->content != embedding.content) continue;
      table.write(embedding.knowledge_id, embedding.vector);
      ++stored;
    }
    return stored;
  });
}

std::vector<EmbeddedKnowledge> MemoryStore::get_items_with_embeddings(
    const EmbeddingQuery& query) const {
  const SearchOptions filters{.category = query.category,
                              .context = query.context,
                              .entity = query.entity,
                              .include_sensitive = query.include_sensitive,
                              .time_from = query.time_from,
                              .time_to = query.time_to};
  const store::Conditions conditions = store::knowledge_conditions(filters, clock());
  const int limit = store::checked_count("top_k", query.top_k);
  if (!query.embedder_id.empty() && !impl_->has_index()) return {};
  return impl_->database.read("read the embeddings", [&](Connection& connection) {
    const store::EmbeddingTable table(connection, query.embedder_id);
    auto row =
        connection.query(std::string("SELECT ") + store::kKnowledgeColumns +
                         ", vector FROM knowledge AS k " + table.join() + " WHERE 1" +
                         conditions.sql + " ORDER BY gm_instant(k.updated_at) DESC, k.id LIMIT ?");
    row.bind_values(1, conditions.values);
    row.bind(1 + static_cast<int>(conditions.values.size()), limit);
    std::vector<EmbeddedKnowledge> items;
    while (row.next()) {
      items.push_back(
          {store::read_knowledge(row), store::vector_of(row.blob(store::kKnowledgeColumnCount))});
    }
    return items;
  });
}

std::vector<Knowledge> MemoryStore::get_items_without_embeddings(
    int limit, std::string_view embedder_id) const {
  impl_->require_index(embedder_id);
  const int checked = store::checked_count("limit", limit);
  return impl_->database.read("read the items", [&](Connection& connection) {
    const store::EmbeddingTable table(connection, embedder_id);
    auto row = connection.query(std::string("SELECT ") + store::kKnowledgeColumns +
                                    " FROM knowledge AS k WHERE k.superseded_by IS NULL AND " +
                                    table.is_missing() + " ORDER BY k.rowid LIMIT ?",
                                checked);
    std::vector<Knowledge> items;
    while (row.next()) items.push_back(store::read_knowledge(row));
    return items;
  });
}

std::int64_t MemoryStore::count_items_without_embeddings(std::string_view embedder_id) const {
  if (!embedder_id.empty() && !impl_->has_index()) return get_counts().knowledge;
  return impl_->database.read("count the items", [&](Connection& connection) {
    const store::EmbeddingTable table(connection, embedder_id);
    // Two counts over indexes tell in most cases that nothing is missing; only then is it looked
    // up item by item.
    if (count(connection, "SELECT count(*) FROM knowledge") <= table.size()) return std::int64_t{0};
    return count(connection,
                 "SELECT count(*) FROM knowledge AS k WHERE k.superseded_by IS NULL AND " +
                     table.is_missing());
  });
}

std::vector<StoredEmbedder> MemoryStore::get_embedders() const {
  if (!impl_->has_index()) return {};
  return impl_->database.read("read the embedders", store::list_embedders);
}

std::optional<std::vector<float>> MemoryStore::get_embedding(std::string_view knowledge_id,
                                                             std::string_view embedder_id) const {
  if (!embedder_id.empty() && !impl_->has_index()) return std::nullopt;
  return impl_->database.read("read the embedding", [&](Connection& connection) {
    return store::EmbeddingTable(connection, embedder_id).read(knowledge_id);
  });
}

std::int64_t MemoryStore::visit_embeddings(std::string_view embedder_id,
                                           const VectorVisitor& visit) const {
  if (!impl_->has_index()) return 0;
  return impl_->database.read("read the embeddings", [&](Connection& connection) {
    store::EmbeddingTable(connection, embedder_id).visit_all(visit);
    return store::last_vector_change(connection);
  });
}

std::int64_t MemoryStore::visit_embedding_changes(std::int64_t position,
                                                  std::string_view embedder_id,
                                                  const VectorVisitor& visit) const {
  if (!impl_->has_index()) return 0;
  return impl_->database.read("read the embeddings", [&](Connection& connection) {
    store::EmbeddingTable(connection, embedder_id).visit_changes(position, visit);
    return store::last_vector_change(connection);
  });
}

void MemoryStore::store_turn(const NewTurn& turn) {
  if (is_blank_turn(turn)) return;
  const Turn checked = checked_turn(turn, clock());
  impl_->database.write("store the turn", [&](Connection& connection) {
    store::insert_turn(connection, checked);
    if (impl_->has_index()) store::index_marked_rows(connection);
  });
}

std::size_t MemoryStore::import_turns(std::span<const NewTurn> turns) {
  std::vector<Turn> checked;
  checked.reserve(turns.size());
  for (const NewTurn& turn : turns) {
    if (!is_blank_turn(turn)) checked.push_back(checked_turn(turn, clock()));
  }
  return impl_->database.write("import the turns", [&](Connection& connection) {
    std::size_t stored = 0;
    for (const Turn& turn : checked) {
      if (store::has_turn(connection, turn)) continue;
      store::insert_turn(connection, turn);
      ++stored;
    }
    store::index_marked_rows(connection);
    return stored;
  });
}

std::vector<Turn> MemoryStore::get_history(const std::optional<std::string>& session_id,
                                           const std::optional<std::string>& context,
                                           int limit) const {
  const int checked = store::checked_count("limit", limit);
  return impl_->database.read("read the conversation", [&](Connection& connection) {
    return store::latest_turns(connection, session_id, context, checked);
  });
}

std::vector<ScoredTurn> MemoryStore::search_conversations(std::string_view query,
                                                          const TurnSearchOptions& options) const {
  impl_->catch_up();
  return impl_->database.read("search the conversations", [&](Connection& connection) {
    return store::search_turns(connection, query, options, clock(), impl_->has_index());
  });
}

StoreCounts MemoryStore::get_counts() const {
  return impl_->database.read("count", [](Connection& connection) {
    StoreCounts counts;
    counts.superseded =
        count(connection, "SELECT count(*) FROM knowledge WHERE superseded_by IS NOT NULL");
    counts.knowledge = count(connection, "SELECT count(*) FROM knowledge") - counts.superseded;
    counts.turns = count(connection, "SELECT count(*) FROM conversations");
    counts.sessions = count(connection, "SELECT count(DISTINCT session_id) FROM conversations");
    counts.tool_calls = count(connection, "SELECT count(*) FROM tool_history");
    return counts;
  });
}

}  // namespace gaia::memory

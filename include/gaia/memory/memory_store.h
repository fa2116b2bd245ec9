// The data layer: one SQLite file with knowledge, conversations and tool history. It knows nothing
// of agents or models.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gaia/memory/clock.h"
#include "gaia/memory/error.h"
#include "gaia/memory/export.h"
#include "gaia/memory/log.h"
#include "gaia/memory/types.h"

namespace gaia::memory {

// $GAIA_MEMORY_DB, or ~/.gaia/memory.db. A relative path is resolved against the current folder.
// Throws Error(not_found) when there is neither the variable nor a home folder.
GAIA_MEMORY_EXPORT std::filesystem::path default_db_path();

// Throws what `store` and `store_turn` would throw for the value itself, whatever the file holds:
// so that all of an input can be checked before any of it is stored.
GAIA_MEMORY_EXPORT void check_storable(const NewKnowledge& knowledge,
                                       const Clock& clock = system_clock());
GAIA_MEMORY_EXPORT void check_storable(const NewTurn& turn, const Clock& clock = system_clock());

// A page of the knowledge browser.
struct KnowledgePage {
  std::vector<Knowledge> items;
  std::int64_t total = 0;  // matching items, all pages together
  int offset = 0;
  int limit = 0;
};

struct KnowledgeQuery {
  std::optional<std::string> category = {};
  std::optional<std::string> context = {};
  bool include_global = false;          // with `context`: its items and those of "global"
  std::optional<std::string> entity = {};
  std::optional<bool> sensitive = {};   // unset: both
  std::string sort_by = "updated_at";   // updated_at, created_at, confidence, category, context,
                                        // content, use_count
  std::string order = "desc";           // asc or desc
  int offset = 0;
  int limit = 50;                       // 1 to 1000
  bool include_superseded = false;
};

struct EmbeddingQuery {
  std::optional<std::string> category = {};
  std::optional<std::string> context = {};
  std::optional<std::string> entity = {};
  bool include_sensitive = false;
  int top_k = 100;
  std::optional<std::string> time_from = {};
  std::optional<std::string> time_to = {};
  std::string embedder_id = {};  // as in store_embedding
};

// A model whose vectors the file holds, apart from the documented column's.
struct StoredEmbedder {
  std::string id;
  std::size_t dimension = 0;
  std::int64_t vectors = 0;
};

struct StoreCounts {
  std::int64_t knowledge = 0;   // active items
  std::int64_t superseded = 0;
  std::int64_t turns = 0;
  std::int64_t sessions = 0;
  std::int64_t tool_calls = 0;
};

// Thread-safe: any method may be called from any thread. One connection writes; reads have their
// own and never wait for a writer, in this process or another.
//
// Every method throws Error: `busy` when another process holds the write lock for longer than
// `busy_timeout_ms`, `storage_full`, `read_only`, `corrupt`, `io_error` as the file has it, and
// `invalid_argument` for its own arguments. After an Error nothing has been changed.
class GAIA_MEMORY_EXPORT MemoryStore {
 public:
  struct Options {
    std::filesystem::path db_path = {};    // empty: default_db_path()
    int busy_timeout_ms = 5000;            // GAIA's; how long a write waits for another process
    bool read_only = false;                // never write; the file must exist
    const Clock* clock = nullptr;          // must outlive the store; default: system_clock()
    std::shared_ptr<Logger> logger = {};   // default: none
  };

  // Opens the file, creating it (mode 0600) and its folder (0700) if they are missing, and brings
  // an older schema up to date in one transaction. A file that cannot be written is opened for
  // reading (`read_only()` tells), and so is one of a schema version that this build does not know.
  // Errors: corrupt (not a database), io_error (cannot be opened), busy, not_found (read_only).
  MemoryStore();
  explicit MemoryStore(Options options);
  ~MemoryStore();
  MemoryStore(MemoryStore&&) noexcept;
  MemoryStore& operator=(MemoryStore&&) noexcept;

  const std::filesystem::path& path() const;
  bool read_only() const;
  int schema_version() const;
  const Clock& clock() const;

  // Ends all connections. Calls after it throw Error(invalid_argument). Safe to call twice.
  void close();

  // --- Knowledge ---------------------------------------------------------------------------

  // Stores a statement, or recognises it. An active item of the same category, context and entity
  // that shares more than 80 % of its words (Szymkiewicz-Simpson) is the same statement: it keeps
  // its id and takes the newer text, the higher confidence, and `sensitive` if either is. Where
  // the two differ in a negation, a number, a date or a time, the newer one is a new item that
  // supersedes the older. A user's own item is never overwritten by another source.
  // Errors: invalid_argument (blank or invalid UTF-8 content, unknown category, confidence outside
  // 0..1, metadata that is no JSON object, bad date), refused (content looks like a credential).
  StoreResult store(const NewKnowledge& knowledge);

  // Several statements in one transaction: all of them are stored, or after an Error none. Results
  // in their order.
  std::vector<StoreResult> store_all(std::span<const NewKnowledge> knowledge);

  // The item, superseded or not; nothing if the id is unknown.
  std::optional<Knowledge> get(std::string_view knowledge_id) const;

  // The one item whose id starts with `prefix` (at least 8 characters, or a whole id).
  // Errors: not_found, ambiguous, invalid_argument (shorter).
  Knowledge get_by_prefix(std::string_view prefix) const;

  // False if the id is unknown. Sets updated_at; a new content drops the item's vectors.
  // Errors: as `store`; invalid_argument for a supersession by itself or round a circle.
  bool update(std::string_view knowledge_id, const KnowledgeUpdate& changes);

  // Removes the item, its index entries and its vectors. False if the id is unknown.
  bool remove(std::string_view knowledge_id);

  // Keyword search, BM25: items with all words of the query or, if there is none, with any.
  // The query is text, never syntax. A query without a usable word finds nothing. The recall is
  // counted (see SearchOptions::touch) unless another writer keeps it from that for long.
  std::vector<ScoredKnowledge> search(std::string_view query, const SearchOptions& options = {});

  // Counts a recall of these items: confidence + 0.02 (at most 1), use_count + 1, last_used = now.
  // `wait_ms` bounds the wait for another process's write lock; default: busy_timeout_ms.
  void touch(std::span<const std::string> knowledge_ids, std::optional<int> wait_ms = {});

  // For each id, whether an active item of that id passes the filters of `options`.
  std::vector<bool> matches(std::span<const std::string> knowledge_ids,
                            const SearchOptions& options) const;

  // A page of items, sorted.
  KnowledgePage get_all_knowledge(const KnowledgeQuery& query = {}) const;

  // --- Vectors -----------------------------------------------------------------------------
  //
  // `embedder_id` names the model that made a vector. Empty is the document's: the vector is kept
  // in knowledge.embedding, which belongs to the model that GAIA recorded in the file. Vectors of
  // any other model are kept in a table of ours, so that neither program undoes the other's work.

  // False if the id is unknown. Errors: invalid_argument for an empty vector, NaN, infinity, all
  // zeros, or a length other than this model's earlier vectors have.
  bool store_embedding(std::string_view knowledge_id, std::span<const float> embedding,
                       std::string_view embedder_id = {});

  // As above, for several items in one transaction; ids that are unknown are skipped, and so are
  // those whose content is no longer `content` (it changed while the model was at work).
  struct NewEmbedding {
    std::string knowledge_id;
    std::string content;
    std::vector<float> vector;
  };
  std::size_t store_embeddings(std::span<const NewEmbedding> embeddings,
                               std::string_view embedder_id);

  // Active items that have a vector, newest first.
  std::vector<EmbeddedKnowledge> get_items_with_embeddings(const EmbeddingQuery& query = {}) const;

  // Active items that have none of that model, oldest first.
  std::vector<Knowledge> get_items_without_embeddings(int limit = 100,
                                                      std::string_view embedder_id = {}) const;
  std::int64_t count_items_without_embeddings(std::string_view embedder_id = {}) const;

  // The models that have vectors here, the one with the most first.
  std::vector<StoredEmbedder> get_embedders() const;

  // The vector of an item; nothing if it has none of that model.
  std::optional<std::vector<float>> get_embedding(std::string_view knowledge_id,
                                                  std::string_view embedder_id = {}) const;

  // To keep an index in step with the file: first read every vector, then what changed since, by
  // any process. Both return the position in the file's change log to go on from.
  using VectorVisitor = std::function<void(std::string_view knowledge_id, std::span<const float>)>;
  std::int64_t visit_embeddings(std::string_view embedder_id, const VectorVisitor& visit) const;
  // `visit` gets an empty vector for an item that has none now (deleted, or its text changed).
  std::int64_t visit_embedding_changes(std::int64_t position, std::string_view embedder_id,
                                       const VectorVisitor& visit) const;

  // --- Conversations -----------------------------------------------------------------------

  // Errors: invalid_argument (no session, unknown role, invalid UTF-8, bad timestamp).
  void store_turn(const NewTurn& turn);

  // Several turns in one transaction. Returns how many were stored (blank ones are skipped, and
  // so are those that the file already has with the same session, role, time and text).
  std::size_t import_turns(std::span<const NewTurn> turns);

  // The latest `limit` turns, oldest first.
  std::vector<Turn> get_history(const std::optional<std::string>& session_id = {},
                                const std::optional<std::string>& context = {},
                                int limit = 20) const;

  // Keyword search over turns, as `search` over knowledge.
  std::vector<ScoredTurn> search_conversations(std::string_view query,
                                               const TurnSearchOptions& options = {}) const;

  // --- Statistics --------------------------------------------------------------------------

  StoreCounts get_counts() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gaia::memory

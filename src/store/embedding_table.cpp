#include "store/embedding_table.h"

#include <cmath>
#include <cstring>

#include "gaia/memory/error.h"

namespace gaia::memory::store {
namespace {

sqlite::Blob blob_of(std::span<const float> vector) { return std::as_bytes(vector); }

// A BLOB need not be aligned for floats, so it is copied.
void copy_vector(sqlite::Blob blob, std::vector<float>& out) {
  out.resize(blob.size() / sizeof(float));
  if (!out.empty()) std::memcpy(out.data(), blob.data(), out.size() * sizeof(float));
}

[[noreturn]] void throw_unusable(const std::string& what) {
  throw Error(ErrorCode::invalid_argument, "the embedding " + what,
              "check the model that made it; the item stays without a vector");
}

}  // namespace

std::vector<float> vector_of(sqlite::Blob blob) {
  std::vector<float> vector;
  copy_vector(blob, vector);
  return vector;
}

EmbeddingTable::EmbeddingTable(sqlite::Connection& connection, std::string_view embedder_id)
    : connection_(connection), name_(embedder_id) {
  if (name_.empty()) return;
  auto row = connection_.query("SELECT id FROM gm_embedders WHERE name = ?", name_);
  if (row.next()) embedder_ = row.integer(0);
}

std::optional<std::size_t> EmbeddingTable::known_dimension() const {
  if (name_.empty()) {
    auto row = connection_.query(
        "SELECT length(embedding) / 4 FROM knowledge WHERE embedding IS NOT NULL LIMIT 1");
    if (!row.next()) return std::nullopt;
    return static_cast<std::size_t>(row.integer(0));
  }
  auto row = connection_.query("SELECT dimension FROM gm_embedders WHERE id = ?", embedder_);
  if (!row.next()) return std::nullopt;
  return static_cast<std::size_t>(row.integer(0));
}

void EmbeddingTable::check(std::span<const float> vector) const {
  if (vector.empty()) throw_unusable("is empty");
  bool is_zero = true;
  for (const float value : vector) {
    if (!std::isfinite(value)) throw_unusable("has a value that is not a finite number");
    is_zero = is_zero && value == 0;
  }
  if (is_zero) throw_unusable("is all zeros");
  const auto dimension = known_dimension();
  if (dimension && *dimension != vector.size()) {
    throw_unusable("has " + std::to_string(vector.size()) + " dimensions where the others of " +
                   (name_.empty() ? "this file" : name_) + " have " + std::to_string(*dimension));
  }
}

void EmbeddingTable::register_embedder(std::size_t dimension) {
  connection_.run("INSERT OR IGNORE INTO gm_embedders(name, dimension) VALUES (?, ?)", name_,
                  static_cast<std::int64_t>(dimension));
  auto row = connection_.query("SELECT id FROM gm_embedders WHERE name = ?", name_);
  row.next();
  embedder_ = row.integer(0);
}

void EmbeddingTable::write(std::string_view knowledge_id, std::span<const float> vector) {
  check(vector);
  if (name_.empty()) {
    connection_.run("UPDATE knowledge SET embedding = ? WHERE id = ?", blob_of(vector),
                    knowledge_id);
    return;
  }
  if (embedder_ == 0) register_embedder(vector.size());
  connection_.run("DELETE FROM gm_vectors WHERE knowledge_id = ? AND embedder = ?", knowledge_id,
                  embedder_);
  connection_.run("INSERT INTO gm_vectors(knowledge_id, embedder, vector) VALUES (?, ?, ?)",
                  knowledge_id, embedder_, blob_of(vector));
}

std::optional<std::vector<float>> EmbeddingTable::read(std::string_view knowledge_id) const {
  auto row = name_.empty()
                 ? connection_.query("SELECT embedding FROM knowledge WHERE id = ?", knowledge_id)
                 : connection_.query(
                       "SELECT vector FROM gm_vectors WHERE knowledge_id = ? AND embedder = ?",
                       knowledge_id, embedder_);
  if (!row.next() || row.is_null(0)) return std::nullopt;
  return vector_of(row.blob(0));
}

std::int64_t EmbeddingTable::size() const {
  auto row =
      name_.empty()
          ? connection_.query("SELECT count(*) FROM knowledge WHERE embedding IS NOT NULL")
          : connection_.query("SELECT count(*) FROM gm_vectors WHERE embedder = ?", embedder_);
  row.next();
  return row.integer(0);
}

void EmbeddingTable::visit_all(const VectorVisitor& visit) const {
  auto row =
      name_.empty()
          ? connection_.query("SELECT id, embedding FROM knowledge WHERE embedding IS NOT NULL")
          : connection_.query("SELECT knowledge_id, vector FROM gm_vectors WHERE embedder = ?",
                              embedder_);
  std::vector<float> vector;
  while (row.next()) {
    copy_vector(row.blob(1), vector);
    visit(row.text(0), vector);
  }
}

void EmbeddingTable::visit_changes(std::int64_t position, const VectorVisitor& visit) const {
  auto row =
      name_.empty()
          ? connection_.query(
                "SELECT c.knowledge_id, k.embedding FROM gm_vector_changes AS c "
                "LEFT JOIN knowledge AS k ON k.id = c.knowledge_id WHERE c.position > ? "
                "ORDER BY c.position",
                position)
          : connection_.query(
                "SELECT c.knowledge_id, v.vector FROM gm_vector_changes AS c "
                "LEFT JOIN gm_vectors AS v ON v.knowledge_id = c.knowledge_id AND v.embedder = ?2 "
                "WHERE c.position > ?1 ORDER BY c.position",
                position, embedder_);
  std::vector<float> vector;
  while (row.next()) {
    copy_vector(row.blob(1), vector);
    visit(row.text(0), vector);
  }
}

std::string EmbeddingTable::join() const {
  if (name_.empty())
    return "JOIN (SELECT id AS vector_id, embedding AS vector FROM knowledge "
           "WHERE embedding IS NOT NULL) ON vector_id = k.id";
  return "JOIN gm_vectors AS v ON v.knowledge_id = k.id AND v.embedder = " +
         std::to_string(embedder_);
}

std::string EmbeddingTable::is_missing() const {
  if (name_.empty()) return "k.embedding IS NULL";
  return "NOT EXISTS (SELECT 1 FROM gm_vectors AS v WHERE v.knowledge_id = k.id AND v.embedder = " +
         std::to_string(embedder_) + ")";
}

std::vector<StoredEmbedder> list_embedders(sqlite::Connection& connection) {
  auto row = connection.query(
      "SELECT e.name, e.dimension, v.vectors FROM gm_embedders AS e JOIN "
      "(SELECT embedder, count(*) AS vectors FROM gm_vectors GROUP BY embedder) AS v "
      "ON v.embedder = e.id ORDER BY v.vectors DESC, e.id");
  std::vector<StoredEmbedder> embedders;
  while (row.next()) {
    embedders.push_back(
        {std::string(row.text(0)), static_cast<std::size_t>(row.integer(1)), row.integer(2)});
  }
  return embedders;
}

std::int64_t last_vector_change(sqlite::Connection& connection) {
  auto row = connection.query("SELECT COALESCE(max(position), 0) FROM gm_vector_changes");
  row.next();
  return row.integer(0);
}

}  // namespace gaia::memory::store

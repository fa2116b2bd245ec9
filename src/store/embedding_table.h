// Where the vectors of items are kept.
//
// knowledge.embedding is GAIA's: all vectors there are of the model that GAIA recorded in the file,
// and GAIA empties the column when that is not its own. So the vectors of a named embedder live in
// gm_vectors, one row per item and model. Vectors are float32 in the byte order of the machine
// (little-endian wherever GAIA runs).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gaia/memory/memory_store.h"
#include "gaia/memory/types.h"
#include "sqlite/connection.h"

namespace gaia::memory::store {

using VectorVisitor =
    std::function<void(std::string_view knowledge_id, std::span<const float> vector)>;

// The floats of a stored BLOB.
std::vector<float> vector_of(sqlite::Blob blob);

// The vectors of one embedder; an empty name means the documented column.
class EmbeddingTable {
 public:
  EmbeddingTable(sqlite::Connection& connection, std::string_view embedder_id);

  // The item must exist. Errors: invalid_argument (empty, NaN, infinity, all zeros, or of another
  // length than this embedder's vectors have).
  void write(std::string_view knowledge_id, std::span<const float> vector);

  std::optional<std::vector<float>> read(std::string_view knowledge_id) const;

  std::int64_t size() const;

  void visit_all(const VectorVisitor& visit) const;

  // What changed after `position`; an empty vector for what has none now.
  void visit_changes(std::int64_t position, const VectorVisitor& visit) const;

  // SQL for queries over `knowledge AS k`: a join that adds the vector as column `vector`, and a
  // condition that the item has none.
  std::string join() const;
  std::string is_missing() const;

 private:
  void check(std::span<const float> vector) const;
  std::optional<std::size_t> known_dimension() const;
  void register_embedder(std::size_t dimension);

  sqlite::Connection& connection_;
  std::string name_;
  std::int64_t embedder_ = 0;  // its number in gm_embedders; 0 if it has no vectors yet
};

// The named embedders that have vectors, the one with the most first.
std::vector<StoredEmbedder> list_embedders(sqlite::Connection& connection);

// The end of the change log.
std::int64_t last_vector_change(sqlite::Connection& connection);

}  // namespace gaia::memory::store

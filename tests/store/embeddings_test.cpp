// Vectors: bound to their item and its text, apart for each model, refused when they are no use.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <map>

#include "store/store_fixture.h"

namespace gaia::memory::test {
namespace {

using testing::ElementsAre;
using Vector = std::vector<float>;

class EmbeddingsTest : public StoreTest {
 protected:
  // What an index that listens from `position` on would learn.
  std::map<std::string, Vector> changes(std::int64_t& position, const std::string& model) {
    std::map<std::string, Vector> seen;
    position = store().visit_embedding_changes(
        position, model, [&](std::string_view id, std::span<const float> vector) {
          seen[std::string(id)] = Vector(vector.begin(), vector.end());
        });
    return seen;
  }
};

TEST_F(EmbeddingsTest, each_model_has_its_own_vectors) {
  const auto id = remember("Likes tea");
  ASSERT_TRUE(store().store_embedding(id, Vector{1, 0}, "small"));
  ASSERT_TRUE(store().store_embedding(id, Vector{0, 1, 0}, "large"));
  ASSERT_TRUE(store().store_embedding(id, Vector{0, 0, 0, 1}));
  EXPECT_EQ(store().get_embedding(id, "small"), (Vector{1, 0}));
  EXPECT_EQ(store().get_embedding(id, "large"), (Vector{0, 1, 0}));
  EXPECT_EQ(store().get_embedding(id), (Vector{0, 0, 0, 1}));
  EXPECT_FALSE(store().get_embedding(id, "unknown"));
  EXPECT_FALSE(store().store_embedding("nobody", Vector{1, 0}, "small"));
}

TEST_F(EmbeddingsTest, the_documented_column_holds_little_endian_floats) {
  const auto id = remember("Likes tea");
  store().store_embedding(id, Vector{1, -2});
  EXPECT_EQ(Sql(file()).value("SELECT hex(embedding) FROM knowledge"), "0000803F000000C0");
}

TEST_F(EmbeddingsTest, useless_vectors_are_refused) {
  const auto id = remember("Likes tea");
  const auto other = remember("Owns a boat");
  store().store_embedding(other, Vector{1, 0}, "model");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const Vector& bad :
       {Vector{}, Vector{nan, 1}, Vector{infinity, 1}, Vector{0, 0}, Vector{1, 0, 0}}) {
    expect_error(ErrorCode::invalid_argument, [&] { store().store_embedding(id, bad, "model"); });
  }
  EXPECT_FALSE(store().get_embedding(id, "model"));
}

TEST_F(EmbeddingsTest, a_wrong_length_is_refused_in_the_documented_column_too) {
  const auto a = remember("Likes tea");
  const auto b = remember("Owns a boat");
  store().store_embedding(a, Vector{1, 0});
  expect_error(ErrorCode::invalid_argument, [&] { store().store_embedding(b, Vector{1, 0, 0}); });
}

TEST_F(EmbeddingsTest, a_new_text_drops_the_vectors_of_the_old) {
  const auto id = remember("Likes tea");
  store().store_embedding(id, Vector{1, 0}, "model");
  store().store_embedding(id, Vector{1, 0});
  store().update(id, {.domain = "drinks"});
  EXPECT_TRUE(store().get_embedding(id, "model"));
  EXPECT_TRUE(store().get_embedding(id));
  store().update(id, {.content = "Hates tea"});
  EXPECT_FALSE(store().get_embedding(id, "model"));
  EXPECT_FALSE(store().get_embedding(id));
}

TEST_F(EmbeddingsTest, a_text_changed_by_another_program_drops_them_too) {
  const auto id = remember("Likes tea");
  store().store_embedding(id, Vector{1, 0}, "model");
  Sql(file()).run("UPDATE knowledge SET content = 'Hates tea'");
  EXPECT_FALSE(store().get_embedding(id, "model"));
}

TEST_F(EmbeddingsTest, a_row_that_another_program_replaces_loses_its_vectors) {
  const auto id = remember("Likes caf\u00e9 tea");
  store().store_embedding(id, Vector{1, 0}, "model");
  std::int64_t position = 0;
  changes(position, "model");
  Sql(file()).run(
      "INSERT OR REPLACE INTO knowledge(id, category, content, created_at, updated_at) VALUES ('" +
      id + "', 'fact', 'Hates tea', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')");
  EXPECT_FALSE(store().get_embedding(id, "model"));
  EXPECT_EQ(changes(position, "model"), (std::map<std::string, Vector>{{id, {}}}));
  EXPECT_TRUE(found("cafe\u0301").empty());
}

TEST_F(EmbeddingsTest, a_vector_of_a_text_that_changed_meanwhile_is_not_stored) {
  const auto id = remember("Likes tea");
  const std::vector<MemoryStore::NewEmbedding> made{{id, "Likes tea", {1, 0}},
                                                    {"gone", "whatever", {1, 0}}};
  store().update(id, {.content = "Hates tea"});
  EXPECT_EQ(store().store_embeddings(made, "model"), 0u);
  EXPECT_FALSE(store().get_embedding(id, "model"));
}

TEST_F(EmbeddingsTest, items_with_and_without_vectors_are_told_apart) {
  const auto tea = remember("Likes tea");
  const auto boat = remember("Owns a boat");
  const auto old = remember("Lives in an old house by the sea");
  store().update(old, {.superseded_by = boat});
  store().store_embedding(tea, Vector{1, 0}, "model");
  EXPECT_EQ(store().count_items_without_embeddings("model"), 1);
  const auto without = store().get_items_without_embeddings(100, "model");
  ASSERT_EQ(without.size(), 1u);
  EXPECT_EQ(without[0].id, boat);
  const auto with = store().get_items_with_embeddings({.embedder_id = "model"});
  ASSERT_EQ(with.size(), 1u);
  EXPECT_EQ(with[0].item.id, tea);
  EXPECT_EQ(with[0].embedding, (Vector{1, 0}));
  EXPECT_EQ(store().count_items_without_embeddings(), 2);
}

TEST_F(EmbeddingsTest, items_with_embeddings_pass_the_documented_filters) {
  const auto add = [&](NewKnowledge knowledge) {
    store().store_embedding(store().store(knowledge).id, Vector{1, 0});
  };
  add({.category = "fact", .content = "one", .context = "work", .entity = "e:1"});
  add({.category = "note", .content = "two", .context = "home", .sensitive = true});
  add({.category = "note", .content = "three", .created_at = "2025-01-01"});
  EXPECT_EQ(store().get_items_with_embeddings().size(), 2u);
  EXPECT_EQ(store().get_items_with_embeddings({.include_sensitive = true}).size(), 3u);
  EXPECT_EQ(store().get_items_with_embeddings({.category = "fact"}).size(), 1u);
  EXPECT_EQ(store().get_items_with_embeddings({.context = "work"}).size(), 1u);
  EXPECT_EQ(store().get_items_with_embeddings({.entity = "e:1"}).size(), 1u);
  EXPECT_EQ(store().get_items_with_embeddings({.time_from = "2026-01-01"}).size(), 1u);
  EXPECT_EQ(store().get_items_with_embeddings({.top_k = 1}).size(), 1u);
}

TEST_F(EmbeddingsTest, an_index_learns_every_change_by_any_program) {
  const auto tea = remember("Likes tea");
  const auto boat = remember("Owns a boat");
  store().store_embedding(tea, Vector{1, 0}, "model");
  std::map<std::string, Vector> all;
  std::int64_t position =
      store().visit_embeddings("model", [&](std::string_view id, std::span<const float> vector) {
        all[std::string(id)] = Vector(vector.begin(), vector.end());
      });
  EXPECT_EQ(all, (std::map<std::string, Vector>{{tea, {1, 0}}}));
  EXPECT_TRUE(changes(position, "model").empty());

  store().store_embedding(boat, Vector{0, 1}, "model");
  EXPECT_EQ(changes(position, "model"), (std::map<std::string, Vector>{{boat, {0, 1}}}));

  store().store_embedding(boat, Vector{0.5, 1}, "model");
  store().store_embedding(boat, Vector{0.25, 1}, "model");
  EXPECT_EQ(changes(position, "model"), (std::map<std::string, Vector>{{boat, {0.25, 1}}}));

  Sql(file()).run("DELETE FROM knowledge WHERE id = '" + tea + "'");
  EXPECT_EQ(changes(position, "model"), (std::map<std::string, Vector>{{tea, {}}}));
  EXPECT_TRUE(changes(position, "model").empty());
}

TEST_F(EmbeddingsTest, a_statement_of_another_program_with_a_conflict_clause_is_learned_too) {
  store();
  std::int64_t position = 0;
  Sql(file()).run(
      "INSERT OR IGNORE INTO knowledge(id, category, content, created_at, updated_at, embedding) "
      "VALUES ('theirs', 'fact', 'x', '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00', "
      "x'0000803f')");
  EXPECT_EQ(changes(position, ""), (std::map<std::string, Vector>{{"theirs", {1}}}));
  Sql(file()).run("UPDATE OR IGNORE knowledge SET embedding = x'00000040'");
  EXPECT_EQ(changes(position, ""), (std::map<std::string, Vector>{{"theirs", {2}}}));
}

}  // namespace
}  // namespace gaia::memory::test

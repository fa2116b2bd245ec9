#include "vector/vector_index.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <thread>
#include <tuple>

#include "gaia/memory/error.h"
#include "vectors.h"

namespace gaia::memory::vector {
namespace {

using Ids = std::vector<std::string>;

const Allowed kAll = [](const std::string&) { return true; };

template <typename Call>
void expect_invalid_argument(Call call) {
  try {
    call();
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
  }
}

void expect_same(const std::vector<VectorIndex::Hit>& actual,
                 const std::vector<VectorIndex::Hit>& expected) {
  ASSERT_EQ(ids_of(actual), ids_of(expected));
  for (std::size_t i = 0; i < actual.size(); ++i) {
    ASSERT_FLOAT_EQ(actual[i].score, expected[i].score);
  }
}

class VectorIndexTest : public testing::TestWithParam<std::tuple<std::size_t, Element>> {
 protected:
  std::size_t dimension() const { return std::get<0>(GetParam()); }
  VectorIndex make_index() const {
    return VectorIndex({.dimension = dimension(), .element = std::get<1>(GetParam())});
  }
};

// Changes an index and a map of originals alike, at random.
class Model {
 public:
  Model(VectorIndex index, std::mt19937& random) : index_(std::move(index)), random_(random) {}

  void step() {
    const auto kind = random_() % 10;
    if (kind < 4) {
      set(random_id());
    } else if (kind < 6) {
      const std::string id = random_id();
      ASSERT_EQ(index_.remove(id), originals_.erase(id) == 1);
    } else {
      search();
    }
    ASSERT_EQ(index_.size(), originals_.size());
  }

 private:
  std::string random_id() { return "item-" + std::to_string(random_() % 400); }

  // Some are copies of others, some are others at another length, some nearly the same.
  Vector next_vector() {
    Vector vector = random_vector(random_, index_.dimension());
    const auto kind = random_() % 6;
    if (originals_.empty() || kind > 2) return vector;
    auto other = originals_.begin();
    std::advance(other, random_() % originals_.size());
    for (std::size_t i = 0; i < vector.size(); ++i) {
      const float change = kind == 2 ? 1e-3f * vector[i] : 0;
      vector[i] = other->second[i] * (kind == 1 ? 4.0f : 1.0f) + change;
    }
    return vector;
  }

  void set(const std::string& id) {
    const Vector vector = next_vector();
    index_.set(id, vector);
    originals_[id] = vector;
  }

  Allowed next_filter() {
    const auto remainder = random_() % 7;
    switch (random_() % 4) {
      case 0:
        return kAll;
      case 1:
        return [](const std::string&) { return false; };
      case 2: {
        const std::string only = random_id();
        return [only](const std::string& id) { return id == only; };
      }
      default:
        return [remainder](const std::string& id) {
          return static_cast<unsigned>(id.back()) % 7 == remainder;
        };
    }
  }

  void search() {
    const Vector query = next_vector();
    const std::size_t k = 1 + random_() % 30;
    const Allowed allowed = next_filter();
    expect_same(index_.search(query, k, filter_of(allowed), reader_of(originals_)),
                naive_search(originals_, query, k, allowed));
  }

  VectorIndex index_;
  std::mt19937& random_;
  Originals originals_;
};

TEST_P(VectorIndexTest, equals_a_loop_over_all_originals_after_any_history) {
  constexpr unsigned kSeed = 5489;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937 random(kSeed);
  Model model(make_index(), random);
  const int steps = dimension() <= 33 ? 10000 : 1000;
  for (int step = 0; step < steps; ++step) {
    model.step();
    if (HasFatalFailure()) FAIL() << "at step " << step;
  }
}

TEST_P(VectorIndexTest, finds_each_vector_by_itself) {
  std::mt19937 random(1);
  VectorIndex index = make_index();
  Originals originals;
  for (int i = 0; i < 300; ++i) {
    const std::string id = std::to_string(i);
    index.set(id, originals[id] = random_vector(random, dimension()));
  }
  for (const auto& [id, vector] : originals) {
    const auto hits = index.search(vector, 1, {}, reader_of(originals));
    ASSERT_EQ(ids_of(hits), Ids{id});
    EXPECT_FLOAT_EQ(hits[0].score, 1);
  }
}

TEST_P(VectorIndexTest, without_originals_scores_are_close) {
  std::mt19937 random(2);
  VectorIndex index = make_index();
  Originals originals;
  for (int i = 0; i < 100; ++i) {
    const std::string id = std::to_string(i);
    index.set(id, originals[id] = random_vector(random, dimension()));
  }
  const Vector query = random_vector(random, dimension());
  const auto hits = index.search(query, 100);
  ASSERT_EQ(hits.size(), 100u);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    EXPECT_NEAR(hits[i].score, cosine(query, originals[hits[i].id]), 0.05);
    EXPECT_GE(hits[i == 0 ? 0 : i - 1].score, hits[i].score);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, VectorIndexTest,
                         testing::Combine(testing::Values(5, 33, 384, 768),
                                          testing::Values(Element::f16, Element::q8_0)),
                         [](const auto& shape) {
                           return name_of(std::get<1>(shape.param)) + "_" +
                                  std::to_string(std::get<0>(shape.param));
                         });

// 2,000 random rows named by number, for the tests that need one index of some size.
class FilledIndexTest : public testing::Test {
 protected:
  static constexpr std::size_t kDimension = 64;
  static constexpr std::size_t kRows = 2000;

  FilledIndexTest() {
    for (std::size_t i = 0; i < kRows; ++i) {
      const std::string id = std::to_string(i);
      index_.set(id, originals_[id] = random_vector(random_, kDimension));
    }
    query_ = random_vector(random_, kDimension);
  }

  std::mt19937 random_{3};
  VectorIndex index_{{.dimension = kDimension}};
  Originals originals_;
  Vector query_;
};

TEST_F(FilledIndexTest, a_filter_that_allows_only_the_worst_row_finds_it_in_few_calls) {
  const std::string worst = naive_search(originals_, query_, kRows, kAll).back().id;
  int calls = 0;
  std::size_t asked = 0;
  const auto filter = [&](std::span<const std::string> ids, std::vector<bool>& keep) {
    ++calls;
    asked += ids.size();
    for (std::size_t i = 0; i < ids.size(); ++i) keep[i] = ids[i] == worst;
  };
  const auto hits = index_.search(query_, 20, filter, reader_of(originals_));
  EXPECT_EQ(ids_of(hits), Ids{worst});
  EXPECT_EQ(asked, kRows);
  EXPECT_LE(calls, 4);  // 64 + 256 + 1024 + the rest
}

TEST_F(FilledIndexTest, hidden_rows_use_up_no_place_however_well_they_score) {
  const auto ranked = naive_search(originals_, query_, kRows, kAll);
  Originals hidden;
  for (std::size_t i = 0; i < 1990; ++i) hidden[ranked[i].id];
  const Allowed live = [&](const std::string& id) { return !hidden.contains(id); };
  const auto hits = index_.search(query_, 5, filter_of(live), reader_of(originals_));
  expect_same(hits, {ranked.begin() + 1990, ranked.begin() + 1995});
}

TEST_F(FilledIndexTest, a_filter_that_allows_nothing_gives_nothing) {
  const auto none = filter_of([](const std::string&) { return false; });
  EXPECT_TRUE(index_.search(query_, 5, none, reader_of(originals_)).empty());
}

TEST_F(FilledIndexTest, more_than_there_is_gives_all_in_order) {
  expect_same(index_.search(query_, 10 * kRows, {}, reader_of(originals_)),
              naive_search(originals_, query_, kRows, kAll));
}

TEST_F(FilledIndexTest, reads_few_originals) {
  std::size_t read = 0;
  const auto reader = reader_of(originals_);
  index_.search(query_, 10, {}, [&](const std::string& id, std::span<float> out) {
    ++read;
    return reader(id, out);
  });
  EXPECT_GE(read, 10u);
  EXPECT_LE(read, 50u);
}

TEST_F(FilledIndexTest, rows_whose_original_is_gone_or_useless_are_left_out) {
  const auto ranked = naive_search(originals_, query_, 4, kAll);
  originals_.erase(ranked[0].id);
  originals_[ranked[1].id].assign(kDimension, 0.0f);
  originals_[ranked[2].id][7] = std::numeric_limits<float>::quiet_NaN();
  const auto hits = index_.search(query_, 1, {}, reader_of(originals_));
  EXPECT_EQ(ids_of(hits), Ids{ranked[3].id});
}

TEST_F(FilledIndexTest, searches_at_once_equal_searches_in_turn) {
  std::vector<Vector> queries;
  std::vector<std::vector<VectorIndex::Hit>> expected;
  for (int i = 0; i < 40; ++i) {
    queries.push_back(random_vector(random_, kDimension));
    expected.push_back(index_.search(queries.back(), 10, {}, reader_of(originals_)));
  }
  std::vector<std::vector<Ids>> found(4, std::vector<Ids>(queries.size()));
  {
    std::vector<std::jthread> threads;
    for (auto& answers : found) {
      threads.emplace_back([&] {
        for (std::size_t i = 0; i < queries.size(); ++i) {
          answers[i] = ids_of(index_.search(queries[i], 10, {}, reader_of(originals_)));
        }
      });
    }
  }
  for (const auto& answers : found) {
    for (std::size_t i = 0; i < queries.size(); ++i) EXPECT_EQ(answers[i], ids_of(expected[i]));
  }
}

TEST_F(FilledIndexTest, what_a_filter_throws_reaches_the_caller_and_breaks_nothing) {
  const auto before = index_.search(query_, 3, {}, reader_of(originals_));
  const auto throwing = [](std::span<const std::string>, std::vector<bool>&) {
    throw Error(ErrorCode::busy, "locked");
  };
  EXPECT_THROW(index_.search(query_, 3, throwing, reader_of(originals_)), Error);
  expect_same(index_.search(query_, 3, {}, reader_of(originals_)), before);
}

TEST(VectorIndex, a_removed_id_that_comes_back_is_not_found_under_its_old_meaning) {
  VectorIndex index({.dimension = 2});
  const Vector bees{1, 0}, tax{0, 1};
  Originals originals{{"a", bees}, {"b", tax}};
  index.set("a", bees);
  index.set("b", tax);
  ASSERT_TRUE(index.remove("a"));
  EXPECT_FALSE(index.remove("a"));
  EXPECT_FALSE(index.contains("a"));
  EXPECT_EQ(ids_of(index.search(bees, 5, {}, reader_of(originals))), Ids{"b"});
  index.set("a", originals["a"] = tax);
  const auto hits = index.search(bees, 5, {}, reader_of(originals));
  ASSERT_EQ(ids_of(hits), (Ids{"a", "b"}));
  EXPECT_FLOAT_EQ(hits[0].score, 0);
}

TEST(VectorIndex, removing_one_of_two_equal_vectors_leaves_the_twin) {
  VectorIndex index({.dimension = 3});
  const Vector same{1, 2, 3};
  index.set("home", same);
  index.set("work", same);
  ASSERT_TRUE(index.remove("work"));
  EXPECT_EQ(ids_of(index.search(same, 5)), Ids{"home"});
}

TEST(VectorIndex, the_row_that_moved_into_a_gap_is_found_replaced_and_removed_under_its_own_id) {
  VectorIndex index({.dimension = 3});
  index.set("x", Vector{1, 0, 0});
  index.set("y", Vector{0, 1, 0});
  index.set("z", Vector{0, 0, 1});
  index.remove("x");
  EXPECT_EQ(ids_of(index.search(Vector{0, 0, 1}, 1)), Ids{"z"});
  index.set("z", Vector{1, 1, 0});
  EXPECT_EQ(index.size(), 2u);
  EXPECT_EQ(ids_of(index.search(Vector{0, 1, 0}, 2)), (Ids{"y", "z"}));
  EXPECT_TRUE(index.remove("z"));
  EXPECT_EQ(ids_of(index.search(Vector{1, 0, 0}, 2)), Ids{"y"});
}

TEST(VectorIndex, equal_scores_are_in_the_order_of_their_ids) {
  VectorIndex index({.dimension = 4});
  const Vector same{1, 1, 0, 0};
  Originals originals;
  for (int i = 500; i > 0; --i) {
    const std::string id = std::to_string(1000 + i);
    index.set(id, originals[id] = same);
  }
  EXPECT_EQ(ids_of(index.search(same, 3)), (Ids{"1001", "1002", "1003"}));
  EXPECT_EQ(ids_of(index.search(same, 3, {}, reader_of(originals))), (Ids{"1001", "1002", "1003"}));
}

TEST(VectorIndex, vectors_without_a_direction_are_refused_and_change_nothing) {
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  VectorIndex index({.dimension = 3});
  const Vector good{1, 2, 3};
  index.set("old", good);
  for (const Vector& bad :
       {Vector{}, Vector{1, 2}, Vector{1, 2, 3, 4}, Vector{0, 0, 0}, Vector{1, kNaN, 3},
        Vector{kInfinity, 2, 3}, Vector{1, 2, -kInfinity}}) {
    expect_invalid_argument([&] { index.set("new", bad); });
    expect_invalid_argument([&] { index.set("old", bad); });
    expect_invalid_argument([&] { index.search(bad, 1); });
  }
  EXPECT_EQ(index.size(), 1u);
  EXPECT_FALSE(index.contains("new"));
  EXPECT_NEAR(index.search(good, 1).at(0).score, 1, 0.01);
}

TEST(VectorIndex, length_does_not_count) {
  VectorIndex index({.dimension = 2});
  Originals originals{{"long", {3e38f, 3e38f}}, {"short", {1e-40f, 0}}};
  for (const auto& [id, vector] : originals) index.set(id, vector);
  const auto hits = index.search(Vector{1e-30f, 0}, 2, {}, reader_of(originals));
  ASSERT_EQ(ids_of(hits), (Ids{"short", "long"}));
  EXPECT_FLOAT_EQ(hits[0].score, 1);
  EXPECT_FLOAT_EQ(hits[1].score, std::sqrt(0.5f));
}

TEST(VectorIndex, dimension_zero_is_refused) {
  expect_invalid_argument([] { VectorIndex({.dimension = 0}); });
}

TEST(VectorIndex, an_empty_index_and_k_zero_give_nothing) {
  VectorIndex index({.dimension = 2});
  EXPECT_TRUE(index.search(Vector{1, 0}, 5).empty());
  index.set("a", Vector{1, 0});
  EXPECT_TRUE(index.search(Vector{1, 0}, 0).empty());
  index.clear();
  EXPECT_EQ(index.size(), 0u);
  EXPECT_TRUE(index.search(Vector{1, 0}, 5).empty());
}

TEST(VectorIndex, takes_far_less_memory_than_its_originals) {
  constexpr std::size_t kRows = 2000, kDimension = 768;
  VectorIndex index({.dimension = kDimension});
  index.reserve(kRows);
  std::mt19937 random(4);
  for (std::size_t i = 0; i < kRows; ++i) {
    index.set("00000000-0000-4000-8000-" + std::to_string(100000000000 + i),
              random_vector(random, kDimension));
  }
  EXPECT_LT(index.memory_bytes(), kRows * kDimension * sizeof(float) * 2 / 5);
  index.clear();
  EXPECT_LT(index.memory_bytes(), 100000u);
}

}  // namespace
}  // namespace gaia::memory::vector

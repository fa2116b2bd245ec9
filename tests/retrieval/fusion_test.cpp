#include "retrieval/fusion.h"

#include <gtest/gtest.h>

namespace gaia::memory::retrieval {
namespace {

TEST(fusion, ranks_are_joined_with_the_documented_weights) {
  const std::vector<Candidate> vector{{"a", 0.9}, {"b", 0.8}};
  const std::vector<Candidate> keyword{{"b", 7.0}, {"c", 3.0}};
  const auto fused = fuse(vector, keyword);
  ASSERT_EQ(fused.size(), 3u);
  EXPECT_EQ(fused[0].id, "b");
  EXPECT_DOUBLE_EQ(fused[0].score, 0.6 / 62 + 0.4 / 61);
  EXPECT_EQ(fused[0].vector->rank, 2);
  EXPECT_DOUBLE_EQ(fused[0].vector->score, 0.8);
  EXPECT_EQ(fused[0].keyword->rank, 1);
  EXPECT_EQ(fused[1].id, "a");
  EXPECT_DOUBLE_EQ(fused[1].score, 0.6 / 61);
  EXPECT_FALSE(fused[1].keyword);
  EXPECT_EQ(fused[2].id, "c");
  EXPECT_DOUBLE_EQ(fused[2].score, 0.4 / 62);
  EXPECT_FALSE(fused[2].vector);
}

TEST(fusion, one_signal_alone_keeps_its_order) {
  const std::vector<Candidate> list{{"z", 3}, {"a", 2}, {"m", 1}};
  const std::vector<Candidate> none;
  for (const auto& fused : {fuse(list, none), fuse(none, list)}) {
    ASSERT_EQ(fused.size(), 3u);
    EXPECT_EQ(fused[0].id, "z");
    EXPECT_EQ(fused[1].id, "a");
    EXPECT_EQ(fused[2].id, "m");
  }
  EXPECT_TRUE(fuse(none, none).empty());
}

TEST(fusion, meaning_weighs_more_than_words_at_the_same_rank) {
  const std::vector<Candidate> vector{{"b", 1}, {"a", 1}};
  const std::vector<Candidate> keyword{{"a", 1}, {"b", 1}};
  EXPECT_EQ(fuse(vector, keyword).front().id, "b");
}

}  // namespace
}  // namespace gaia::memory::retrieval

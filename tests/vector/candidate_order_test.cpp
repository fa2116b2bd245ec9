#include "vector/candidate_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace gaia::memory::vector {
namespace {

std::vector<std::uint32_t> all_rows(std::span<const float> bounds, std::size_t first_chunk) {
  CandidateOrder order(bounds);
  std::vector<std::uint32_t> rows;
  for (std::size_t count = first_chunk;; count *= 2) {
    const auto chunk = order.next(count);
    for (const Candidate& candidate : chunk) rows.push_back(candidate.row);
    if (chunk.size() < count) return rows;
  }
}

std::vector<std::uint32_t> stable_sorted(std::span<const float> bounds) {
  std::vector<std::uint32_t> rows(bounds.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::uint32_t>(i);
  std::stable_sort(rows.begin(), rows.end(), [&](auto a, auto b) { return bounds[a] > bounds[b]; });
  return rows;
}

TEST(CandidateOrder, chunks_together_are_a_stable_sort_whatever_their_sizes) {
  constexpr unsigned kSeed = 20240611;
  SCOPED_TRACE(kSeed);
  std::mt19937 random(kSeed);
  for (const std::size_t size : {1u, 2u, 63u, 64u, 65u, 1000u}) {
    for (const int distinct : {1, 3, 100000}) {
      std::vector<float> bounds(size);
      for (float& bound : bounds) {
        bound =
            static_cast<float>(static_cast<int>(random() % static_cast<unsigned>(distinct))) - 2.0f;
      }
      for (const std::size_t first : {1u, 5u, 64u, 2000u}) {
        EXPECT_EQ(all_rows(bounds, first), stable_sorted(bounds)) << size << " rows by " << first;
      }
    }
  }
}

TEST(CandidateOrder, of_nothing_is_empty) {
  CandidateOrder order({});
  EXPECT_TRUE(order.next(10).empty());
}

TEST(CandidateOrder, is_empty_once_every_row_was_given) {
  const std::vector<float> bounds{0.5f, 0.5f};
  CandidateOrder order(bounds);
  EXPECT_EQ(order.next(2).size(), 2u);
  EXPECT_TRUE(order.next(2).empty());
}

}  // namespace
}  // namespace gaia::memory::vector

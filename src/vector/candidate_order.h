// Rows from the best to the worst, a chunk at a time, without sorting them all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gaia::memory::vector {

struct Candidate {
  float bound;  // the score that this row has at most
  std::uint32_t row;
};

// Descending bounds; equal ones by row.
class CandidateOrder {
 public:
  // `bounds` by row; it is referred to, not copied.
  explicit CandidateOrder(std::span<const float> bounds) : bounds_(bounds) {}

  // The next `count` rows, or as many as are left; valid until the next call. One pass over all
  // bounds and the sorting of a chunk: callers ask for chunks that grow by a factor.
  std::span<const Candidate> next(std::size_t count);

 private:
  std::span<const float> bounds_;
  std::vector<Candidate> chunk_;
  Candidate last_{};  // of the chunk before
  bool started_ = false;
};

}  // namespace gaia::memory::vector

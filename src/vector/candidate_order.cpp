// A pass keeps what may belong to the chunk and cuts it back whenever it is twice too many. After
// the first few cuts nearly every row fails one comparison, which is all that most rows cost.
#include "vector/candidate_order.h"

#include <algorithm>
#include <limits>

namespace gaia::memory::vector {
namespace {

bool is_before(const Candidate& a, const Candidate& b) {
  return a.bound > b.bound || (a.bound == b.bound && a.row < b.row);
}

// Leaves the best `count`, unsorted, and returns the worst bound among them.
float cut(std::vector<Candidate>& candidates, std::size_t count) {
  const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(candidates.begin(), end - 1, candidates.end(), is_before);
  candidates.erase(end, candidates.end());
  return candidates.back().bound;
}

}  // namespace

std::span<const Candidate> CandidateOrder::next(std::size_t count) {
  count = std::min(count, bounds_.size());
  chunk_.clear();
  if (count == 0) return chunk_;
  float at_least = -std::numeric_limits<float>::infinity();
  for (std::size_t row = 0; row < bounds_.size(); ++row) {
    // Rows come in ascending order, so one with the bound of the worst kept would stand behind it
    // once the chunk is full; before that, `at_least` is below everything.
    if (!(bounds_[row] > at_least)) continue;
    const Candidate candidate{bounds_[row], static_cast<std::uint32_t>(row)};
    if (started_ && !is_before(last_, candidate)) continue;
    chunk_.push_back(candidate);
    if (chunk_.size() == 2 * count) at_least = cut(chunk_, count);
  }
  if (chunk_.size() > count) cut(chunk_, count);
  std::sort(chunk_.begin(), chunk_.end(), is_before);
  if (!chunk_.empty()) last_ = chunk_.back();
  started_ = true;
  return chunk_;
}

}  // namespace gaia::memory::vector

// Storage of the matrix. It grows as std::vector does: by doubling, and memory that was reserved
// but never written is not resident.
#include "vector/score_matrix.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace gaia::memory::vector {
namespace {

// Summing squares in single precision may come out low; a little more keeps the bound a bound.
constexpr double kRoundUp = 1 + 1e-4;

// Sums that run side by side, for the compiler to put into one register.
constexpr std::size_t kLanes = 8;

}  // namespace

float encode_row(Element element, std::span<const float> padded_vector, std::byte* out) {
  double squared_error = 0;
  Block block;
  for (std::size_t start = 0; start < padded_vector.size(); start += kBlockSize) {
    std::memcpy(block.data(), padded_vector.data() + start, sizeof(block));
    squared_error += encode_block(element, block, out);
    out += block_bytes(element);
  }
  return static_cast<float>(std::sqrt(squared_error) * kRoundUp);
}

ScoreMatrix::ScoreMatrix(std::size_t dimension, Element element)
    : padded_dimension_(padded(dimension)),
      element_(element),
      row_bytes_(padded_dimension_ / kBlockSize * block_bytes(element)) {}

void ScoreMatrix::append_row() {
  bytes_.resize(bytes_.size() + row_bytes_);
  ++rows_;
}

float ScoreMatrix::write_row(std::size_t row, std::span<const float> padded_vector) {
  return encode_row(element_, padded_vector, row_at(row));
}

void ScoreMatrix::remove_row(std::size_t row) {
  const std::size_t last = rows_ - 1;
  if (row != last) std::memcpy(row_at(row), row_at(last), row_bytes_);
  bytes_.resize(last * row_bytes_);
  rows_ = last;
}

void ScoreMatrix::clear() {
  std::vector<std::byte>().swap(bytes_);
  rows_ = 0;
}

float ScoreMatrix::dot(std::size_t row, std::span<const float> padded_query) const {
  const std::byte* in = row_at(row);
  std::array<float, kLanes> lanes{};
  Block stored;
  for (std::size_t start = 0; start < padded_dimension_; start += kBlockSize) {
    decode_block(element_, in, stored);
    for (std::size_t i = 0; i < kBlockSize; i += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        lanes[lane] += stored[i + lane] * padded_query[start + i + lane];
      }
    }
    in += block_bytes(element_);
  }
  float sum = 0;
  for (const float lane : lanes) sum += lane;
  return sum;
}

float ScoreMatrix::dot_error() const {
  // One rounding for each product and each sum, of 2^-24 each.
  return static_cast<float>(2 * padded_dimension_ / kLanes + kLanes) * 0x1p-24f;
}

}  // namespace gaia::memory::vector

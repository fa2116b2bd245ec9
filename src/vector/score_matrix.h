// All vectors of an index as one matrix of small numbers, and the two ways to multiply it by a
// query. One matrix serves both kernels, so that tests can hold them against each other.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "vector/row_codec.h"

namespace gaia::memory::vector {

// Vectors come here with norm 1 and padded: zeros up to a whole number of blocks, which change no
// inner product.
constexpr std::size_t padded(std::size_t dimension) {
  return (dimension + kBlockSize - 1) / kBlockSize * kBlockSize;
}

// Writes a vector as the blocks of a row. Returns how far the stored row is from it: the norm of
// the difference, or a little more.
float encode_row(Element element, std::span<const float> padded_vector, std::byte* out);

// Rows are dense and numbered from 0. Not synchronised: const members may run concurrently.
class ScoreMatrix {
 public:
  ScoreMatrix(std::size_t dimension, Element element);  // the dimension before padding

  Element element() const { return element_; }
  std::size_t rows() const { return rows_; }
  std::size_t padded_dimension() const { return padded_dimension_; }
  std::size_t row_bytes() const { return row_bytes_; }
  const std::byte* data() const { return bytes_.data(); }
  std::size_t memory_bytes() const { return bytes_.capacity(); }

  void reserve(std::size_t rows) { bytes_.reserve(rows * row_bytes_); }
  // Adds a row behind the last. On failure nothing has changed.
  void append_row();
  // Overwrites a row. Returns what encode_row() returns.
  float write_row(std::size_t row, std::span<const float> padded_vector);
  // Moves the last row into `row` and ends the matrix before it. Memory is kept for later rows.
  void remove_row(std::size_t row);
  void clear();

  // The inner product of the row as stored with the query as given, and how wrong it can be.
  float dot(std::size_t row, std::span<const float> padded_query) const;
  float dot_error() const;

 private:
  std::byte* row_at(std::size_t row) { return bytes_.data() + row * row_bytes_; }
  const std::byte* row_at(std::size_t row) const { return bytes_.data() + row * row_bytes_; }

  std::size_t padded_dimension_;
  Element element_;
  std::size_t row_bytes_;
  std::size_t rows_ = 0;
  std::vector<std::byte> bytes_;
};

// Multiplies every row by a query. Any number of threads may call `score` at once.
class ScoreKernel {
 public:
  virtual ~ScoreKernel() = default;

  // out[r] = <row r, query> for all rows; `out` has matrix.rows() elements.
  // A kernel may round the query, and adds in an order and precision of its own: returns how far
  // any of these scores can be from the inner product of the row as stored with the query as given.
  virtual float score(const ScoreMatrix& matrix, std::span<const float> padded_query,
                      std::span<float> out) const = 0;
};

// ggml: picks the fastest instructions of this processor at run time.
// Errors: unavailable (no ggml backend for this processor was found).
std::unique_ptr<ScoreKernel> make_ggml_kernel(int threads);

// Plain C++, for builds without ggml and as the reference in tests.
std::unique_ptr<ScoreKernel> make_portable_kernel();

}  // namespace gaia::memory::vector

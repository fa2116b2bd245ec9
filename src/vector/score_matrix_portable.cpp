// Scoring without ggml: one row after the other.
#include "vector/score_matrix.h"

namespace gaia::memory::vector {
namespace {

class PortableKernel final : public ScoreKernel {
 public:
  float score(const ScoreMatrix& matrix, std::span<const float> padded_query,
              std::span<float> out) const override {
    for (std::size_t row = 0; row < matrix.rows(); ++row) {
      out[row] = matrix.dot(row, padded_query);
    }
    return matrix.dot_error();
  }
};

}  // namespace

std::unique_ptr<ScoreKernel> make_portable_kernel() { return std::make_unique<PortableKernel>(); }

}  // namespace gaia::memory::vector

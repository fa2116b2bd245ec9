#include "vector/score_matrix.h"

#include <gtest/gtest.h>

#include <tuple>

#include "vectors.h"

namespace gaia::memory::vector {
namespace {

struct Filled {
  ScoreMatrix matrix;
  std::vector<Vector> originals;  // unit vectors, padded
  std::vector<float> errors;
};

Filled filled(std::mt19937& random, std::size_t dimension, Element element, std::size_t rows) {
  Filled result{ScoreMatrix(dimension, element), {}, {}};
  for (std::size_t row = 0; row < rows; ++row) {
    result.originals.push_back(unit(random_vector(random, dimension)));
    result.matrix.append_row();
    result.errors.push_back(result.matrix.write_row(row, result.originals.back()));
  }
  return result;
}

std::vector<std::unique_ptr<ScoreKernel>> all_kernels() {
  std::vector<std::unique_ptr<ScoreKernel>> kernels;
  kernels.push_back(make_portable_kernel());
#if GAIA_MEMORY_VECTOR_GGML
  kernels.push_back(make_ggml_kernel(1));
  kernels.push_back(make_ggml_kernel(2));
#endif
  return kernels;
}

class ScoreMatrixTest : public testing::TestWithParam<std::tuple<std::size_t, Element>> {
 protected:
  std::size_t dimension() const { return std::get<0>(GetParam()); }
  Element element() const { return std::get<1>(GetParam()); }
};

TEST_P(ScoreMatrixTest, no_score_of_any_kernel_is_further_off_than_the_bound_says) {
  std::mt19937 random(11);
  const Filled rows = filled(random, dimension(), element(), 300);
  std::vector<float> scores(300);
  for (const auto& kernel : all_kernels()) {
    for (int round = 0; round < 20; ++round) {
      const Vector query = unit(random_vector(random, dimension()));
      const float kernel_error = kernel->score(rows.matrix, query, scores);
      for (std::size_t row = 0; row < scores.size(); ++row) {
        double exact = 0;
        for (std::size_t i = 0; i < query.size(); ++i) {
          exact += static_cast<double>(rows.originals[row][i]) * query[i];
        }
        ASSERT_NEAR(scores[row], exact, static_cast<double>(kernel_error) + rows.errors[row]);
      }
    }
  }
}

TEST_P(ScoreMatrixTest, kernels_agree_within_what_they_may_add) {
  std::mt19937 random(12);
  const Filled rows = filled(random, dimension(), element(), 100);
  const Vector query = unit(random_vector(random, dimension()));
  std::vector<float> expected(100), scores(100);
  const float portable_error = make_portable_kernel()->score(rows.matrix, query, expected);
  for (const auto& kernel : all_kernels()) {
    const float error = kernel->score(rows.matrix, query, scores);
    // A bound that says nothing would pass for agreement.
    ASSERT_LT(error, element() == Element::q8_0 ? 0.02f : 0.05f);
    for (std::size_t row = 0; row < scores.size(); ++row) {
      ASSERT_NEAR(scores[row], expected[row], error + portable_error);
    }
  }
}

TEST_P(ScoreMatrixTest, growing_keeps_the_rows_that_were_there) {
  std::mt19937 random(13);
  const Filled rows = filled(random, dimension(), element(), 1000);
  for (std::size_t row = 0; row < 1000; row += 37) {
    EXPECT_NEAR(rows.matrix.dot(row, rows.originals[row]), 1, rows.errors[row] + 1e-5) << row;
  }
}

TEST_P(ScoreMatrixTest, the_last_row_takes_the_place_of_a_removed_one) {
  std::mt19937 random(14);
  Filled rows = filled(random, dimension(), element(), 3);
  rows.matrix.remove_row(0);
  ASSERT_EQ(rows.matrix.rows(), 2u);
  EXPECT_NEAR(rows.matrix.dot(0, rows.originals[2]), 1, rows.errors[2] + 1e-5);
  EXPECT_NEAR(rows.matrix.dot(1, rows.originals[1]), 1, rows.errors[1] + 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Shapes, ScoreMatrixTest,
                         testing::Combine(testing::Values(1, 5, 32, 33, 384, 768),
                                          testing::Values(Element::f16, Element::q8_0)),
                         [](const auto& shape) {
                           return name_of(std::get<1>(shape.param)) + "_" +
                                  std::to_string(std::get<0>(shape.param));
                         });

TEST(ScoreMatrix, a_number_takes_two_bytes_in_f16_and_about_one_in_q8_0) {
  EXPECT_EQ(ScoreMatrix(768, Element::f16).row_bytes(), 1536u);
  EXPECT_EQ(ScoreMatrix(768, Element::q8_0).row_bytes(), 816u);
}

TEST(ScoreMatrix, kernels_score_an_empty_matrix) {
  const ScoreMatrix matrix(32, Element::q8_0);
  const Vector query = unit(Vector(32, 1.0f));
  for (const auto& kernel : all_kernels()) EXPECT_GE(kernel->score(matrix, query, {}), 0);
}

}  // namespace
}  // namespace gaia::memory::vector

// Scoring with ggml: the matrix times the query as a graph of one node, on the kernels that the CPU
// backend chose for this processor. The graph points into the matrix; nothing is copied.
#include <ggml-backend.h>
#include <ggml-cpp.h>
#include <ggml.h>

#include <mutex>
#include <utility>

#include "gaia/memory/error.h"
#include "runtime/cpu_backend.h"
#include "vector/score_matrix.h"

namespace gaia::memory::vector {
namespace {

// The norm of a stored row of norm 1 is below this: Q8_0 loses at most sqrt(32) / 254 = 2.2 %.
constexpr double kLargestRowNorm = 1.03;

ggml_type type_of(Element element) {
  return element == Element::f16 ? GGML_TYPE_F16 : GGML_TYPE_Q8_0;
}

// What summing may add, for vectors of norm 1: the number of roundings times their size, whatever
// the order. Q8_0 sums integers within a block, and blocks in single precision. F16 is summed in
// single precision too, except on ARM with half-float arithmetic, in at least eight lanes.
double summing_error(const ScoreMatrix& matrix) {
  const auto numbers = static_cast<double>(matrix.padded_dimension());
#if defined(__aarch64__) || defined(_M_ARM64)
  if (matrix.element() == Element::f16) return (numbers / 8 + 16) * 0x1p-11;
#endif
  if (matrix.element() == Element::f16) return (numbers + 16) * 0x1p-24;
  return (2 * numbers / kBlockSize + 16) * 0x1p-24;
}

// A ggml backend with room for the graph. Not for two threads at once.
class Scorer {
 public:
  explicit Scorer(int threads) {
    ggml_backend_dev_t device = runtime::cpu_device();
    backend_.reset(ggml_backend_dev_init(device, nullptr));
    context_.reset(ggml_init(
        {.mem_size = 8 * ggml_tensor_overhead() + ggml_graph_overhead_custom(kGraphSize, false),
         .mem_buffer = nullptr,
         .no_alloc = true}));
    if (!backend_ || !context_) throw Error(ErrorCode::unavailable, "ggml cannot start");
    set_threads(device, threads);
  }

  void multiply(const ScoreMatrix& matrix, std::span<const std::byte> query, std::span<float> out) {
    ggml_reset(context_.get());
    const ggml_type type = type_of(matrix.element());
    ggml_tensor* rows = make_tensor(type, matrix.padded_dimension(), matrix.rows(), matrix.data());
    ggml_tensor* column = make_tensor(type, matrix.padded_dimension(), 1, query.data());
    ggml_tensor* scores = ggml_mul_mat(context_.get(), rows, column);
    scores->data = out.data();
    ggml_cgraph* graph = ggml_new_graph_custom(context_.get(), kGraphSize, false);
    ggml_build_forward_expand(graph, scores);
    if (ggml_backend_graph_compute(backend_.get(), graph) != GGML_STATUS_SUCCESS) {
      throw Error(ErrorCode::unavailable, "ggml could not score the vectors",
                  "free some memory and try again");
    }
  }

 private:
  static constexpr std::size_t kGraphSize = 4;

  ggml_tensor* make_tensor(ggml_type type, std::size_t columns, std::size_t rows,
                           const std::byte* data) {
    ggml_tensor* tensor = ggml_new_tensor_2d(
        context_.get(), type, static_cast<std::int64_t>(columns), static_cast<std::int64_t>(rows));
    tensor->data = const_cast<std::byte*>(data);  // an operand: it is only read
    return tensor;
  }

  void set_threads(ggml_backend_dev_t device, int threads) {
    void* address = ggml_backend_reg_get_proc_address(ggml_backend_dev_backend_reg(device),
                                                      "ggml_backend_set_n_threads");
    if (address == nullptr) return;  // then the backend has one way to run
    reinterpret_cast<ggml_backend_set_n_threads_t>(address)(backend_.get(), threads);
  }

  ggml_backend_ptr backend_;
  ggml_context_ptr context_;
};

class GgmlKernel final : public ScoreKernel {
 public:
  explicit GgmlKernel(int threads) : threads_(threads) { give_back(take()); }

  float score(const ScoreMatrix& matrix, std::span<const float> padded_query,
              std::span<float> out) const override {
    if (out.empty()) return 0;
    // ggml would round the query by itself; done here, what is lost is known.
    std::vector<std::byte> query(matrix.row_bytes());
    const double query_error = encode_row(matrix.element(), padded_query, query.data());
    std::unique_ptr<Scorer> scorer = take();
    scorer->multiply(matrix, query, out);
    give_back(std::move(scorer));
    return static_cast<float>(query_error * kLargestRowNorm + summing_error(matrix));
  }

 private:
  std::unique_ptr<Scorer> take() const {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<Scorer> scorer = std::move(idle_.back());
        idle_.pop_back();
        return scorer;
      }
    }
    return std::make_unique<Scorer>(threads_);
  }

  void give_back(std::unique_ptr<Scorer> scorer) const {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(scorer));
  }

  int threads_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Scorer>> idle_;  // as many as searches ever ran at once
};

}  // namespace

std::unique_ptr<ScoreKernel> make_ggml_kernel(int threads) {
  return std::make_unique<GgmlKernel>(threads);
}

}  // namespace gaia::memory::vector

// Exact nearest neighbours by cosine, in one matrix of quantised rows.
//
// Vectors are few enough (below a million) that scoring all of them costs milliseconds, and
// scoring all of them is what makes filters harmless: a filter sees every row in the order of its
// score, so a query never starves because foreign rows score higher.
//
// The scores of quantised rows are approximate, but how wrong they can be is known: with the row v
// stored as v', and the query q of norm 1,
//
//     |<q, v> - <q, v'>|  =  |<q, v - v'>|  <=  |v - v'|                (Cauchy-Schwarz)
//
// where |v - v'| is measured when the row is added, and what the multiplication itself may add is
// bounded by the kernel (ScoreKernel::score). A search walks the rows by score plus that
// bound, reads the originals of the allowed ones, and ends when k exact scores are at least as high
// as the best that any row behind could reach. So the result is what a loop over all originals
// would give, for the price of reading a few.
//
// Measured for k = 20 in 50,000 rows of 768 clustered numbers, one thread, AVX2, beside FAISS
// IndexFlatIP in the same run (bench: gaia-memory-bench vector --faiss):
//
//            a search   FAISS   originals read, p50   the same, random vectors   memory
//     q8_0   4.9 ms     12.3    56                    34                         47 MB
//     f16    7.3 ms     12.3    21                    20                         83 MB
//
// At 384 numbers: q8_0 2.7 ms, f16 4.5 ms, FAISS 9.9 ms. Hence q8_0 by default: the 35 more
// originals would have to cost 70 us each to lose what the faster scan gains. Dense clusters with
// few strong dimensions are its worst case: 240 originals instead of 25, even at 9 us each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "vector/score_matrix.h"

namespace gaia::memory::vector {

// Const members may run concurrently with each other, not with the others: the owner locks.
class VectorIndex {
 public:
  using Element = vector::Element;
  struct Options {
    std::size_t dimension;
    Element element = Element::q8_0;
    // Of one search. Threads spin while they wait: one is best for the tail of a busy machine.
    int threads = 1;
  };
  // Reads the original F32 vector of a row; false if it is gone (the row is then left out).
  using ExactVector = std::function<bool(const std::string& id, std::span<float> out)>;
  // Which candidates may be returned: sets keep[i] for ids[i] that may (all are false on entry).
  // Called with the best candidates first, in chunks that grow so that the number of calls is
  // logarithmic; each id is asked for at most once in a search.
  using Filter = std::function<void(std::span<const std::string> ids, std::vector<bool>& keep)>;
  struct Hit {
    std::string id;
    float score;  // cosine, -1 to 1
  };

  // Errors: invalid_argument (dimension 0); unavailable (no ggml backend for this processor).
  explicit VectorIndex(Options options);

  void reserve(std::size_t rows);
  // Adds the vector, or replaces the one of this id; only its direction counts. Amortised
  // O(dimension). Errors: invalid_argument (wrong length, NaN, infinity, all zeros); then nothing
  // has changed.
  void set(const std::string& id, std::span<const float> vector);
  // Whether the id was there. O(dimension): the last row takes the place of the removed one. The
  // memory is kept for later rows, until clear().
  bool remove(const std::string& id);
  void clear();

  std::size_t size() const { return row_ids_.size(); }
  std::size_t dimension() const { return options_.dimension; }
  bool contains(const std::string& id) const { return rows_.contains(id); }
  std::size_t memory_bytes() const;

  // The k best rows that pass the filter, best first; equal scores by id. An empty filter lets all
  // pass. With `exact` the result equals that of a loop over all originals; without it, scores and
  // order are those of the quantised rows.
  // Errors: invalid_argument (as for `set`); whatever `filter` and `exact` throw.
  std::vector<Hit> search(std::span<const float> query, std::size_t k, const Filter& filter = {},
                          const ExactVector& exact = {}) const;

 private:
  class Search;

  Options options_;
  ScoreMatrix matrix_;
  std::unique_ptr<ScoreKernel> kernel_;
  std::unordered_map<std::string, std::uint32_t> rows_;
  std::vector<const std::string*> row_ids_;  // keys of rows_, by row
  std::vector<float> row_errors_;            // |v - v'|, by row
};

}  // namespace gaia::memory::vector

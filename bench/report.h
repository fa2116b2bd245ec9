// What a workload measured: rows of named figures, printed as a table for people or as JSON for
// programs that compare runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace gaia::memory::bench {

using Figure = std::variant<std::string, std::int64_t, double>;
using Row = std::vector<std::pair<std::string, Figure>>;

class Report {
 public:
  explicit Report(std::string workload) : workload_(std::move(workload)) {}

  // Rows of one report name the same figures in the same order. Units are part of the names.
  void add(Row row) { rows_.push_back(std::move(row)); }
  // A sentence for the reader, shown below the table.
  void note(std::string text) { notes_.push_back(std::move(text)); }

  void print_table(std::ostream& out) const;
  void print_json(std::ostream& out) const;

 private:
  std::string workload_;
  std::vector<Row> rows_;
  std::vector<std::string> notes_;
};

// The smallest value that `percent` of the values do not exceed; 0 of none.
double percentile(std::vector<double> values, double percent);

template <typename Call>
double elapsed_ms(Call&& call) {
  const auto start = std::chrono::steady_clock::now();
  std::forward<Call>(call)();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

}  // namespace gaia::memory::bench

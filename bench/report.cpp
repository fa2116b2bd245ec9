#include "report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <ostream>

namespace gaia::memory::bench {
namespace {

// Three digits that mean something; timings have no more.
std::string number_text(double value) {
  const double magnitude = std::fabs(value);
  const int decimals = magnitude < 1 ? 3 : magnitude < 10 ? 2 : magnitude < 100 ? 1 : 0;
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f", decimals, value);
  return text;
}

std::string figure_text(const Figure& figure) {
  if (const auto* text = std::get_if<std::string>(&figure)) return *text;
  if (const auto* whole = std::get_if<std::int64_t>(&figure)) return std::to_string(*whole);
  return number_text(std::get<double>(figure));
}

void print_line(std::ostream& out, const std::vector<std::string>& cells,
                const std::vector<std::size_t>& widths) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    out << (i == 0 ? "" : "  ") << std::string(widths[i] - cells[i].size(), ' ') << cells[i];
  }
  out << '\n';
}

}  // namespace

void Report::print_table(std::ostream& out) const {
  std::vector<std::vector<std::string>> lines;
  for (const Row& row : rows_) {
    if (lines.empty()) {
      lines.emplace_back();
      for (const auto& [name, figure] : row) lines.back().push_back(name);
    }
    lines.emplace_back();
    for (const auto& [name, figure] : row) lines.back().push_back(figure_text(figure));
  }
  std::vector<std::size_t> widths(lines.empty() ? 0 : lines[0].size());
  for (const auto& cells : lines) {
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
  }
  for (const auto& cells : lines) print_line(out, cells, widths);
  for (const std::string& text : notes_) out << text << '\n';
}

void Report::print_json(std::ostream& out) const {
  auto rows = nlohmann::ordered_json::array();
  for (const Row& row : rows_) {
    nlohmann::ordered_json object;
    for (const auto& [name, figure] : row) {
      std::visit([&object, &key = name](const auto& value) { object[key] = value; }, figure);
    }
    rows.push_back(std::move(object));
  }
  const nlohmann::ordered_json report{{"workload", workload_}, {"rows", rows}, {"notes", notes_}};
  out << report.dump(2) << '\n';
}

double percentile(std::vector<double> values, double percent) {
  if (values.empty()) return 0;
  const double position = std::ceil(percent / 100 * static_cast<double>(values.size())) - 1;
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(std::max(0.0, position));
  std::nth_element(values.begin(), nth, values.end());
  return *nth;
}

}  // namespace gaia::memory::bench

// `gaia-memory-bench vector`: the vector index alone, over vectors shaped like embeddings, and if
// wanted in turn with FAISS over the same vectors.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <sstream>

#include "corpus.h"
#include "gaia/memory/error.h"
#include "peer.h"
#include "vector/vector_index.h"
#include "workloads.h"

namespace gaia::memory::bench {
namespace {

using vector::VectorIndex;

constexpr std::size_t kCompared = 10;  // at most so many rows must be the same as the peer's

struct VectorOptions {
  std::vector<std::size_t> rows{10000, 50000, 100000};
  std::vector<std::size_t> dimensions{384, 768};
  std::vector<std::string> elements{"q8_0", "f16"};
  std::string shape = "clustered";
  std::size_t k = 20;
  std::size_t queries = 100;
  int threads = 1;
  std::string faiss_python;
};

// Rows of norm 1, one after the other.
struct VectorSet {
  std::size_t dimension;
  std::vector<float> numbers;

  std::size_t size() const { return numbers.size() / dimension; }
  std::span<const float> row(std::size_t number) const {
    return std::span(numbers).subspan(number * dimension, dimension);
  }
};

// Embeddings of text are far from random: a few hundred topics, all leaning to one side. Random
// vectors have no neighbours to tell apart, and are the easy case for an exact search.
class VectorSource {
 public:
  VectorSource(std::size_t dimension, const std::string& shape)
      : dimension_(dimension),
        topics_(shape == "random" ? 0 : kTopics * dimension),
        lean_(dimension) {
    for (float& number : topics_) number = random_.normal();
    for (float& number : lean_) number = kLean * random_.normal();
  }

  VectorSet make(std::size_t rows) {
    VectorSet set{dimension_, std::vector<float>(rows * dimension_)};
    for (std::size_t row = 0; row < rows; ++row) {
      fill(std::span(set.numbers).subspan(row * dimension_, dimension_));
    }
    return set;
  }

 private:
  static constexpr std::size_t kTopics = 200;
  static constexpr float kLean = 1.0f, kSpread = 0.7f;

  void fill(std::span<float> out) {
    for (float& number : out) number = random_.normal();
    if (!topics_.empty()) {
      const std::size_t topic = random_.below(kTopics) * dimension_;
      for (std::size_t i = 0; i < dimension_; ++i) {
        out[i] = kSpread * out[i] + topics_[topic + i] + lean_[i];
      }
    }
    double squared = 0;
    for (const float number : out) squared += static_cast<double>(number) * number;
    for (float& number : out) number = static_cast<float>(number / std::sqrt(squared));
  }

  Random random_{1};
  std::size_t dimension_;
  std::vector<float> topics_;
  std::vector<float> lean_;
};

// A UUID whose end is the row.
std::string id_of(std::size_t row) {
  const std::string digits = std::to_string(row);
  return "00000000-0000-4000-8000-" + std::string(12 - digits.size(), '0') + digits;
}

std::size_t row_of(const std::string& id) {
  std::size_t row = 0;
  std::from_chars(id.data() + id.rfind('-') + 1, id.data() + id.size(), row);
  return row;
}

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("gaia-memory-bench-" + std::to_string(std::random_device()()))) {
    std::filesystem::create_directory(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;  // left for the system to clean
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string write(const std::string& name, std::span<const float> numbers) const {
    const std::filesystem::path file = path_ / name;
    std::ofstream out(file, std::ios::binary);
    out.write(reinterpret_cast<const char*>(numbers.data()),
              static_cast<std::streamsize>(numbers.size_bytes()));
    if (!out.flush()) throw Error(ErrorCode::io_error, "Cannot write " + file.string());
    return file.string();
  }

 private:
  std::filesystem::path path_;
};

struct Answer {
  double ms = 0;
  std::vector<std::size_t> rows;
};

class Faiss {
 public:
  Faiss(const std::string& python, const VectorSet& vectors, const VectorSet& queries, int threads)
      : peer_({python, GAIA_MEMORY_BENCH_PEERS "/faiss_search.py"}) {
    const TemporaryFolder folder;
    version_ = peer_.ask("load " + folder.write("vectors", vectors.numbers) + " " +
                         folder.write("queries", queries.numbers) + " " +
                         std::to_string(vectors.dimension) + " " + std::to_string(threads));
  }

  const std::string& version() const { return version_; }

  Answer search(std::size_t query, std::size_t k) {
    std::istringstream words(
        peer_.ask("search " + std::to_string(query) + " " + std::to_string(k)));
    Answer answer;
    words >> answer.ms;
    for (std::size_t row; words >> row;) answer.rows.push_back(row);
    return answer;
  }

 private:
  Peer peer_;
  std::string version_;
};

// One index, and what was measured of it.
class Candidate {
 public:
  Candidate(const std::string& element, const VectorSet& vectors, int threads)
      : element_(element),
        vectors_(vectors),
        index_({.dimension = vectors.dimension,
                .element = element == "f16" ? vector::Element::f16 : vector::Element::q8_0,
                .threads = threads}) {
    std::vector<std::string> ids(vectors.size());
    for (std::size_t row = 0; row < ids.size(); ++row) ids[row] = id_of(row);
    build_ms_ = elapsed_ms([&] {
      index_.reserve(ids.size());
      for (std::size_t row = 0; row < ids.size(); ++row) index_.set(ids[row], vectors.row(row));
    });
  }

  void search(std::span<const float> query, std::size_t k, const std::optional<Answer>& peer) {
    std::size_t read = 0;
    const auto exact = [&](const std::string& id, std::span<float> out) {
      ++read;
      const auto row = vectors_.row(row_of(id));
      std::copy(row.begin(), row.end(), out.begin());
      return true;
    };
    std::vector<VectorIndex::Hit> hits;
    times_ms_.push_back(elapsed_ms([&] { hits = index_.search(query, k, {}, exact); }));
    reads_.push_back(static_cast<double>(read));
    if (peer) differing_ += is_same(hits, peer->rows) ? 0 : 1;
  }

  Row figures(const std::vector<double>& peer_ms) const {
    Row row{{"rows", static_cast<std::int64_t>(index_.size())},
            {"dimension", static_cast<std::int64_t>(index_.dimension())},
            {"element", element_},
            {"build_ms", build_ms_},
            {"memory_mb", static_cast<double>(index_.memory_bytes()) / 1e6},
            {"p50_ms", percentile(times_ms_, 50)},
            {"p95_ms", percentile(times_ms_, 95)},
            {"read_p50", percentile(reads_, 50)},
            {"read_max", percentile(reads_, 100)}};
    if (peer_ms.empty()) return row;
    row.insert(row.end(), {{"faiss_p50_ms", percentile(peer_ms, 50)},
                           {"faiss_p95_ms", percentile(peer_ms, 95)},
                           {"ratio", percentile(times_ms_, 50) / percentile(peer_ms, 50)},
                           {"differing", differing_}});
    return row;
  }

 private:
  // FAISS sums in single precision: rows that are closer than that may change places.
  static bool is_same(const std::vector<VectorIndex::Hit>& hits,
                      const std::vector<std::size_t>& rows) {
    if (hits.size() != rows.size()) return false;
    const std::size_t count = std::min(kCompared, hits.size());
    std::set<std::size_t> expected(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t i = 0; i < count; ++i) expected.erase(row_of(hits[i].id));
    return expected.empty();
  }

  std::string element_;
  const VectorSet& vectors_;
  VectorIndex index_;
  double build_ms_ = 0;
  std::vector<double> times_ms_;
  std::vector<double> reads_;
  std::int64_t differing_ = 0;
};

void measure(const VectorOptions& options, std::size_t rows, std::size_t dimension, Report& report,
             std::string& peer_version) {
  VectorSource source(dimension, options.shape);
  const VectorSet vectors = source.make(rows);
  const VectorSet queries = source.make(options.queries);
  std::vector<std::unique_ptr<Candidate>> candidates;
  for (const std::string& element : options.elements) {
    candidates.push_back(std::make_unique<Candidate>(element, vectors, options.threads));
  }
  std::unique_ptr<Faiss> faiss;
  if (!options.faiss_python.empty()) {
    faiss = std::make_unique<Faiss>(options.faiss_python, vectors, queries, options.threads);
    peer_version = faiss->version();
  }
  std::vector<double> faiss_ms;
  for (std::size_t query = 0; query < queries.size(); ++query) {
    std::optional<Answer> answer;
    if (faiss) {
      answer = faiss->search(query, options.k);
      faiss_ms.push_back(answer->ms);
    }
    for (const auto& candidate : candidates)
      candidate->search(queries.row(query), options.k, answer);
  }
  for (const auto& candidate : candidates) report.add(candidate->figures(faiss_ms));
}

void run(const VectorOptions& options, const Show& show) {
  Report report("vector");
  std::string peer_version;
  for (const std::size_t dimension : options.dimensions) {
    for (const std::size_t rows : options.rows) {
      measure(options, rows, dimension, report, peer_version);
    }
  }
  if (peer_version.empty()) {
    report.note(
        "To compare with FAISS: pip install faiss-cpu numpy (in a virtual environment), "
        "then --faiss PYTHON with its interpreter.");
  } else {
    report.note("Peer: " + peer_version +
                ", IndexFlatIP, as many threads, searched in turn. `differing` "
                "counts queries whose best rows, at most 10, are not the same.");
  }
  report.note("Originals are read from this process's memory; a store reads them from its file.");
  show(report);
}

}  // namespace

void add_vector_workload(CLI::App& program, const Show& show) {
  const auto options = std::make_shared<VectorOptions>();
  CLI::App* command = program.add_subcommand("vector", "The vector index, beside FAISS if wanted");
  command->add_option("--rows", options->rows, "Sizes of the index")->delimiter(',');
  command->add_option("--dimensions", options->dimensions, "Numbers a vector")->delimiter(',');
  command->add_option("--elements", options->elements, "How rows are stored: q8_0, f16")
      ->delimiter(',')
      ->check(CLI::IsMember({"q8_0", "f16"}));
  command->add_option("--shape", options->shape, "Of the vectors: clustered or random")
      ->check(CLI::IsMember({"clustered", "random"}));
  command->add_option("-k", options->k, "Rows wanted")->check(CLI::PositiveNumber);
  command->add_option("--queries", options->queries, "How many")->check(CLI::PositiveNumber);
  command->add_option("--threads", options->threads, "Of one search")->check(CLI::PositiveNumber);
  command->add_option("--faiss", options->faiss_python, "A Python interpreter with faiss-cpu");
  command->callback([options, show] { run(*options, show); });
}

}  // namespace gaia::memory::bench

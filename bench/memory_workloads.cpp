// `gaia-memory-bench store`, `search`, `recall`: what the memory itself costs at several sizes, on
// the corpus. The model is left out (vectors come from a hash, at no cost), so that the figures are
// those of the store, the indexes and the fusion; `embed` measures the model.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "corpus.h"
#include "gaia/memory/agent_memory.h"
#include "workloads.h"

namespace gaia::memory::bench {
namespace {

struct MemoryOptions {
  std::vector<std::size_t> sizes{1000, 10000};
  std::size_t repetitions = 200;
  std::size_t dimension = 384;
  std::string folder;
};

// A direction for each text, the same one every time.
class HashEmbedder final : public Embedder {
 public:
  explicit HashEmbedder(std::size_t dimension) { info_ = {"bench/hash", dimension, 0}; }

  const EmbedderInfo& info() const override { return info_; }

  std::vector<Embedding> embed(std::span<const std::string> texts, TextRole) override {
    std::vector<Embedding> embeddings;
    for (const std::string& text : texts) {
      Random random(std::hash<std::string>{}(text));
      std::vector<float> vector(info_.dimension);
      // Signs are as far apart as normal numbers are, and cost nothing to make.
      for (float& value : vector) value = random.below(2) ? 1.0f : -1.0f;
      embeddings.push_back({std::move(vector), {}});
    }
    return embeddings;
  }

 private:
  EmbedderInfo info_;
};

NewKnowledge to_knowledge(const CorpusItem& item) {
  return {.category = item.category,
          .content = item.content,
          .domain = item.domain,
          .context = item.context,
          .entity = item.entity};
}

// A memory of the corpus's first items, in a file that is gone afterwards.
class FilledMemory {
 public:
  FilledMemory(const MemoryOptions& options, std::size_t size)
      : file_(std::filesystem::path(options.folder.empty()
                                        ? std::filesystem::temp_directory_path()
                                        : std::filesystem::path(options.folder)) /
              ("gaia-memory-bench-" + std::to_string(size) + ".db")) {
    remove_file();
    AgentMemory::Options memory_options;
    memory_options.store.db_path = file_;
    memory_options.embedder = std::make_shared<HashEmbedder>(options.dimension);
    memory_.emplace(std::move(memory_options));
    std::vector<NewKnowledge> items;
    for (std::size_t i = 0; i < size; ++i) items.push_back(to_knowledge(corpus_.next()));
    load_ms_ = elapsed_ms([&] { memory_->remember_all(items); });
    memory_->recall("warm", {.touch = false});
  }
  ~FilledMemory() {
    memory_.reset();
    remove_file();
  }
  FilledMemory(const FilledMemory&) = delete;
  FilledMemory& operator=(const FilledMemory&) = delete;

  AgentMemory& memory() { return *memory_; }
  Corpus& corpus() { return corpus_; }
  double load_ms() const { return load_ms_; }

 private:
  void remove_file() const {
    for (const char* suffix : {"", "-wal", "-shm"}) {
      std::filesystem::remove(std::filesystem::path(file_) += suffix);
    }
  }

  std::filesystem::path file_;
  Corpus corpus_;
  std::optional<AgentMemory> memory_;
  double load_ms_ = 0;
};

template <typename Call>
std::vector<double> repeat(std::size_t count, Call call) {
  std::vector<double> times_ms;
  for (std::size_t i = 0; i < count; ++i) times_ms.push_back(elapsed_ms(call));
  return times_ms;
}

Row figures(std::size_t size, const std::string& what, const std::vector<double>& times_ms) {
  return {{"items", static_cast<std::int64_t>(size)},
          {"what", what},
          {"p50_ms", percentile(times_ms, 50)},
          {"p95_ms", percentile(times_ms, 95)}};
}

// Of something that was timed as a whole, so that there are no percentiles.
Row mean(std::size_t size, const std::string& what, double mean_ms) {
  return {{"items", static_cast<std::int64_t>(size)},
          {"what", what},
          {"p50_ms", mean_ms},
          {"p95_ms", std::string("(mean)")}};
}

Report measure_store(const MemoryOptions& options) {
  Report report("store");
  for (const std::size_t size : options.sizes) {
    FilledMemory filled(options, size);
    MemoryStore& store = filled.memory().memory_store();
    Corpus& corpus = filled.corpus();
    report.add(mean(size, "load, per item", filled.load_ms() / static_cast<double>(size)));
    report.add(figures(size, "store, new", repeat(options.repetitions, [&] {
                         store.store(to_knowledge(corpus.next()));
                       })));
    report.add(figures(size, "remember, new", repeat(options.repetitions, [&] {
                         filled.memory().remember(to_knowledge(corpus.next()));
                       })));
    const NewKnowledge known = to_knowledge(corpus.next());
    report.add(
        figures(size, "store, known", repeat(options.repetitions, [&] { store.store(known); })));
  }
  report.note(
      "Each store is on disk when it returns; a slow disk shows. Load stores and "
      "embeds in batches of 32; its figure is a mean.");
  return report;
}

Report measure_search(const MemoryOptions& options) {
  Report report("search");
  for (const std::size_t size : options.sizes) {
    FilledMemory filled(options, size);
    MemoryStore& store = filled.memory().memory_store();
    for (const std::size_t words : {1, 3, 8}) {
      report.add(figures(size, std::to_string(words) + " words", repeat(options.repetitions, [&] {
                           store.search(filled.corpus().words(words), {.touch = false});
                         })));
    }
  }
  return report;
}

Report measure_recall(const MemoryOptions& options) {
  Report report("recall");
  for (const std::size_t size : options.sizes) {
    FilledMemory filled(options, size);
    std::vector<double> vector_ms;
    std::vector<double> keyword_ms;
    const auto times_ms = repeat(options.repetitions, [&] {
      const RecallResult result =
          filled.memory().recall(filled.corpus().words(8), {.touch = false});
      vector_ms.push_back(result.timings.vector_ms);
      keyword_ms.push_back(result.timings.keyword_ms);
    });
    report.add(figures(size, "8 words", times_ms));
    report.add(figures(size, "  of it by meaning", vector_ms));
    report.add(figures(size, "  of it by words", keyword_ms));
  }
  report.note("Without the model's time: see embed. Recalls are not counted (touch = false).");
  return report;
}

void add_workload(CLI::App& program, const Show& show, const std::string& name,
                  const std::string& help, Report (*measure)(const MemoryOptions&)) {
  auto options = std::make_shared<MemoryOptions>();
  CLI::App* command = program.add_subcommand(name, help);
  command->add_option("--items", options->sizes, "Sizes of the memory")->capture_default_str();
  command->add_option("--repetitions", options->repetitions, "Calls per figure")
      ->capture_default_str();
  command->add_option("--dimension", options->dimension, "Of the vectors")->capture_default_str();
  command->add_option("--folder", options->folder, "Where the file is made; default: temporary");
  command->callback([options, show, measure] { show(measure(*options)); });
}

}  // namespace

void add_memory_workloads(CLI::App& program, const Show& show) {
  add_workload(program, show, "store", "Storing, at several sizes", measure_store);
  add_workload(program, show, "search", "Keyword search, at several sizes", measure_search);
  add_workload(program, show, "recall", "Hybrid search, at several sizes", measure_recall);
}

}  // namespace gaia::memory::bench

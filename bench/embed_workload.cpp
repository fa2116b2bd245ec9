// `gaia-memory-bench embed`: how long a text takes to become a vector in this process, by its
// length, and how many texts a second go through in batches.
#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <memory>

#include "corpus.h"
#include "gaia/memory/error.h"
#include "gaia/memory/local_models.h"
#include "model.h"
#include "workloads.h"

namespace gaia::memory::bench {
namespace {

struct EmbedOptions {
  std::string model;
  std::vector<std::size_t> tokens{5, 12, 25, 53, 128, 256};
  std::vector<std::size_t> batches{20, 100};
  std::size_t repetitions = 50;
  int query_threads = 1;
  int batch_threads = 0;
};

// Words that are one token each for every tokenizer of English; the model adds two marks.
std::string text_of(std::size_t tokens, Random& random) {
  static constexpr std::array<std::string_view, 24> kWords{
      "the",  "of",   "and",   "to",    "in",   "was",  "for",  "on",
      "with", "he",   "his",   "at",    "from", "they", "had",  "this",
      "time", "year", "water", "house", "work", "city", "good", "day"};
  std::string text;
  for (std::size_t i = 2; i < tokens; ++i) {
    text.append(text.empty() ? "" : " ").append(kWords[random.below(kWords.size())]);
  }
  return text;
}

std::vector<Embedding> embed(Embedder& embedder, const std::vector<std::string>& texts,
                             TextRole role) {
  std::vector<Embedding> embeddings = embedder.embed(texts, role);
  for (const Embedding& embedding : embeddings) {
    if (!embedding.error.empty()) throw Error(ErrorCode::unavailable, embedding.error);
  }
  return embeddings;
}

Row figures(const std::string& what, std::size_t texts, const std::vector<double>& times_ms) {
  const double p50_ms = percentile(times_ms, 50);
  return {{"what", what},
          {"texts", static_cast<std::int64_t>(texts)},
          {"p50_ms", p50_ms},
          {"p95_ms", percentile(times_ms, 95)},
          {"texts_per_s", 1000 * static_cast<double>(texts) / p50_ms}};
}

Row measure_length(Embedder& embedder, std::size_t tokens, std::size_t repetitions) {
  Random random(tokens);
  std::vector<double> times_ms;
  embed(embedder, {text_of(tokens, random)}, TextRole::query);  // warm
  for (std::size_t i = 0; i < repetitions; ++i) {
    const std::vector<std::string> text{text_of(tokens, random)};
    times_ms.push_back(elapsed_ms([&] { embed(embedder, text, TextRole::query); }));
  }
  return figures(std::to_string(tokens) + " tokens", 1, times_ms);
}

Row measure_batch(Embedder& embedder, std::size_t size, std::size_t repetitions) {
  Corpus corpus;
  std::vector<double> times_ms;
  for (std::size_t i = 0; i < repetitions; ++i) {
    std::vector<std::string> texts;
    while (texts.size() < size) texts.push_back(corpus.next().content);
    times_ms.push_back(elapsed_ms([&] { embed(embedder, texts, TextRole::document); }));
  }
  return figures("batch", size, times_ms);
}

void run(const EmbedOptions& options, const Show& show) {
  Report report("embed");
  std::unique_ptr<Embedder> embedder;
  const double load_ms = elapsed_ms([&] {
    embedder = make_local_embedder({.model = find_model(options.model),
                                    .query_threads = options.query_threads,
                                    .batch_threads = options.batch_threads});
  });
  for (const std::size_t tokens : options.tokens) {
    report.add(measure_length(*embedder, tokens, options.repetitions));
  }
  for (const std::size_t size : options.batches) {
    report.add(measure_batch(*embedder, size, std::max<std::size_t>(1, options.repetitions / 10)));
  }
  report.note("Model: " + embedder->info().id + ", loaded in " +
              std::to_string(static_cast<int>(load_ms)) +
              " ms. Batches are corpus sentences of 10 "
              "to 20 made-up words.");
  show(report);
}

}  // namespace

void add_embed_workload(CLI::App& program, const Show& show) {
  const auto options = std::make_shared<EmbedOptions>();
  CLI::App* command = program.add_subcommand("embed", "The embedding model in this process");
  command->add_option("--model", options->model, "A GGUF file; default: the first installed one");
  command->add_option("--tokens", options->tokens, "Lengths of single texts")->delimiter(',');
  command->add_option("--batches", options->batches, "Texts at once")->delimiter(',');
  command->add_option("--repetitions", options->repetitions, "Texts a length")
      ->check(CLI::PositiveNumber);
  command->add_option("--query-threads", options->query_threads, "For one text");
  command->add_option("--batch-threads", options->batch_threads, "For several; 0: one per core");
  command->callback([options, show] { run(*options, show); });
}

}  // namespace gaia::memory::bench

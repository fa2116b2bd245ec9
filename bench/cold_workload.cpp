// `gaia-memory-bench cold`: how long a person waits for `gaia-memory recall`, from the start of the
// process to its end, on a file of many items. The vectors are made up but belong to the real
// model, so that everything is done that a real recall does: open, load the model, read the
// vectors, embed, search both ways, count.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "corpus.h"
#include "gaia/memory/error.h"
#include "gaia/memory/local_models.h"
#include "gaia/memory/memory_store.h"
#include "model.h"
#include "workloads.h"

namespace gaia::memory::bench {
namespace {

struct ColdOptions {
  std::string program;
  std::string model;
  std::size_t items = 10000;
  std::size_t repetitions = 20;
};

void fill(const std::filesystem::path& file, std::size_t count, const EmbedderInfo& model) {
  MemoryStore store({.db_path = file});
  Corpus corpus;
  Random random(1);
  std::vector<NewKnowledge> items;
  for (std::size_t i = 0; i < count; ++i) {
    CorpusItem item = corpus.next();
    items.push_back({.category = item.category,
                     .content = item.content,
                     .context = item.context,
                     .entity = item.entity});
  }
  const auto stored = store.store_all(items);
  std::vector<MemoryStore::NewEmbedding> embeddings;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<float> vector(model.dimension);
    for (float& value : vector) value = random.normal();
    embeddings.push_back({stored[i].id, items[i].content, std::move(vector)});
  }
  store.store_embeddings(embeddings, model.id);
}

std::string quoted(const std::string& argument) {
  std::string text = "'";
  for (const char c : argument) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

nlohmann::json run(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw Error(ErrorCode::io_error, "cannot run " + command);
  std::string output;
  char buffer[4096];
  for (std::size_t read = 0; (read = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    output.append(buffer, read);
  }
  const int status = pclose(pipe);
  if (status != 0) throw Error(ErrorCode::io_error, command + " failed");
  return nlohmann::json::parse(output);
}

Report measure(const ColdOptions& options) {
  const std::string model = find_model(options.model).string();
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / "gaia-memory-bench-cold.db";
  std::filesystem::remove(file);
  fill(file, options.items, make_local_embedder({.model = model})->info());

  Corpus corpus(2);
  std::vector<double> process_ms;
  std::vector<double> vector_ms;
  std::vector<double> embed_ms;
  std::vector<double> keyword_ms;
  for (std::size_t i = 0; i < options.repetitions; ++i) {
    // A named model is loaded before the file is opened; the installed one beside it.
    const std::string named = options.model.empty() ? "" : " --model " + quoted(model);
    const std::string command = quoted(options.program) + " --db " + quoted(file.string()) + named +
                                " --json recall " + quoted(corpus.words(8));
    nlohmann::json answer;
    process_ms.push_back(elapsed_ms([&] { answer = run(command); }));
    if (!answer["degraded"].empty()) throw Error(ErrorCode::unavailable, answer.dump());
    vector_ms.push_back(answer["timings"]["vector_ms"]);
    embed_ms.push_back(answer["timings"]["embed_ms"]);
    keyword_ms.push_back(answer["timings"]["keyword_ms"]);
  }
  std::filesystem::remove(file);

  Report report("cold");
  const auto add = [&](const std::string& what, const std::vector<double>& times_ms) {
    report.add({{"what", what},
                {"p50_ms", percentile(times_ms, 50)},
                {"p95_ms", percentile(times_ms, 95)}});
  };
  add("gaia-memory recall, the whole process", process_ms);
  add("  model loaded and vectors read, side by side; scan", vector_ms);
  add("  the question's vector", embed_ms);
  add("  by words", keyword_ms);
  report.note(std::to_string(options.items) + " items, 8 words. The rest is starting, opening, " +
              "counting the recall and ending.");
  return report;
}

}  // namespace

void add_cold_workload(CLI::App& program, const Show& show) {
  const auto options = std::make_shared<ColdOptions>();
  CLI::App* command = program.add_subcommand("cold", "gaia-memory recall as a new process");
  command->add_option("--program", options->program, "The program gaia-memory")->required();
  command->add_option("--model", options->model, "A GGUF file; default: the first installed one");
  command->add_option("--items", options->items, "Size of the memory")->capture_default_str();
  command->add_option("--repetitions", options->repetitions, "Processes")->capture_default_str();
  command->callback([options, show] { show(measure(*options)); });
}

}  // namespace gaia::memory::bench

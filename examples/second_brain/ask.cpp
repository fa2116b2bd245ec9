// `second_brain ask`: the questions, what was found, from when, by which signal, and how fast.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "answers.h"
#include "data.h"
#include "format.h"
#include "open.h"
#include "options.h"

namespace second_brain {
namespace {

namespace gm = gaia::memory;

constexpr std::size_t kIndent = 6;
constexpr int kPromisedInTopThree = 10;  // of the dozen, with a model

std::string signal_text(std::string_view name, const std::optional<gm::SignalRank>& signal,
                        int decimals) {
  if (!signal) return {};
  return ", " + std::string(name) + " #" + std::to_string(signal->rank) + " (" +
         fixed(signal->score, decimals) + ")";
}

std::string how_found(const gm::Recalled& hit) {
  return signal_text("by meaning", hit.vector, 2) + signal_text("by words", hit.keyword, 1);
}

void show_line(const std::string& text) { std::cout << std::string(kIndent, ' ') << text << "\n"; }

// How it was said, on one line.
void show_source(const gm::Turn& turn) {
  const std::string name = "from: ";
  show_line(dim(name + shortened(turn.content, kWidth - kIndent - name.size())));
}

void show_fact(const gm::MemoryStore& store, const gm::Recalled& hit,
               const Predecessors& predecessors) {
  show_line(bold(wrapped(hit.item.content, kIndent)));
  if (hit.item.due_at) show_line("due " + due_text(*hit.item.due_at));
  show_line(dim("learned " + date_text(hit.item.created_at) + how_found(hit)));
  if (const auto source = find_source(store, hit.item)) show_source(*source);
  const auto older = predecessors.find(hit.item.id);
  if (older == predecessors.end()) return;
  show_line(dim(wrapped("until then: " + older->second.content, kIndent)));
}

void show_turn(const gm::ScoredTurn& hit) {
  show_line(bold(wrapped(hit.turn.content, kIndent)));
  show_line(dim("said by the " + hit.turn.role + " on " + date_time_text(hit.turn.timestamp) +
                ", by words #1 (" + fixed(hit.score, 1) + ")"));
}

void show_verdict(const Answer& answer) {
  const std::string time = ", " + ms_text(answer.ms);
  if (answer.rank == 1) return show_line(good("right") + dim(time));
  if (answer.facts.items.empty() && answer.turns.empty()) {
    return show_line(bad("nothing found") + dim(time));
  }
  if (answer.rank == 0) return show_line(bad("wrong, the answer is not in the top 3") + dim(time));
  const std::string right = "wrong" + time + "; number " + std::to_string(answer.rank) +
                            " is right: " + expected_text(answer);
  show_line(bad(wrapped(right, kIndent)));
}

void show_question(std::size_t number, const Question& question) {
  const std::string head = std::to_string(number) + ".";
  std::cout << "\n"
            << std::string(kIndent - 2 - head.size(), ' ') << head << "  " << question.text << "\n";
}

void show_answer(const gm::MemoryStore& store, const Answer& answer,
                 const Predecessors& predecessors) {
  if (!answer.facts.items.empty()) show_fact(store, answer.facts.items.front(), predecessors);
  if (!answer.turns.empty()) show_turn(answer.turns.front());
  show_verdict(answer);
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

struct Tally {
  int first = 0;
  int in_top_three = 0;
  std::vector<double> ms;
  std::vector<double> model_ms;
  double cold_start_ms = 0;
  bool by_meaning = false;  // of any question
};

void count(Tally& tally, const Answer& answer) {
  tally.first += answer.rank == 1 ? 1 : 0;
  tally.in_top_three += answer.rank >= 1 ? 1 : 0;
  tally.ms.push_back(answer.ms);
  tally.model_ms.push_back(answer.facts.timings.embed_ms);
  tally.by_meaning = tally.by_meaning || std::ranges::count(answer.facts.signals, "vector") > 0;
}

std::string time_text(const Tally& tally) {
  std::string text = "median " + ms_text(median(tally.ms)) + " a question";
  if (tally.by_meaning) text += ", " + ms_text(median(tally.model_ms)) + " of it in the model";
  return text + "; first answer " + ms_text(tally.cold_start_ms) + " after the start";
}

std::string contents_text(const gm::MemoryStatus& status) {
  return "no network, no server; a file of " +
         size_text(status.db_size_bytes + status.wal_size_bytes) + ": " +
         std::to_string(status.counts.knowledge) + " facts, " +
         std::to_string(status.counts.superseded) + " former ones, " +
         std::to_string(status.counts.turns) + " turns";
}

void show_summary(const Tally& tally, const gm::MemoryStatus& status) {
  const std::string score = std::to_string(tally.first) + " of " + std::to_string(tally.ms.size()) +
                            " answered first, " + std::to_string(tally.in_top_three) +
                            " in the top 3";
  std::cout << "\n"
            << bold(score) << (tally.by_meaning ? "" : ", by words alone") << "\n"
            << time_text(tally) << "\n"
            << contents_text(status) << "\n";
}

Tally ask_all(gm::AgentMemory& memory, const Options& options) {
  const Predecessors predecessors = find_predecessors(memory.memory_store());
  Tally tally;
  for (const Question& question : read_questions(options.data / "questions.jsonl")) {
    const Answer answer = find_answer(memory, question);
    if (tally.ms.empty()) {
      const std::chrono::duration<double, std::milli> elapsed =
          std::chrono::steady_clock::now() - options.started;
      tally.cold_start_ms = elapsed.count();
    }
    count(tally, answer);
    show_question(tally.ms.size(), question);
    show_answer(memory.memory_store(), answer, predecessors);
  }
  return tally;
}

// Facts that were stored while there was no model.
void embed_the_rest(gm::AgentMemory& memory) {
  const gm::MemoryStatus status = memory.status();
  if (status.embedder_id.empty() || status.pending_embeddings == 0) return;
  const std::size_t done =
      memory.backfill_embeddings(static_cast<std::size_t>(status.pending_embeddings));
  std::cout << "facts    " << done << " could not be found by meaning, and now are\n";
}

}  // namespace

int ask(const Options& options) {
  if (!std::filesystem::exists(options.db)) {
    throw gm::Error(gm::ErrorCode::not_found, "there is no " + options.db.string(),
                    "make it with: second_brain store --db " + options.db.string());
  }
  const auto memory = open_memory(options);
  embed_the_rest(*memory);
  const Tally tally = ask_all(*memory, options);
  show_summary(tally, memory->status());
  return tally.by_meaning && tally.in_top_three < kPromisedInTopThree ? 1 : 0;
}

}  // namespace second_brain

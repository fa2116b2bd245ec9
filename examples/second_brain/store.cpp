// `second_brain store`: what goes in, how fast, and what replaced what.
#include <chrono>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "data.h"
#include "format.h"
#include "open.h"
#include "options.h"

namespace second_brain {
namespace {

namespace gm = gaia::memory;

constexpr std::size_t kDateColumn = 15;

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// A line that overwrites itself; a file or a pipe gets none.
void show_progress(std::size_t done, std::size_t total) {
  if (!stdout_is_terminal()) return;
  std::cout << "\rfacts    " << done << " of " << total << std::flush;
  if (done == total) std::cout << "\r\x1b[K";
}

std::string what_became(const std::vector<gm::RememberResult>& results) {
  std::map<gm::StoreOutcome, int> count;
  for (const gm::RememberResult& result : results) ++count[result.stored.outcome];
  std::string text = std::to_string(count[gm::StoreOutcome::created]) + " new, " +
                     std::to_string(count[gm::StoreOutcome::superseded]) + " changed an older one";
  const int merged = count[gm::StoreOutcome::updated] + count[gm::StoreOutcome::reinforced];
  if (merged > 0) text += ", " + std::to_string(merged) + " known already";
  const int late = count[gm::StoreOutcome::outdated];
  if (late > 0) text += ", " + std::to_string(late) + " out of date";
  return text;
}

void show_changes(gm::MemoryStore& store, const std::vector<gm::RememberResult>& results) {
  bool headed = false;
  for (const gm::RememberResult& result : results) {
    if (result.stored.outcome != gm::StoreOutcome::superseded) continue;
    const auto newer = store.get(result.stored.id);
    const auto older = store.get(result.stored.other_id.value_or(""));
    if (!newer || !older) continue;
    if (!std::exchange(headed, true)) {
      std::cout << "\n" << bold("What changed over the weeks") << "\n";
    }
    const std::string date = date_text(newer->created_at);
    std::cout << "  " << date << std::string(kDateColumn - 2 - date.size(), ' ')
              << wrapped(newer->content, kDateColumn) << "\n"
              << dim("         was:  " + wrapped(older->content, kDateColumn)) << "\n";
  }
}

std::vector<gm::RememberResult> store_facts(gm::AgentMemory& memory, const Options& options) {
  const std::vector<gm::NewKnowledge> facts = read_facts(options.data / "facts.jsonl");
  const Stopwatch watch;
  auto results = memory.remember_all(facts, show_progress);
  const double seconds = watch.seconds();
  std::cout << "facts    " << facts.size() << " in " << ms_text(seconds * 1000) << " ("
            << rate_text(static_cast<double>(facts.size()) / seconds)
            << "): " << what_became(results) << "\n";
  return results;
}

void store_turns(gm::AgentMemory& memory, const Options& options) {
  const std::vector<gm::NewTurn> turns = read_turns(options.data / "conversation.jsonl");
  std::set<std::string> sessions;
  for (const gm::NewTurn& turn : turns) sessions.insert(turn.session_id);
  const Stopwatch watch;
  const std::size_t stored = memory.memory_store().import_turns(turns);
  const double seconds = watch.seconds();
  std::cout << "turns    " << turns.size() << " of " << sessions.size() << " conversations in "
            << ms_text(seconds * 1000) << " ("
            << rate_text(static_cast<double>(turns.size()) / seconds) << "): " << stored
            << " new\n";
}

}  // namespace

int store(const Options& options) {
  const auto memory = open_memory(options);
  const auto results = store_facts(*memory, options);
  store_turns(*memory, options);
  show_changes(memory->memory_store(), results);
  const gm::MemoryStatus status = memory->status();
  std::cout << "\nAll of it is in " << status.db_path.string() << ", "
            << size_text(status.db_size_bytes + status.wal_size_bytes) << ".\n"
            << "Now ask, in a new process:  second_brain ask --db " << options.db.string() << "\n";
  return 0;
}

}  // namespace second_brain

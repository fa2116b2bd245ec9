#include "answers.h"

#include <algorithm>
#include <chrono>

namespace second_brain {
namespace {

namespace gm = gaia::memory;

bool is_expected(const Question& question, const std::string& text) {
  return std::ranges::all_of(question.expect, [&](const std::string& part) {
    return text.find(part) != std::string::npos;
  });
}

std::vector<std::string> found_texts(const Answer& answer) {
  std::vector<std::string> texts;
  for (const gm::Recalled& hit : answer.facts.items) texts.push_back(hit.item.content);
  for (const gm::ScoredTurn& hit : answer.turns) texts.push_back(hit.turn.content);
  return texts;
}

int rank_of_expected(const Question& question, const Answer& answer) {
  const std::vector<std::string> texts = found_texts(answer);
  const auto expected = std::ranges::find_if(
      texts, [&](const std::string& text) { return is_expected(question, text); });
  return expected == texts.end() ? 0 : static_cast<int>(expected - texts.begin()) + 1;
}

std::string hours_later(const gm::Timestamp& time, int hours) {
  constexpr std::int64_t kHourUs = 3'600'000'000;
  return gm::to_iso8601({time.unix_us + hours * kHourUs, time.offset_minutes});
}

}  // namespace

Answer find_answer(gm::AgentMemory& memory, const Question& question) {
  Answer answer;
  const auto start = std::chrono::steady_clock::now();
  if (question.of_conversation) {
    answer.turns = memory.memory_store().search_conversations(question.text, {.limit = kShown});
  } else {
    // Without `touch`, so that the answers are the same however often it is run.
    answer.facts = memory.recall(question.text, {.top_k = kShown, .touch = false});
  }
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  answer.ms = elapsed.count();
  answer.rank = rank_of_expected(question, answer);
  return answer;
}

std::string expected_text(const Answer& answer) {
  return found_texts(answer).at(static_cast<std::size_t>(answer.rank) - 1);
}

std::optional<gm::Turn> find_source(const gm::MemoryStore& store, const gm::Knowledge& item) {
  const gm::TurnSearchOptions around = {.limit = kShown,
                                        .time_from = hours_later(item.created_at, -2),
                                        .time_to = hours_later(item.created_at, 2)};
  for (gm::ScoredTurn& hit : store.search_conversations(item.content, around)) {
    if (hit.turn.role == "user") return std::move(hit.turn);
  }
  return std::nullopt;
}

Predecessors find_predecessors(const gm::MemoryStore& store) {
  Predecessors predecessors;
  for (gm::Knowledge& item :
       store.get_all_knowledge({.limit = 1000, .include_superseded = true}).items) {
    if (item.superseded_by) predecessors.emplace(*item.superseded_by, std::move(item));
  }
  return predecessors;
}

}  // namespace second_brain

// One question: what the memory answers, and whether it is the answer that the data expects.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "data.h"
#include "gaia/memory/agent_memory.h"

namespace second_brain {

// How many answers are looked at.
inline constexpr int kShown = 3;

// One of `facts` and `turns` is filled; as the tools of an agent are, the searches are two.
struct Answer {
  gaia::memory::RecallResult facts;
  std::vector<gaia::memory::ScoredTurn> turns;
  double ms = 0;  // that the search took
  int rank = 0;   // of the expected answer among what was found; 0: not there
};

Answer find_answer(gaia::memory::AgentMemory& memory, const Question& question);

// The text of the expected answer; it must have been found.
std::string expected_text(const Answer& answer);

// The user's turn, of the hours around the moment when the item was learned, that has most of its
// words.
std::optional<gaia::memory::Turn> find_source(const gaia::memory::MemoryStore& store,
                                              const gaia::memory::Knowledge& item);

// For the id of an item that replaced another: the item that it replaced.
using Predecessors = std::map<std::string, gaia::memory::Knowledge>;
Predecessors find_predecessors(const gaia::memory::MemoryStore& store);

}  // namespace second_brain

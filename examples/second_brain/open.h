// Opens the memory, with a model if there is one.
#pragma once

#include <memory>

#include "gaia/memory/agent_memory.h"
#include "options.h"

namespace second_brain {

// Says in a line which model is used, or why there is none: then memories are found by their words.
// Throws gaia::memory::Error, also for a model that was named and cannot be loaded.
std::unique_ptr<gaia::memory::AgentMemory> open_memory(const Options& options);

}  // namespace second_brain

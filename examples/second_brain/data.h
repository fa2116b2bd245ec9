// The demonstration's data: what is stored, and what is asked. README.md describes the files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gaia/memory/types.h"

namespace second_brain {

struct Question {
  std::string text;
  std::vector<std::string> expect;  // all of these are in the right answer; used to mark, only
  bool of_conversation = false;     // for what was said, where the others are for what is known
};

// One JSON object a line. Throw std::runtime_error with file and line for what they cannot read.
std::vector<gaia::memory::NewKnowledge> read_facts(const std::filesystem::path& file);
std::vector<gaia::memory::NewTurn> read_turns(const std::filesystem::path& file);
std::vector<Question> read_questions(const std::filesystem::path& file);

}  // namespace second_brain

#include "data.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

namespace second_brain {
namespace {

using Json = nlohmann::json;

std::optional<std::string> optional_text(const Json& line, const char* field) {
  if (!line.contains(field)) return std::nullopt;
  return line.at(field).get<std::string>();
}

gaia::memory::NewKnowledge to_fact(const Json& line) {
  return {.category = line.at("category"),
          .content = line.at("content"),
          .domain = optional_text(line, "domain"),
          .due_at = optional_text(line, "due_at"),
          .source = "user",
          .context = line.value("context", "global"),
          .sensitive = line.value("sensitive", false),
          .entity = optional_text(line, "entity"),
          .created_at = optional_text(line, "created_at")};
}

gaia::memory::NewTurn to_turn(const Json& line) {
  return {.session_id = line.at("session_id"),
          .role = line.at("role"),
          .content = line.at("content"),
          .context = line.value("context", "global"),
          .timestamp = optional_text(line, "timestamp")};
}

Question to_question(const Json& line) {
  return {.text = line.at("question"),
          .expect = line.at("expect"),
          .of_conversation = line.value("ask", "") == "conversation"};
}

template <typename Item>
std::vector<Item> read_lines(const std::filesystem::path& file, Item (*convert)(const Json&)) {
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  std::vector<Item> items;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    try {
      items.push_back(convert(Json::parse(line)));
    } catch (const Json::exception& error) {
      throw std::runtime_error(file.string() + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  return items;
}

}  // namespace

std::vector<gaia::memory::NewKnowledge> read_facts(const std::filesystem::path& file) {
  return read_lines<gaia::memory::NewKnowledge>(file, to_fact);
}

std::vector<gaia::memory::NewTurn> read_turns(const std::filesystem::path& file) {
  return read_lines<gaia::memory::NewTurn>(file, to_turn);
}

std::vector<Question> read_questions(const std::filesystem::path& file) {
  return read_lines<Question>(file, to_question);
}

}  // namespace second_brain

// import: conversations and knowledge from JSON Lines. The whole file is checked before any of it
// is stored.
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "cli/commands.h"
#include "cli/input.h"

namespace gaia::memory::cli {
namespace {

struct Arguments {
  std::string file;
  std::string from;
};

constexpr std::size_t kBatch = 1000;  // turns in one transaction: others wait for less than 0.1 s

// Calls `take(json)` for each line that is not blank; its errors then name the line.
template <typename Take>
void for_each_line(const std::string& file, std::string_view text, const Take& take) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    try {
      wire::require_text("the line", line);
      take(wire::parse(line));
    } catch (const Error& error) {
      throw Error(
          error.code(), input_name(file) + ", line " + std::to_string(number) + ": " + error.what(),
          error.hint().empty() ? "nothing was stored" : error.hint() + " (nothing was stored)");
    }
  }
}

// Without its time, a turn could not be recognised when the file is imported again.
NewTurn to_dated_turn(const wire::Json& json) {
  NewTurn turn = wire::to_new_turn(json);
  if (!turn.timestamp) {
    throw Error(ErrorCode::invalid_argument, "'timestamp' is missing or empty",
                "give the instant of the turn, as in 2026-07-10T14:00:00Z");
  }
  return turn;
}

bool names_context(const wire::Json& json) {
  return json.contains("context") && !json["context"].is_null() && json["context"] != "";
}

std::vector<NewTurn> read_turns(const Session& session, const std::string& file) {
  std::vector<NewTurn> turns;
  for_each_line(file, read_input(file), [&](const wire::Json& json) {
    NewTurn turn = to_dated_turn(json);
    if (!names_context(json)) turn.context = session.context_to_store();
    check_storable(turn);
    turns.push_back(std::move(turn));
  });
  return turns;
}

std::vector<NewKnowledge> read_knowledge(const Session& session, const std::string& file) {
  std::vector<NewKnowledge> items;
  for_each_line(file, read_input(file), [&](const wire::Json& json) {
    NewKnowledge item = wire::to_new_knowledge(json);
    if (!item.context) item.context = session.context_to_store();
    check_storable(item);
    items.push_back(std::move(item));
  });
  return items;
}

void import_conversation(Session& session, const std::string& file) {
  const std::vector<NewTurn> turns = read_turns(session, file);
  MemoryStore& store = session.memory({.intent = Intent::store}).memory_store();
  std::size_t stored = 0;
  {
    Progress progress("importing turns");
    for (std::size_t done = 0; done < turns.size();) {
      const std::size_t count = std::min(kBatch, turns.size() - done);
      stored += store.import_turns(std::span(turns).subspan(done, count));
      done += count;
      progress(done, turns.size());
    }
  }
  const std::size_t skipped = turns.size() - stored;
  Output& output = session.output();
  if (output.style() == Style::json) {
    return output.json({{"read", turns.size()}, {"stored", stored}, {"skipped", skipped}});
  }
  output.line("turns: " + std::to_string(turns.size()) + " read, " + std::to_string(stored) +
              " stored, " + std::to_string(skipped) + " blank or known already");
}

constexpr std::array kOutcomes{StoreOutcome::created, StoreOutcome::updated,
                               StoreOutcome::reinforced, StoreOutcome::superseded,
                               StoreOutcome::outdated};

wire::Json count_outcomes(const std::vector<RememberResult>& results) {
  wire::Json counts = {{"read", results.size()}};
  for (const StoreOutcome outcome : kOutcomes) {
    counts[std::string(wire::to_text(outcome))] = std::count_if(
        results.begin(), results.end(),
        [outcome](const RememberResult& result) { return result.stored.outcome == outcome; });
  }
  return counts;
}

void print_counts(Output& output, const wire::Json& counts) {
  if (output.style() == Style::json) return output.json(counts);
  std::string line;
  for (const auto& [name, count] : counts.items()) {
    line += (line.empty() ? "items: " : ", ") + wire::to_text(count) + " " + name;
  }
  output.line(line);
}

void import_knowledge(Session& session, const std::string& file) {
  const std::vector<NewKnowledge> items = read_knowledge(session, file);
  AgentMemory& memory = session.memory({.intent = Intent::store, .uses_model = true});
  std::vector<RememberResult> results;
  {
    Progress progress("importing items");
    results = memory.remember_all(items, std::ref(progress));
  }
  print_counts(session.output(), count_outcomes(results));
}

void run(Session& session, const Arguments& arguments) {
  if (arguments.from == "conversation") return import_conversation(session, arguments.file);
  if (arguments.from == "jsonl") return import_knowledge(session, arguments.file);
  throw Error(ErrorCode::invalid_argument, "unknown format '" + arguments.from + "'",
              "--from takes conversation or jsonl");
}

}  // namespace

void add_import(Program& program) {
  CLI::App& command =
      add_command(program.app, "import", "Store conversations or items from JSON Lines",
                  "gaia-memory import chats.jsonl --from conversation");
  auto arguments = std::make_shared<Arguments>();
  add_text(command, "FILE", arguments->file, "The file; - reads standard input").required();
  add_text(command, "--from", arguments->from,
           "conversation: {session_id, role, content, timestamp[, context]}; "
           "jsonl: {category, content[, context, entity, domain, ...]}")
      .required();
  add_text(command, "--context", program.flags.context,
           "Scope of the lines that name none [global]");
  set_action(program, command, arguments, run);
}

}  // namespace gaia::memory::cli

// recall and search-conversations: finding what is known, and what was said.
#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/items.h"
#include "cli/layout.h"

namespace gaia::memory::cli {
namespace {

struct RecallArguments {
  std::string query;
  Text category;
  Text entity;
  Text domain;
  Text since;
  Text until;
  int count = 5;
  bool include_sensitive = false;
  bool explain = false;
  bool no_touch = false;
};

struct TurnArguments {
  std::string query;
  Text since;
  Text until;
  int count = 10;
};

SearchOptions to_options(const Session& session, const RecallArguments& arguments) {
  return {.category = arguments.category,
          .context = session.settings().context.value,
          .include_global = true,
          .entity = arguments.entity,
          .domain = arguments.domain,
          .include_sensitive = arguments.include_sensitive,
          .top_k = arguments.count,
          .time_from = arguments.since,
          .time_to = arguments.until,
          .touch = !arguments.no_touch && !session.settings().switched_off};
}

std::string digits(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

std::string found_in_words(const Recalled& hit) {
  if (hit.vector && hit.keyword) return "by meaning and words";
  return hit.vector ? "by meaning" : "by words";
}

std::string found_by(const Recalled& hit) {
  if (hit.vector && hit.keyword) return "vector+keyword";
  return hit.vector ? "vector" : "keyword";
}

std::string describe(std::string_view name, const std::optional<SignalRank>& signal) {
  const std::string lead = " " + std::string(name) + "=";
  if (!signal) return lead + "-";
  return lead + std::to_string(signal->rank) + "/" + digits(signal->score);
}

// score=0.0163 vector=1/0.8123 keyword=2/7.31: the fused score, and each signal's rank and score.
std::string explanation(const Recalled& hit) {
  return "score=" + digits(hit.score) + describe("vector", hit.vector) +
         describe("keyword", hit.keyword) + " confidence=" + digits(hit.item.confidence);
}

void print_hits(Output& output, const RecallResult& result, bool explain) {
  const Timestamp today = now();
  int rank = 0;
  for (const Recalled& hit : result.items) {
    const std::string mark = std::to_string(++rank) + ". ";
    const std::string details = explain ? "  " + explanation(hit) : "";
    if (output.style() == Style::plain) {
      print_row(output, hit.item, found_by(hit) + details);
    } else {
      print_item(output, mark, hit.item, found_in_words(hit) + details, today);
    }
  }
}

void tell_timings(const RecallTimings& timings) {
  note("embed " + digits(timings.embed_ms) + " ms, vector " + digits(timings.vector_ms) +
       " ms, keyword " + digits(timings.keyword_ms) + " ms, total " + digits(timings.total_ms) +
       " ms");
}

void tell_degraded(const Session& session, const RecallResult& result) {
  for (const std::string& signal : result.degraded) {
    if (signal == "vector") session.explain_missing_model(result.degraded_reason);
    if (signal == "touch") note("another process is writing: this recall was not counted");
  }
  if (result.pending_embeddings > 0 && result.degraded.empty()) {
    note(std::to_string(result.pending_embeddings) + " items can be found by words only for now");
  }
}

void tell_nothing_found(const Session& session) {
  if (session.has_file()) return note("nothing found");
  session.tell_no_file();
}

RecallResult find_items(Session& session, const RecallArguments& arguments) {
  if (session.has_file()) {
    AgentMemory& memory = session.memory({.uses_model = true});
    return memory.recall(arguments.query, to_options(session, arguments));
  }
  return {};
}

void recall(Session& session, const RecallArguments& arguments) {
  const RecallResult result = find_items(session, arguments);
  Output& output = session.output();
  tell_degraded(session, result);
  if (output.style() == Style::json) return output.json(wire::to_json(result));
  if (result.items.empty()) tell_nothing_found(session);
  print_hits(output, result, arguments.explain);
  if (arguments.explain) tell_timings(result.timings);
}

void print_turn(Output& output, const Turn& turn, const Timestamp& today) {
  const std::string session = printable(turn.session_id);
  if (output.style() == Style::plain) {
    output.line(to_iso8601(turn.timestamp) + "  " + session + "  " + printable(turn.role) + "  " +
                printable(turn.content));
  } else {
    print_entry(
        output, printable(turn.role) + ": ", turn.content,
        session + " · " + printable(turn.context) + " · " + in_words(turn.timestamp, today));
  }
}

std::vector<ScoredTurn> find_turns(Session& session, const TurnArguments& arguments) {
  if (session.has_file()) {
    return session.memory({}).memory_store().search_conversations(
        arguments.query, {.context = session.settings().context.value,
                          .include_global = true,
                          .limit = arguments.count,
                          .time_from = arguments.since,
                          .time_to = arguments.until});
  }
  return {};
}

void search_conversations(Session& session, const TurnArguments& arguments) {
  const std::vector<ScoredTurn> hits = find_turns(session, arguments);
  Output& output = session.output();
  if (output.style() == Style::json) {
    wire::Json items = wire::Json::array();
    for (const ScoredTurn& hit : hits) items.push_back(wire::to_json(hit));
    return output.json({{"items", items}});
  }
  if (hits.empty()) tell_nothing_found(session);
  const Timestamp today = now();
  for (const ScoredTurn& hit : hits) print_turn(output, hit.turn, today);
}

void add_time_range(CLI::App& command, Text& since, Text& until) {
  add_instant(command, "--since", since, "Not before this date or instant: 2026-07-01");
  add_instant(command, "--until", until, "Not after this date or instant");
}

void add_recall_command(Program& program) {
  CLI::App& command = add_command(program.app, "recall", "Find what is known, by meaning and words",
                                  "gaia-memory recall \"how does Sarah want to be reached?\"");
  auto arguments = std::make_shared<RecallArguments>();
  add_text(command, "QUERY", arguments->query, "What to look for, in plain words").required();
  add_text(command, "--context", program.flags.context, "Only this scope and global [all]");
  add_text(command, "--category", arguments->category, "Only this category");
  add_text(command, "--entity", arguments->entity, "Only what is about it");
  add_text(command, "--domain", arguments->domain, "Only this grouping");
  add_time_range(command, arguments->since, arguments->until);
  add_count(command, "-k", arguments->count, "At most so many, 1 to 1000 [5]");
  command.add_flag("--include-sensitive", arguments->include_sensitive, "Sensitive items too");
  command.add_flag("--explain", arguments->explain, "Each signal's rank and score, and the times");
  command.add_flag("--no-touch", arguments->no_touch, "Do not count it as a use");
  set_action(program, command, arguments, recall);
}

void add_search_conversations(Program& program) {
  CLI::App& command =
      add_command(program.app, "search-conversations", "Find what was said, by words",
                  "gaia-memory search-conversations \"release date\" -k 3");
  auto arguments = std::make_shared<TurnArguments>();
  add_text(command, "QUERY", arguments->query, "What to look for, in plain words").required();
  add_text(command, "--context", program.flags.context, "Only this scope and global [all]");
  add_time_range(command, arguments->since, arguments->until);
  add_count(command, "-k", arguments->count, "At most so many, 1 to 1000 [10]");
  set_action(program, command, arguments, search_conversations);
}

}  // namespace

void add_recall(Program& program) {
  add_recall_command(program);
  add_search_conversations(program);
}

}  // namespace gaia::memory::cli

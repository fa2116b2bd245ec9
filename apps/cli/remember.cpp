// remember: stores one statement.
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/layout.h"

namespace gaia::memory::cli {
namespace {

struct Arguments {
  std::string text;
  std::string category = "fact";
  std::string source = "user";
  Text entity;
  Text domain;
  Text due;
  bool sensitive = false;
};

std::string read_text(const std::string& argument) {
  if (argument != "-") return argument;
  std::string text = read_input(argument);
  wire::require_text("standard input", text);
  return text;
}

NewKnowledge to_knowledge(const Session& session, const Arguments& arguments) {
  return {.category = arguments.category,
          .content = read_text(arguments.text),
          .domain = arguments.domain,
          .due_at = arguments.due,
          .source = arguments.source,
          .context = session.context_to_store(),
          .sensitive = arguments.sensitive,
          .entity = arguments.entity};
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// The store keeps the beginning of a text that is too long for it.
void tell_if_cut(AgentMemory& memory, const std::string& id, std::string_view text) {
  const std::optional<Knowledge> item = memory.memory_store().get(id);
  const std::string_view given = trim(text);
  if (!item || item->content.size() >= given.size() || !given.starts_with(item->content)) return;
  note("the text was cut: the first " + in_bytes(item->content.size()) + " of " +
       in_bytes(given.size()) + " are stored");
}

std::string sentence(const StoreResult& stored) {
  const std::string other(short_id(stored.other_id.value_or("")));
  std::string line =
      std::string(wire::to_text(stored.outcome)) + " " + std::string(short_id(stored.id));
  if (stored.outcome == StoreOutcome::superseded) line += ", which replaces " + other;
  if (stored.outcome == StoreOutcome::outdated) line += ", as history: " + other + " is newer";
  return line;
}

void run(Session& session, const Arguments& arguments) {
  const NewKnowledge knowledge = to_knowledge(session, arguments);
  AgentMemory& memory = session.memory({.intent = Intent::store, .uses_model = true});
  const RememberResult result = memory.remember(knowledge);
  tell_if_cut(memory, result.stored.id, knowledge.content);
  if (session.output().style() == Style::json) {
    session.output().json(wire::to_json(result));
  } else {
    session.output().line(sentence(result.stored));
  }
}

}  // namespace

void add_remember(Program& program) {
  CLI::App& command = add_command(program.app, "remember", "Store a statement",
                                  "gaia-memory remember \"Sarah prefers mail\" --category "
                                  "preference --entity person:sarah");
  auto arguments = std::make_shared<Arguments>();
  add_text(command, "TEXT", arguments->text, "What to remember; - reads standard input").required();
  add_text(command, "--category", arguments->category,
           "fact, preference, error, skill, note or reminder [fact]");
  add_text(command, "--context", program.flags.context, "Scope to store it in [global]");
  add_text(command, "--entity", arguments->entity, "Whom or what it is about: person:sarah");
  add_text(command, "--domain", arguments->domain, "A grouping of your own: python, deployment");
  add_text(command, "--due", arguments->due, "When it is due: 2026-07-10, 2026-07-10T14:00");
  add_text(command, "--source", arguments->source, "Who says so [user]");
  command.add_flag("--sensitive", arguments->sensitive, "Recall it only on explicit request");
  set_action(program, command, arguments, run);
}

}  // namespace gaia::memory::cli

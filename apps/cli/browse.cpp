// list, show, update and forget: looking at items, and editing them.
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/items.h"
#include "cli/layout.h"

namespace gaia::memory::cli {
namespace {

struct ListArguments {
  Text category;
  Text entity;
  std::string sort = "updated_at";
  std::string order = "desc";
  int limit = 50;
  int offset = 0;
  bool include_sensitive = false;
  bool all = false;
};

struct IdArguments {
  std::string id;
};

struct UpdateArguments {
  std::string id;
  KnowledgeUpdate changes;
  bool sensitive = false;
  bool not_sensitive = false;
};

KnowledgeQuery to_query(const Session& session, const ListArguments& arguments) {
  return {.category = arguments.category,
          .context = session.settings().context.value,
          .include_global = true,
          .entity = arguments.entity,
          .sensitive = arguments.include_sensitive ? std::nullopt : std::optional<bool>(false),
          .sort_by = arguments.sort,
          .order = arguments.order,
          .offset = arguments.offset,
          .limit = arguments.limit,
          .include_superseded = arguments.all};
}

KnowledgePage find_page(Session& session, const KnowledgeQuery& query) {
  if (session.has_file()) return session.memory({}).memory_store().get_all_knowledge(query);
  return {.offset = query.offset, .limit = query.limit};
}

void tell_page(const Session& session, const KnowledgePage& page) {
  if (!session.has_file()) return session.tell_no_file();
  if (page.items.empty()) return note("nothing to list");
  const std::int64_t end = page.offset + static_cast<std::int64_t>(page.items.size());
  if (page.offset == 0 && end == page.total) return;
  note(std::to_string(page.offset + 1) + " to " + std::to_string(end) + " of " +
       std::to_string(page.total) +
       (end < page.total ? "; go on with --offset " + std::to_string(end) : ""));
}

void list(Session& session, const ListArguments& arguments) {
  const KnowledgePage page = find_page(session, to_query(session, arguments));
  Output& output = session.output();
  if (output.style() == Style::json) return output.json(wire::to_json(page));
  const Timestamp today = now();
  for (const Knowledge& item : page.items) {
    if (output.style() == Style::plain) {
      print_row(output, item);
    } else {
      print_item(output, "", item, "", today);
    }
  }
  tell_page(session, page);
}

void print_fields(Output& output, const wire::Json& item) {
  for (const auto& [name, value] : item.items()) {
    if (value.is_null()) continue;
    const std::string text = value.is_string() ? value.get<std::string>() : wire::to_text(value);
    output.line(output.dim(name + ":") + " " + printable(text));
  }
}

void show(Session& session, const IdArguments& arguments) {
  const Knowledge item = session.memory({}).memory_store().get_by_prefix(arguments.id);
  Output& output = session.output();
  const wire::Json json = wire::to_json(item);
  if (output.style() == Style::json) return output.json(json);
  print_fields(output, json);
}

[[noreturn]] void fail_gone(const std::string& id) {
  throw Error(ErrorCode::not_found, "no item " + id + ": it was removed meanwhile",
              "list what there is with gaia-memory list");
}

KnowledgeUpdate to_changes(const UpdateArguments& arguments) {
  KnowledgeUpdate changes = arguments.changes;
  if (arguments.sensitive) changes.sensitive = true;
  if (arguments.not_sensitive) changes.sensitive = false;
  const bool any = changes.content || changes.category || changes.domain || changes.context ||
                   changes.entity || changes.due_at || changes.reminded_at || changes.sensitive;
  if (!any) {
    throw Error(ErrorCode::invalid_argument, "nothing to change",
                "say what, as in --content TEXT; see gaia-memory update --help");
  }
  return changes;
}

void update(Session& session, const UpdateArguments& arguments) {
  const KnowledgeUpdate changes = to_changes(arguments);
  AgentMemory& memory =
      session.memory({.intent = Intent::change, .uses_model = changes.content.has_value()});
  const std::string id = memory.memory_store().get_by_prefix(arguments.id).id;
  if (!memory.update(id, changes)) fail_gone(id);
  Output& output = session.output();
  if (output.style() != Style::json) return output.line("updated " + std::string(short_id(id)));
  const std::optional<Knowledge> item = memory.memory_store().get(id);
  if (!item) fail_gone(id);
  output.json(wire::to_json(*item));
}

void forget(Session& session, const IdArguments& arguments) {
  AgentMemory& memory = session.memory({.intent = Intent::remove});
  const std::string id = memory.memory_store().get_by_prefix(arguments.id).id;
  if (!memory.forget(id)) fail_gone(id);
  Output& output = session.output();
  if (output.style() == Style::json) return output.json({{"id", id}, {"outcome", "forgotten"}});
  output.line("forgotten " + std::string(short_id(id)));
}

void add_list(Program& program) {
  CLI::App& command = add_command(program.app, "list", "List items, latest change first",
                                  "gaia-memory list --category preference --sort confidence");
  auto arguments = std::make_shared<ListArguments>();
  add_text(command, "--context", program.flags.context, "Only this scope and global [all]");
  add_text(command, "--category", arguments->category, "Only this category");
  add_text(command, "--entity", arguments->entity, "Only what is about it");
  command.add_flag("--include-sensitive", arguments->include_sensitive, "Sensitive items too");
  command.add_flag("--all", arguments->all, "Superseded items too");
  add_choice(
      command, "--sort", arguments->sort,
      "updated_at, created_at, confidence, category, context, content or use_count "
      "[updated_at]",
      {"updated_at", "created_at", "confidence", "category", "context", "content", "use_count"});
  add_choice(command, "--order", arguments->order, "asc or desc [desc]", {"asc", "desc"});
  add_count(command, "--limit", arguments->limit, "At most so many, 1 to 1000 [50]");
  add_offset(command, "--offset", arguments->offset, "Leave out so many first [0]");
  set_action(program, command, arguments, list);
}

void add_id(CLI::App& command, std::string& id) {
  add_text(command, "ID", id, "As printed: the whole id, or its first 8 characters or more")
      .required();
}

void add_show(Program& program) {
  CLI::App& command =
      add_command(program.app, "show", "Show all of an item", "gaia-memory show 1f0c2a9b");
  auto arguments = std::make_shared<IdArguments>();
  add_id(command, arguments->id);
  set_action(program, command, arguments, show);
}

void add_update(Program& program) {
  CLI::App& command =
      add_command(program.app, "update", "Change an item; an empty text clears a field",
                  "gaia-memory update 1f0c2a9b --due 2026-07-10 --entity \"\"");
  auto arguments = std::make_shared<UpdateArguments>();
  KnowledgeUpdate& changes = arguments->changes;
  add_id(command, arguments->id);
  add_text(command, "--content", changes.content, "The new text");
  add_text(command, "--category", changes.category, "The new category");
  add_text(command, "--context", changes.context, "The new scope");
  add_text(command, "--entity", changes.entity, "Whom or what it is about");
  add_text(command, "--domain", changes.domain, "The new grouping");
  add_text(command, "--due", changes.due_at, "When it is due");
  add_text(command, "--reminded", changes.reminded_at, "When the user was told; now is allowed");
  CLI::Option* sensitive =
      command.add_flag("--sensitive", arguments->sensitive, "Recall it only on explicit request");
  command.add_flag("--not-sensitive", arguments->not_sensitive, "Recall it like any other")
      ->excludes(sensitive);
  set_action(program, command, arguments, update);
}

void add_forget(Program& program) {
  CLI::App& command =
      add_command(program.app, "forget", "Remove an item at once", "gaia-memory forget 1f0c2a9b");
  auto arguments = std::make_shared<IdArguments>();
  add_id(command, arguments->id);
  set_action(program, command, arguments, forget);
}

}  // namespace

void add_browse(Program& program) {
  add_list(program);
  add_show(program);
  add_update(program);
  add_forget(program);
}

}  // namespace gaia::memory::cli

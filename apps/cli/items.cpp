#include "cli/items.h"

#include "cli/layout.h"

namespace gaia::memory::cli {
namespace {

void append_part(std::string& line, std::string_view part) {
  if (part.empty()) return;
  if (!line.empty()) line += " · ";
  line += printable(part);
}

std::string due_in_words(const Knowledge& item, const Timestamp& today) {
  if (!item.due_at) return {};
  return (*item.due_at < today ? "was due " : "due ") + in_words(*item.due_at, today);
}

std::string belonging(const Knowledge& item, const Timestamp& today) {
  std::string line;
  append_part(line, short_id(item.id));
  append_part(line, item.category);
  append_part(line, item.context);
  append_part(line, item.entity.value_or(""));
  append_part(line, item.domain.value_or(""));
  append_part(line, due_in_words(item, today));
  append_part(line, item.sensitive ? "sensitive" : "");
  append_part(line, item.superseded_by ? "superseded" : "");
  append_part(line, in_words(item.updated_at, today));
  return line;
}

}  // namespace

void print_entry(Output& output, std::string_view mark, std::string_view content,
                 std::string_view below) {
  const std::size_t indent = display_width(mark);
  const std::size_t width = output.width() > indent + 20 ? output.width() - indent : 20;
  std::string lead(mark);
  for (const std::string& line : wrap(content, width)) {
    output.line(lead + line);
    lead.assign(indent, ' ');
  }
  output.line(lead + output.dim(below));
}

void print_item(Output& output, std::string_view mark, const Knowledge& item,
                std::string_view remark, const Timestamp& today) {
  std::string below = belonging(item, today);
  append_part(below, remark);
  print_entry(output, mark, item.content, below);
}

void print_row(Output& output, const Knowledge& item, std::string_view column) {
  std::string row(short_id(item.id));
  if (!column.empty()) row += "  " + std::string(column);
  row += "  " + printable(item.category) + "  " + printable(item.context) + "  " +
         printable(item.entity.value_or("-")) + "  " + printable(item.content);
  output.line(row);
}

}  // namespace gaia::memory::cli

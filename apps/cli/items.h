// Knowledge items as lines for people and scripts.
#pragma once

#include <string>
#include <string_view>

#include "cli/output.h"
#include "gaia/memory/types.h"

namespace gaia::memory::cli {

// An item under its number or mark: the content, wrapped, and below it what it belongs to.
// `remark` joins the second line. Instants are told relative to `today`.
void print_item(Output& output, std::string_view mark, const Knowledge& item,
                std::string_view remark, const Timestamp& today);

// For scripts: `ID  [column  ]CATEGORY  CONTEXT  ENTITY  CONTENT`, a missing entity is "-".
void print_row(Output& output, const Knowledge& item, std::string_view column = {});

// Text under a mark, wrapped, the mark hanging; `below` is a dimmed line beneath it.
void print_entry(Output& output, std::string_view mark, std::string_view content,
                 std::string_view below);

}  // namespace gaia::memory::cli

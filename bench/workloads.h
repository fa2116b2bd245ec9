// The subcommands of gaia-memory-bench, one file each. Every function adds a subcommand to the
// program; run, it measures and hands a report to `show`.
#pragma once

#include <functional>

#include "report.h"

namespace CLI {
class App;
}

namespace gaia::memory::bench {

using Show = std::function<void(const Report&)>;

void add_vector_workload(CLI::App& program, const Show& show);
void add_embed_workload(CLI::App& program, const Show& show);
void add_cold_workload(CLI::App& program, const Show& show);
void add_memory_workloads(CLI::App& program, const Show& show);  // store, search, recall

}  // namespace gaia::memory::bench

// gaia-memory-bench: measures what docs claim. Machines differ and are noisy, so a workload that
// has a peer to compare with runs both in turn, in one go, and reports the ratio.
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "gaia/memory/error.h"
#include "workloads.h"

namespace bench = gaia::memory::bench;

int main(int argc, char** argv) {
  CLI::App program("Measures gaia-memory", "gaia-memory-bench");
  bool as_json = false;
  program.add_flag("--json", as_json, "Print JSON instead of a table");
  program.require_subcommand(1);
  program.fallthrough();

  const bench::Show show = [&as_json](const bench::Report& report) {
    if (as_json) {
      report.print_json(std::cout);
    } else {
      report.print_table(std::cout);
    }
  };
  bench::add_vector_workload(program, show);
  bench::add_embed_workload(program, show);
  bench::add_memory_workloads(program, show);
  bench::add_cold_workload(program, show);

  try {
    program.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    return program.exit(error);
  } catch (const gaia::memory::Error& error) {
    std::cerr << error.what() << (error.hint().empty() ? "" : "; ") << error.hint() << '\n';
    return gaia::memory::error_row(error.code()).exit_status;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return gaia::memory::error_row(gaia::memory::ErrorCode::internal).exit_status;
  }
}

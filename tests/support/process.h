// Runs a real program, as a shell would but without one: arguments, environment and standard
// streams are exactly what the test says. POSIX only.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gaia::memory::test {

struct ProcessOptions {
  std::vector<std::string> command;                // the program's path, then its arguments
  std::map<std::string, std::string> environment;  // all of it
  std::string folder = {};                         // to start in; empty: the test's own
  std::string input = {};                          // what standard input holds
  std::string output_file = {};                    // where standard output goes instead
  bool closed_output = false;                      // standard output is a pipe that nobody reads
  bool terminal_output = false;                    // standard output is a terminal, 60 columns wide
  std::optional<std::size_t> max_file_bytes = {};  // writing beyond it fails, as on a full disk
  bool bound_by_permissions = false;  // a superuser, who may write anywhere, gives that up (Linux)
};

struct ProcessResult {
  int exit_status = -1;  // 128 + the signal if one ended it; 127 if it could not be started
  std::string out;
  std::string err;
};

// Whether the system has terminals to give; a bare container may have none.
bool has_terminals();

// Waits for its end. Throws std::system_error if there is no process to be had.
ProcessResult run_process(const ProcessOptions& options);

}  // namespace gaia::memory::test

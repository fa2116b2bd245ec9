#include "cli/failure.h"

#include <nlohmann/json.hpp>

namespace gaia::memory::cli {
namespace {

void report(Output& output, const Error& error) {
  std::string line = error.what();
  if (!error.hint().empty()) line += "; " + error.hint();
  note(line);
  output.clear();
  if (output.style() != Style::json || output.broken()) return;
  output.json(wire::to_json(error));
  try {
    output.flush();
  } catch (const Error& lost) {  // standard error and the exit status have told it already
    note(lost.what());
  }
}

}  // namespace

int fail(Output& output, const Error& error) {
  report(output, error);
  return error_row(error.code()).exit_status;
}

int fail_unexpected(Output& output, const std::string& what) {
  report(output, Error(ErrorCode::internal, "unexpected: " + what, "please report this"));
  return kUnexpectedExit;
}

}  // namespace gaia::memory::cli

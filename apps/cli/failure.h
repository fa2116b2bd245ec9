// How a failure is told: one line on standard error, with --json also a document on standard
// output, and the exit status of the error table.
#pragma once

#include <string>

#include "cli/output.h"
#include "gaia/memory/error.h"

namespace gaia::memory::cli {

// For what is no Error: a bug of ours, or memory that ran out.
constexpr int kUnexpectedExit = 1;

// Each reports and returns the exit status. They replace what `output` has pending.
int fail(Output& output, const Error& error);
int fail_unexpected(Output& output, const std::string& what);

}  // namespace gaia::memory::cli

// The command-line program: arguments in, exit status out.
#pragma once

namespace gaia::memory::cli {

// 0, the exit status of the error table, 2 for wrong usage, or 1 for what nobody expected.
int run(int argc, const char* const* argv);

}  // namespace gaia::memory::cli

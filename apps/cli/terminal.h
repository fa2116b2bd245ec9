// What the program is connected to.
#pragma once

#include <cstddef>

namespace gaia::memory::cli {

bool stdout_is_terminal();
bool stderr_is_terminal();

// False on a terminal that has none, and where NO_COLOR is set to anything.
bool stdout_has_colour();

// Columns of the terminal behind standard output; 80 if it does not say.
std::size_t terminal_width();

// Writing to a pipe that nobody reads any more, or beyond a quota, then fails with an error that
// can be told instead of ending the process.
void survive_failed_writes();

}  // namespace gaia::memory::cli

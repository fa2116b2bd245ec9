// Text from files and standard input.
#pragma once

#include <string>

namespace gaia::memory::cli {

// How `file` is called in messages: its name, or "standard input" for "-".
std::string input_name(const std::string& file);

// All of a file, or of standard input for "-". Errors: not_found, io_error (names the file).
std::string read_input(const std::string& file);

}  // namespace gaia::memory::cli

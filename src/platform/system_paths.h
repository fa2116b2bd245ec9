// The questions that each operating system answers in its own way; paths.cpp asks them.
#pragma once

#include <filesystem>
#include <optional>

namespace gaia::memory::platform {

// The variable that names the user's home folder.
extern const char* const kHomeVariable;

// What the system's own records say, for a process without that variable.
std::optional<std::filesystem::path> recorded_home_folder();

// One folder, whose parent exists, for the owner only. False if something of that name was there.
// Throws std::system_error.
bool make_one_private_folder(const std::filesystem::path& folder);

}  // namespace gaia::memory::platform

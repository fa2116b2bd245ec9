// Folders, private files and the environment, as the operating system has them.
// All failures are Error(io_error) that name the path, unless said otherwise. Functions are
// stateless; environment() and home_folder() must not race with a host that changes the
// environment.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace gaia::memory::platform {

// $HOME (USERPROFILE on Windows), else what the password database says.
// Throws Error(not_found) with a hint if neither is known.
std::filesystem::path home_folder();

// The variable's value; nullopt if it is unset or empty.
std::optional<std::string> environment(const char* name);

// Creates the folder and its missing parents, for the owner only (mode 0700). Folders that exist
// keep their mode. On Windows they inherit the access rights of the user's profile.
void make_private_folder(const std::filesystem::path& folder);

// Creates an empty file for the owner only (mode 0600) if there is none. A file that exists is
// never opened: closing any descriptor of a live SQLite file would drop that process's locks.
// Throws Error(read_only) or Error(storage_full) where that is the reason.
void create_private_file(const std::filesystem::path& file);

// Absolute and without `.` and `..`; symbolic links are not followed and nothing need exist.
std::filesystem::path absolute_path(const std::filesystem::path& path);

// The program file of this process.
std::filesystem::path executable_path();

// The folder of the program or shared library that contains this code, to find the files that an
// installed product carries beside itself.
std::filesystem::path module_folder();

// The same for the code at `address`, which may be a library's that we link.
std::filesystem::path folder_of_code(const void* address);

}  // namespace gaia::memory::platform

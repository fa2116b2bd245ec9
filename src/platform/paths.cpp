#include "platform/paths.h"

#include <cstdlib>
#include <system_error>

#include "gaia/memory/error.h"
#include "platform/system_paths.h"

namespace gaia::memory::platform {
namespace {

namespace fs = std::filesystem;

void make_missing_folders(const fs::path& folder) {
  if (folder.empty() || fs::is_directory(folder)) return;
  make_missing_folders(folder.parent_path());
  // Another process may have been faster; what counts is that there is a folder now.
  if (!make_one_private_folder(folder) && !fs::is_directory(folder)) {
    throw std::system_error(std::make_error_code(std::errc::not_a_directory));
  }
}

}  // namespace

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

fs::path home_folder() {
  if (const auto named = environment(kHomeVariable)) return *named;
  if (const auto recorded = recorded_home_folder()) return *recorded;
  throw Error(ErrorCode::not_found, "the home folder of this user is not known",
              std::string("set ") + kHomeVariable + ", or name the memory file yourself");
}

void make_private_folder(const fs::path& folder) {
  try {
    make_missing_folders(folder.has_filename() ? folder : folder.parent_path());
  } catch (const std::system_error& error) {
    throw Error(ErrorCode::io_error,
                "cannot create the folder " + folder.string() + ": " + error.code().message(),
                "check the permissions of the folders above it, or choose another place");
  }
}

fs::path absolute_path(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (error) {
    throw Error(ErrorCode::io_error,
                "cannot make " + path.string() + " absolute: " + error.message(),
                "give the whole path, or start in a folder that exists");
  }
  return absolute.lexically_normal();
}

fs::path module_folder() { return folder_of_code(reinterpret_cast<const void*>(&module_folder)); }

}  // namespace gaia::memory::platform

// What Linux and macOS have in common.
#include <dlfcn.h>
#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "platform/paths.h"
#include "platform/system_error.h"
#include "platform/system_paths.h"

namespace gaia::memory::platform {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kOwnerOnlyFolder = 0700;
constexpr mode_t kOwnerOnlyFile = 0600;

[[noreturn]] void fail_to_create(const fs::path& file, int system_error) {
  throw_system_error("create", file, {system_error, std::system_category()});
}

}  // namespace

const char* const kHomeVariable = "HOME";

std::optional<fs::path> recorded_home_folder() {
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 16384> strings{};  // glibc's own suggestion is 1024; directories are longer
  const int status = getpwuid_r(getuid(), &entry, strings.data(), strings.size(), &found);
  if (status != 0 || found == nullptr || found->pw_dir == nullptr) return std::nullopt;
  if (*found->pw_dir == '\0') return std::nullopt;
  return found->pw_dir;
}

bool make_one_private_folder(const fs::path& folder) {
  if (mkdir(folder.c_str(), kOwnerOnlyFolder) == 0) return true;
  if (errno == EEXIST) return false;
  throw std::system_error(errno, std::generic_category());
}

void create_private_file(const fs::path& file) {
  const int descriptor =
      open(file.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, kOwnerOnlyFile);
  if (descriptor < 0) {
    if (errno == EEXIST) return;
    fail_to_create(file, errno);
  }
  // The file was made by this call, so nobody holds a lock that closing could drop.
  if (close(descriptor) != 0) fail_to_create(file, errno);
}

fs::path folder_of_code(const void* address) {
  Dl_info module{};
  const bool is_known = dladdr(address, &module) != 0 && module.dli_fname != nullptr;
  // For the program itself the loader repeats argv[0], which may be a bare name.
  const fs::path file = is_known ? fs::path(module.dli_fname) : fs::path();
  std::error_code error;
  const fs::path real = file.is_absolute() ? fs::canonical(file, error) : fs::path();
  if (error || real.empty()) return executable_path().parent_path();
  return real.parent_path();
}

}  // namespace gaia::memory::platform

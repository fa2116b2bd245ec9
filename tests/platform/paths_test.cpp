#include "platform/paths.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include "support/expect_error.h"

#ifndef _WIN32
#include <sys/stat.h>
#include <unistd.h>

namespace gaia::memory::platform {
namespace {

namespace fs = std::filesystem;

// A fresh folder, removed at the end.
class Paths : public testing::Test {
 protected:
  Paths() {
    std::string name = (fs::temp_directory_path() / "gaia-memory-paths-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Paths() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  static unsigned mode_of(const fs::path& path) {
    struct stat status {};
    EXPECT_EQ(stat(path.c_str(), &status), 0) << path;
    return status.st_mode & 0777u;
  }

  fs::path folder_;
};

// Sets or unsets a variable while it lives.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    assign(value);
  }
  ~ScopedVariable() { assign(old_ ? old_->c_str() : nullptr); }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  void assign(const char* value) {
    if (value != nullptr) {
      setenv(name_, value, 1);
    } else {
      unsetenv(name_);
    }
  }

  const char* name_;
  std::optional<std::string> old_;
};

TEST_F(Paths, an_unset_or_empty_variable_has_no_value) {
  const ScopedVariable unset("GAIA_MEMORY_TEST_UNSET", nullptr);
  const ScopedVariable empty("GAIA_MEMORY_TEST_EMPTY", "");
  const ScopedVariable set("GAIA_MEMORY_TEST_SET", " x ");
  EXPECT_EQ(environment("GAIA_MEMORY_TEST_UNSET"), std::nullopt);
  EXPECT_EQ(environment("GAIA_MEMORY_TEST_EMPTY"), std::nullopt);
  EXPECT_EQ(environment("GAIA_MEMORY_TEST_SET"), " x ");
}

TEST_F(Paths, home_is_the_variable_if_it_is_set) {
  const ScopedVariable home("HOME", folder_.c_str());
  EXPECT_EQ(home_folder(), folder_);
}

TEST_F(Paths, home_is_looked_up_if_the_variable_is_empty) {
  const ScopedVariable home("HOME", "");
  EXPECT_TRUE(home_folder().is_absolute());
}

TEST_F(Paths, a_private_folder_and_its_missing_parents_are_for_the_owner_only) {
  const mode_t old_mask = umask(0);
  make_private_folder(folder_ / "a" / "b");
  umask(old_mask);
  EXPECT_EQ(mode_of(folder_ / "a"), 0700u);
  EXPECT_EQ(mode_of(folder_ / "a" / "b"), 0700u);
}

TEST_F(Paths, an_existing_folder_keeps_its_mode) {
  fs::create_directory(folder_ / "shared");
  fs::permissions(folder_ / "shared", fs::perms(0755));
  make_private_folder(folder_ / "shared");
  make_private_folder(folder_ / "shared" / "");
  EXPECT_EQ(mode_of(folder_ / "shared"), 0755u);
}

TEST_F(Paths, the_folder_of_a_bare_file_name_needs_no_making) {
  EXPECT_NO_THROW(make_private_folder(fs::path("memory.db").parent_path()));
}

TEST_F(Paths, a_file_in_the_way_of_a_folder_is_named) {
  std::ofstream(folder_ / "file") << "x";
  for (const fs::path& path : {folder_ / "file", folder_ / "file" / "below"}) {
    const auto error = test::expect_error(ErrorCode::io_error, [&] { make_private_folder(path); });
    ASSERT_TRUE(error);
    EXPECT_NE(std::string(error->what()).find(path.string()), std::string::npos) << error->what();
  }
}

TEST_F(Paths, a_private_file_is_empty_and_for_the_owner_only) {
  const mode_t old_mask = umask(0);
  create_private_file(folder_ / "memory.db");
  umask(old_mask);
  EXPECT_EQ(mode_of(folder_ / "memory.db"), 0600u);
  EXPECT_EQ(fs::file_size(folder_ / "memory.db"), 0u);
}

TEST_F(Paths, an_existing_file_is_left_alone) {
  std::ofstream(folder_ / "memory.db") << "content";
  fs::permissions(folder_ / "memory.db", fs::perms(0644));
  create_private_file(folder_ / "memory.db");
  EXPECT_EQ(mode_of(folder_ / "memory.db"), 0644u);
  EXPECT_EQ(fs::file_size(folder_ / "memory.db"), 7u);
}

TEST_F(Paths, a_file_in_a_missing_folder_is_an_error_that_names_it) {
  const fs::path file = folder_ / "missing" / "memory.db";
  const auto error = test::expect_error(ErrorCode::io_error, [&] { create_private_file(file); });
  ASSERT_TRUE(error);
  EXPECT_NE(std::string(error->what()).find(file.string()), std::string::npos);
}

TEST_F(Paths, a_file_in_a_folder_without_write_permission_is_read_only) {
  if (geteuid() == 0) GTEST_SKIP() << "the superuser may write everywhere";
  fs::permissions(folder_, fs::perms(0500));
  test::expect_error(ErrorCode::read_only, [&] { create_private_file(folder_ / "memory.db"); });
  fs::permissions(folder_, fs::perms(0700));
}

TEST_F(Paths, an_absolute_path_has_no_dots) {
  EXPECT_EQ(absolute_path("/a/./b/../c.db"), "/a/c.db");
  EXPECT_EQ(absolute_path("x.db"), fs::current_path() / "x.db");
}

TEST_F(Paths, the_program_and_its_module_are_this_test) {
  EXPECT_EQ(executable_path().filename(), "platform_test");
  EXPECT_EQ(module_folder(), executable_path().parent_path());
}

}  // namespace
}  // namespace gaia::memory::platform
#endif

// What the tests of the program share: each test has a folder of its own, and runs the real program
// in it as a person or a script would.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gaia/memory/error.h"
#include "support/process.h"
#include "support/sql.h"
#include "support/temp_folder.h"

namespace gaia::memory::test {

using Json = nlohmann::json;
using Arguments = std::vector<std::string>;

class CliTest : public ::testing::Test {
 private:
  TempFolder folder_;

 protected:
  // A home of its own, no model, UTC. Tests change it as they need.
  std::map<std::string, std::string> environment_{
      {"HOME", folder_.path().string()},
      {"GAIA_MEMORY_DB", db().string()},
      {"GAIA_MEMORY_MODELS", (folder_ / "models").string()},
      {"GAIA_MEMORY_EMBEDDER", "none"},
      {"TZ", "UTC"}};

  const TempFolder& folder() const { return folder_; }
  std::filesystem::path db() const { return folder_ / "memory.db"; }

  ProcessOptions process(const Arguments& arguments) const;
  ProcessResult run(const Arguments& arguments, const std::string& input = {}) const;

  // The document that the command prints with --json; it has to succeed.
  Json run_json(Arguments arguments, const std::string& input = {}) const;

  // Stores, and returns the whole id.
  std::string remember(const std::string& text, const Arguments& more = {}) const;

  // Rows in the file, whoever wrote them; 0 if there is no file.
  int count_rows(const std::string& table = "knowledge") const;

  std::filesystem::path write(const std::string& name, const std::string& content) const;
};

// The exit status of `code`, nothing on standard output, and one line on standard error that says
// `part`.
void expect_failure(const ProcessResult& result, ErrorCode code, const std::string& part = {});
void expect_success(const ProcessResult& result);

}  // namespace gaia::memory::test

// What the command line says.
#pragma once

#include <chrono>
#include <filesystem>

namespace second_brain {

struct Options {
  std::filesystem::path db;
  std::filesystem::path data = SECOND_BRAIN_DATA;
  std::filesystem::path model;  // empty: the first embedding model of the models folder
  std::chrono::steady_clock::time_point started;  // when main() began
};

// Both return the exit status.
int store(const Options& options);
int ask(const Options& options);

}  // namespace second_brain

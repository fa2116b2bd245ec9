// The embedding model that the product comes with, for tests that are about its quality or its
// speed. A test that calls real_model() fails if scripts/setup has not been run: without the model
// nothing was tested.
//
// CMake: COMPONENTS base text platform runtime inference ... LINK gaia_memory_real_model
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "gaia/memory/model_files.h"

namespace gaia::memory::test {

inline std::filesystem::path real_model_source() {
  const char* chosen = std::getenv("GAIA_MEMORY_TEST_MODEL_SOURCE");
  std::filesystem::path folder = chosen != nullptr ? chosen : GAIA_MEMORY_TEST_MODEL_SOURCE;
  if (!std::filesystem::exists(folder / "model.safetensors")) {
    throw std::runtime_error("all-MiniLM-L6-v2 is not in " + folder.string() +
                             "; run scripts/setup");
  }
  return folder;
}

// The GGUF file (Q8_0), imported into the build folder by the first test that asks. Any number of
// processes may ask at once: an import appears whole or not at all. Delete the folder to renew it.
inline std::filesystem::path real_model() {
  const std::filesystem::path file =
      std::filesystem::path(GAIA_MEMORY_TEST_MODELS) / "all-MiniLM-L6-v2-q8_0.gguf";
  const std::filesystem::path source = real_model_source();
  if (!std::filesystem::exists(file)) import_model({.source = source, .destination = file});
  return file;
}

}  // namespace gaia::memory::test

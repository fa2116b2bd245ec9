#include "cli/runtime.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "gaia/memory/local_models.h"

namespace gaia::memory::cli {
namespace {

struct Kernels {
  std::string name = {};
  std::string problem = {};
};

Kernels find_kernels() {
  try {
    return {.name = local_models_kernels()};
  } catch (const Error& error) {
    return {.problem = error.what()};
  }
}

wire::Json or_null(const std::string& text) {
  return text.empty() ? wire::Json(nullptr) : wire::Json(text);
}

}  // namespace

wire::Json runtime_to_json() {
  const Kernels kernels = find_kernels();
  return {{"model_runtime", has_local_models()},
          {"kernels", or_null(kernels.name)},
          {"kernels_problem", or_null(kernels.problem)}};
}

std::string runtime_in_words() {
  if (!has_local_models()) return "no";
  const Kernels kernels = find_kernels();
  if (!kernels.problem.empty()) return "yes, but " + kernels.problem;
  return "yes, kernels " + kernels.name;
}

}  // namespace gaia::memory::cli

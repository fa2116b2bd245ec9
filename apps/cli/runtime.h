// The model runtime of this build, for the version and the status.
#pragma once

#include <string>

#include "wire/json.h"

namespace gaia::memory::cli {

// {model_runtime, kernels, kernels_problem}: whether there is one, which kernels it chose for this
// processor, or why it found none.
wire::Json runtime_to_json();

// "no", "yes, kernels haswell" or "yes, but ...".
std::string runtime_in_words();

}  // namespace gaia::memory::cli

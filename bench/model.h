// The embedding model that a workload measures with.
#pragma once

#include <filesystem>
#include <string>

namespace gaia::memory::bench {

// `named`, or the first embedding model of the default folder. Errors: not_found.
std::filesystem::path find_model(const std::string& named);

}  // namespace gaia::memory::bench

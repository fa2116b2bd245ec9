// What to put before a text for models that were trained to tell questions from documents by it.
#pragma once

#include <string>
#include <string_view>

namespace gaia::memory::models {

struct RolePrefixes {
  std::string recipe;  // names the pair within EmbedderInfo::id; empty without prefixes
  std::string query;
  std::string document;
};

// By the name that the model's file gives itself. A model of no known family has none.
RolePrefixes role_prefixes(std::string_view model_name);

}  // namespace gaia::memory::models

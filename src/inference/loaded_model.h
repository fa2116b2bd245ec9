// A model file in the runtime's hands.
#pragma once

#include <llama.h>

#include <memory>

#include "inference/gguf_header.h"

namespace gaia::memory::inference {

struct FreeModel {
  void operator()(llama_model* model) const { llama_model_free(model); }
};
struct FreeContext {
  void operator()(llama_context* context) const { llama_free(context); }
};
using ModelHandle = std::unique_ptr<llama_model, FreeModel>;
using ContextHandle = std::unique_ptr<llama_context, FreeContext>;

// Checks the file and maps it into memory. Errors: invalid_model, unavailable.
ModelHandle load_model(const GgufHeader& header);

}  // namespace gaia::memory::inference

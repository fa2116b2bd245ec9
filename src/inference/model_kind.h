// What a model file is for, from its header.
#pragma once

#include <llama.h>

#include "gaia/memory/model_files.h"
#include "inference/gguf_header.h"

namespace gaia::memory::inference {

// How the file says that a text's token vectors become one; LLAMA_POOLING_TYPE_UNSPECIFIED if it
// does not say. Throws Error(invalid_model) for a value that we do not know.
enum llama_pooling_type pooling_of(const GgufHeader& header);

ModelKind model_kind(const GgufHeader& header);

}  // namespace gaia::memory::inference

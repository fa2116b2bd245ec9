// Text to vectors. A host may bring its own.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gaia/memory/export.h"

namespace gaia::memory {

// Many models are trained to encode a question and the text that answers it differently.
enum class TextRole { query, document };

struct EmbedderInfo {
  // Names the vectors: the model and everything that changes them (pooling, role prefixes), but
  // not its storage precision. Vectors of different ids are never compared.
  std::string id;
  std::size_t dimension = 0;
  std::size_t max_tokens = 0;  // what follows in a longer text is not seen; 0 if unknown
};

// One of `vector` and `error` is filled.
struct Embedding {
  std::vector<float> vector;  // unit length, EmbedderInfo::dimension floats
  std::string error;          // why this one text could not be embedded
};

// Implementations must be callable from any thread.
class GAIA_MEMORY_EXPORT Embedder {
 public:
  virtual ~Embedder();

  virtual const EmbedderInfo& info() const = 0;

  // Returns as many embeddings as texts, in their order. A text's vector does not depend on what
  // else is in the batch. Throws Error(unavailable) if the model as a whole does not answer.
  virtual std::vector<Embedding> embed(std::span<const std::string> texts, TextRole role) = 0;
};

}  // namespace gaia::memory

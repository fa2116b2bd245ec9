#include "inference/model_kind.h"

namespace gaia::memory::inference {

enum llama_pooling_type pooling_of(const GgufHeader& header) {
  const std::string key = header.architecture_key("pooling_type");
  if (!header.has(key)) return LLAMA_POOLING_TYPE_UNSPECIFIED;
  const auto value = header.number(key);
  if (!value || *value > LLAMA_POOLING_TYPE_RANK) {
    throw Error(ErrorCode::invalid_model,
                header.path().string() + ": unknown " + key + " " +
                    (value ? std::to_string(*value) : "that is not a number") +
                    "; known are 1 (mean), 2 (first token), 3 (last token) and 4 (rank)");
  }
  return static_cast<enum llama_pooling_type>(*value);
}

ModelKind model_kind(const GgufHeader& header) {
  switch (pooling_of(header)) {
    case LLAMA_POOLING_TYPE_MEAN:
    case LLAMA_POOLING_TYPE_CLS:
    case LLAMA_POOLING_TYPE_LAST:
      return ModelKind::embedding;
    case LLAMA_POOLING_TYPE_RANK:
      return ModelKind::reranker;
    default:
      break;
  }
  // Encoders attend both ways; a file of one that forgot its pooling is still no chat model.
  const bool causal = header.flag(header.architecture_key("attention.causal")).value_or(true);
  return causal ? ModelKind::chat : ModelKind::embedding;
}

}  // namespace gaia::memory::inference

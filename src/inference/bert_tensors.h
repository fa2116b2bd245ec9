// Which tensors a BERT model consists of: their names in the published weights and in a GGUF file,
// their shapes, and how precisely each is stored.
#pragma once

#include <ggml.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gaia/memory/model_files.h"
#include "inference/bert_source.h"
#include "inference/safetensors.h"

namespace gaia::memory::inference {

struct BertTensor {
  std::string name;          // in the GGUF file
  std::int64_t columns = 0;  // the length of a row
  std::int64_t rows = 1;
  bool is_vector = false;
  ggml_type type = GGML_TYPE_F32;
  std::function<std::vector<float>()> values;  // reads them
};

// Throws Error(invalid_model) for a tensor that is missing, misshapen, or not expected. `weights`
// must outlive the result.
std::vector<BertTensor> plan_bert_tensors(const BertSource& source, Precision precision,
                                          Safetensors& weights);

}  // namespace gaia::memory::inference

#include "inference/loaded_model.h"

#include <string>
#include <vector>

#include "gaia/memory/error.h"
#include "inference/text_tokens.h"
#include "runtime/cpu_backend.h"
#include "runtime/log_capture.h"

namespace gaia::memory::inference {
namespace {

llama_model_kv_override override_of(const std::string& key) {
  llama_model_kv_override value{};
  key.copy(value.key, sizeof(value.key) - 1);
  return value;
}

// We cut texts for BERT ourselves (bert_words.h says why), so the runtime is told that there is no
// vocabulary but only its size. Building its own took two thirds of the time to load
// all-MiniLM-L6-v2.
std::vector<llama_model_kv_override> without_vocabulary(const GgufHeader& header) {
  llama_model_kv_override model = override_of("tokenizer.ggml.model");
  model.tag = LLAMA_KV_OVERRIDE_TYPE_STR;
  std::string("no_vocab").copy(model.val_str, sizeof(model.val_str) - 1);
  llama_model_kv_override size = override_of(header.architecture_key("vocab_size"));
  size.tag = LLAMA_KV_OVERRIDE_TYPE_INT;
  size.val_i64 = static_cast<std::int64_t>(header.tokens().size());
  return {model, size, llama_model_kv_override{}};  // an empty key ends the list
}

}  // namespace

ModelHandle load_model(const GgufHeader& header) {
  header.check_loadable();
  runtime::cpu_device();
  ggml_backend_dev_t no_accelerators[] = {nullptr};
  llama_model_params params = llama_model_default_params();
  params.devices = no_accelerators;
  params.n_gpu_layers = 0;
  params.load_mode = LLAMA_LOAD_MODE_MMAP;
  // Rearranged weights would have to be made at each start, and cannot be mapped.
  params.use_extra_bufts = false;
  std::vector<llama_model_kv_override> overrides;
  if (has_bert_tokenizer(header)) overrides = without_vocabulary(header);
  params.kv_overrides = overrides.empty() ? nullptr : overrides.data();
  const runtime::LogCapture log;
  ModelHandle model(llama_model_load_from_file(header.path().string().c_str(), params));
  if (!model) {
    throw Error(ErrorCode::invalid_model,
                header.path().string() + ": " + log.text("the runtime cannot load it"),
                "make or download the file again");
  }
  return model;
}

}  // namespace gaia::memory::inference

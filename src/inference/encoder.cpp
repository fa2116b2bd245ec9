// Why one text at a time: the numbers stand at Encoder::encode.
#include "inference/encoder.h"

#include <llama.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <thread>
#include <utility>

#include "gaia/memory/error.h"
#include "inference/fingerprint.h"
#include "inference/gguf_header.h"
#include "inference/loaded_model.h"
#include "inference/model_keys.h"
#include "inference/model_kind.h"
#include "inference/text_tokens.h"
#include "runtime/log_capture.h"

namespace gaia::memory::inference {
namespace {

// A model that does not say how long its training texts were: attention costs grow with the square
// of the length, and a memory is a few sentences.
constexpr std::uint64_t kMostTokens = 2048;

// Without flash attention a context keeps the attention matrix of all heads: 12 MB for 512 tokens
// of all-MiniLM-L6-v2, but 200 MB for 2048 of a base model. Up to here it is the faster way.
constexpr std::size_t kMostWithoutFlashAttention = 512;

constexpr int kMostWorkers = 4;

enum llama_pooling_type required_pooling(const GgufHeader& header) {
  const std::string file = header.path().string();
  if (model_kind(header) != ModelKind::embedding) {
    const bool reranks = model_kind(header) == ModelKind::reranker;
    throw Error(ErrorCode::invalid_model,
                file + " is a " + (reranks ? "reranking" : "chat") + " model",
                "name an embedding model");
  }
  const enum llama_pooling_type pooling = pooling_of(header);
  if (pooling == LLAMA_POOLING_TYPE_UNSPECIFIED || pooling == LLAMA_POOLING_TYPE_NONE) {
    throw Error(ErrorCode::invalid_model,
                file + " does not say how token vectors become one (" +
                    header.architecture_key("pooling_type") + ")",
                "import the model again, or use another file of it");
  }
  return pooling;
}

std::string pooling_name(enum llama_pooling_type pooling) {
  switch (pooling) {
    case LLAMA_POOLING_TYPE_MEAN:
      return "mean";
    case LLAMA_POOLING_TYPE_CLS:
      return "cls";
    default:
      return "last";
  }
}

std::size_t max_tokens_of(const GgufHeader& header) {
  const std::uint64_t context =
      header.number(header.architecture_key("context_length")).value_or(kMostTokens);
  const std::uint64_t trained = header.number(kMaxTokensKey).value_or(context);
  return static_cast<std::size_t>(std::min({trained, context, kMostTokens}));
}

// False for a vector without a direction.
bool normalize(std::vector<float>& vector) {
  double square = 0;
  for (const float x : vector) square += static_cast<double>(x) * static_cast<double>(x);
  const double length = std::sqrt(square);
  if (!std::isfinite(length) || length == 0) return false;
  for (float& x : vector) x = static_cast<float>(static_cast<double>(x) / length);
  return true;
}

int worker_count(int wanted) {
  if (wanted > 0) return wanted;
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostWorkers);
}

}  // namespace

class Encoder::Model {
 public:
  explicit Model(GgufHeader header)
      : pooling(required_pooling(header)),
        pooling_text(pooling_name(pooling)),
        name(header.text("general.name").value_or(header.path().stem().string())),
        query_prefix(header.text(kQueryPrefixKey)),
        document_prefix(header.text(kDocumentPrefixKey)),
        max_tokens(max_tokens_of(header)),
        handle(load_model(header)),
        fingerprint(fingerprint_of(header)),
        dimension(static_cast<std::size_t>(llama_model_n_embd_out(handle.get()))),
        tokens(llama_model_get_vocab(handle.get()), header, max_tokens) {}

  enum llama_pooling_type pooling;
  std::string pooling_text;
  std::string name;
  std::optional<std::string> query_prefix, document_prefix;
  std::size_t max_tokens;
  ModelHandle handle;
  std::string fingerprint;
  std::size_t dimension;
  TextTokens tokens;
};

// What one thread needs to compute a vector.
class Encoder::Context {
 public:
  Context(const Model& model, int threads) : model_(model) {
    const auto tokens = static_cast<std::uint32_t>(model.max_tokens);
    llama_context_params params = llama_context_default_params();
    params.n_ctx = tokens;
    params.n_batch = tokens;
    params.n_ubatch = tokens;  // an encoder must see a text in one piece, or ends the process
    params.n_seq_max = 1;
    params.n_threads = threads;
    params.n_threads_batch = threads;
    params.embeddings = true;
    params.pooling_type = model.pooling;
    params.flash_attn_type = model.max_tokens > kMostWithoutFlashAttention
                                 ? LLAMA_FLASH_ATTN_TYPE_ENABLED
                                 : LLAMA_FLASH_ATTN_TYPE_DISABLED;
    params.offload_kqv = false;
    params.op_offload = false;
    params.no_perf = true;
    const runtime::LogCapture log;
    handle_.reset(llama_init_from_model(model.handle.get(), params));
    if (!handle_) {
      throw Error(ErrorCode::unavailable,
                  "the model " + model.name + " cannot be run: " + log.text("no reason given"));
    }
  }

  EncodedText encode(const std::string& text) {
    try {
      return encode_tokens(model_.tokens.tokenize(text));
    } catch (const std::exception& error) {  // of this text; the next one may fare better
      return {{}, error.what()};
    }
  }

 private:
  EncodedText encode_tokens(std::vector<std::int32_t> tokens) {
    if (tokens.empty()) return {{}, "the text has no tokens"};
    const runtime::LogCapture log;
    if (llama_memory_t memory = llama_get_memory(handle_.get())) llama_memory_clear(memory, true);
    const llama_batch batch =
        llama_batch_get_one(tokens.data(), static_cast<std::int32_t>(tokens.size()));
    const std::int32_t status = llama_decode(handle_.get(), batch);
    const float* values = status == 0 ? llama_get_embeddings_seq(handle_.get(), 0) : nullptr;
    if (values == nullptr) {
      return {
          {},
          "the model could not encode the text: " + log.text("status " + std::to_string(status))};
    }
    EncodedText result;
    result.vector.assign(values, values + model_.dimension);
    if (!normalize(result.vector)) return {{}, "the model gave a vector without a direction"};
    return result;
  }

  const Model& model_;
  ContextHandle handle_;
};

Encoder::Encoder(const EncoderOptions& options)
    : options_(options),
      model_(std::make_unique<Model>(GgufHeader(options.model))),
      query_(std::make_unique<Context>(*model_, std::max(options.query_threads, 1))) {}

Encoder::~Encoder() = default;

const std::string& Encoder::name() const { return model_->name; }
const std::string& Encoder::pooling() const { return model_->pooling_text; }
const std::string& Encoder::fingerprint() const { return model_->fingerprint; }
const std::optional<std::string>& Encoder::query_prefix() const { return model_->query_prefix; }
const std::optional<std::string>& Encoder::document_prefix() const {
  return model_->document_prefix;
}
std::size_t Encoder::dimension() const { return model_->dimension; }
std::size_t Encoder::max_tokens() const { return model_->max_tokens; }

std::vector<std::int32_t> Encoder::tokenize(std::string_view text) const {
  return model_->tokens.tokenize(text);
}

EncodedText Encoder::encode_one(const std::string& text) {
  const std::lock_guard lock(query_mutex_);
  return query_->encode(text);
}

// Milliseconds of processor time for all-MiniLM-L6-v2 in Q8_0, AVX2, one thread, on a busy machine
// about three times slower than an idle one; only the ratios count:
//
//   texts x tokens                  20x12  20x35  5x35  16x60  10x100  4x250  64x12
//   one at a time, no flash attn.     182    387   117    568     661    695    469
//   one batch, flash attention        153    522    90    779     786    731    569
//   one batch, no flash attention     165    949   150   1532    1506   1557    896
//
// A batch gains a fifth at best and loses as much elsewhere.
std::vector<EncodedText> Encoder::encode(std::span<const std::string> texts) {
  std::vector<EncodedText> results(texts.size());
  const std::lock_guard lock(workers_mutex_);
  const std::size_t count = make_workers(texts.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < count; ++i) {
    helpers.emplace_back([&, i] { work(*workers_[i], texts, next, results); });
  }
  if (count > 0) work(*workers_[0], texts, next, results);
  helpers.clear();  // waits for them
  return results;
}

void Encoder::work(Context& context, std::span<const std::string> texts,
                   std::atomic<std::size_t>& next, std::vector<EncodedText>& results) const {
  for (std::size_t i = next++; i < texts.size(); i = next++) results[i] = context.encode(texts[i]);
}

// As many as there is work for.
std::size_t Encoder::make_workers(std::size_t texts) {
  const std::size_t count =
      std::min<std::size_t>(texts, static_cast<std::size_t>(worker_count(options_.workers)));
  while (workers_.size() < count) workers_.push_back(std::make_unique<Context>(*model_, 1));
  return count;
}

}  // namespace gaia::memory::inference

// Turns texts into vectors with an embedding model that runs in this process.
//
// Texts are encoded one at a time, each by one thread; several texts are shared out among worker
// threads that have a context each. Measured for all-MiniLM-L6-v2 (Q8_0, AVX2), this takes no more
// processor time than handing the runtime batches with flash attention (see encoder.cpp), its
// result cannot depend on what else is in a batch, and it does not suffer when other programs keep
// the cores busy: the runtime's own threads wait for each other by spinning, after every
// operation, and were seen to take fifty times as long on a busy machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gaia::memory::inference {

struct EncoderOptions {
  std::filesystem::path model;
  int query_threads = 1;  // of the runtime, for a text that comes alone
  int workers = 0;        // for several texts; 0: one per core, at most 4
};

// One of `vector` and `error` is filled.
struct EncodedText {
  std::vector<float> vector;  // unit length
  std::string error;
};

// Any thread may call anything; a text that comes alone does not wait for a long list of texts.
class Encoder {
 public:
  // Errors: not_found, io_error, unavailable; invalid_model for a file that is damaged, is not an
  // embedding model, or does not say in a way that we know how its token vectors become one.
  explicit Encoder(const EncoderOptions& options);
  ~Encoder();

  const std::string& name() const;     // general.name
  const std::string& pooling() const;  // "mean", "cls" or "last"
  const std::string& fingerprint() const;
  // What the file says should stand before a text; none if it says nothing.
  const std::optional<std::string>& query_prefix() const;
  const std::optional<std::string>& document_prefix() const;
  std::size_t dimension() const;
  std::size_t max_tokens() const;

  // The ids that the model sees, those that enclose the text included. Of a longer text the first
  // max_tokens() - 2 and the enclosing ones.
  std::vector<std::int32_t> tokenize(std::string_view text) const;

  EncodedText encode_one(const std::string& text);
  std::vector<EncodedText> encode(std::span<const std::string> texts);

 private:
  class Model;
  class Context;

  void work(Context& context, std::span<const std::string> texts, std::atomic<std::size_t>& next,
            std::vector<EncodedText>& results) const;
  std::size_t make_workers(std::size_t texts);

  EncoderOptions options_;
  std::unique_ptr<Model> model_;
  std::mutex query_mutex_;
  std::unique_ptr<Context> query_;  // guarded by query_mutex_
  std::mutex workers_mutex_;
  std::vector<std::unique_ptr<Context>> workers_;  // guarded by workers_mutex_; made on first use
};

}  // namespace gaia::memory::inference

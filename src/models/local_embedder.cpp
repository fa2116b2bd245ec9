// The embedder that needs no server: an encoder in this process, told how its model wants
// questions and documents to be marked.
#include "gaia/memory/local_models.h"

#include <utility>

#include "inference/encoder.h"
#include "inference/fingerprint.h"
#include "models/role_prefixes.h"
#include "runtime/kernel_name.h"

namespace gaia::memory {
namespace {

using inference::EncodedText;
using inference::Encoder;

class LocalEmbedder final : public Embedder {
 public:
  explicit LocalEmbedder(const LocalEmbedderOptions& options)
      : encoder_({options.model, options.query_threads, options.batch_threads}),
        prefixes_(models::role_prefixes(encoder_.name())) {
    take_own_prefixes();
    info_.id = encoder_.name() + "/" + encoder_.pooling();
    if (!prefixes_.recipe.empty()) info_.id += "/" + prefixes_.recipe;
    info_.id += "/" + encoder_.fingerprint();
    info_.dimension = encoder_.dimension();
    info_.max_tokens = encoder_.max_tokens();
  }

  const EmbedderInfo& info() const override { return info_; }

  std::vector<Embedding> embed(std::span<const std::string> texts, TextRole role) override {
    const std::string& prefix = role == TextRole::query ? prefixes_.query : prefixes_.document;
    if (prefix.empty()) return embed_marked(texts);
    std::vector<std::string> marked;
    marked.reserve(texts.size());
    for (const std::string& text : texts) marked.push_back(prefix + text);
    return embed_marked(marked);
  }

 private:
  // What the model's authors wrote beside their weights wins over what we know of its family.
  void take_own_prefixes() {
    if (!encoder_.query_prefix() && !encoder_.document_prefix()) return;
    models::RolePrefixes own{.recipe = {},
                             .query = encoder_.query_prefix().value_or(""),
                             .document = encoder_.document_prefix().value_or("")};
    if (own.query == prefixes_.query && own.document == prefixes_.document) return;
    own.recipe = "own-" + inference::fingerprint_of(own.query + '\0' + own.document);
    prefixes_ = std::move(own);
  }

  std::vector<Embedding> embed_marked(std::span<const std::string> texts) {
    std::vector<Embedding> embeddings;
    if (texts.size() == 1) {
      embeddings.push_back(from(encoder_.encode_one(texts.front())));
      return embeddings;
    }
    embeddings.reserve(texts.size());
    for (EncodedText& text : encoder_.encode(texts)) embeddings.push_back(from(std::move(text)));
    return embeddings;
  }

  static Embedding from(EncodedText text) {
    return {std::move(text.vector), std::move(text.error)};
  }

  Encoder encoder_;
  models::RolePrefixes prefixes_;
  EmbedderInfo info_;
};

}  // namespace

bool has_local_models() noexcept { return true; }

std::string local_models_kernels() { return runtime::kernel_name(); }

std::unique_ptr<Embedder> make_local_embedder(const LocalEmbedderOptions& options) {
  return std::make_unique<LocalEmbedder>(options);
}

}  // namespace gaia::memory

// Model files on disk: which there are, and how one is made from the weights that a model's
// authors publish.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gaia/memory/error.h"
#include "gaia/memory/export.h"

namespace gaia::memory {

enum class ModelKind { embedding, reranker, chat };

struct ModelFile {
  std::string name;              // general.name of the file
  std::filesystem::path path;
  ModelKind kind = ModelKind::embedding;
  std::string architecture;      // "bert", "nomic-bert", "llama", ...
  std::string precision;         // "Q8_0", "F16", "F32", "mixed"
  std::size_t dimension = 0;     // of its hidden state, which is that of an embedding
  std::size_t context_tokens = 0;
  std::uintmax_t size_bytes = 0;
};

// $GAIA_MEMORY_MODELS, or ~/.gaia/models.
GAIA_MEMORY_EXPORT std::filesystem::path default_models_folder();

// Reads a GGUF file's header. Errors: not_found, io_error, invalid_model.
GAIA_MEMORY_EXPORT ModelFile inspect_model(const std::filesystem::path& file);

// The *.gguf files of a folder, by name; files that cannot be read are passed to `on_error` and
// left out. A folder that does not exist has none.
GAIA_MEMORY_EXPORT std::vector<ModelFile> list_models(
    const std::filesystem::path& folder,
    const std::function<void(const std::filesystem::path&, const Error&)>& on_error = {});

enum class Precision { q8_0, f16, f32 };

struct ImportOptions {
  std::filesystem::path source;       // a folder with model.safetensors, config.json, vocab.txt
  std::filesystem::path destination;  // a .gguf file, or a folder to put <name>-<precision>.gguf in
  std::string name = {};              // default: from the source's metadata, else its folder name
  Precision precision = Precision::q8_0;
  std::function<void(std::size_t done, std::size_t total)> on_progress = {};  // in tensors
};

// Makes a GGUF file of a BERT embedding model or cross-encoder. The file appears whole or not at
// all. Errors: not_found, io_error, storage_full; invalid_model for any other architecture, a
// tokenizer setting that cannot be honoured, or weights that do not fit the configuration; each
// names what it found.
GAIA_MEMORY_EXPORT ModelFile import_model(const ImportOptions& options);

}  // namespace gaia::memory

#include "inference/bert_tensors.h"

#include <set>
#include <string_view>
#include <utility>

#include "gaia/memory/error.h"

namespace gaia::memory::inference {
namespace {

// Finds tensors under the spellings that are in use: with the prefix of a model that wraps the
// encoder, and with the names that norms had in the first conversions from TensorFlow.
class Weights {
 public:
  Weights(Safetensors& file, std::filesystem::path path) : file_(file), path_(std::move(path)) {}

  std::string find(const std::string& name, const std::vector<std::uint64_t>& shape) {
    for (const std::string& spelling : spellings(name)) {
      const auto found = file_.tensors().find(spelling);
      if (found == file_.tensors().end()) continue;
      if (found->second.shape != shape) {
        refuse("tensor " + spelling + " has the shape " + text(found->second.shape) +
               "; the configuration says " + text(shape));
      }
      used_.insert(spelling);
      return spelling;
    }
    refuse("there is no tensor " + name);
  }

  // The heads that a model was pre-trained with are not part of an embedding; anything else that
  // is left over would change it.
  void refuse_leftovers() const {
    for (const auto& [name, tensor] : file_.tensors()) {
      if (used_.contains(name) || is_pretraining_head(name)) continue;
      refuse("tensor " + name + " is not part of a BERT model");
    }
  }

  Safetensors& file() { return file_; }

 private:
  static std::vector<std::string> spellings(const std::string& name) {
    std::vector<std::string> all{name};
    if (name.ends_with("LayerNorm.weight")) {
      all.push_back(name.substr(0, name.size() - 6) + "gamma");
    } else if (name.ends_with("LayerNorm.bias")) {
      all.push_back(name.substr(0, name.size() - 4) + "beta");
    }
    for (std::size_t i = 0, count = all.size(); i < count; ++i) all.push_back("bert." + all[i]);
    return all;
  }

  static bool is_pretraining_head(std::string_view name) {
    if (name.starts_with("bert.")) name.remove_prefix(5);
    return name.starts_with("pooler.") || name.starts_with("cls.") ||
           name == "embeddings.position_ids" || name == "embeddings.token_type_ids";
  }

  static std::string text(const std::vector<std::uint64_t>& shape) {
    std::string text;
    for (const std::uint64_t length : shape) {
      text += (text.empty() ? "" : "x") + std::to_string(length);
    }
    return text.empty() ? "of one number" : text;
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorCode::invalid_model, path_.string() + ": " + what,
                "use a BERT embedding model or cross-encoder");
  }

  Safetensors& file_;
  std::filesystem::path path_;
  std::set<std::string> used_;
};

class Plan {
 public:
  Plan(const BertSource& source, Precision precision, Weights& weights)
      : source_(source), precision_(precision), weights_(weights) {}

  std::vector<BertTensor> make() {
    add_embeddings();
    for (std::uint32_t i = 0; i < source_.layers; ++i) add_layer(i);
    if (source_.is_cross_encoder()) add_classifier();
    weights_.refuse_leftovers();
    return std::move(tensors_);
  }

 private:
  void add_embeddings() {
    const std::string words = "embeddings.word_embeddings.weight";
    if (source_.is_cross_encoder()) {
      add_two_vocabularies(words);
    } else {
      add_matrix("token_embd.weight", words, source_.vocabulary.size(), source_.width);
    }
    // Small, and added to everything: kept exact.
    add_table("token_types.weight", "embeddings.token_type_embeddings.weight", source_.segments);
    add_table("position_embd.weight", "embeddings.position_embeddings.weight", source_.positions);
    add_norm("token_embd_norm", "embeddings.LayerNorm");
  }

  void add_layer(std::uint32_t layer) {
    const std::string from = "encoder.layer." + std::to_string(layer) + ".";
    const std::string to = "blk." + std::to_string(layer) + ".";
    const std::uint64_t width = source_.width;
    add_linear(to + "attn_q", from + "attention.self.query", width, width);
    add_linear(to + "attn_k", from + "attention.self.key", width, width);
    add_linear(to + "attn_v", from + "attention.self.value", width, width);
    add_linear(to + "attn_output", from + "attention.output.dense", width, width);
    add_norm(to + "attn_output_norm", from + "attention.output.LayerNorm");
    add_linear(to + "ffn_up", from + "intermediate.dense", source_.feed_forward, width);
    add_linear(to + "ffn_down", from + "output.dense", width, source_.feed_forward);
    add_norm(to + "layer_output_norm", from + "output.LayerNorm");
  }

  // A single vector goes through these, so they cost nothing in full precision.
  void add_classifier() {
    add_table("cls.weight", "pooler.dense.weight", source_.width);
    add_vector("cls.bias", "pooler.dense.bias", source_.width);
    add_table("cls.output.weight", "classifier.weight", 1);
    add_vector("cls.output.bias", "classifier.bias", 1);
  }

  // The runtime gives every token the type of the first segment, but a cross-encoder was trained
  // with the passage in the second. Types are added to the words before anything else happens, so
  // a second copy of the vocabulary that carries the difference of the two gives the same numbers.
  void add_two_vocabularies(const std::string& name) {
    if (source_.segments < 2) {
      throw Error(ErrorCode::invalid_model,
                  source_.weights().string() + ": a cross-encoder needs two token types");
    }
    const std::uint64_t rows = source_.vocabulary.size();
    const std::uint64_t width = source_.width;
    const std::string words = weights_.find(name, {rows, width});
    const std::string types =
        weights_.find("embeddings.token_type_embeddings.weight", {source_.segments, width});
    BertTensor& tensor = add("token_embd.weight", 2 * rows, width);
    tensor.type = matrix_type(width);
    tensor.values = [&file = weights_.file(), words, types, width] {
      std::vector<float> values = file.read(words);
      const std::vector<float> type_rows = file.read(types);
      const std::size_t count = values.size();
      values.resize(2 * count);
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t column = i % width;
        values[count + i] = values[i] + (type_rows[width + column] - type_rows[column]);
      }
      return values;
    };
  }

  void add_linear(const std::string& name, const std::string& from, std::uint64_t rows,
                  std::uint64_t columns) {
    add_matrix(name + ".weight", from + ".weight", rows, columns);
    add_vector(name + ".bias", from + ".bias", rows);
  }

  void add_norm(const std::string& name, const std::string& from) {
    add_vector(name + ".weight", from + ".weight", source_.width);
    add_vector(name + ".bias", from + ".bias", source_.width);
  }

  void add_matrix(const std::string& name, const std::string& from, std::uint64_t rows,
                  std::uint64_t columns) {
    BertTensor& tensor = add(name, rows, columns);
    tensor.type = matrix_type(columns);
    read_from(tensor, weights_.find(from, {rows, columns}));
  }

  void add_table(const std::string& name, const std::string& from, std::uint64_t rows) {
    read_from(add(name, rows, source_.width), weights_.find(from, {rows, source_.width}));
  }

  void add_vector(const std::string& name, const std::string& from, std::uint64_t length) {
    BertTensor& tensor = add(name, 1, length);
    tensor.is_vector = true;
    read_from(tensor, weights_.find(from, {length}));
  }

  BertTensor& add(const std::string& name, std::uint64_t rows, std::uint64_t columns) {
    BertTensor& tensor = tensors_.emplace_back();
    tensor.name = name;
    tensor.rows = static_cast<std::int64_t>(rows);
    tensor.columns = static_cast<std::int64_t>(columns);
    return tensor;
  }

  void read_from(BertTensor& tensor, std::string name) {
    tensor.values = [&file = weights_.file(), name = std::move(name)] { return file.read(name); };
  }

  // Q8_0 stores 32 weights of a row together; a row of another length stays in half precision.
  ggml_type matrix_type(std::uint64_t columns) const {
    if (precision_ == Precision::f32) return GGML_TYPE_F32;
    const auto block = static_cast<std::uint64_t>(ggml_blck_size(GGML_TYPE_Q8_0));
    const bool whole_blocks = columns % block == 0;
    return precision_ == Precision::q8_0 && whole_blocks ? GGML_TYPE_Q8_0 : GGML_TYPE_F16;
  }

  const BertSource& source_;
  Precision precision_;
  Weights& weights_;
  std::vector<BertTensor> tensors_;
};

}  // namespace

std::vector<BertTensor> plan_bert_tensors(const BertSource& source, Precision precision,
                                          Safetensors& weights) {
  Weights finder(weights, source.weights());
  return Plan(source, precision, finder).make();
}

}  // namespace gaia::memory::inference

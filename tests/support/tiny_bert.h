// Small BERT models with random weights, written as authors publish theirs, and an independent
// computation of what they answer. So import and encoding are tested without a download.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace gaia::memory::test {

struct TinyTensor {
  std::vector<std::size_t> shape;
  std::vector<float> values;
};

// The bytes of a safetensors file. `type` is F32, or BF16 for weights cut to their upper half.
inline std::string safetensors_bytes(const std::map<std::string, TinyTensor>& tensors,
                                     const std::string& type = "F32") {
  nlohmann::json header = nlohmann::json::object();
  std::string data;
  for (const auto& [name, tensor] : tensors) {
    const std::size_t begin = data.size();
    for (const float value : tensor.values) {
      const auto bits = std::bit_cast<std::uint32_t>(value);
      const std::size_t bytes = type == "BF16" ? 2 : 4;
      for (std::size_t i = 4 - bytes; i < 4; ++i) {
        data.push_back(static_cast<char>(bits >> (8 * i) & 0xFF));
      }
    }
    header[name] = {
        {"dtype", type}, {"shape", tensor.shape}, {"data_offsets", {begin, data.size()}}};
  }
  const std::string text = header.dump();
  std::uint64_t length = text.size();
  std::string bytes(sizeof(length), '\0');
  std::memcpy(bytes.data(), &length, sizeof(length));
  return bytes + text + data;
}

inline void write_file(const std::filesystem::path& file, const std::string& bytes) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
}

inline std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class TinyBert {
 public:
  static constexpr std::size_t kLayers = 2, kWidth = 64, kHeads = 4, kFeedForward = 96;
  static constexpr std::size_t kPositions = 40, kSegments = 2, kMaxTokens = 32;

  explicit TinyBert(bool cross_encoder = false, unsigned seed = 1)
      : cross_encoder_(cross_encoder), random_(seed) {
    for (const char* token : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}) {
      vocabulary.emplace_back(token);
    }
    for (char c = 'a'; c <= 'z'; ++c) {
      vocabulary.emplace_back(1, c);
      vocabulary.push_back(std::string("##") + c);
    }
    for (const char* token : {"tea", "coffee", "##ing", "the", "user", ".", ",", "é"}) {
      vocabulary.emplace_back(token);
    }
    make_settings();
    make_weights();
  }

  std::vector<std::string> vocabulary;
  nlohmann::json config, tokenizer, sentences, pooling;
  std::map<std::string, TinyTensor> tensors;

  void write(const std::filesystem::path& folder, const std::string& type = "F32") const {
    std::string words;
    for (const std::string& token : vocabulary) words += token + "\n";
    write_file(folder / "vocab.txt", words);
    write_file(folder / "config.json", config.dump());
    write_file(folder / "tokenizer_config.json", tokenizer.dump());
    write_file(folder / "sentence_bert_config.json", sentences.dump());
    if (!cross_encoder_) write_file(folder / "1_Pooling" / "config.json", pooling.dump());
    write_file(folder / "model.safetensors", safetensors_bytes(tensors, type));
  }

  std::int32_t id(const std::string& token) const {
    return static_cast<std::int32_t>(std::ranges::find(vocabulary, token) - vocabulary.begin());
  }

  // The mean of the last hidden states, at unit length.
  std::vector<float> mean_vector(const std::vector<std::int32_t>& ids) const {
    const Matrix states = forward(ids, std::vector<std::size_t>(ids.size(), 0));
    Row mean(kWidth, 0);
    for (const Row& row : states) {
      for (std::size_t i = 0; i < kWidth; ++i) mean[i] += row[i];
    }
    return unit(mean);
  }

  std::vector<float> first_vector(const std::vector<std::int32_t>& ids) const {
    return unit(forward(ids, std::vector<std::size_t>(ids.size(), 0)).front());
  }

  // What the cross-encoder answers.
  double score(const std::vector<std::int32_t>& ids,
               const std::vector<std::size_t>& segments) const {
    Row pooled = linear(forward(ids, segments).front(), "bert.pooler.dense");
    for (double& x : pooled) x = std::tanh(x);
    return linear(pooled, "classifier").front();
  }

 private:
  using Row = std::vector<double>;
  using Matrix = std::vector<Row>;

  void make_settings() {
    config = {{"architectures", {cross_encoder_ ? "BertForSequenceClassification" : "BertModel"}},
              {"hidden_act", "gelu"},
              {"hidden_size", kWidth},
              {"intermediate_size", kFeedForward},
              {"layer_norm_eps", 1e-12},
              {"max_position_embeddings", kPositions},
              {"num_attention_heads", kHeads},
              {"num_hidden_layers", kLayers},
              {"position_embedding_type", "absolute"},
              {"type_vocab_size", kSegments},
              {"vocab_size", vocabulary.size()}};
    if (cross_encoder_) config["id2label"] = {{"0", "LABEL_0"}};
    tokenizer = {{"do_lower_case", true}, {"tokenizer_class", "BertTokenizer"}};
    sentences = {{"max_seq_length", kMaxTokens}};
    pooling = {{"pooling_mode_mean_tokens", true}, {"pooling_mode_cls_token", false}};
  }

  void make_weights() {
    add("embeddings.word_embeddings.weight", {vocabulary.size(), kWidth});
    add("embeddings.token_type_embeddings.weight", {kSegments, kWidth});
    add("embeddings.position_embeddings.weight", {kPositions, kWidth});
    add_norm("embeddings.LayerNorm");
    for (std::size_t i = 0; i < kLayers; ++i) {
      const std::string name = layer(i);
      for (const char* part : {"query", "key", "value"}) {
        add_linear(name + "attention.self." + part, kWidth, kWidth);
      }
      add_linear(name + "attention.output.dense", kWidth, kWidth);
      add_norm(name + "attention.output.LayerNorm");
      add_linear(name + "intermediate.dense", kFeedForward, kWidth);
      add_linear(name + "output.dense", kWidth, kFeedForward);
      add_norm(name + "output.LayerNorm");
    }
    add_linear("pooler.dense", kWidth, kWidth);
    if (!cross_encoder_) return;
    auto plain = std::move(tensors);
    tensors.clear();
    for (auto& [name, tensor] : plain) tensors["bert." + name] = std::move(tensor);
    add_linear("classifier", 1, kWidth);
  }

  static std::string layer(std::size_t i) { return "encoder.layer." + std::to_string(i) + "."; }

  void add_linear(const std::string& name, std::size_t rows, std::size_t columns) {
    add(name + ".weight", {rows, columns});
    add(name + ".bias", {rows});
  }

  void add_norm(const std::string& name) {
    add(name + ".weight", {kWidth});
    for (float& value : tensors[name + ".weight"].values) {
      value = 1 + std::floor(value * 128) / 128;
    }
    add(name + ".bias", {kWidth});
  }

  // Not std::normal_distribution, whose numbers differ between standard libraries. Chosen so
  // that they survive being stored as BF16.
  void add(const std::string& name, std::vector<std::size_t> shape) {
    std::size_t count = 1;
    for (const std::size_t length : shape) count *= length;
    std::vector<float> values(count);
    for (float& value : values) {
      value = (static_cast<float>(random_() % 255) - 127.0f) / 512.0f;
    }
    tensors[name] = {std::move(shape), std::move(values)};
  }

  const TinyTensor& tensor(const std::string& name) const {
    const auto found = tensors.find(name);
    return found != tensors.end() ? found->second : tensors.at("bert." + name);
  }

  Row linear(const Row& x, const std::string& name) const {
    const TinyTensor& weight = tensor(name + ".weight");
    const TinyTensor& bias = tensor(name + ".bias");
    Row y(weight.shape[0]);
    for (std::size_t row = 0; row < y.size(); ++row) {
      double sum = static_cast<double>(bias.values[row]);
      for (std::size_t i = 0; i < x.size(); ++i) {
        sum += x[i] * static_cast<double>(weight.values[row * x.size() + i]);
      }
      y[row] = sum;
    }
    return y;
  }

  Row norm(const Row& x, const std::string& name) const {
    double mean = 0, variance = 0;
    for (const double value : x) mean += value / static_cast<double>(x.size());
    for (const double value : x) {
      variance += (value - mean) * (value - mean) / static_cast<double>(x.size());
    }
    Row y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      y[i] = (x[i] - mean) / std::sqrt(variance + 1e-12) *
                 static_cast<double>(tensor(name + ".weight").values[i]) +
             static_cast<double>(tensor(name + ".bias").values[i]);
    }
    return y;
  }

  static Row sum(const Row& a, const Row& b) {
    Row y(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) y[i] = a[i] + b[i];
    return y;
  }

  Matrix attention(const Matrix& x, const std::string& name) const {
    Matrix q, k, v;
    for (const Row& row : x) {
      q.push_back(linear(row, name + "self.query"));
      k.push_back(linear(row, name + "self.key"));
      v.push_back(linear(row, name + "self.value"));
    }
    Matrix result;
    for (std::size_t i = 0; i < x.size(); ++i) {
      Row mixed(kWidth, 0);
      for (std::size_t head = 0; head < kHeads; ++head) mix(q[i], k, v, head, mixed);
      result.push_back(linear(mixed, name + "output.dense"));
    }
    return result;
  }

  static void mix(const Row& q, const Matrix& k, const Matrix& v, std::size_t head, Row& mixed) {
    const std::size_t size = kWidth / kHeads;
    const std::size_t begin = head * size;
    Row weights;
    double total = 0;
    for (const Row& key : k) {
      double score = 0;
      for (std::size_t i = begin; i < begin + size; ++i) score += q[i] * key[i];
      weights.push_back(std::exp(score / std::sqrt(static_cast<double>(size))));
      total += weights.back();
    }
    for (std::size_t j = 0; j < v.size(); ++j) {
      for (std::size_t i = begin; i < begin + size; ++i) mixed[i] += weights[j] / total * v[j][i];
    }
  }

  Matrix forward(const std::vector<std::int32_t>& ids,
                 const std::vector<std::size_t>& segments) const {
    const auto row = [this](const std::string& name, std::size_t index) {
      const auto& values = tensor("embeddings." + name + ".weight").values;
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(index * kWidth);
      return Row(begin, begin + static_cast<std::ptrdiff_t>(kWidth));
    };
    Matrix x;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const Row word = row("word_embeddings", static_cast<std::size_t>(ids[i]));
      const Row place =
          sum(row("position_embeddings", i), row("token_type_embeddings", segments[i]));
      x.push_back(norm(sum(word, place), "embeddings.LayerNorm"));
    }
    for (std::size_t i = 0; i < kLayers; ++i) {
      const std::string name = layer(i);
      const Matrix attended = attention(x, name + "attention.");
      for (std::size_t j = 0; j < x.size(); ++j) {
        const Row y = norm(sum(x[j], attended[j]), name + "attention.output.LayerNorm");
        Row inner = linear(y, name + "intermediate.dense");
        for (double& z : inner) z *= 0.5 * (1 + std::erf(z / std::sqrt(2.0)));
        x[j] = norm(sum(y, linear(inner, name + "output.dense")), name + "output.LayerNorm");
      }
    }
    return x;
  }

  static std::vector<float> unit(const Row& row) {
    double square = 0;
    for (const double value : row) square += value * value;
    std::vector<float> vector;
    for (const double value : row) vector.push_back(static_cast<float>(value / std::sqrt(square)));
    return vector;
  }

  bool cross_encoder_;
  std::mt19937 random_;
};

inline double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    ab += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    aa += static_cast<double>(a[i]) * static_cast<double>(a[i]);
    bb += static_cast<double>(b[i]) * static_cast<double>(b[i]);
  }
  return a.size() == b.size() ? ab / std::sqrt(aa * bb) : 0;
}

}  // namespace gaia::memory::test

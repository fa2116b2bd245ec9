#include "inference/bert_source.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "gaia/memory/error.h"
#include "inference/file_reader.h"
#include "inference/json_file.h"
#include "text/utf8.h"

namespace gaia::memory::inference {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint32_t kMaxLayers = 512;  // the runtime's limit
constexpr std::uint32_t kMaxWidth = 1u << 16;
constexpr std::uint32_t kMaxVocabulary = 1u << 22;
constexpr std::uint64_t kMaxVocabularyBytes = 64u << 20;
constexpr std::uint64_t kMaxCardBytes = 4u << 20;

std::string architecture_of(const JsonFile& config) {
  const auto names = config.value().find("architectures");
  if (names == config.value().end() || !names->is_array() || names->size() != 1 ||
      !names->front().is_string()) {
    config.refuse("it does not name one architecture");
  }
  const auto name = names->front().get<std::string>();
  if (name != "BertModel" && name != "BertForSequenceClassification") {
    config.refuse("the architecture is " + name +
                  "; supported are BertModel and BertForSequenceClassification");
  }
  return name;
}

void check_variants(const JsonFile& config) {
  const std::string positions = config.text("position_embedding_type", "absolute");
  if (positions != "absolute") {
    config.refuse("position_embedding_type is " + positions + "; supported is absolute");
  }
  const std::string activation = config.text("hidden_act", "gelu");
  if (activation != "gelu") {
    config.refuse("hidden_act is " + activation + "; supported is gelu");
  }
}

void check_one_label(const JsonFile& config) {
  const auto labels = config.value().find("id2label");
  const std::size_t count =
      labels != config.value().end() && labels->is_object() ? labels->size() : 2;
  if (config.number("num_labels", static_cast<double>(count)) != 1) {
    config.refuse("the classifier has " + std::to_string(count) +
                  " labels; supported is a cross-encoder with one");
  }
}

void read_config(const JsonFile& config, BertSource& source) {
  const std::string architecture = architecture_of(config);
  check_variants(config);
  if (architecture == "BertForSequenceClassification") {
    check_one_label(config);
    source.pooling = LLAMA_POOLING_TYPE_RANK;
  }
  source.layers = config.count("num_hidden_layers", kMaxLayers);
  source.width = config.count("hidden_size", kMaxWidth);
  source.heads = config.count("num_attention_heads", kMaxWidth);
  source.feed_forward = config.count("intermediate_size", kMaxWidth);
  source.positions = config.count("max_position_embeddings", kMaxWidth);
  source.segments = config.count("type_vocab_size", kMaxWidth);
  source.norm_epsilon = static_cast<float>(config.number("layer_norm_eps", 1e-12));
  if (source.width % source.heads != 0) {
    config.refuse("hidden_size is not a multiple of num_attention_heads");
  }
}

void read_vocabulary(const JsonFile& config, const fs::path& folder, BertSource& source) {
  const fs::path file = folder / "vocab.txt";
  const std::string all = read_text_file(file, kMaxVocabularyBytes);
  if (text::find_invalid_utf8(all) || all.find('\0') != std::string::npos) {
    throw Error(ErrorCode::invalid_model, file.string() + ": not a text in UTF-8");
  }
  std::unordered_set<std::string_view> seen;
  std::string_view rest = all;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!seen.insert(line).second) {
      throw Error(ErrorCode::invalid_model,
                  file.string() + ": the entry \"" + std::string(line) + "\" stands twice");
    }
    source.vocabulary.emplace_back(line);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const std::uint32_t rows = config.count("vocab_size", kMaxVocabulary);
  if (rows != source.vocabulary.size()) {
    config.refuse("vocab_size is " + std::to_string(rows) + " but vocab.txt has " +
                  std::to_string(source.vocabulary.size()) + " entries");
  }
}

// "[CLS]", or {"content": "[CLS]", ...} in files of some versions.
std::string special_token(const JsonFile& settings, const char* key, const char* otherwise) {
  const auto found = settings.value().find(key);
  if (found != settings.value().end() && found->is_object()) {
    return found->value("content", std::string());
  }
  return settings.text(key, otherwise);
}

void find_special_tokens(const JsonFile& settings, BertSource& source) {
  std::unordered_map<std::string, std::int32_t> ids;
  for (std::size_t i = 0; i < source.vocabulary.size(); ++i) {
    ids.emplace(source.vocabulary[i], static_cast<std::int32_t>(i));
  }
  const auto find = [&](const char* key, const char* otherwise) {
    const std::string token = special_token(settings, key, otherwise);
    const auto found = ids.find(token);
    if (found == ids.end()) {
      settings.refuse(std::string(key) + " is " + token + ", which vocab.txt does not have");
    }
    return found->second;
  };
  source.cls = find("cls_token", "[CLS]");
  source.sep = find("sep_token", "[SEP]");
  source.unknown = find("unk_token", "[UNK]");
  source.padding = find("pad_token", "[PAD]");
  source.mask = find("mask_token", "[MASK]");
}

void read_text_options(const JsonFile& settings, BertSource& source) {
  source.text.lowercase = settings.flag("do_lower_case", true);
  source.text.strip_accents = settings.flag("strip_accents", source.text.lowercase);
  if (!settings.flag("tokenize_chinese_chars", true)) {
    settings.refuse("tokenize_chinese_chars is false; supported is true");
  }
  const std::string kind = settings.text("tokenizer_class", "BertTokenizer");
  if (kind != "BertTokenizer" && kind != "BertTokenizerFast") {
    settings.refuse("tokenizer_class is " + kind + "; supported is BertTokenizer");
  }
}

// The newer description of the same tokenizer, which has the last word where it exists.
void read_tokenizer_json(const fs::path& folder, BertSource& source) {
  const JsonFile file(folder / "tokenizer.json", JsonFile::Presence::optional);
  if (!file.exists()) return;
  const json normalizer = file.value().value("normalizer", json());
  const json model = file.value().value("model", json());
  const auto is = [](const json& part, const char* key, const json& expected) {
    return part.is_object() && part.value(key, expected) == expected;
  };
  if (!is(normalizer, "type", "BertNormalizer") || !is(normalizer, "clean_text", true) ||
      !is(normalizer, "handle_chinese_chars", true)) {
    file.refuse("the normalizer is " + normalizer.dump() +
                "; supported is a BertNormalizer that "
                "cleans text and handles Chinese characters");
  }
  if (!is(model, "type", "WordPiece") || !is(model, "continuing_subword_prefix", "##") ||
      !is(model, "max_input_chars_per_word", 100)) {
    file.refuse(
        "the tokenizer is not a WordPiece one with the prefix ## and words of at most 100 "
        "characters");
  }
  const json lowercase = normalizer.value("lowercase", json(true));
  const json strip_accents = normalizer.value("strip_accents", json());
  source.text.lowercase = lowercase != json(false);
  source.text.strip_accents =
      strip_accents.is_boolean() ? strip_accents.get<bool>() : source.text.lowercase;
}

void read_pooling(const fs::path& folder, BertSource& source) {
  if (source.is_cross_encoder()) return;
  const JsonFile file(folder / "1_Pooling" / "config.json", JsonFile::Presence::optional);
  if (!file.exists()) file.refuse("missing, so how token vectors become one is not known");
  std::string chosen;
  for (const auto& [key, value] : file.value().items()) {
    if (!key.starts_with("pooling_mode_") || value != json(true)) continue;
    chosen += (chosen.empty() ? "" : " and ") + key;
  }
  if (chosen == "pooling_mode_mean_tokens") {
    source.pooling = LLAMA_POOLING_TYPE_MEAN;
  } else if (chosen == "pooling_mode_cls_token") {
    source.pooling = LLAMA_POOLING_TYPE_CLS;
  } else {
    file.refuse("the pooling is " + (chosen.empty() ? "not set" : chosen) +
                "; supported are pooling_mode_mean_tokens and pooling_mode_cls_token");
  }
}

// A list of steps, of which the runtime does the three that almost all models have.
void check_modules(const fs::path& folder) {
  const fs::path path = folder / "modules.json";
  if (!fs::exists(path)) return;
  const json modules = parse_json(read_text_file(path, kMaxCardBytes));
  for (const json& module : modules) {
    const std::string type = module.is_object() ? module.value("type", std::string()) : "";
    if (type.ends_with(".Transformer") || type.ends_with(".Pooling") ||
        type.ends_with(".Normalize")) {
      continue;
    }
    throw Error(ErrorCode::invalid_model, path.string() + ": the model has the step " +
                                              (type.empty() ? "(none)" : type) +
                                              "; supported are Transformer, Pooling and Normalize");
  }
}

void read_max_tokens(const fs::path& folder, const JsonFile& tokenizer, BertSource& source) {
  const JsonFile sentences(folder / "sentence_bert_config.json", JsonFile::Presence::optional);
  if (sentences.flag("do_lower_case", false)) source.text.lowercase = true;
  // Where nothing is set, tokenizers write 1e30.
  const double trained =
      sentences.number("max_seq_length", tokenizer.number("model_max_length", source.positions));
  constexpr double kSpecialTokens = 2;
  if (!(trained > kSpecialTokens)) {
    sentences.refuse("max_seq_length leaves no room for a text");
  }
  source.max_tokens = static_cast<std::uint32_t>(std::min<double>(trained, source.positions));
}

// "license: apache-2.0" of the model card's front matter.
std::optional<std::string> read_license(const fs::path& folder) {
  const fs::path file = folder / "README.md";
  if (!fs::exists(file) || fs::file_size(file) > kMaxCardBytes) return std::nullopt;
  const std::string card = read_text_file(file, kMaxCardBytes);
  constexpr std::string_view kKey = "\nlicense:";
  const std::size_t matter = card.find("\n---");
  const std::size_t begin = card.find(kKey);
  if (!card.starts_with("---") || begin == std::string::npos || begin > matter) {
    return std::nullopt;
  }
  const std::size_t end = card.find('\n', begin + 1);
  std::string value = card.substr(begin + kKey.size(), end - begin - kKey.size());
  std::erase_if(value, [](unsigned char c) { return c <= ' ' || c >= 0x7f; });
  return value.empty() ? std::nullopt : std::optional(value);
}

// Newer tools write empty prompts where nobody has set any; those say nothing.
void read_prefixes(const fs::path& folder, BertSource& source) {
  const JsonFile file(folder / "config_sentence_transformers.json", JsonFile::Presence::optional);
  const json prompts = file.value().value("prompts", json());
  const auto find = [&](const char* key) {
    const auto found = prompts.is_object() ? prompts.find(key) : prompts.end();
    if (found == prompts.end() || found->is_null()) return std::string();
    if (!found->is_string()) file.refuse("the prompt " + std::string(key) + " is not a text");
    return found->get<std::string>();
  };
  const std::string query = find("query");
  std::string document = find("document");
  if (document.empty()) document = find("passage");
  if (query.empty() && document.empty()) return;
  source.query_prefix = query;
  source.document_prefix = document;
}

bool is_hash(const std::string& name) {
  constexpr std::size_t kShortest = 7;  // as abbreviated; "e5" is a model
  return name.size() >= kShortest &&
         name.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
}

// NAME of models--ORG--NAME/snapshots/HASH, where downloads are cached; otherwise the folder's.
std::string folder_name(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  const fs::path last = whole.has_filename() ? whole : whole.parent_path();
  const fs::path parent = last.parent_path();
  const std::string cached = parent.parent_path().filename().string();
  if (parent.filename() == "snapshots" && cached.starts_with("models--")) {
    return cached.substr(cached.rfind("--") + 2);
  }
  const std::string name = last.filename().string();
  return name == "model" || is_hash(name) ? "" : name;
}

}  // namespace

BertSource read_bert_source(const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    throw Error(ErrorCode::not_found, "there is no folder " + folder.string(),
                "name a folder with model.safetensors, config.json and vocab.txt");
  }
  BertSource source;
  source.folder = folder;
  source.name = folder_name(folder);
  const JsonFile config(folder / "config.json", JsonFile::Presence::required);
  read_config(config, source);
  read_vocabulary(config, folder, source);
  check_modules(folder);
  read_pooling(folder, source);
  const JsonFile tokenizer(folder / "tokenizer_config.json", JsonFile::Presence::optional);
  read_text_options(tokenizer, source);
  read_tokenizer_json(folder, source);
  read_max_tokens(folder, tokenizer, source);
  find_special_tokens(tokenizer, source);
  read_prefixes(folder, source);
  source.license = read_license(folder);
  return source;
}

}  // namespace gaia::memory::inference

#include "inference/json_file.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "gaia/memory/error.h"
#include "inference/file_reader.h"

namespace gaia::memory::inference {
namespace {

using nlohmann::json;

// A tokenizer.json with a multilingual vocabulary has 17 MB.
constexpr std::uint64_t kMaxBytes = 64u << 20;

constexpr int kMaxDepth = 64;  // a tokenizer.json has 8

bool is_too_deep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      if (++depth > kMaxDepth) return true;
    } else if (!quoted && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return false;
}

}  // namespace

nlohmann::json parse_json(std::string_view text) {
  if (is_too_deep(text)) return json(json::value_t::discarded);
  return json::parse(text, nullptr, false);
}

JsonFile::JsonFile(std::filesystem::path file, Presence presence)
    : file_(std::move(file)), value_(std::make_unique<json>(json::object())) {
  std::error_code ignored;  // if it cannot be looked at, reading it says why
  if (presence == Presence::optional && !std::filesystem::exists(file_, ignored)) return;
  exists_ = true;
  value_ = std::make_unique<json>(parse_json(read_text_file(file_, kMaxBytes)));
  if (!value_->is_object()) refuse("not a JSON object");
}

JsonFile::~JsonFile() = default;

void JsonFile::refuse(const std::string& what) const {
  std::string line = file_.string() + ": " + what;
  std::ranges::replace_if(
      line, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  throw Error(ErrorCode::invalid_model, line, "use a BERT embedding model or cross-encoder");
}

const nlohmann::json* JsonFile::find(const char* key) const {
  const auto found = value_->find(key);
  return found == value_->end() || found->is_null() ? nullptr : &*found;
}

std::string JsonFile::text(const char* key, const std::string& otherwise) const {
  const json* found = find(key);
  if (found == nullptr) return otherwise;
  if (!found->is_string()) refuse(std::string(key) + " is not a text");
  return found->get<std::string>();
}

bool JsonFile::flag(const char* key, bool otherwise) const {
  const json* found = find(key);
  if (found == nullptr) return otherwise;
  if (!found->is_boolean()) refuse(std::string(key) + " is not true or false");
  return found->get<bool>();
}

double JsonFile::number(const char* key, double otherwise) const {
  const json* found = find(key);
  if (found == nullptr) return otherwise;
  if (!found->is_number()) refuse(std::string(key) + " is not a number");
  return found->get<double>();
}

std::uint32_t JsonFile::count(const char* key, std::uint32_t max) const {
  const double value = number(key, 0);
  if (!(value >= 1 && value <= max) || value != std::floor(value)) {
    refuse(std::string(key) + " must be a whole number from 1 to " + std::to_string(max));
  }
  return static_cast<std::uint32_t>(value);
}

}  // namespace gaia::memory::inference

// The header of a GGUF file: its keys and the list of its tensors, without their data.
//
// The runtime has a reader of its own, which ends the process by an assertion on some damaged
// files (an empty key, two equal tokens). So we read every file first, and hand over only what
// has passed the checks here.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace gaia::memory::inference {

class GgufHeader {
 public:
  struct Array {
    std::uint32_t type = 0;  // gguf_type of its elements
    std::uint64_t count = 0;
  };
  using Value = std::variant<std::uint64_t, std::int64_t, double, bool, std::string, Array>;

  struct Tensor {
    std::string name;
    std::uint32_t type = 0;                          // ggml_type
    std::array<std::uint64_t, 4> shape{1, 1, 1, 1};  // the length of a row first
    std::uint64_t begin = 0;                         // of its data in the file
    std::uint64_t bytes = 0;
  };

  // Errors: not_found, io_error; invalid_model for a file that is damaged, or shorter than the
  // data of its tensors.
  explicit GgufHeader(const std::filesystem::path& file);

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t file_bytes() const { return file_bytes_; }
  const std::vector<Tensor>& tensors() const { return tensors_; }
  const std::vector<std::string>& tokens() const { return tokens_; }

  std::vector<std::string> take_tokens() { return std::move(tokens_); }

  bool has(const std::string& key) const { return values_.contains(key); }
  bool is_list(const std::string& key) const;
  std::vector<std::string> keys_with(std::string_view prefix) const;  // sorted
  std::optional<std::string> text(const std::string& key) const;
  std::optional<std::uint64_t> number(const std::string& key) const;  // none if it is negative
  std::optional<double> real(const std::string& key) const;
  std::optional<bool> flag(const std::string& key) const;

  std::string architecture() const { return text("general.architecture").value_or(""); }
  // "bert.context_length" for "context_length".
  std::string architecture_key(const std::string& key) const { return architecture() + "." + key; }

  // Throws Error(invalid_model) if the runtime would end the process over this file's vocabulary,
  // numbers or types of weights.
  void check_loadable() const;

 private:
  class Parser;

  std::filesystem::path path_;
  std::uint64_t file_bytes_ = 0;
  std::map<std::string, Value> values_;
  std::vector<Tensor> tensors_;
  std::vector<std::string> tokens_;  // tokenizer.ggml.tokens
};

}  // namespace gaia::memory::inference

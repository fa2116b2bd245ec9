// A JSON settings file of a model folder, read with the questions that the importer asks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace gaia::memory::inference {

// Like json::parse(), but a text that is not JSON or is nested deeper than any settings are gives a
// discarded value. (Depth costs stack: 300,000 brackets end the process.)
nlohmann::json parse_json(std::string_view text);

class JsonFile {
 public:
  // Errors: io_error, invalid_model; not_found unless it is `optional`, then it is empty.
  enum class Presence { required, optional };
  JsonFile(std::filesystem::path file, Presence presence);

  ~JsonFile();
  JsonFile(const JsonFile&) = delete;
  JsonFile& operator=(const JsonFile&) = delete;

  bool exists() const { return exists_; }
  const nlohmann::json& value() const { return *value_; }

  // What the key says, or `otherwise` if it is absent or null. Throw Error(invalid_model) if it is
  // of another kind.
  std::string text(const char* key, const std::string& otherwise) const;
  bool flag(const char* key, bool otherwise) const;
  double number(const char* key, double otherwise) const;

  // A whole number from 1 to `max` that must be there.
  std::uint32_t count(const char* key, std::uint32_t max) const;

  // Throws Error(invalid_model) with the file's name.
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  const nlohmann::json* find(const char* key) const;

  std::filesystem::path file_;
  bool exists_ = false;
  std::unique_ptr<const nlohmann::json> value_;  // an object
};

}  // namespace gaia::memory::inference

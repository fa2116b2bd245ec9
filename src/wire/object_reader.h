// Reads a JSON object field by field, strictly, for input that people and models write by hand.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "wire/json.h"

namespace gaia::memory::wire {

// Refers to the object; keep it alive. Everything throws Error(invalid_argument) that names the
// field. null and empty text mean not given.
class ObjectReader {
 public:
  // `known` are the only fields that may occur.
  ObjectReader(const Json& object, std::initializer_list<std::string_view> known);

  std::optional<std::string> text(std::string_view field) const;
  std::string required_text(std::string_view field) const;
  std::string required_text_or_empty(std::string_view field) const;
  std::optional<bool> flag(std::string_view field) const;      // also "true", "false", "1", "0"
  std::optional<double> number(std::string_view field) const;  // also "0.8"
  std::optional<std::string> instant(std::string_view field) const;      // checked, not converted
  std::optional<std::string> object_text(std::string_view field) const;  // an object, as text

 private:
  const Json* find(std::string_view field) const;  // null if it is not given

  const Json& object_;
};

}  // namespace gaia::memory::wire

#include "wire/object_reader.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "gaia/memory/timestamp.h"

namespace gaia::memory::wire {
namespace {

std::string in_quotes(std::string_view name) { return "'" + std::string(name) + "'"; }

std::string joined(std::initializer_list<std::string_view> names) {
  std::string list;
  for (const std::string_view name : names) {
    if (!list.empty()) list += ", ";
    list += name;
  }
  return list;
}

[[noreturn]] void fail_type(std::string_view field, std::string_view wanted, const Json& found) {
  throw Error(ErrorCode::invalid_argument,
              in_quotes(field) + " must be " + std::string(wanted) + ", not " +
                  (found.is_string() ? "the text " + in_quotes(found.get_ref<const std::string&>())
                                     : "of type " + std::string(found.type_name())),
              "give " + std::string(wanted) + ", or leave the field out");
}

// What `call` returns; its errors then name the field.
template <typename Call>
auto naming(std::string_view field, const Call& call) {
  try {
    return call();
  } catch (const Error& error) {
    throw Error(error.code(), in_quotes(field) + ": " + error.what(), error.hint());
  }
}

}  // namespace

ObjectReader::ObjectReader(const Json& object, std::initializer_list<std::string_view> known)
    : object_(object) {
  if (!object.is_object()) {
    throw Error(ErrorCode::invalid_argument,
                "expected a JSON object, found " + std::string(object.type_name()),
                "the fields are: " + joined(known));
  }
  for (const auto& [name, value] : object.items()) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw Error(ErrorCode::invalid_argument, "unknown field " + in_quotes(name),
                  "the fields are: " + joined(known));
    }
  }
}

const Json* ObjectReader::find(std::string_view field) const {
  const auto found = object_.find(std::string(field));
  if (found == object_.end() || found->is_null()) return nullptr;
  if (found->is_string() && found->get_ref<const std::string&>().empty()) return nullptr;
  return &*found;
}

std::optional<std::string> ObjectReader::text(std::string_view field) const {
  const Json* value = find(field);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) fail_type(field, "text", *value);
  std::string text = value->get<std::string>();
  require_text(field, text);
  return text;
}

std::string ObjectReader::required_text(std::string_view field) const {
  if (std::optional<std::string> value = text(field)) return *std::move(value);
  throw Error(ErrorCode::invalid_argument, in_quotes(field) + " is missing or empty",
              "give it as text");
}

std::string ObjectReader::required_text_or_empty(std::string_view field) const {
  const auto found = object_.find(std::string(field));
  const bool is_empty_text = found != object_.end() && found->is_string() && find(field) == nullptr;
  return is_empty_text ? std::string() : required_text(field);
}

std::optional<bool> ObjectReader::flag(std::string_view field) const {
  const Json* value = find(field);
  if (value == nullptr) return std::nullopt;
  if (value->is_boolean()) return value->get<bool>();
  if (*value == "true" || *value == "1" || *value == 1) return true;
  if (*value == "false" || *value == "0" || *value == 0) return false;
  fail_type(field, "true or false", *value);
}

std::optional<double> ObjectReader::number(std::string_view field) const {
  const Json* value = find(field);
  if (value == nullptr) return std::nullopt;
  if (value->is_number()) return value->get<double>();
  if (value->is_string()) {
    const auto& text = value->get_ref<const std::string&>();
    double parsed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
    if (error == std::errc() && end == text.data() + text.size()) return parsed;
  }
  fail_type(field, "a number", *value);
}

std::optional<std::string> ObjectReader::instant(std::string_view field) const {
  std::optional<std::string> value = text(field);
  if (value) naming(field, [&] { return parse_timestamp(*value); });
  return value;
}

std::optional<std::string> ObjectReader::object_text(std::string_view field) const {
  const Json* value = find(field);
  if (value == nullptr) return std::nullopt;
  const Json object =
      value->is_string()
          ? naming(field, [&] { return parse(value->get_ref<const std::string&>()); })
          : *value;
  if (!object.is_object()) fail_type(field, "a JSON object", *value);
  return to_text(object);
}

}  // namespace gaia::memory::wire

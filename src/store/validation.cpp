#include "store/validation.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "gaia/memory/error.h"
#include "text/credentials.h"
#include "text/utf8.h"
#include "text/words.h"

namespace gaia::memory::store {
namespace {

constexpr std::size_t kMaxLabelCharacters = 200;
constexpr int kMaxLimit = 1000;

constexpr std::array<std::string_view, 6> kCategories{"fact",  "preference", "error",
                                                      "skill", "note",       "reminder"};
// GAIA's later ones: what an agent is, who its user is, and what it may do.
constexpr std::array<std::string_view, 3> kPrivilegedCategories{"system", "profile", "permission"};

constexpr std::array<std::string_view, 4> kRoles{"user", "assistant", "system", "tool"};

struct SourceConfidence {
  std::string_view source;
  double confidence;
};
constexpr std::array<SourceConfidence, 6> kSources{{
    {"tool", 0.5},
    {"llm_extract", 0.4},
    {"error_auto", 0.5},
    {"user", 0.8},
    {"discovery", 0.4},
    {"consolidation", 0.5},
}};
constexpr double kOtherSourceConfidence = 0.5;

[[noreturn]] void throw_invalid(std::string message, std::string hint) {
  throw Error(ErrorCode::invalid_argument, std::move(message), std::move(hint));
}

template <std::size_t n>
bool contains(const std::array<std::string_view, n>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

template <std::size_t n>
std::string listed(const std::array<std::string_view, n>& names) {
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

// For messages: what somebody gave, short and on one line.
std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 40;
  std::string shown(text::truncate_characters(text, kShown));
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return "'" + shown + (shown.size() < text.size() ? "...'" : "'");
}

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
  });
}

}  // namespace

void check_text(std::string_view field, std::string_view text) {
  if (const auto offset = text::find_invalid_utf8(text)) {
    throw_invalid(std::string(field) + " is not valid UTF-8 (byte " + std::to_string(*offset) + ")",
                  "convert the text to UTF-8 first");
  }
  if (const auto offset = text.find('\0'); offset != std::string_view::npos) {
    throw_invalid(
        std::string(field) + " contains a NUL character (byte " + std::to_string(offset) + ")",
        "remove it; binary data cannot be remembered");
  }
}

std::string checked_content(std::string_view field, std::string_view text,
                            std::size_t max_characters) {
  check_text(field, text);
  if (text::is_blank(text)) throw_invalid(std::string(field) + " is empty", "give it some text");
  return std::string(text::truncate_characters(text, max_characters));
}

std::string checked_label(std::string_view field, std::string_view text) {
  check_text(field, text);
  if (text::is_blank(text))
    throw_invalid(std::string(field) + " is empty", "leave it out or name it");
  if (has_control_character(text)) {
    throw_invalid(
        std::string(field) + " " + quoted(text) + " has line breaks or control characters",
        "use a short name on one line");
  }
  if (text::count_characters(text) > kMaxLabelCharacters) {
    throw_invalid(std::string(field) + " " + quoted(text) + " is longer than " +
                      std::to_string(kMaxLabelCharacters) + " characters",
                  "use a short name");
  }
  return text::composed(text);
}

std::string checked_category(std::string_view category) {
  if (contains(kCategories, category) || contains(kPrivilegedCategories, category)) {
    return std::string(category);
  }
  throw_invalid("unknown category " + quoted(category), "use one of: " + listed(kCategories));
}

std::string checked_metadata(std::string_view json) {
  check_text("metadata", json);
  const auto parsed = nlohmann::json::parse(json, nullptr, /*allow_exceptions=*/false);
  if (!parsed.is_object()) {
    throw_invalid("metadata " + quoted(json) + " is not a JSON object",
                  R"(give an object, such as {"project": "gaia"})");
  }
  return std::string(json);
}

double checked_confidence(double confidence) {
  if (confidence >= 0 && confidence <= 1) return confidence;  // false for NaN
  throw_invalid("confidence " + std::to_string(confidence) + " is out of range",
                "use a number from 0 to 1");
}

std::string checked_role(std::string_view role) {
  if (contains(kRoles, role)) return std::string(role);
  throw_invalid("unknown role " + quoted(role), "use one of: " + listed(kRoles));
}

std::string checked_time(std::string_view field, std::string_view text, DateMeaning date_meaning,
                         const Clock& clock) {
  try {
    return to_iso8601(parse_timestamp(text, date_meaning, clock));
  } catch (const Error& error) {
    throw Error(error.code(), std::string(field) + ": " + error.what(), error.hint());
  }
}

int checked_limit(std::string_view field, int limit) {
  if (limit >= 1 && limit <= kMaxLimit) return limit;
  throw_invalid(std::string(field) + " " + std::to_string(limit) + " is out of range",
                "use a number from 1 to " + std::to_string(kMaxLimit));
}

int checked_count(std::string_view field, int count) {
  if (count >= 1) return count;
  throw_invalid(std::string(field) + " " + std::to_string(count) + " is out of range",
                "use a number of at least 1");
}

double default_confidence(std::string_view source) {
  for (const SourceConfidence& row : kSources) {
    if (row.source == source) return row.confidence;
  }
  return kOtherSourceConfidence;
}

void refuse_credential(std::string_view text, std::string_view source, bool sensitive) {
  if (sensitive && source == "user") return;
  if (const auto shape = text::find_credential(text)) {
    throw Error(ErrorCode::refused, "the text contains " + std::string(*shape),
                "remember where the secret is kept instead of the secret itself");
  }
}

void refuse_privileged(std::string_view category, std::string_view source) {
  if (!contains(kPrivilegedCategories, category)) return;
  if (source == "user" || source == "system") return;  // "system" is GAIA about itself
  throw Error(ErrorCode::refused,
              "the category " + quoted(category) + " cannot be written by " + quoted(source),
              "only the user can; use one of: " + listed(kCategories));
}

}  // namespace gaia::memory::store

// "password: hunter2" is a credential, "password: ask Sarah" is a sentence. The name, the sign and
// the looks of the value decide together.
#include <algorithm>
#include <array>
#include <string>

#include "text/credential_scan.h"

namespace gaia::memory::text {
namespace {

using namespace std::string_view_literals;

enum class NameKind {
  password,  // chosen by people: any word may be one
  key,       // made by machines: looks random
};

struct SecretName {
  std::string_view ending;  // of the lower-case name, with _ for -
  NameKind kind;
  std::string_view found;
};

constexpr std::array kSecretNames{
    SecretName{"password", NameKind::password, "a password assignment"},
    SecretName{"passwd", NameKind::password, "a password assignment"},
    SecretName{"passphrase", NameKind::password, "a password assignment"},
    SecretName{"passcode", NameKind::password, "a password assignment"},
    SecretName{"passwort", NameKind::password, "a password assignment"},
    SecretName{"pwd", NameKind::password, "a password assignment"},
    SecretName{"secret", NameKind::key, "a secret assignment"},
    SecretName{"token", NameKind::key, "a token assignment"},
    SecretName{"apikey", NameKind::key, "an API key assignment"},
    SecretName{"api_key", NameKind::key, "an API key assignment"},
    SecretName{"access_key", NameKind::key, "an access key assignment"},
    SecretName{"secret_key", NameKind::key, "a secret key assignment"},
    SecretName{"private_key", NameKind::key, "a private key assignment"},
};

// Single words that follow "password:" and are none.
constexpr std::array kNoPasswords{
    "any"sv,       "ask"sv,       "changed"sv,  "empty"sv,   "expired"sv,  "false"sv,
    "forgotten"sv, "hidden"sv,    "masked"sv,   "missing"sv, "nil"sv,      "no"sv,
    "none"sv,      "null"sv,      "optional"sv, "pending"sv, "redacted"sv, "required"sv,
    "reset"sv,     "see"sv,       "str"sv,      "string"sv,  "tbd"sv,      "todo"sv,
    "true"sv,      "undefined"sv, "unknown"sv,  "unset"sv,   "yes"sv,
};

constexpr std::size_t kMaxNameBytes = 64;
constexpr std::size_t kMaxValueBytes = 256;
constexpr std::size_t kMinPassword = 3;
constexpr std::size_t kMinPasswordAmongWords = 6;
constexpr std::size_t kMinKey = 8;
constexpr std::size_t kMinQuotedKey = 6;
constexpr std::size_t kMinKeyOfLetters = 20;

struct Value {
  std::string_view text;
  bool is_assigned = false;  // by = instead of :
  bool is_quoted = false;
  bool is_followed_by_words = false;
};

bool contains(std::string_view text, bool (*kind)(char)) {
  return std::any_of(text.begin(), text.end(), kind);
}

bool is_blank_char(char c) { return c == ' ' || c == '\t'; }

std::string lower_name(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) {
    if (is_upper(c)) c = static_cast<char>(c - 'A' + 'a');
    if (c == '-' || c == ' ') c = '_';
  }
  return lower;
}

// "API key" is a name of two words: the token is `key`, the word before it counts too.
std::string name_at(std::string_view text, const Token& token) {
  constexpr std::size_t kLongestFirstWord = 7;  // private
  std::size_t begin = token.begin;
  const std::string_view word = text.substr(begin, token.end - begin);
  if (lower_name(word) == "key" && begin > 1 && text[begin - 1] == ' ') {
    --begin;
    for (std::size_t i = 0; i < kLongestFirstWord && begin > 0 && is_letter(text[begin - 1]); ++i) {
      --begin;
    }
  }
  return lower_name(text.substr(begin, token.end - begin));
}

const SecretName* find_name(std::string_view text, const Token& token) {
  if (token.end - token.begin > kMaxNameBytes) return nullptr;
  const std::string name = name_at(text, token);
  const auto found = std::find_if(
      kSecretNames.begin(), kSecretNames.end(),
      [&](const SecretName& secret) { return std::string_view(name).ends_with(secret.ending); });
  return found == kSecretNames.end() ? nullptr : &*found;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t");
  return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

std::string_view without_end_punctuation(std::string_view text) {
  while (!text.empty() && (text.back() == '.' || text.back() == ',' || text.back() == ')' ||
                           text.back() == ';' || text.back() == '!' || text.back() == '?')) {
    text.remove_suffix(1);
  }
  return text;
}

Value quoted_value(std::string_view rest) {
  const std::size_t end = rest.find(rest.front(), 1);
  return {.text = rest.substr(1, end == std::string_view::npos ? end : end - 1), .is_quoted = true};
}

Value bare_value(std::string_view rest) {
  const std::size_t end = std::min(rest.find_first_of(" \t\"'`&<>"), rest.size());
  const std::string_view after = without_blanks(rest.substr(end));
  const std::string_view value = rest.substr(0, end);
  const std::string_view bare = without_end_punctuation(value);
  // Punctuation ends the sentence that the value is in; what follows it is another one.
  const bool is_followed = bare.size() == value.size() && !after.empty() && end < rest.size() &&
                           is_blank_char(rest[end]) && is_alphanumeric(after.front());
  return {.text = bare, .is_followed_by_words = is_followed};
}

// What is assigned after the name, on the same line; an empty value if nothing is.
Value value_after(std::string_view rest) {
  rest = rest.substr(0, kMaxValueBytes);
  if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) rest.remove_prefix(1);
  rest = without_blanks(rest);
  if (rest.empty() || (rest.front() != '=' && rest.front() != ':')) return {};
  const bool is_assigned = rest.front() == '=';
  rest.remove_prefix(1);
  if (!rest.empty() && (rest.front() == '=' || rest.front() == '/')) return {};  // == or ://
  if (!rest.empty() && rest.front() == '>') rest.remove_prefix(1);               // =>
  rest = without_blanks(rest.substr(0, rest.find_first_of("\r\n")));
  if (rest.empty()) return {};
  const bool is_quoted = rest.front() == '"' || rest.front() == '\'' || rest.front() == '`';
  Value value = is_quoted ? quoted_value(rest) : bare_value(rest);
  value.is_assigned = is_assigned;
  return value;
}

// `get_password()`, `os.environ[...]`: source code that fetches the value elsewhere.
bool is_expression(const Value& value) {
  if (value.is_quoted) return false;
  const std::size_t bracket = value.text.find_first_of("([");
  const std::string_view callee = value.text.substr(0, bracket);
  const bool is_name = std::all_of(callee.begin(), callee.end(),
                                   [](char c) { return is_letter(c) || c == '_' || c == '.'; });
  const bool is_call = bracket != std::string_view::npos && bracket > 0 && is_name;
  return is_call || value.text.starts_with("process.env") || value.text.starts_with("os.environ");
}

bool is_mixed(std::string_view value) {
  return contains(value, is_letter) && contains(value, is_digit);
}

bool has_symbol(std::string_view value) {
  return std::any_of(value.begin(), value.end(), [](char c) {
    return c > ' ' && c <= '~' && !is_token_char(c) && c != '.' && c != ',' && c != '/' &&
           c != '\'';
  });
}

bool is_password(const Value& value) {
  const std::string lower = lower_name(value.text);
  if (std::find(kNoPasswords.begin(), kNoPasswords.end(), lower) != kNoPasswords.end())
    return false;
  if (value.is_quoted) return value.text.find(' ') == std::string_view::npos;
  if (!value.is_followed_by_words) return true;
  // "password: 90-day rotation" is prose, "password: hunter2 for the NAS" is not.
  return value.text.size() >= kMinPasswordAmongWords &&
         ((is_mixed(value.text) && value.text.find('-') == std::string_view::npos) ||
          has_symbol(value.text));
}

bool is_key(const Value& value) {
  if (value.text.find(' ') != std::string_view::npos) return false;
  if (value.is_quoted && value.is_assigned) return value.text.size() >= kMinQuotedKey;
  if (value.text.size() >= kMinKey && is_mixed(value.text)) return true;
  return value.text.size() >= kMinKeyOfLetters && contains(value.text, is_upper) &&
         contains(value.text, is_lower);
}

}  // namespace

bool is_placeholder(std::string_view value) {
  if (value.empty()) return true;
  if (std::string_view("<${[%").find(value.front()) != std::string_view::npos) return true;
  return std::all_of(value.begin(), value.end(), [&](char c) { return c == value.front(); });
}

std::optional<std::string_view> find_assignment(std::string_view text, const Token& token) {
  const SecretName* name = find_name(text, token);
  if (name == nullptr) return std::nullopt;
  const Value value = value_after(text.substr(token.end));
  if (value.text.size() < kMinPassword || is_placeholder(value.text) || is_expression(value)) {
    return std::nullopt;
  }
  const bool is_secret = name->kind == NameKind::password ? is_password(value) : is_key(value);
  if (!is_secret) return std::nullopt;
  return name->found;
}

}  // namespace gaia::memory::text

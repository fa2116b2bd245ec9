// "password: hunter2" is a credential, "password: ask Sarah" is a sentence. The name, the sign and
// the looks of the value decide together.
#include <algorithm>
#include <array>
#include <string>

#include "text/credential_scan.h"
#include "text/utf8.h"

namespace gaia::memory::text {
namespace {

using namespace std::string_view_literals;

enum class NameKind {
  password,  // chosen by people: any word may be one
  pass,      // the same, but often another word: boarding pass, all tests pass
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
    SecretName{"kennwort", NameKind::password, "a password assignment"},
    SecretName{"wachtwoord", NameKind::password, "a password assignment"},
    SecretName{"contrasena", NameKind::password, "a password assignment"},
    SecretName{"senha", NameKind::password, "a password assignment"},
    SecretName{"pass", NameKind::pass, "a password assignment"},
    SecretName{"pwd", NameKind::password, "a password assignment"},
    SecretName{"secret", NameKind::key, "a secret assignment"},
    SecretName{"token", NameKind::key, "a token assignment"},
    SecretName{"apikey", NameKind::key, "an API key assignment"},
    SecretName{"api_key", NameKind::key, "an API key assignment"},
    SecretName{"account_key", NameKind::key, "an account key assignment"},
    SecretName{"accountkey", NameKind::key, "an account key assignment"},
    SecretName{"accesskey", NameKind::key, "an access key assignment"},
    SecretName{"secretkey", NameKind::key, "a secret key assignment"},
    SecretName{"privatekey", NameKind::key, "a private key assignment"},
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

// Words with a digit that are said about passwords and tokens.
constexpr std::array kTechnicalWords{
    "argon2"sv, "argon2id"sv, "base32"sv, "base64"sv, "md5"sv,    "oauth2"sv, "pbkdf2"sv,
    "sha1"sv,   "sha256"sv,   "sha512"sv, "aes256"sv, "bcrypt"sv, "utf8"sv,   "ed25519"sv,
};

constexpr std::size_t kMaxNameBytes = 64;
constexpr std::size_t kMinPassword = 3;
constexpr std::size_t kMinPasswordAmongWords = 6;
constexpr std::size_t kMinKey = 8;
constexpr std::size_t kMinKeyAmongWords = 12;  // "the secret is version2"
constexpr std::size_t kMinQuotedKey = 6;
constexpr std::size_t kMinKeyOfLetters = 20;

std::string lower_name(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) {
    c = to_lower(c);
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

// "pass" is a word of its own: DB_PASS, dbPass, not bypass.
bool is_whole_word(std::string_view name, std::string_view typed, std::string_view ending) {
  if (name.size() == ending.size()) return true;
  return name[name.size() - ending.size() - 1] == '_' ||
         is_upper(typed[typed.size() - ending.size()]);
}

const SecretName* find_name(std::string_view text, const Token& token) {
  const std::string_view typed = text.substr(token.begin, token.end - token.begin);
  if (typed.size() > kMaxNameBytes) return nullptr;
  const std::string name = name_at(text, token);
  const auto found =
      std::find_if(kSecretNames.begin(), kSecretNames.end(), [&](const SecretName& secret) {
        return std::string_view(name).ends_with(secret.ending) &&
               (secret.kind != NameKind::pass || is_whole_word(name, typed, secret.ending));
      });
  return found == kSecretNames.end() ? nullptr : &*found;
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

bool has_symbol(std::string_view value) {
  return std::any_of(value.begin(), value.end(), [](char c) {
    return c > ' ' && c <= '~' && !is_token_char(c) && c != '.' && c != ',' && c != '/' &&
           c != '\'';
  });
}

bool is_letter_or_digit_group(std::string_view part) {
  return std::all_of(part.begin(), part.end(), is_letter) ||
         std::all_of(part.begin(), part.end(), is_digit);
}

// "sha256", "sha256-based", "90-day": words about a secret, although they have a digit.
bool is_technical_word(std::string_view value) {
  const std::size_t dash = value.find('-');
  const std::string_view first = value.substr(0, dash);
  const std::string lower = lower_name(first);
  const bool is_known =
      std::find(kTechnicalWords.begin(), kTechnicalWords.end(), lower) != kTechnicalWords.end();
  if (is_known || dash == std::string_view::npos) return is_known;
  return is_letter_or_digit_group(first) && is_letter_or_digit_group(value.substr(dash + 1));
}

bool is_no_password(std::string_view value) {
  const std::string lower = lower_name(value);
  return std::find(kNoPasswords.begin(), kNoPasswords.end(), lower) != kNoPasswords.end();
}

// Passwords are typed in ASCII, so a word of another script says something about one.
bool is_foreign_word(std::string_view value) {
  return !is_ascii(value) && !contains(value, is_digit) && !has_symbol(value);
}

// "password: 90-day rotation" is prose, "password: hunter2 for the NAS" is not.
bool is_password_among_words(std::string_view value) {
  return value.size() >= kMinPasswordAmongWords &&
         ((has_letter_and_digit(value) && value.find('-') == std::string_view::npos) ||
          has_symbol(value));
}

bool is_password(const Value& value) {
  if (is_no_password(value.text) || is_foreign_word(value.text)) return false;
  const bool is_one_word = value.text.find(' ') == std::string_view::npos;
  if (value.is_quoted) return is_one_word || is_passphrase(value.text);
  if (value.is_said) {
    return value.text.size() >= kMinPasswordAmongWords && has_letter_and_digit(value.text) &&
           !is_technical_word(value.text);
  }
  if (!value.is_followed_by_words) return true;
  return is_password_among_words(value.text) || is_passphrase(value.rest_of_line);
}

bool is_pass(const Value& value) {
  if (value.is_assigned) return is_password(value);
  return value.text.size() >= kMinPasswordAmongWords && has_letter_and_digit(value.text) &&
         is_password(value);
}

bool is_key(const Value& value) {
  if (value.text.find(' ') != std::string_view::npos) return false;
  if (value.is_quoted && value.is_assigned) return value.text.size() >= kMinQuotedKey;
  if (!value.is_quoted && !value.is_assigned && is_technical_word(value.text)) return false;
  if (value.is_said && value.text.size() < kMinKeyAmongWords) return false;
  if (value.text.size() >= kMinKey && has_letter_and_digit(value.text)) return true;
  return value.text.size() >= kMinKeyOfLetters && contains(value.text, is_upper) &&
         contains(value.text, is_lower);
}

bool is_secret(NameKind kind, const Value& value) {
  if (value.text.size() < kMinPassword || is_placeholder(value.text)) return false;
  if (is_expression(value) || is_place_of_secret(value)) return false;
  switch (kind) {
    case NameKind::password:
      return is_password(value);
    case NameKind::pass:
      return is_pass(value);
    case NameKind::key:
      return is_key(value);
  }
  return false;
}

}  // namespace

std::optional<std::string_view> find_assignment(std::string_view text, const Token& token) {
  const SecretName* name = find_name(text, token);
  if (name == nullptr || !is_secret(name->kind, value_after(text.substr(token.end)))) {
    return std::nullopt;
  }
  return name->found;
}

std::optional<std::string_view> find_password(std::string_view rest) {
  if (!is_secret(NameKind::password, value_after(rest))) return std::nullopt;
  return "a password assignment";
}

}  // namespace gaia::memory::text

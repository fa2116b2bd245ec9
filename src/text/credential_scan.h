// The parts of the credential scanner. Internal to `text`. All look at one place of the text and
// read a bounded stretch beyond the token that is there, so scanning a text is linear.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace gaia::memory::text {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) { return is_upper(c) || is_lower(c); }
constexpr bool is_alphanumeric(char c) { return is_letter(c) || is_digit(c); }
constexpr bool is_token_char(char c) { return is_alphanumeric(c) || c == '_' || c == '-'; }

// A maximal run of token characters.
struct Token {
  std::size_t begin;
  std::size_t end;
};

constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

bool contains(std::string_view text, bool (*kind)(char));
bool has_letter_and_digit(std::string_view text);

// True if `text` begins with `lower`, whatever the case of its ASCII letters.
bool starts_with_ignoring_case(std::string_view text, std::string_view lower);

// A value and how it was given to its name.
struct Value {
  std::string_view text;
  std::string_view rest_of_line;  // from the value on
  bool is_assigned = false;       // by = instead of :
  bool is_said = false;           // by a word: "is"
  bool is_quoted = false;
  bool is_followed_by_words = false;
};

// What follows a name, on the same line; an empty value if nothing does.
Value value_after(std::string_view rest);

// Text that stands for a value that is not there: "<password>", "$TOKEN", "...", "xxxx", "•••".
bool is_placeholder(std::string_view value);

// Where a secret is kept instead of the secret: a URL, a path, the name of a password manager.
bool is_place_of_secret(const Value& value);

// A password of several words that are only words: "correct horse battery staple".
bool is_passphrase(std::string_view line);

// How many bytes the name of a password takes that begins here and is not one ASCII word:
// "contraseña", "密码". 0 if there is none.
std::size_t foreign_name_bytes(std::string_view text);

// A key of a known shape in this token: at its begin, after an underscore (MY_ghp_...) or after the
// escape of a line break (\nghp_...).
std::optional<std::string_view> find_key(std::string_view text, const Token& token);

// A value assigned to the name that ends with this token: `DB_PASSWORD=...`, `"api_key": "..."`,
// `API key: ...`.
std::optional<std::string_view> find_assignment(std::string_view text, const Token& token);

// The same for a name that find_assignment cannot know, which ends before `rest`.
std::optional<std::string_view> find_password(std::string_view rest);

}  // namespace gaia::memory::text

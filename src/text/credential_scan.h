// The parts of the credential scanner. Internal to `text`. Both look at one place of the text and
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

// Text that stands for a value that is not there: "<password>", "$TOKEN", "...", "xxxx".
bool is_placeholder(std::string_view value);

// A value assigned to the name that ends with this token: `DB_PASSWORD=...`, `"api_key": "..."`,
// `API key: ...`.
std::optional<std::string_view> find_assignment(std::string_view text, const Token& token);

}  // namespace gaia::memory::text

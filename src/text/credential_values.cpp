// What is assigned to a name, and whether it looks like a secret or like something said about one.
#include <algorithm>
#include <array>

#include "text/characters.h"
#include "text/credential_scan.h"
#include "text/query.h"
#include "text/word_table.h"

namespace gaia::memory::text {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMaxValueBytes = 256;

// Programs that keep secrets.
constexpr std::array kManagers{
    "1password"sv, "bitwarden"sv, "vaultwarden"sv, "keepassxc"sv, "keepass"sv,
    "lastpass"sv,  "dashlane"sv,  "nordpass"sv,    "proton"sv,    "enpass"sv,
    "keychain"sv,  "keyring"sv,   "vault"sv,       "hashicorp"sv, "gopass"sv,
};

// Names of passwords in other languages, as far as they are more than one ASCII word.
constexpr std::array kForeignNames{
    "contraseña"sv, "contrasen\u0303a"sv, "mot de passe"sv, "密码"sv,   "密碼"sv,   "口令"sv,
    "パスワード"sv, "暗証番号"sv,         "пароль"sv,       "Пароль"sv, "ПАРОЛЬ"sv, "비밀번호"sv,
};

// Words between a name and its value. ASCII ones are followed by a blank or a colon.
constexpr std::array kVerbs{"is"sv, "was"sv, "ist"sv, "lautet"sv, "es"sv, "est"sv,
                            "è"sv,  "é"sv,   "是"sv,  "は"sv,     "为"sv};

constexpr std::array kAssigns{"="sv, "＝"sv};
constexpr std::array kColons{":"sv, "："sv};

// Words of sentences about secrets that a passphrase hardly has; stop words are asked for too.
constexpr std::string_view kProse =
    "every must should only never always least most days weeks months characters letters digits "
    "words ask kept stored share change changed rotate rotated reset see same use used using "
    "please here there after before without required optional needed long short";

bool is_blank_char(char c) { return c == ' ' || c == '\t'; }

std::string_view without_blanks(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t");
  return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

std::string_view without_end_punctuation(std::string_view text) {
  while (!text.empty() && ".,);!?"sv.find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return text;
}

template <std::size_t n>
std::size_t length_of_any(std::string_view text,
                          const std::array<std::string_view, n>& beginnings) {
  for (const std::string_view beginning : beginnings) {
    if (starts_with_ignoring_case(text, beginning)) return beginning.size();
  }
  return 0;
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
                           is_blank_char(rest[end]) &&
                           is_letter_or_number(character_at(after, 0).code);
  return {.text = bare, .rest_of_line = rest, .is_followed_by_words = is_followed};
}

std::size_t verb_bytes(std::string_view rest) {
  const std::size_t length = rest.substr(0, rest.find_first_of(" :")).size();
  for (const std::string_view verb : kVerbs) {
    const bool is_ascii_word = is_letter(verb.back());
    if (is_ascii_word ? starts_with_ignoring_case(rest, verb) && length == verb.size()
                      : rest.starts_with(verb)) {
      return verb.size();
    }
  }
  return 0;
}

// Takes the sign or the word that gives the value off `rest`; false if there is none.
bool take_sign(std::string_view& rest, Value& value) {
  if (const std::size_t verb = verb_bytes(rest); verb > 0) {
    value.is_said = true;
    rest = without_blanks(rest.substr(verb));
  }
  const std::size_t assign = length_of_any(rest, kAssigns);
  const std::size_t sign = assign > 0 ? assign : length_of_any(rest, kColons);
  if (sign == 0) return value.is_said;
  value.is_said = false;
  value.is_assigned = assign > 0;
  rest.remove_prefix(sign);
  if (rest.starts_with('=') || rest.starts_with("//")) return false;  // == or ://
  if (rest.starts_with('>')) rest.remove_prefix(1);                   // =>
  return true;
}

bool is_path(std::string_view text) {
  return text.starts_with('/') || text.starts_with("~/") || text.starts_with("./") ||
         (text.size() > 1 && text.substr(1).starts_with(":\\"));
}

}  // namespace

bool contains(std::string_view text, bool (*kind)(char)) {
  return std::any_of(text.begin(), text.end(), kind);
}

bool has_letter_and_digit(std::string_view text) {
  return contains(text, is_letter) && contains(text, is_digit);
}

bool starts_with_ignoring_case(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(),
                    [](char expected, char c) { return to_lower(c) == to_lower(expected); });
}

Value value_after(std::string_view rest) {
  rest = rest.substr(0, kMaxValueBytes);
  if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) rest.remove_prefix(1);
  rest = without_blanks(rest);
  Value given;
  if (!take_sign(rest, given)) return {};
  rest = without_blanks(rest.substr(0, rest.find_first_of("\r\n")));
  if (rest.empty()) return {};
  const bool is_quoted = rest.front() == '"' || rest.front() == '\'' || rest.front() == '`';
  Value value = is_quoted ? quoted_value(rest) : bare_value(rest);
  value.is_assigned = given.is_assigned;
  value.is_said = given.is_said;
  return value;
}

bool is_placeholder(std::string_view value) {
  if (value.empty()) return true;
  if ("<${[%"sv.find(value.front()) != std::string_view::npos) return true;
  for (const std::string_view mask : {value.substr(0, 1), "•"sv, "●"sv, "∙"sv, "·"sv}) {
    std::string_view rest = value;
    while (rest.starts_with(mask)) rest.remove_prefix(mask.size());
    if (rest.empty()) return true;
  }
  return false;
}

bool is_place_of_secret(const Value& value) {
  if (value.text.find("://") != std::string_view::npos) return true;  // with a password: seen there
  const std::size_t manager = length_of_any(value.text, kManagers);
  const bool is_manager =
      manager > 0 && (manager == value.text.size() || !is_alphanumeric(value.text[manager]));
  if (is_manager) return true;
  if (!is_path(value.text)) return false;
  const bool is_random = has_letter_and_digit(value.text) && contains(value.text, is_upper) &&
                         contains(value.text, is_lower);
  return !(value.is_assigned && is_random);
}

bool is_passphrase(std::string_view line) {
  constexpr std::size_t kMinWords = 4;
  constexpr std::size_t kMinWordBytes = 3;
  line = without_end_punctuation(line);
  std::size_t count = 0;
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t end = std::min(line.find(' ', i), line.size());
    const std::string_view word = line.substr(i, end - i);
    if (word.size() < kMinWordBytes || !std::all_of(word.begin(), word.end(), is_lower)) {
      return false;
    }
    if (is_stop_word(word) || is_one_of(word, kProse)) return false;
    ++count;
    i = end + 1;
  }
  return count >= kMinWords;
}

std::size_t foreign_name_bytes(std::string_view text) { return length_of_any(text, kForeignNames); }

}  // namespace gaia::memory::text

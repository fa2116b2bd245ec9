// One pass over the text. Most keys have a shape of their own. The others (JWT, PEM, headers, URLs)
// are looked for at the token that can begin them, and assignments at the token that can be their
// name.
#include "text/credentials.h"

#include <algorithm>

#include "text/credential_scan.h"

namespace gaia::memory::text {
namespace {

constexpr std::size_t kMaxWordBytes = 16;    // of "Bearer", "Authorization" and the like
constexpr std::size_t kMaxHeaderBytes = 64;  // of a PEM header line
constexpr std::size_t kMaxUserInfoBytes = 512;

std::string_view run_at(std::string_view text, std::size_t begin, bool (*belongs)(char)) {
  std::size_t end = begin;
  while (end < text.size() && belongs(text[end])) ++end;
  return text.substr(begin, end - begin);
}

// Three base64url parts with dots between them, the first two of which are JSON objects ("eyJ").
// A part is read again only by the two tokens before it.
bool is_json_web_token(std::string_view text, const Token& token) {
  constexpr std::string_view kObject = "eyJ";
  constexpr std::size_t kMinPart = 8;
  const std::string_view header = text.substr(token.begin, token.end - token.begin);
  if (!header.starts_with(kObject) || header.size() < kMinPart) return false;
  if (text.substr(token.end, 1) != ".") return false;
  const std::string_view payload = run_at(text, token.end + 1, is_token_char);
  if (!payload.starts_with(kObject) || payload.size() < kMinPart) return false;
  const std::size_t payload_end = token.end + 1 + payload.size();
  if (text.substr(payload_end, 1) != ".") return false;
  return run_at(text, payload_end + 1, is_token_char).size() >= kMinPart;
}

// The dashes and BEGIN are one token: "-----BEGIN".
bool is_private_key_block(std::string_view text, const Token& token) {
  if (!text.substr(token.begin, token.end - token.begin).ends_with("-----BEGIN")) return false;
  const std::string_view line = text.substr(token.end, kMaxHeaderBytes);
  return line.substr(0, line.find('\n')).find(" PRIVATE KEY") != std::string_view::npos;
}

bool equals_ignoring_case(std::string_view word, std::string_view lower) {
  return word.size() == lower.size() && starts_with_ignoring_case(word, lower);
}

bool is_header_value_char(char c) {
  return is_token_char(c) || c == '.' || c == '~' || c == '+' || c == '/' || c == '=';
}

bool follows_authorization(std::string_view text, std::size_t position) {
  constexpr std::string_view kName = "authorization";
  while (position > 0 && (text[position - 1] == ' ' || text[position - 1] == '"')) --position;
  if (position == 0 || text[position - 1] != ':') return false;
  --position;
  if (position > 0 && text[position - 1] == '"') --position;
  return position >= kName.size() &&
         equals_ignoring_case(text.substr(position - kName.size(), kName.size()), kName);
}

// "Bearer <token>" anywhere if the token is a long random one; any token in an Authorization
// header.
bool is_authorization(std::string_view text, const Token& token, bool in_header) {
  constexpr std::size_t kMinInHeader = 8;
  constexpr std::size_t kMinAlone = 16;
  const std::string_view scheme = text.substr(token.begin, token.end - token.begin);
  const bool is_bearer = equals_ignoring_case(scheme, "bearer");
  if (!is_bearer && !(in_header && equals_ignoring_case(scheme, "basic"))) return false;
  if (text.substr(token.end, 1) != " ") return false;
  constexpr std::size_t kEnough = 64;
  const std::string_view value =
      run_at(text.substr(0, std::min(text.size(), token.end + 1 + kEnough)), token.end + 1,
             is_header_value_char);
  if (is_placeholder(value)) return false;
  if (in_header) return value.size() >= kMinInHeader;
  return value.size() >= kMinAlone && std::any_of(value.begin(), value.end(), is_digit);
}

std::optional<std::string_view> find_authorization(std::string_view text, const Token& token) {
  if (token.end - token.begin > kMaxWordBytes) return std::nullopt;
  if (!is_authorization(text, token, follows_authorization(text, token.begin))) return std::nullopt;
  return "an authorization header";
}

// scheme://user:password@host, at the token that is the scheme.
bool is_url_with_password(std::string_view text, const Token& token) {
  if (text.substr(token.end, 3) != "://") return false;
  std::string_view authority = text.substr(token.end + 3, kMaxUserInfoBytes);
  authority = authority.substr(0, authority.find_first_of(" \t\r\n/?#\"'<>`"));
  const std::size_t at = authority.rfind('@');
  if (at == std::string_view::npos) return false;
  const std::string_view user_info = authority.substr(0, at);
  const std::size_t colon = user_info.find(':');
  return colon != std::string_view::npos && colon + 1 < user_info.size() &&
         !is_placeholder(user_info.substr(colon + 1));
}

// curl -u user:password, at the token that is the option.
bool is_curl_user(std::string_view text, const Token& token) {
  constexpr std::size_t kMaxOptionsBefore = 256;
  const std::string_view option = text.substr(token.begin, token.end - token.begin);
  if (option != "-u" && option != "--user") return false;
  const std::size_t window = std::min(token.begin, kMaxOptionsBefore);
  std::string_view before = text.substr(token.begin - window, window);
  before.remove_prefix(before.rfind('\n') + 1);  // npos + 1 is 0
  if (before.find("curl ") == std::string_view::npos) return false;
  std::string_view value = text.substr(token.end, kMaxUserInfoBytes);
  value.remove_prefix(std::min(value.find_first_not_of(" ='\""), value.size()));
  value = value.substr(0, value.find_first_of(" \t\r\n'\"`"));
  const std::size_t colon = value.find(':');
  return colon != std::string_view::npos && !is_placeholder(value.substr(colon + 1));
}

std::optional<std::string_view> find_at(std::string_view text, const Token& token) {
  if (const auto key = find_key(text, token)) return key;
  if (is_json_web_token(text, token)) return "a JSON web token";
  if (is_private_key_block(text, token)) return "a private key block";
  if (const auto header = find_authorization(text, token)) return header;
  if (is_url_with_password(text, token)) return "a URL with a password";
  if (is_curl_user(text, token)) return "a password on a command line";
  return find_assignment(text, token);
}

}  // namespace

std::optional<std::string_view> find_credential(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t name = foreign_name_bytes(text.substr(i)); name > 0) {
      if (const auto found = find_password(text.substr(i + name))) return found;
    }
    if (!is_token_char(text[i])) {
      ++i;
      continue;
    }
    const Token token{i, i + run_at(text, i, is_token_char).size()};
    if (const auto found = find_at(text, token)) return found;
    i = token.end;
  }
  return std::nullopt;
}

}  // namespace gaia::memory::text

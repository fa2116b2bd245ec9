// Keys that announce themselves: a prefix, a length and an alphabet.
#include <algorithm>
#include <array>

#include "text/credential_scan.h"

namespace gaia::memory::text {
namespace {

using namespace std::string_view_literals;

enum class Alphabet { alphanumeric, upper_or_digit, token };

struct KeyShape {
  std::string_view prefix;
  std::size_t min_rest;  // characters after the prefix
  Alphabet alphabet;
  std::string_view name;
};

// Lengths are a little below what the issuers use today, so that a cut or older key is seen too.
constexpr std::array kKeyShapes{
    KeyShape{"sk-ant-", 16, Alphabet::token, "an Anthropic key"},
    KeyShape{"sk-", 16, Alphabet::token, "an OpenAI-style key"},
    KeyShape{"sk_live_", 16, Alphabet::alphanumeric, "a Stripe key"},
    KeyShape{"sk_test_", 16, Alphabet::alphanumeric, "a Stripe key"},
    KeyShape{"rk_live_", 16, Alphabet::alphanumeric, "a Stripe key"},
    KeyShape{"ghp_", 20, Alphabet::alphanumeric, "a GitHub token"},
    KeyShape{"gho_", 20, Alphabet::alphanumeric, "a GitHub token"},
    KeyShape{"ghu_", 20, Alphabet::alphanumeric, "a GitHub token"},
    KeyShape{"ghs_", 20, Alphabet::alphanumeric, "a GitHub token"},
    KeyShape{"ghr_", 20, Alphabet::alphanumeric, "a GitHub token"},
    KeyShape{"github_pat_", 20, Alphabet::token, "a GitHub token"},
    KeyShape{"glpat-", 16, Alphabet::token, "a GitLab token"},
    KeyShape{"xoxb-", 10, Alphabet::token, "a Slack token"},
    KeyShape{"xoxa-", 10, Alphabet::token, "a Slack token"},
    KeyShape{"xoxp-", 10, Alphabet::token, "a Slack token"},
    KeyShape{"xoxr-", 10, Alphabet::token, "a Slack token"},
    KeyShape{"xoxs-", 10, Alphabet::token, "a Slack token"},
    KeyShape{"xapp-", 10, Alphabet::token, "a Slack token"},
    KeyShape{"whsec_", 16, Alphabet::alphanumeric, "a Stripe webhook secret"},
    KeyShape{"gsk_", 20, Alphabet::alphanumeric, "a Groq key"},
    KeyShape{"AGE-SECRET-KEY-", 40, Alphabet::upper_or_digit, "an age key"},
    KeyShape{"AKIA", 16, Alphabet::upper_or_digit, "an AWS access key"},
    KeyShape{"ASIA", 16, Alphabet::upper_or_digit, "an AWS access key"},
    KeyShape{"AIza", 30, Alphabet::token, "a Google API key"},
    KeyShape{"npm_", 30, Alphabet::alphanumeric, "an npm token"},
    KeyShape{"hf_", 30, Alphabet::alphanumeric, "a Hugging Face token"},
    KeyShape{"pypi-", 50, Alphabet::token, "a PyPI token"},
};

constexpr std::size_t kMaxKeyBytes = 256;  // looked at; bounds the work at each place of a token

bool is_in(char c, Alphabet alphabet) {
  switch (alphabet) {
    case Alphabet::alphanumeric:
      return is_alphanumeric(c);
    case Alphabet::upper_or_digit:
      return is_upper(c) || is_digit(c);
    case Alphabet::token:
      return is_token_char(c);
  }
  return false;
}

// Long names made of words ("sk-learn-pipeline-steps") have no digit; keys practically always do.
bool has_shape(std::string_view token, const KeyShape& shape) {
  if (!token.starts_with(shape.prefix)) return false;
  const std::string_view rest = token.substr(shape.prefix.size(), kMaxKeyBytes);
  return rest.size() >= shape.min_rest && std::any_of(rest.begin(), rest.end(), is_digit) &&
         std::all_of(rest.begin(), rest.end(), [&](char c) { return is_in(c, shape.alphabet); }) &&
         !is_placeholder(rest);
}

std::optional<std::string_view> find_shape(std::string_view token) {
  for (const KeyShape& shape : kKeyShapes) {
    if (has_shape(token, shape)) return shape.name;
  }
  return std::nullopt;
}

// The prefix with its dot, and how much follows it at least.
struct DottedShape {
  std::string_view prefix;
  std::size_t min_rest;
  std::string_view name;
};

constexpr std::array kDottedShapes{
    DottedShape{"SG.", 32, "a SendGrid key"},
    DottedShape{"ya29.", 20, "a Google access token"},
};

std::optional<std::string_view> find_dotted_shape(std::string_view text) {
  for (const DottedShape& shape : kDottedShapes) {
    if (!text.starts_with(shape.prefix)) continue;
    const std::string_view rest = text.substr(shape.prefix.size(), shape.min_rest);
    const bool is_whole =
        std::all_of(rest.begin(), rest.end(), [](char c) { return is_token_char(c) || c == '.'; });
    if (is_whole && rest.size() == shape.min_rest && contains(rest, is_digit)) return shape.name;
  }
  return std::nullopt;
}

// After a backslash, `n` belongs to the escape of a line break and not to the token.
bool is_after_escape(std::string_view text, std::size_t begin) {
  return begin > 0 && text[begin - 1] == '\\' && "nrt"sv.find(text[begin]) != "nrt"sv.npos;
}

}  // namespace

std::optional<std::string_view> find_key(std::string_view text, const Token& token) {
  const std::string_view name = text.substr(token.begin, token.end - token.begin);
  if (const auto key = find_dotted_shape(text.substr(token.begin))) return key;
  if (const auto key = find_shape(name)) return key;
  if (is_after_escape(text, token.begin)) {
    if (const auto key = find_shape(name.substr(1))) return key;
  }
  for (std::size_t at = name.find('_'); at != name.npos; at = name.find('_', at + 1)) {
    if (const auto key = find_shape(name.substr(at + 1))) return key;
  }
  return std::nullopt;
}

}  // namespace gaia::memory::text

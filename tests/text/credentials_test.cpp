#include "text/credentials.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace gaia::memory::text {
namespace {

const std::string kDigits30 = "012345678901234567890123456789";
const std::string kLetters36 = "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5";

TEST(FindCredential, names_the_shape_it_found) {
  const struct {
    std::string text;
    std::string_view name;
  } cases[] = {
      {"my key is sk-test-FAKE" + kDigits30, "an OpenAI-style key"},
      {"sk-proj-" + kLetters36, "an OpenAI-style key"},
      {"密钥sk-" + kLetters36, "an OpenAI-style key"},
      {"sk-ant-api03-" + kLetters36, "an Anthropic key"},
      {"use ghp_" + kLetters36 + ".", "a GitHub token"},
      {"gho_" + kLetters36, "a GitHub token"},
      {"github_pat_11ABCDEFG0" + kLetters36, "a GitHub token"},
      {"glpat-" + kLetters36.substr(0, 20), "a GitLab token"},
      {"xoxb-123456789012-abcdef", "a Slack token"},
      {"AKIAIOSFODNN7EXAMPLE", "an AWS access key"},
      {"AIzaSy" + kLetters36.substr(0, 33), "a Google API key"},
      {"npm_" + kLetters36, "an npm token"},
      {"hf_" + kLetters36.substr(0, 34), "a Hugging Face token"},
      {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
       "a JSON web token"},
      {"-----BEGIN RSA PRIVATE KEY-----\nMIIE", "a private key block"},
      {"-----BEGIN OPENSSH PRIVATE KEY-----", "a private key block"},
      {"-----BEGIN PGP PRIVATE KEY BLOCK-----", "a private key block"},
      {"Authorization: Bearer abcdefghijkl", "an authorization header"},
      {"-H \"authorization: Basic dXNlcjpwYXNz\"", "an authorization header"},
      {"bearer 0a1b2c3d4e5f60718293", "an authorization header"},
      {"postgres://admin:hunter2@db.local/app", "a URL with a password"},
      {"https://user:password@host", "a URL with a password"},
      {"redis://:s3cret@localhost:6379", "a URL with a password"},
      {"password=hunter2", "a password assignment"},
      {"password: hunter2", "a password assignment"},
      {"Password : swordfish", "a password assignment"},
      {"password: hunter2 for the NAS", "a password assignment"},
      {"the wifi password: Tr0ub4dor&3.", "a password assignment"},
      {"DB_PASSWORD='correct-horse'", "a password assignment"},
      {R"({"password": "swordfish"})", "a password assignment"},
      {"passwd=abc123", "a password assignment"},
      {"pwd: letmein", "a password assignment"},
      {"client_secret=8f3kd92kfl20", "a secret assignment"},
      {"export API_TOKEN=9dk2ls02kd9s", "a token assignment"},
      {"api_key = 'abcdef'", "an API key assignment"},
      {"API key: 9dk2ls02kd9s", "an API key assignment"},
      {"apiKey: \"9dk2ls02kd9s\"", "an API key assignment"},
      {"api-key=9dk2ls02kd9s", "an API key assignment"},
      {"aws_secret_access_key = wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY",
       "an access key assignment"},
  };
  for (const auto& c : cases)
    EXPECT_EQ(find_credential(c.text).value_or("nothing"), c.name) << c.text;
}

TEST(FindCredential, near_misses_are_none) {
  const std::string cases[] = {
      "",
      "rotate the API key every 90 days",
      "The API key: rotate it every 90 days",
      "commit 9fceb02d0ae598e95dc970b74767f19372d61af8 fixed it",
      "sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "session 550e8400-e29b-41d4-a716-446655440000",
      "password: ask Sarah",
      "Password: none",
      "password: required",
      "password: 90-day rotation applies",
      "password: at least 12 characters",
      "password policy: 12 characters",
      "the password is in the vault",
      "passwords: never write them down",
      "password=...",
      "password=<your password>",
      "password: ****",
      "PASSWORD=${DB_PASSWORD}",
      "password = get_password()",
      "token = os.environ['TOKEN']",
      "if password == expected:",
      "max_tokens: 4096",
      "a token: a piece of a word",
      "secret: nobody knows",
      "the secret of success: patience",
      "Bearer authentication is used",
      "bearer of good news",
      "sk-learn-style-pipelines-are-nice",
      "sk-...",
      "task-0123456789012345678901",
      "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      "npm_config_registry_is_a_variable_2",
      "-----BEGIN CERTIFICATE-----",
      "-----BEGIN PUBLIC KEY-----",
      "https://example.com/a:b@c",
      "https://user@example.com:8080/x",
      "ssh://git@github.com:22/x",
      "https://user:${TOKEN}@host",
      "mail bob@example.com: password reset",
      "eyJ is how they begin",
  };
  for (const auto& text : cases) EXPECT_EQ(find_credential(text), std::nullopt) << text;
}

TEST(FindCredential, takes_any_bytes) {
  constexpr unsigned kSeed = 5;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937 random(kSeed);
  const std::string_view pieces[] = {"password", "=",    ":",  "\"",         "eyJ", ".",
                                     "sk-",      "://",  "@",  "-----BEGIN", " ",   "key",
                                     "Bearer",   "\xFF", "\n", "'"};
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (auto n = random() % 10; n > 0; --n) text += pieces[random() % std::size(pieces)];
    find_credential(text);
    const std::string with_key = text + " ghp_" + kLetters36;
    ASSERT_NE(find_credential(with_key), std::nullopt) << with_key;
  }
}

// Texts on which a scanner that goes back would need hours; the test's time limit is the assertion.
TEST(FindCredential, time_is_linear_on_any_text) {
  constexpr std::size_t kBytes = 200'000;
  for (const std::string_view piece :
       {"a", "-", "eyJa.", "password", "password:", "password ", "token=\"", "x://",
        "a:", "-----BEGIN ", "bearer ", "key ", "authorization: ", "=", "\"", " "}) {
    std::string text;
    while (text.size() < kBytes) text += piece;
    text += "\n ghp_" + kLetters36;
    EXPECT_NE(find_credential(text), std::nullopt) << piece;
  }
}

}  // namespace
}  // namespace gaia::memory::text

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
      {"DB_PASS=hunter2x", "a password assignment"},
      {"pass: hunter2x", "a password assignment"},
      {"dbPass = hunter2x", "a password assignment"},
      {"my password is hunter2x", "a password assignment"},
      {"my password is: swordfish", "a password assignment"},
      {"the API key is 9dk2ls02kd9s", "an API key assignment"},
      {"password: correct horse battery staple", "a password assignment"},
      {R"("passphrase": "correct horse battery staple")", "a password assignment"},
      {"password：hunter2x", "a password assignment"},
      {"密码：hunter2x", "a password assignment"},
      {"密码是hunter2x", "a password assignment"},
      {"パスワード: hunter2x", "a password assignment"},
      {"パスワードはhunter2xです", "a password assignment"},
      {"Contraseña: hunter2x", "a password assignment"},
      {"contrasen\u0303a: hunter2x", "a password assignment"},
      {"Mot de passe : hunter2x", "a password assignment"},
      {"Kennwort: hunter2x", "a password assignment"},
      {"WLAN-Passwort: hunter2x", "a password assignment"},
      {"Das Passwort lautet hunter2x", "a password assignment"},
      {"senha: hunter2x", "a password assignment"},
      {"wachtwoord: hunter2x", "a password assignment"},
      {"Пароль: hunter2x", "a password assignment"},
      {"DefaultEndpointsProtocol=https;AccountKey=a9Xk2mQ0zR8v4tLw==", "an account key assignment"},
      {"SG." + kLetters36.substr(0, 22) + "." + kLetters36, "a SendGrid key"},
      {"whsec_" + kLetters36.substr(0, 32), "a Stripe webhook secret"},
      {"gsk_" + kLetters36, "a Groq key"},
      {"ya29." + kLetters36, "a Google access token"},
      {"AGE-SECRET-KEY-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHCE", "an age key"},
      {"xapp-1-A012345-678901-abcdef", "a Slack token"},
      {"MY_ghp_" + kLetters36, "a GitHub token"},
      {"first\\nghp_" + kLetters36, "a GitHub token"},
      {"curl -u admin:hunter2 https://nas.local", "a password on a command line"},
      {"curl -s --user 'admin:hunter2' nas.local", "a password on a command line"},
      {"TOKEN=/x9Kd02LsPq8Zt", "a token assignment"},
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
      "API key: https://vault.example.com/item/42",
      "API key: 1Password/OpenAI",
      "Router password: 1Password vault",
      "password: Bitwarden",
      "Passwort: KeePassXC, Ordner Router",
      "パスワード：1Passwordに保存",
      "the password is 1Password/Router",
      "pwd: /home/alex/work",
      "PWD=/home/alex/work",
      "pwd: C:\\Users\\alex2",
      "token: ~/.config/gh/hosts2.yml",
      "CSRF token: sha256-based",
      "password: •••••••",
      "password: ●●●●●●",
      "the password is required",
      "my password is too long",
      "the password is sha256 hashed",
      "the password is base64-encoded",
      "password: never share with anybody",
      "password: rotate every ninety days",
      "Kennwort: Sarah fragen",
      "password: swordfish was the film",
      "the password to the vault2go app is lost",
      "my password to server1 is lost",
      "the secret is version2",
      "密码：问小明",
      "пароль: спросить у Саши",
      "Mot de passe : demander à Sarah",
      "all tests pass: 124 of 124",
      "bypass: valve2x",
      "the pass: closed in winter",
      "curl -u is how a user is given: never type it",
      "run it with -u alex:staff",
      "curl -u $USER:$PASS https://nas.local",
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
  for (const std::string_view piece : {"a",
                                       "-",
                                       "eyJa.",
                                       "password",
                                       "password:",
                                       "password ",
                                       "token=\"",
                                       "x://",
                                       "a:",
                                       "-----BEGIN ",
                                       "bearer ",
                                       "key ",
                                       "authorization: ",
                                       "=",
                                       "\"",
                                       " ",
                                       "sk-_",
                                       "SG.",
                                       "curl -u ",
                                       "password is ",
                                       "password: aaa ",
                                       "mot de ",
                                       "密码",
                                       "\\n"}) {
    std::string text;
    while (text.size() < kBytes) text += piece;
    text += "\n ghp_" + kLetters36;
    EXPECT_NE(find_credential(text), std::nullopt) << piece;
  }
}

}  // namespace
}  // namespace gaia::memory::text

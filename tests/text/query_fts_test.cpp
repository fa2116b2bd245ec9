// Queries against the two kinds of FTS5 table that a memory file has, with no embedder to help.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <memory>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "text/query.h"

namespace gaia::memory::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::string_view_literals;

// Rows in a documented table with a hidden column, and in the additional one where they need it.
class Index {
 public:
  Index() {
    sqlite3* raw = nullptr;
    if (sqlite3_open(":memory:", &raw) != SQLITE_OK) throw std::runtime_error("no database");
    database_.reset(raw);
    run("CREATE VIRTUAL TABLE plain USING fts5(content, domain, tokenize='porter unicode61')", {});
    run("CREATE VIRTUAL TABLE folded USING fts5(words, "
        "tokenize='porter unicode61 remove_diacritics 2')",
        {});
  }

  void add(std::string_view text, std::string_view domain = "") {
    run("INSERT INTO plain(rowid, content, domain) VALUES (?, ?, ?)",
        {std::to_string(++rows_), std::string(text), std::string(domain)});
    if (const auto words = additional_index_text(text)) {
      run("INSERT INTO folded(rowid, words) VALUES (?, ?)", {std::to_string(rows_), *words});
    }
  }

  // Ids of the rows found, all words first, then any word; as the store asks.
  std::set<int> find(std::string_view text) {
    const KeywordQuery query = make_keyword_query(text);
    if (query.empty()) return {};
    const std::set<int> all = ask(match_all(query.plain_terms), match_all(query.folded_terms));
    if (!all.empty()) return all;
    return ask(match_any(query.significant_plain_terms), match_any(query.significant_folded_terms));
  }

 private:
  std::set<int> ask(const std::string& plain, const std::string& folded) {
    std::set<int> found;
    if (!plain.empty()) {
      found.merge(
          run("SELECT rowid FROM plain WHERE plain MATCH '{content} : (' || ? || ')'", {plain}));
    }
    if (!folded.empty())
      found.merge(run("SELECT rowid FROM folded WHERE folded MATCH ?", {folded}));
    return found;
  }

  std::set<int> run(const char* sql, const std::vector<std::string>& values) {
    sqlite3_stmt* raw = nullptr;
    check(sqlite3_prepare_v2(database_.get(), sql, -1, &raw, nullptr));
    const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> owner(raw, &sqlite3_finalize);
    int position = 0;
    for (const std::string& value : values) {
      check(sqlite3_bind_text(raw, ++position, value.data(), static_cast<int>(value.size()),
                              SQLITE_STATIC));
    }
    std::set<int> rows;
    int status = SQLITE_OK;
    while ((status = sqlite3_step(raw)) == SQLITE_ROW) rows.insert(sqlite3_column_int(raw, 0));
    if (status != SQLITE_DONE) check(status);
    return rows;
  }

  void check(int status) {
    if (status != SQLITE_OK) throw std::runtime_error(sqlite3_errmsg(database_.get()));
  }

  std::unique_ptr<sqlite3, decltype(&sqlite3_close)> database_{nullptr, &sqlite3_close};
  int rows_ = 0;
};

TEST(QueryInFts5, everyday_text_finds_the_row_that_holds_it) {
  for (const std::string_view literal :
       {"BENCH-100821"sv, "ask-codex"sv, "v2.5 release"sv, "host:8080"sv, "GB/s"sv, "don't"sv,
        "C++"sv, "C#"sv, "50%"sv, "bob@example.com"sv, "a,b"sv, "what's up?"sv, "\"quoted"sv,
        "(beta"sv, "-100821"sv, "first\0second"sv, "snake_case"sv, "a\\b"sv, "it''s"sv}) {
    Index index;
    index.add("nothing of the kind");
    index.add("before " + std::string(literal) + " after");
    EXPECT_THAT(index.find(literal), ElementsAre(2)) << testing::PrintToString(literal);
  }
}

TEST(QueryInFts5, a_query_without_words_finds_nothing_rather_than_everything) {
  Index index;
  index.add("some row");
  for (const std::string_view text :
       {""sv, "   "sv, "*"sv, ";"sv, "\0"sv, "\"\""sv, "()"sv, "_"sv}) {
    EXPECT_THAT(index.find(text), IsEmpty()) << testing::PrintToString(text);
  }
}

TEST(QueryInFts5, operators_are_words) {
  Index index;
  index.add("He said NOT to deploy");
  index.add("romeo AND juliet");
  index.add("work item", "x");
  EXPECT_THAT(index.find("NOT to deploy"), ElementsAre(1));
  EXPECT_THAT(index.find("not to deploy"), ElementsAre(1));
  EXPECT_THAT(index.find("AND"), ElementsAre(2));
  EXPECT_THAT(index.find("juliet AND"), ElementsAre(2));
  EXPECT_THAT(index.find("ＡＮＤ"), ElementsAre(2));
  EXPECT_THAT(index.find("NOT"), ElementsAre(1));
  EXPECT_THAT(index.find("OR"), IsEmpty());
  EXPECT_THAT(index.find("NEAR(romeo juliet, 5)"), ElementsAre(2));
  EXPECT_THAT(index.find("^work"), ElementsAre(3));
  EXPECT_THAT(index.find("wor*"), IsEmpty());
}

TEST(QueryInFts5, a_column_name_selects_nothing) {
  Index index;
  index.add("work item", "x");
  EXPECT_THAT(index.find("domain:x"), IsEmpty());
  EXPECT_THAT(index.find("{content domain}:x"), IsEmpty());
  EXPECT_THAT(index.find("content:item"), ElementsAre(1));
}

TEST(QueryInFts5, scripts_without_spaces_are_found_by_their_parts) {
  const struct {
    const char* row;
    const char* query;
  } cases[] = {
      {"サンドボックス修正テスト", "サンドボックス"},
      {"サンドボックス修正テスト", "修正"},
      {"步2 重跑gen-itgc后50条悬空引用清零", "悬空"},
      {"步2 重跑gen-itgc后50条悬空引用清零", "悬空引用"},
      {"步2 重跑gen-itgc后50条悬空引用清零", "步"},
      {"회의는 월요일", "월요일"},
      {"회의는 월요일", "회의"},
      {"ประชุมวันจันทร์", "วันจันทร์"},
      {"ປະຊຸມວັນຈັນ", "ວັນຈັນ"},
      {"黒猫", "猫"},
      {"猫が好き", "猫"},
      {"🎉🚀", "🚀"},
      {"party 🎉", "🎉"},
      {"❤\uFE0F", "❤"},
      {"步2 重跑gen-itgc后50条悬空引用清零", "itgc"},
      {"步2 重跑gen-itgc后50条悬空引用清零", "50"},
      {"Pythonの設定", "Python"},
      {"Pythonの設定", "設定"},
  };
  for (const auto& c : cases) {
    Index index;
    index.add("Something else: 東京タワー, ไม่, 한국, 😀");
    index.add(c.row);
    EXPECT_THAT(index.find(c.query), ElementsAre(2)) << c.row << " / " << c.query;
  }
}

TEST(QueryInFts5, a_phrase_of_pairs_does_not_match_its_characters_elsewhere) {
  Index index;
  index.add("引用空悬");
  EXPECT_THAT(index.find("悬空"), IsEmpty());
}

TEST(QueryInFts5, unicode_forms_meet_in_every_direction) {
  const struct {
    const char* one;
    const char* other;
  } cases[] = {
      {"café", "cafe\u0301"},
      {"Zürich", "Zu\u0308rich"},
      {"tiếng Việt", "tie\u0302\u0301ng Vie\u0323\u0302t"},
      {"회의는", "\u1112\u116C\u110B\u1174\u1102\u1173\u11AB"},
      {"が行", "か\u3099行"},
      {"ﬁle", "file"},
      {"ＡＢＣ", "ABC"},
      {"Straße", "STRASSE"},
      {"café", "CAFÉ"},
  };
  for (const auto& c : cases) {
    for (const auto& [stored, asked] : {std::pair(c.one, c.other), std::pair(c.other, c.one),
                                        std::pair(c.one, c.one), std::pair(c.other, c.other)}) {
      Index index;
      index.add("nothing of the kind");
      index.add(std::string("about ") + stored + " today");
      EXPECT_THAT(index.find(asked), ElementsAre(2)) << stored << " / " << asked;
    }
  }
}

TEST(QueryInFts5, the_longest_query_is_not_too_deep_for_fts5) {
  std::string text;
  for (int i = 0; i < 250; ++i) text += std::string(1, static_cast<char>('a' + i % 26)) + ' ';
  std::string distinct;
  for (char32_t c = 0x4E00; c < 0x4E00 + 250; ++c) {
    distinct += static_cast<char>(0xE0 | (c >> 12));
    distinct += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    distinct += static_cast<char>(0x80 | (c & 0x3F));
    distinct += ' ';
  }
  Index index;
  index.add(distinct);
  EXPECT_NO_THROW(index.find(text));
  EXPECT_THAT(index.find(distinct), ElementsAre(1));
}

TEST(QueryInFts5, no_text_whatever_is_an_error) {
  constexpr unsigned kSeed = 31337;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937 random(kSeed);
  const std::string_view pieces[] = {"\"",     "'",  "*",       "(", ")",   "{",  "}",    ":",
                                     "^",      "-",  "+",       " ", "AND", "OR", "NOT",  "NEAR",
                                     "a",      "猫", "é",       "🎉", "_",   "ที่",  "\0"sv, "\xFF",
                                     "\u0301", ",",  "content", ";", "\\"};
  Index index;
  index.add("a row");
  for (int i = 0; i < 5000; ++i) {
    std::string text;
    for (auto n = random() % 12; n > 0; --n) text += pieces[random() % std::size(pieces)];
    ASSERT_NO_THROW(index.find(text)) << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace gaia::memory::text

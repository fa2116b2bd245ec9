#include "store/keyword_search.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "store/filters.h"
#include "store/knowledge_table.h"
#include "store/turn_table.h"
#include "store/validation.h"
#include "text/query.h"

namespace gaia::memory::store {
namespace {

// A full-text table, and how its rows lead to the rows that are asked for.
struct FullTextTable {
  std::string from;         // joins the table to its rows
  std::string table;        // what MATCH and bm25() name
  const char* column;       // the only column that a query may match
  const char* row_columns;  // what is read of a row
  const char* tie;          // order of equal scores
};

const FullTextTable& knowledge_table() {
  static const FullTextTable table{
      "knowledge_fts JOIN knowledge AS k ON k.rowid = knowledge_fts.rowid", "knowledge_fts",
      "content", kKnowledgeColumns, "k.id"};
  return table;
}

const FullTextTable& additional_knowledge_table() {
  static const FullTextTable table{
      "gm_knowledge_fts JOIN gm_documents AS d ON d.doc = gm_knowledge_fts.rowid "
      "JOIN knowledge AS k ON k.id = d.knowledge_id",
      "gm_knowledge_fts", "words", kKnowledgeColumns, "k.id"};
  return table;
}

const FullTextTable& turn_table() {
  static const FullTextTable table{
      "conversations_fts JOIN conversations AS t ON t.id = conversations_fts.rowid",
      "conversations_fts", "content", kTurnColumns, "t.id DESC"};
  return table;
}

const FullTextTable& additional_turn_table() {
  static const FullTextTable table{
      "gm_conversations_fts JOIN conversations AS t ON t.id = gm_conversations_fts.rowid",
      "gm_conversations_fts", "words", kTurnColumns, "t.id DESC"};
  return table;
}

template <typename Hit>
struct Matcher {
  sqlite::Connection& connection;
  const Conditions& conditions;
  int limit;
  Hit (*read)(const sqlite::Statement&);

  std::vector<Hit> operator()(const FullTextTable& table, const std::string& expression) const {
    if (expression.empty()) return {};
    auto row =
        connection.query(std::string("SELECT ") + table.row_columns + ", -bm25(" + table.table +
                         ") AS score FROM " + table.from + " WHERE " + table.table + " MATCH ?" +
                         conditions.sql + " ORDER BY score DESC, " + table.tie + " LIMIT ?");
    row.bind(1, "{" + std::string(table.column) + "} : (" + expression + ")");
    row.bind_values(2, conditions.values);
    row.bind(2 + static_cast<int>(conditions.values.size()), limit);
    std::vector<Hit> hits;
    while (row.next()) hits.push_back(read(row));
    return hits;
  }
};

ScoredKnowledge read_knowledge_hit(const sqlite::Statement& row) {
  return {read_knowledge(row), row.real(kKnowledgeColumnCount)};
}

ScoredTurn read_turn_hit(const sqlite::Statement& row) {
  return {read_turn(row), row.real(kTurnColumnCount)};
}

const std::string& key_of(const ScoredKnowledge& hit) { return hit.item.id; }
std::int64_t key_of(const ScoredTurn& hit) { return hit.turn.id; }

// One list of both, best first. Scores of two tables are no common scale (a word that is rare in
// one may be in every row of the other), ranks are: a hit of the additional table, which holds the
// fewer rows, counts no less than the one of the same rank in the documented table.
template <typename Hit>
std::vector<Hit> merged(const std::vector<Hit>& documented, std::vector<Hit> additional,
                        int limit) {
  if (additional.empty()) return documented;
  std::vector<Hit>& hits = additional;
  for (std::size_t i = 0; i < std::min(hits.size(), documented.size()); ++i) {
    hits[i].score = std::max(hits[i].score, documented[i].score);
  }
  using Key = std::decay_t<decltype(key_of(hits.front()))>;
  std::unordered_map<Key, std::size_t> places;
  for (std::size_t i = 0; i < hits.size(); ++i) places.emplace(key_of(hits[i]), i);
  for (const Hit& hit : documented) {
    const auto [place, is_new] = places.emplace(key_of(hit), hits.size());
    if (is_new) {
      hits.push_back(hit);
    } else {
      hits[place->second].score = std::max(hits[place->second].score, hit.score);
    }
  }
  std::stable_sort(hits.begin(), hits.end(),
                   [](const Hit& a, const Hit& b) { return a.score > b.score; });
  if (hits.size() > static_cast<std::size_t>(limit)) {
    hits.erase(hits.begin() + limit, hits.end());
  }
  return hits;
}

template <typename Hit>
std::vector<Hit> search(const Matcher<Hit>& match, std::string_view query_text,
                        const FullTextTable& documented, const FullTextTable* additional) {
  const text::KeywordQuery query = text::make_keyword_query(query_text);
  const auto in_both = [&](const std::string& plain, const std::string& folded) {
    auto hits = match(documented, plain);
    if (!additional) return hits;
    return merged(hits, match(*additional, folded), match.limit);
  };
  auto hits = in_both(text::match_all(query.plain_terms), text::match_all(query.folded_terms));
  if (!hits.empty()) return hits;
  return in_both(text::match_any(query.significant_plain_terms),
                 text::match_any(query.significant_folded_terms));
}

}  // namespace

std::vector<ScoredKnowledge> search_knowledge(sqlite::Connection& connection,
                                              std::string_view query, const SearchOptions& options,
                                              const Clock& clock, bool has_index) {
  const Conditions conditions = knowledge_conditions(options, clock);
  const Matcher<ScoredKnowledge> match{connection, conditions,
                                       checked_limit("top_k", options.top_k), read_knowledge_hit};
  return search(match, query, knowledge_table(),
                has_index ? &additional_knowledge_table() : nullptr);
}

std::vector<ScoredTurn> search_turns(sqlite::Connection& connection, std::string_view query,
                                     const TurnSearchOptions& options, const Clock& clock,
                                     bool has_index) {
  const Conditions conditions = turn_conditions(options, clock);
  const Matcher<ScoredTurn> match{connection, conditions, checked_limit("limit", options.limit),
                                  read_turn_hit};
  return search(match, query, turn_table(), has_index ? &additional_turn_table() : nullptr);
}

}  // namespace gaia::memory::store

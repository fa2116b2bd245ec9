#include "store/duplicate_index.h"

#include <algorithm>
#include <set>
#include <utility>

#include "text/words.h"

namespace gaia::memory::store {
namespace {

// A word is looked up by a 64-bit hash of its scope and itself (FNV-1a). Words that collide cost a
// comparison more; they cannot change the answer, since every candidate is compared by its text.
class Hash {
 public:
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
    add_byte(0xff);  // occurs in no UTF-8 text, so ("a", "bc") and ("ab", "c") differ
  }
  std::int64_t value() const { return static_cast<std::int64_t>(state_); }

 private:
  void add_byte(unsigned char byte) { state_ = (state_ ^ byte) * 0x100000001b3ULL; }

  std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

std::vector<std::int64_t> keys_of(const StatementScope& scope,
                                  const std::vector<std::string>& words) {
  Hash of_scope;
  of_scope.add(scope.category);
  of_scope.add(scope.context);
  of_scope.add(scope.entity ? "entity" : "none");
  if (scope.entity) of_scope.add(*scope.entity);

  std::vector<std::int64_t> keys;
  keys.reserve(words.size());
  for (const std::string& word : words) {
    Hash hash = of_scope;
    hash.add(word);
    keys.push_back(hash.value());
  }
  return keys;
}

std::size_t signature_size(std::size_t word_count) {
  const auto needed = static_cast<std::size_t>(kDuplicateOverlap * static_cast<double>(word_count));
  return word_count - std::min(word_count, needed + 1) + 1;
}

// Counting stops here: which of two frequent words is the rarer one hardly matters.
constexpr int kMaxCounted = 64;

int count_of(sqlite::Connection& connection, std::int64_t key) {
  auto row = connection.query(
      "SELECT count(*) FROM (SELECT 1 FROM gm_document_words WHERE key = ? LIMIT ?)", key,
      kMaxCounted);
  row.next();
  return static_cast<int>(row.integer(0));
}

// The keys, rarest first.
std::vector<std::int64_t> by_rarity(sqlite::Connection& connection,
                                    const std::vector<std::int64_t>& keys) {
  std::vector<std::pair<int, std::int64_t>> counted;
  counted.reserve(keys.size());
  for (const std::int64_t key : keys) counted.emplace_back(count_of(connection, key), key);
  std::sort(counted.begin(), counted.end());
  std::vector<std::int64_t> sorted;
  sorted.reserve(keys.size());
  for (const auto& [count, key] : counted) sorted.push_back(key);
  return sorted;
}

std::set<std::int64_t> candidates(sqlite::Connection& connection,
                                  const std::vector<std::int64_t>& rarest_first,
                                  std::size_t signature) {
  std::set<std::int64_t> docs;
  for (std::size_t i = 0; i < rarest_first.size(); ++i) {
    // The rarest words meet any word of a stored statement, the others only its signature.
    auto row =
        connection.query("SELECT doc FROM gm_document_words WHERE key = ? AND is_signature >= ?",
                         rarest_first[i], i < signature ? 0 : 1);
    while (row.next()) docs.insert(row.integer(0));
  }
  return docs;
}

}  // namespace

std::vector<std::string> statement_words(std::string_view content) {
  std::vector<std::string> words = text::distinct_words(content);
  if (words.empty()) words.push_back(text::folded(content));
  return words;
}

void add_statement(sqlite::Connection& connection, std::int64_t doc, const StatementScope& scope,
                   const std::vector<std::string>& words) {
  const auto rarest_first = by_rarity(connection, keys_of(scope, words));
  const std::size_t signature = signature_size(rarest_first.size());
  for (std::size_t i = 0; i < rarest_first.size(); ++i) {
    connection.run(
        "INSERT OR IGNORE INTO gm_document_words(key, is_signature, doc) VALUES (?, ?, ?)",
        rarest_first[i], i < signature, doc);
  }
}

std::vector<Duplicate> find_duplicates(sqlite::Connection& connection, const StatementScope& scope,
                                       const std::vector<std::string>& words) {
  const auto rarest_first = by_rarity(connection, keys_of(scope, words));
  std::vector<Duplicate> duplicates;
  for (const std::int64_t doc :
       candidates(connection, rarest_first, signature_size(rarest_first.size()))) {
    auto row = connection.query(
        "SELECT k.id, k.content, d.said_at FROM gm_documents AS d "
        "JOIN knowledge AS k ON k.id = d.knowledge_id "
        "WHERE d.doc = ? AND k.superseded_by IS NULL AND k.category = ? "
        "AND COALESCE(k.context, 'global') = ? AND k.entity IS ?",
        doc, scope.category, scope.context, scope.entity);
    if (!row.next()) continue;
    const double overlap = text::overlap_coefficient(words, statement_words(row.text(1)));
    if (overlap <= kDuplicateOverlap) continue;
    duplicates.push_back({std::string(row.text(0)), std::string(row.text(1)), overlap,
                          Timestamp{.unix_us = row.integer(2)}});
  }
  return duplicates;
}

}  // namespace gaia::memory::store

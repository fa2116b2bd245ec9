// From what a user typed to FTS5 MATCH expressions. A query is text, never syntax: every term is
// quoted, so AND, NEAR, content:x, quotes, stars and parentheses have no meaning.
//
// Two kinds of table are asked. The documented ones (`porter unicode61`) hold the text as it was
// written: plain terms. Our additional one (`porter unicode61 remove_diacritics 2`) holds
// additional_index_text(), words in one Unicode form, unspaced scripts as pairs: folded terms.
// Pure functions, callable from any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gaia::memory::text {

struct KeywordQuery {
  // Each word run of the query as typed; for the documented tables.
  std::vector<std::string> plain_terms;
  // Each word as words() makes it; for the additional table. The pairs of one unspaced run stay
  // together, joined by blanks, as one phrase.
  std::vector<std::string> folded_terms;
  // The same without stop words, or all of them if nothing else was asked.
  std::vector<std::string> significant_plain_terms;
  std::vector<std::string> significant_folded_terms;

  // True if the query has no usable word; it then finds nothing.
  bool empty() const { return plain_terms.empty() && folded_terms.empty(); }
};

// Reads at most the first 500 characters. A repeated term is kept once, at its first place.
KeywordQuery make_keyword_query(std::string_view query);

// FTS5 expressions of the quoted terms: "\"alpha\" AND \"beta\"", "\"alpha\" OR \"beta\"". A single
// character of an unspaced script becomes a prefix, so that it is found within pairs. Empty for no
// terms; an empty expression is an error to FTS5, so ask nothing then.
std::string match_all(std::span<const std::string> terms);
std::string match_any(std::span<const std::string> terms);

// What the additional table holds for a text: its words, joined by blanks, with what words() does
// not have but people search for: emoji, and the last character of each unspaced run by itself.
// nullopt if there is nothing to add: plain ASCII, which the documented tables index fully, or no
// words at all.
std::optional<std::string> additional_index_text(std::string_view utf8);

// English words that a question is made of and that say nothing about its subject. Leaving them
// out of an OR query makes it faster and its ranking better.
bool is_stop_word(std::string_view folded_word);

}  // namespace gaia::memory::text

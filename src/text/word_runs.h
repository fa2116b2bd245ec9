// Splits a text into runs of word characters: the step that words, queries and the additional
// index share. Internal to `text`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaia::memory::text {

struct WordRun {
  std::string_view text;       // into the text that was split
  bool is_unspaced = false;    // of a script without spaces: its words are its character pairs
  bool is_pictograph = false;  // one emoji; no word, but something to search for
};

// Script runs: an unspaced run ends where a spaced one begins. Views into `normalised`, which must
// come from folded(). Pictographs are included.
std::vector<WordRun> script_runs(std::string_view normalised);

// Runs as they stand in the text, scripts mixed, without pictographs.
std::vector<std::string_view> typed_runs(std::string_view utf8);

// The overlapping pairs of characters of a run, or the run itself if it has one character.
std::vector<std::string_view> character_pairs(std::string_view run);

// Where the last character of a run begins.
std::string_view last_character(std::string_view run);

// True if a full-text tokenizer finds something in it; marks and underscores alone are nothing.
bool has_letter_or_number(std::string_view run);

}  // namespace gaia::memory::text

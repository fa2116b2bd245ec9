// The values that memories are made of. Values only: no behaviour, no engine types.
// Field names are those of the Memory SDK document, in every language and format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gaia/memory/timestamp.h"

namespace gaia::memory {

// One thing that is remembered.
struct Knowledge {
  std::string id;        // UUID text
  std::string category;  // fact, preference, error, skill, note, reminder; of GAIA also system,
                         // profile, permission
  std::string content;   // UTF-8, at most 2000 characters
  std::optional<std::string> domain;    // optional grouping: "python", "deployment"
  std::string source;                   // who learned it: tool, user, llm_extract, ...
  double confidence = 0.5;              // 0 to 1
  std::optional<std::string> metadata;  // a JSON object, as text
  std::int64_t use_count = 0;           // how often it was recalled
  std::string context = "global";       // scope: "work", "personal", ...
  bool sensitive = false;               // never in a prompt; recalled only on explicit request
  std::optional<std::string> entity;    // whom or what it is about: "person:sarah_chen"
  Timestamp created_at;
  Timestamp updated_at;                     // moved by edits and confirmation, never by recall
  std::optional<Timestamp> last_used;       // moved by recall
  std::optional<Timestamp> due_at;          // for time-sensitive items
  std::optional<Timestamp> reminded_at;     // when the user was last told
  std::optional<std::string> superseded_by; // the newer item that replaced this one
};

// What `store` takes. Only category and content are required:
//     store.store({.category = "fact", .content = "Project uses C++20", .context = "work"});
struct NewKnowledge {
  std::string category;
  std::string content;  // must not be blank; cut at 2000 characters
  std::optional<std::string> domain = {};
  std::optional<std::string> metadata = {};  // a JSON object, as text
  std::optional<double> confidence = {};     // default: the source's (tool 0.5, user 0.8, ...)
  std::optional<std::string> due_at = {};    // ISO 8601; a date alone is due at that day's end
  std::string source = "tool";
  std::optional<std::string> context = {};  // default: "global", or an AgentMemory's active one
  bool sensitive = false;
  std::optional<std::string> entity = {};
  std::optional<std::string> created_at = {};  // ISO 8601, when it was said; default: now
};

// What became of a stored text.
enum class StoreOutcome {
  created,     // a new item
  updated,     // an item that said nearly the same took the newer text
  reinforced,  // it was known already
  superseded,  // a new item that replaces one whose statement it changes
  outdated,    // kept as history: an item that was said later states it differently
};

struct StoreResult {
  std::string id;
  StoreOutcome outcome = StoreOutcome::created;
  // With `superseded`: the item that was replaced. With `outdated`: the one that stays.
  std::optional<std::string> other_id = {};
};

// What `update` changes; what is not set stays. An empty text clears an optional field.
struct KnowledgeUpdate {
  std::optional<std::string> content = {};
  std::optional<std::string> category = {};
  std::optional<std::string> domain = {};
  std::optional<std::string> metadata = {};
  std::optional<std::string> context = {};
  std::optional<bool> sensitive = {};
  std::optional<std::string> entity = {};
  std::optional<std::string> due_at = {};
  std::optional<std::string> reminded_at = {};  // ISO 8601, or "now"
  std::optional<std::string> superseded_by = {};
};

// Which items a search may return, and how many. Filters are applied inside every signal before
// anything is cut, so a query for which n allowed items match returns min(n, top_k) of them.
struct SearchOptions {
  std::optional<std::string> category = {};
  std::optional<std::string> context = {};
  bool include_global = false;  // with `context`: its items and those of "global" as well
  std::optional<std::string> entity = {};
  std::optional<std::string> domain = {};
  bool include_sensitive = false;
  int top_k = 5;                              // 1 to 1000
  std::optional<std::string> time_from = {};  // ISO 8601, on created_at; a date: its first instant
  std::optional<std::string> time_to = {};    // a date: its last instant
  bool touch = true;  // count the recall: confidence +0.02, use_count +1, last_used on what returns
};

// One turn of a conversation.
struct Turn {
  std::int64_t id = 0;
  std::string session_id;
  std::string role;     // "user", "assistant", "tool", "system"
  std::string content;  // UTF-8, at most 4000 characters
  std::string context = "global";
  Timestamp timestamp;
  std::optional<Timestamp> consolidated_at;  // when it was distilled into knowledge
};

struct NewTurn {
  std::string session_id;
  std::string role;
  std::string content;  // blank turns are skipped; cut at 4000 characters
  std::string context = "global";
  std::optional<std::string> timestamp = {};  // ISO 8601; default: now
};

struct TurnSearchOptions {
  std::optional<std::string> context = {};
  bool include_global = false;                // with `context`: those of "global" as well
  int limit = 10;                             // 1 to 1000
  std::optional<std::string> time_from = {};  // ISO 8601, on timestamp
  std::optional<std::string> time_to = {};
};

// A search hit. Larger scores are better.
struct ScoredKnowledge {
  Knowledge item;
  double score = 0;
};

struct ScoredTurn {
  Turn turn;
  double score = 0;
};

// An item with its vector.
struct EmbeddedKnowledge {
  Knowledge item;
  std::vector<float> embedding;
};

}  // namespace gaia::memory

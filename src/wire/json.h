// The public types as JSON, in one place, so that every door spells them alike. Names are those of
// types.h. All functions are pure and may be called from any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "gaia/memory/agent_memory.h"
#include "gaia/memory/error.h"
#include "gaia/memory/memory_store.h"
#include "gaia/memory/model_files.h"
#include "gaia/memory/types.h"

namespace gaia::memory::wire {

// Keeps the order in which fields are added, so that people find what matters first.
using Json = nlohmann::ordered_json;

// --- Out. Every field is always there; what is not set is null. Instants are ISO 8601 with their
// offset, `metadata` is an object; if what the file holds there cannot be parsed, it is text.

Json to_json(const Knowledge& item);
Json to_json(const KnowledgePage& page);  // {items, total, offset, limit}
Json to_json(const Turn& turn);
Json to_json(const ScoredTurn& hit);  // the turn's fields, and `score`
Json to_json(const StoreResult& result);
Json to_json(const RememberResult& result);  // the fields of StoreResult, and what was degraded
Json to_json(const Recalled& hit);           // the item's fields, `score`, `vector` and `keyword`
Json to_json(const RecallResult& result);
Json to_json(const MemoryStatus& status);
Json to_json(const ModelFile& model);
Json to_json(const Error& error);  // {error: {code, message, hint}}

std::string_view to_text(StoreOutcome outcome) noexcept;  // "created", ...
std::string_view to_text(ModelKind kind) noexcept;        // "embedding", ...

// One document as text; over several lines with `indent`. Bytes that are not UTF-8 (a path may have
// some) become U+FFFD.
std::string to_text(const Json& json, bool indent = false);

// --- In. Everything throws Error(invalid_argument) whose message names the field and what it found
// there. A field that is not known is an error: a misspelt one would be lost in silence. Booleans
// and numbers may arrive as text; null and empty text mean not given.

// One JSON document of at most 64 levels. The only way in: deeper ones would exhaust the stack.
Json parse(std::string_view text);

// `field` names the text in messages. Text must be valid UTF-8 without NUL.
void require_text(std::string_view field, std::string_view text);

NewKnowledge to_new_knowledge(const Json& json);
NewTurn to_new_turn(const Json& json);

}  // namespace gaia::memory::wire

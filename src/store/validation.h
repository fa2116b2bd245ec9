// What may be stored: the rules that are not storage, so that they hold for every engine and door.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "gaia/memory/clock.h"
#include "gaia/memory/timestamp.h"
#include "gaia/memory/types.h"

namespace gaia::memory::store {

inline constexpr std::size_t kMaxContentCharacters = 2000;  // of the document
inline constexpr std::size_t kMaxTurnCharacters = 4000;     // GAIA's, and behaviour's

// A value as it will be stored. All throw Error(invalid_argument) that names `field`.

// Text of any length: valid UTF-8 without NUL.
void check_text(std::string_view field, std::string_view text);

// Neither blank nor invalid, cut at `max_characters`.
std::string checked_content(std::string_view field, std::string_view text,
                            std::size_t max_characters);

// A short label (context, entity, domain, source, session): one line, at most 200 characters, in
// one Unicode form (NFC), so that a name is the same name however it was typed.
std::string checked_label(std::string_view field, std::string_view text);

std::string checked_category(std::string_view category);
std::string checked_metadata(std::string_view json);
double checked_confidence(double confidence);
std::string checked_role(std::string_view role);

// ISO 8601 for the file.
std::string checked_time(std::string_view field, std::string_view text, DateMeaning date_meaning,
                         const Clock& clock);

// 1 to 1000. Errors: invalid_argument.
int checked_limit(std::string_view field, int limit);

// 1 or more: for internal readers that take a whole table in one go. Errors: invalid_argument.
int checked_count(std::string_view field, int count);

// The document's table: how sure a source is of what it says when it does not say.
double default_confidence(std::string_view source);

// Throws Error(refused) if the text carries a credential. What a user marks sensitive by their own
// hand passes: it enters no prompt.
void refuse_credential(std::string_view text, std::string_view source, bool sensitive);

// Throws Error(refused) where a source other than the user, or GAIA itself, writes a category that
// only they may.
void refuse_privileged(std::string_view category, std::string_view source);

}  // namespace gaia::memory::store

#include "store/filters.h"

#include <cstdint>

#include "gaia/memory/error.h"
#include "gaia/memory/timestamp.h"
#include "text/words.h"

namespace gaia::memory::store {
namespace {

std::int64_t bound_us(std::string_view field, const std::string& text, DateMeaning date_meaning,
                      const Clock& clock) {
  try {
    return parse_timestamp(text, date_meaning, clock).unix_us;
  } catch (const Error& error) {
    throw Error(error.code(), std::string(field) + ": " + error.what(), error.hint());
  }
}

// Labels are stored in NFC (validation.h). Another program may leave the column NULL, which means
// its default.
void add_context(Conditions& conditions, const std::string& column, const std::string& context,
                 bool include_global) {
  const std::string value = "COALESCE(" + column + ", 'global')";
  conditions.add(value + (include_global ? " IN (?, 'global')" : " = ?"), text::composed(context));
}

void add_time_bounds(Conditions& conditions, const std::string& column,
                     const std::optional<std::string>& from, const std::optional<std::string>& to,
                     const Clock& clock) {
  if (from) {
    conditions.add("gm_instant(" + column + ") >= ?",
                   bound_us("time_from", *from, DateMeaning::start_of_day, clock));
  }
  if (to) {
    conditions.add("gm_instant(" + column + ") <= ?",
                   bound_us("time_to", *to, DateMeaning::end_of_day, clock));
  }
}

}  // namespace

Conditions knowledge_conditions(const SearchOptions& options, const Clock& clock) {
  Conditions conditions;
  conditions.add("k.superseded_by IS NULL");
  if (options.category) conditions.add("k.category = ?", *options.category);
  if (options.context) {
    add_context(conditions, "k.context", *options.context, options.include_global);
  }
  if (options.entity) conditions.add("k.entity = ?", text::composed(*options.entity));
  if (options.domain) conditions.add("k.domain = ?", text::composed(*options.domain));
  if (!options.include_sensitive) conditions.add("COALESCE(k.sensitive, 0) = 0");
  add_time_bounds(conditions, "k.created_at", options.time_from, options.time_to, clock);
  return conditions;
}

Conditions page_conditions(const KnowledgeQuery& query) {
  Conditions conditions;
  if (!query.include_superseded) conditions.add("k.superseded_by IS NULL");
  if (query.category) conditions.add("k.category = ?", *query.category);
  if (query.context) add_context(conditions, "k.context", *query.context, query.include_global);
  if (query.entity) conditions.add("k.entity = ?", text::composed(*query.entity));
  if (query.sensitive) {
    conditions.add("COALESCE(k.sensitive, 0) = ?", std::int64_t{*query.sensitive});
  }
  return conditions;
}

Conditions turn_conditions(const TurnSearchOptions& options, const Clock& clock) {
  Conditions conditions;
  if (options.context) {
    add_context(conditions, "t.context", *options.context, options.include_global);
  }
  add_time_bounds(conditions, "t.timestamp", options.time_from, options.time_to, clock);
  return conditions;
}

void add_time_functions(sqlite::Connection& connection) {
  connection.add_function("gm_instant", [](std::string_view text, std::int64_t& result) {
    try {
      result = parse_timestamp(text).unix_us;
      return true;
    } catch (const Error&) {
      return false;  // another program's text; it compares as NULL, so no bound lets it in
    }
  });
}

}  // namespace gaia::memory::store

// The caller's filters as SQL conditions, so that they are applied inside each signal, before
// anything is cut.
#pragma once

#include <string>
#include <vector>

#include "gaia/memory/clock.h"
#include "gaia/memory/memory_store.h"
#include "gaia/memory/types.h"
#include "sqlite/connection.h"

namespace gaia::memory::store {

// Conditions that start with " AND " (or are empty), and the values of their parameters in order.
struct Conditions {
  std::string sql;
  std::vector<sqlite::Value> values;

  // `condition` has one `?`, or none if there is no value.
  void add(const std::string& condition) { sql += " AND " + condition; }
  void add(const std::string& condition, sqlite::Value value) {
    add(condition);
    values.push_back(std::move(value));
  }
};

// On `knowledge AS k`: active rows that pass the options. Errors: invalid_argument.
Conditions knowledge_conditions(const SearchOptions& options, const Clock& clock);

// On `knowledge AS k`: what a page of the browser shows.
Conditions page_conditions(const KnowledgeQuery& query);

// On `conversations AS t`.
Conditions turn_conditions(const TurnSearchOptions& options, const Clock& clock);

// Adds gm_instant(text) to the connection: microseconds since 1970 of a stored timestamp, NULL
// for a text that is none. Text written with different offsets compares wrongly, instants do not.
void add_time_functions(sqlite::Connection& connection);

}  // namespace gaia::memory::store

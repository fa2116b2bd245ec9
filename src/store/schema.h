// The tables of a memory file, and how an older file becomes a current one.
//
// The documented tables are kept exactly as the Memory SDK has them, so that GAIA can open the
// file. What we add carries the prefix gm_, can be rebuilt from the documented tables (except the
// vectors of other models and the history), and is kept up to date by triggers that any SQLite
// program can fire. docs/format.md describes both.
#pragma once

#include <string>

#include "gaia/memory/clock.h"
#include "sqlite/connection.h"

namespace gaia::memory::store {

// The version that this build writes; older ones are migrated.
inline constexpr int kSchemaVersion = 2;

struct SchemaState {
  int version = 0;         // of the documented tables
  bool has_index = false;  // whether our own tables are there
  std::string newer;       // what of it this build does not know, so that it is only read
};

// Brings the schema up to date in one write transaction, if there is anything to do. Several
// processes may do so at once: each step runs once.
// Errors: corrupt (a database of another program), and those of the connection.
SchemaState prepare_schema(sqlite::Connection& connection, const Clock& clock);

// What a file is, without writing to it.
SchemaState inspect_schema(sqlite::Connection& connection);

}  // namespace gaia::memory::store

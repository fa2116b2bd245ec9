#include "sqlite/errors.h"

#include <sqlite3.h>

#include <string>

#include "gaia/memory/error.h"

namespace gaia::memory::sqlite {
namespace {

std::string file_of(sqlite3* database) {
  const char* name = database ? sqlite3_db_filename(database, "main") : nullptr;
  return name && *name ? name : "the database";
}

}  // namespace

void throw_error(int code, sqlite3* database, std::string_view doing) {
  const std::string file = file_of(database);
  const std::string detail = database ? sqlite3_errmsg(database) : sqlite3_errstr(code);
  const std::string cannot = "cannot " + std::string(doing);
  switch (code & 0xff) {  // the primary code; the rest refines it
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw Error(ErrorCode::busy,
                  cannot + ": another process holds the write lock of " + file +
                      " for longer than the wait allows",
                  "nothing was changed; try again, or end the program that keeps it locked");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      throw Error(ErrorCode::read_only, cannot + ": " + file + " is read-only",
                  "make the file and its folder writable, or name another with --db or "
                  "GAIA_MEMORY_DB");
    case SQLITE_FULL:
      throw Error(ErrorCode::storage_full, cannot + ": no space left for " + file,
                  "nothing was changed; free some space and try again");
    case SQLITE_CORRUPT:
      throw Error(ErrorCode::corrupt, cannot + ": " + file + " is damaged (" + detail + ")",
                  "keep a copy of the file, then restore a backup or run sqlite3's .recover on it");
    case SQLITE_NOTADB:
      throw Error(ErrorCode::corrupt, cannot + ": " + file + " is not a database",
                  "name a memory file, or a path that does not exist yet, with --db or "
                  "GAIA_MEMORY_DB");
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
    case SQLITE_NOLFS:
    case SQLITE_PROTOCOL:
      throw Error(ErrorCode::io_error, cannot + ": " + detail + " (" + file + ")",
                  "check that the path is a file in a folder that you may read and write");
    case SQLITE_NOMEM:
      throw Error(ErrorCode::io_error, cannot + ": not enough memory", "end other programs first");
    case SQLITE_TOOBIG:
      throw Error(ErrorCode::invalid_argument, cannot + ": " + detail, "use a smaller value");
    default:
      throw Error(
          ErrorCode::internal,
          cannot + ": " + detail + " (SQLite code " + std::to_string(code) + ", " + file + ")",
          "please report this");
  }
}

}  // namespace gaia::memory::sqlite

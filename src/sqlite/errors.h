// SQLite's result codes as Errors.
#pragma once

#include <string_view>

struct sqlite3;

namespace gaia::memory::sqlite {

// Throws the Error that `code` stands for. `doing` completes "cannot ...": "store the item".
// `database` may be null; with it, the message carries SQLite's own words and the file's name.
[[noreturn]] void throw_error(int code, sqlite3* database, std::string_view doing);

}  // namespace gaia::memory::sqlite

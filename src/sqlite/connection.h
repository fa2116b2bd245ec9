// One connection to one SQLite file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sqlite/statement.h"

struct sqlite3;

namespace gaia::memory::sqlite {

// Not thread-safe: whoever holds it is alone with it. Prepared statements are kept by their text.
class Connection {
 public:
  enum class Mode {
    read_write,  // creates the file if it is missing
    query,       // never changes the data, but takes part in WAL like any reader
    read_only,   // for a file that cannot be written
    immutable,   // for one in a folder that cannot be written, while nobody else writes it
  };

  // Throws Error: io_error, corrupt, busy.
  Connection(const std::filesystem::path& file, Mode mode, int busy_timeout_ms);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Prepares `sql` (or finds it prepared) and binds its parameters in order.
  template <typename... Values>
  Statement query(std::string_view sql, const Values&... values) {
    Statement statement = take(sql);
    statement.bind_all(values...);
    return statement;
  }

  // Runs one statement to its end; returns how many rows it changed.
  template <typename... Values>
  std::int64_t run(std::string_view sql, const Values&... values) {
    query(sql, values...).run();
    return changes();
  }

  // Runs several statements separated by semicolons, without parameters.
  void run_script(const std::string& sql);

  // Adds a deterministic SQL function of one text argument that returns an integer or, for an
  // argument it cannot make sense of, NULL. Known to this connection only: schema objects that
  // other programs fire must not use it.
  using TextFunction = bool (*)(std::string_view text, std::int64_t& result);
  void add_function(const char* name, TextFunction function);

  void set_busy_timeout_ms(int milliseconds) noexcept;

  // How far a commit waits for the disk (SQLite's PRAGMA synchronous). Not within a transaction.
  enum class Synchronous { normal, full };
  void set_synchronous(Synchronous level) noexcept;

  bool is_read_only() const;  // the file itself cannot be written
  bool in_transaction() const;
  std::int64_t changes() const;  // of the last statement

  // What is being done at the moment, for error messages: "cannot <doing>: ...".
  std::string_view doing() const { return doing_; }
  void set_doing(std::string_view doing) { doing_ = doing; }

  sqlite3* handle() const { return handle_; }

 private:
  friend class Statement;
  Statement take(std::string_view sql);
  void give_back(std::string sql, sqlite3_stmt* handle) noexcept;

  sqlite3* handle_ = nullptr;
  std::string doing_ = "use the database";
  std::unordered_multimap<std::string, sqlite3_stmt*> idle_;
};

// Writes are all or nothing: what is not committed is rolled back on destruction.
class Transaction {
 public:
  enum class Kind { read, write };  // `write` takes the write lock at once, so it cannot lose it

  Transaction(Connection& connection, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Connection& connection_;
};

}  // namespace gaia::memory::sqlite

// A prepared statement while it is in use: bound, stepped, read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

struct sqlite3_stmt;

namespace gaia::memory::sqlite {

class Connection;

// Bytes to bind as a BLOB.
using Blob = std::span<const std::byte>;

// A parameter of SQL that is put together at run time.
using Value = std::variant<std::int64_t, double, std::string>;

// Borrowed from its connection's cache and given back on destruction. Not thread-safe, as the
// connection is not. Columns and parameters are numbered from 0 and 1, as SQLite does.
class Statement {
 public:
  Statement(Connection& connection, std::string sql, sqlite3_stmt* handle);
  Statement(Statement&& other) noexcept;
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  Statement& operator=(Statement&&) = delete;
  ~Statement();

  void bind(int parameter, std::nullptr_t);
  void bind(int parameter, bool value) { bind(parameter, std::int64_t{value}); }
  void bind(int parameter, int value) { bind(parameter, std::int64_t{value}); }
  void bind(int parameter, std::int64_t value);
  void bind(int parameter, double value);
  void bind(int parameter, std::string_view text);  // copied
  void bind(int parameter, const char* text) { bind(parameter, std::string_view(text)); }
  void bind(int parameter, const std::string& text) { bind(parameter, std::string_view(text)); }
  void bind(int parameter, Blob blob);  // copied
  template <typename T>
  void bind(int parameter, const std::optional<T>& value) {
    if (value) {
      bind(parameter, *value);
    } else {
      bind(parameter, nullptr);
    }
  }
  // Binds `values` to the parameters from `first` on.
  void bind_values(int first, const std::vector<Value>& values);
  template <typename... Values>
  void bind_all(const Values&... values) {
    int parameter = 0;
    (bind(++parameter, values), ...);
  }

  // Advances to the next row; false at the end. Throws Error.
  bool next();

  // Runs a statement that returns no rows, and makes it ready to be bound again.
  void run();

  // Ready to be run again with other values.
  void reset();

  bool is_null(int column) const;
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string_view text(int column) const;  // valid until the next step
  Blob blob(int column) const;              // valid until the next step
  std::optional<std::string> optional_text(int column) const;

 private:
  void check(int code) const;

  Connection* connection_;
  std::string sql_;
  sqlite3_stmt* handle_;
};

}  // namespace gaia::memory::sqlite

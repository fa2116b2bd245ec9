#include "sqlite/statement.h"

#include <sqlite3.h>

#include <utility>

#include "sqlite/connection.h"
#include "sqlite/errors.h"

namespace gaia::memory::sqlite {

Statement::Statement(Connection& connection, std::string sql, sqlite3_stmt* handle)
    : connection_(&connection), sql_(std::move(sql)), handle_(handle) {}

Statement::Statement(Statement&& other) noexcept
    : connection_(other.connection_),
      sql_(std::move(other.sql_)),
      handle_(std::exchange(other.handle_, nullptr)) {}

Statement::~Statement() {
  if (handle_) connection_->give_back(std::move(sql_), handle_);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) throw_error(code, connection_->handle(), connection_->doing());
}

void Statement::bind(int parameter, std::nullptr_t) {
  check(sqlite3_bind_null(handle_, parameter));
}

void Statement::bind(int parameter, std::int64_t value) {
  check(sqlite3_bind_int64(handle_, parameter, value));
}

void Statement::bind(int parameter, double value) {
  check(sqlite3_bind_double(handle_, parameter, value));
}

void Statement::bind(int parameter, std::string_view text) {
  const char* data = text.data() ? text.data() : "";  // a null pointer would bind NULL
  check(sqlite3_bind_text64(handle_, parameter, data, text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::bind(int parameter, Blob blob) {
  check(sqlite3_bind_blob64(handle_, parameter, blob.data(), blob.size(), SQLITE_TRANSIENT));
}

void Statement::bind_values(int first, const std::vector<Value>& values) {
  for (const Value& value : values) {
    std::visit([&](const auto& held) { bind(first, held); }, value);
    ++first;
  }
}

bool Statement::next() {
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  const int extended = sqlite3_extended_errcode(connection_->handle());
  throw_error(extended == SQLITE_OK ? code : extended, connection_->handle(), connection_->doing());
}

void Statement::run() {
  while (next()) {
  }
  reset();
}

void Statement::reset() { sqlite3_reset(handle_); }

bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle_, column); }

double Statement::real(int column) const { return sqlite3_column_double(handle_, column); }

std::string_view Statement::text(int column) const {
  // The text first: asking for it may convert the value and so change its length.
  const unsigned char* data = sqlite3_column_text(handle_, column);
  const int size = sqlite3_column_bytes(handle_, column);
  return data
             ? std::string_view(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size))
             : std::string_view();
}

Blob Statement::blob(int column) const {
  const void* data = sqlite3_column_blob(handle_, column);
  const int size = sqlite3_column_bytes(handle_, column);
  return {static_cast<const std::byte*>(data), static_cast<std::size_t>(size)};
}

std::optional<std::string> Statement::optional_text(int column) const {
  if (is_null(column)) return std::nullopt;
  return std::string(text(column));
}

}  // namespace gaia::memory::sqlite

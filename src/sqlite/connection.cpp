#include "sqlite/connection.h"

#include <sqlite3.h>

#include <utility>

#include "sqlite/errors.h"

namespace gaia::memory::sqlite {
namespace {

int open_flags(Connection::Mode mode) {
  // NOMUTEX: the owner sees to it that one thread at a time uses a connection.
  constexpr int kCommon = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  switch (mode) {
    case Connection::Mode::read_write:
      return kCommon | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    case Connection::Mode::query:
      return kCommon | SQLITE_OPEN_READWRITE;
    case Connection::Mode::read_only:
      return kCommon | SQLITE_OPEN_READONLY;
    case Connection::Mode::immutable:
      return kCommon | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
  }
  return kCommon;
}

std::string utf8_path(const std::filesystem::path& path) {
  const std::u8string text = path.u8string();
  return {text.begin(), text.end()};
}

// What SQLite takes as the name of the file.
std::string file_name(const std::filesystem::path& path, Connection::Mode mode) {
  const std::string name = utf8_path(path);
  if (mode != Connection::Mode::immutable) return name;
  std::string uri = "file:";
  for (const char c : name) {
    if (c == '%' || c == '?' || c == '#') {
      constexpr char kHex[] = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      uri += {'%', kHex[byte >> 4], kHex[byte & 15]};
    } else {
      uri += c;
    }
  }
  return uri + "?immutable=1";
}

}  // namespace

Connection::Connection(const std::filesystem::path& file, Mode mode, int busy_timeout_ms)
    : doing_("open the memory") {
  const int code =
      sqlite3_open_v2(file_name(file, mode).c_str(), &handle_, open_flags(mode), nullptr);
  if (code != SQLITE_OK) {
    sqlite3* failed = std::exchange(handle_, nullptr);
    try {
      throw_error(code, failed, doing_);
    } catch (...) {
      sqlite3_close_v2(failed);
      throw;
    }
  }
  sqlite3_busy_timeout(handle_, busy_timeout_ms);
  // A double-quoted word is a name, never a text: typing errors in SQL must not pass as values.
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  // Nobody writes past SQLite's own checks, for example into the inner tables of an index.
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
}

Connection::~Connection() {
  for (auto& [sql, statement] : idle_) sqlite3_finalize(statement);
  sqlite3_close_v2(handle_);
}

Statement Connection::take(std::string_view sql) {
  std::string text(sql);
  if (auto found = idle_.find(text); found != idle_.end()) {
    sqlite3_stmt* handle = found->second;
    idle_.erase(found);
    return {*this, std::move(text), handle};
  }
  sqlite3_stmt* handle = nullptr;
  const int code = sqlite3_prepare_v3(handle_, text.c_str(), static_cast<int>(text.size()),
                                      SQLITE_PREPARE_PERSISTENT, &handle, nullptr);
  if (code != SQLITE_OK) throw_error(code, handle_, doing_);
  return {*this, std::move(text), handle};
}

void Connection::give_back(std::string sql, sqlite3_stmt* handle) noexcept {
  sqlite3_reset(handle);
  sqlite3_clear_bindings(handle);
  try {
    idle_.emplace(std::move(sql), handle);
  } catch (const std::exception&) {
    sqlite3_finalize(handle);  // out of memory: it will be prepared again
  }
}

void Connection::run_script(const std::string& sql) {
  const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw_error(code, handle_, doing_);
}

void Connection::add_function(const char* name, TextFunction function) {
  const auto call = [](sqlite3_context* context, int, sqlite3_value** arguments) {
    const auto* user_function = reinterpret_cast<TextFunction*>(sqlite3_user_data(context));
    const unsigned char* data = sqlite3_value_text(arguments[0]);
    const int size = sqlite3_value_bytes(arguments[0]);
    std::int64_t result = 0;
    const bool known =
        data && (*user_function)(
                    {reinterpret_cast<const char*>(data), static_cast<std::size_t>(size)}, result);
    if (known) {
      sqlite3_result_int64(context, result);
    } else {
      sqlite3_result_null(context);
    }
  };
  const int code = sqlite3_create_function_v2(
      handle_, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      new TextFunction(function), call, nullptr, nullptr,
      [](void* data) { delete static_cast<TextFunction*>(data); });
  if (code != SQLITE_OK) throw_error(code, handle_, doing_);
}

void Connection::set_busy_timeout_ms(int milliseconds) noexcept {
  sqlite3_busy_timeout(handle_, milliseconds);
}

void Connection::set_synchronous(Synchronous level) noexcept {
  // Sets a field of the connection; the file is not touched, so there is nothing to fail.
  const char* sql =
      level == Synchronous::full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL";
  sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
}

bool Connection::is_read_only() const { return sqlite3_db_readonly(handle_, "main") == 1; }

bool Connection::in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

std::int64_t Connection::changes() const { return sqlite3_changes64(handle_); }

Transaction::Transaction(Connection& connection, Kind kind) : connection_(connection) {
  connection_.run(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN");
}

Transaction::~Transaction() {
  if (!connection_.in_transaction()) return;
  // Rolling back cannot fail in a way that leaves the changes behind: at the worst the connection
  // stays in a transaction that nobody commits.
  sqlite3_exec(connection_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() { connection_.run("COMMIT"); }

}  // namespace gaia::memory::sqlite

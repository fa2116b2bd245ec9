// The connections of one memory file: one that writes, and any number that read.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gaia/memory/memory_store.h"
#include "sqlite/connection.h"
#include "store/schema.h"

namespace gaia::memory::store {

// Thread-safe. In WAL mode a reader never waits for the writer, in this process or another.
class Database {
 public:
  explicit Database(const MemoryStore::Options& options);

  const std::filesystem::path& path() const { return path_; }
  const SchemaState& schema() const { return schema_; }
  bool read_only() const { return read_only_; }
  const Clock& clock() const { return *clock_; }

  void log(LogLevel level, std::string_view message) const;

  void close();

  // Runs work(connection) in one write transaction: all of it is kept, or after an Error nothing.
  // `doing` completes "cannot ..." in messages.
  template <typename Work>
  auto write(std::string_view doing, Work&& work) {
    const std::lock_guard lock(writer_mutex_);
    sqlite::Connection& connection = writer_for(doing);
    sqlite::Transaction transaction(connection, sqlite::Transaction::Kind::write);
    return finish(transaction, connection, std::forward<Work>(work));
  }

  // The same with another limit on the wait for the lock, and without waiting for the disk: after
  // a power failure the change may be missing, the file is sound either way. For what is merely
  // counted, such as recalls.
  template <typename Work>
  auto write_lightly(std::string_view doing, std::optional<int> wait_ms, Work&& work) {
    const int limit_ms = wait_ms.value_or(busy_timeout_ms_);
    // Until a time of the system clock: GCC 12's thread sanitizer does not know the call behind a
    // wait by the steady one, and a clock that is set meanwhile only shortens or lengthens the
    // wait.
    std::unique_lock lock(writer_mutex_,
                          std::chrono::system_clock::now() + std::chrono::milliseconds(limit_ms));
    if (!lock.owns_lock()) throw_busy(doing);
    sqlite::Connection& connection = writer_for(doing);
    const LightWrites light(connection, limit_ms, busy_timeout_ms_);
    sqlite::Transaction transaction(connection, sqlite::Transaction::Kind::write);
    return finish(transaction, connection, std::forward<Work>(work));
  }

  // Runs work(connection) on one consistent view of the file.
  template <typename Work>
  auto read(std::string_view doing, Work&& work) const {
    const Reader reader(*this, doing);
    sqlite::Transaction view(reader.connection(), sqlite::Transaction::Kind::read);
    return work(reader.connection());
  }

 private:
  class LightWrites {
   public:
    LightWrites(sqlite::Connection& connection, int wait_ms, int usual_wait_ms);
    ~LightWrites();
    LightWrites(const LightWrites&) = delete;
    LightWrites& operator=(const LightWrites&) = delete;

   private:
    sqlite::Connection& connection_;
    int usual_wait_ms_;
  };

  // A connection borrowed from the idle ones.
  class Reader {
   public:
    Reader(const Database& database, std::string_view doing);
    ~Reader();
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    sqlite::Connection& connection() const { return *connection_; }

   private:
    const Database& database_;
    std::unique_ptr<sqlite::Connection> connection_;
  };

  template <typename Work>
  static auto finish(sqlite::Transaction& transaction, sqlite::Connection& connection,
                     Work&& work) {
    if constexpr (std::is_void_v<decltype(work(connection))>) {
      work(connection);
      transaction.commit();
    } else {
      auto result = work(connection);
      transaction.commit();
      return result;
    }
  }

  void open_for_writing();
  void open_for_reading();
  sqlite::Connection& writer_for(std::string_view doing);
  std::unique_ptr<sqlite::Connection> make_reader() const;
  [[noreturn]] void throw_busy(std::string_view doing) const;
  [[noreturn]] void throw_not_writable(std::string_view doing) const;

  std::filesystem::path path_;
  int busy_timeout_ms_;
  const Clock* clock_;
  std::shared_ptr<Logger> logger_;

  SchemaState schema_;
  bool read_only_ = false;
  sqlite::Connection::Mode reader_mode_ = sqlite::Connection::Mode::query;

  std::timed_mutex writer_mutex_;
  std::unique_ptr<sqlite::Connection> writer_;  // none when read-only or closed

  mutable std::mutex readers_mutex_;
  mutable std::vector<std::unique_ptr<sqlite::Connection>> idle_readers_;
  mutable bool closed_ = false;
};

}  // namespace gaia::memory::store

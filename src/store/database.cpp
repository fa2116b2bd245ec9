#include "store/database.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include "platform/paths.h"
#include "store/filters.h"

namespace gaia::memory::store {
namespace {

// SQLite's own default of 2 MB costs a factor of 2 to 16 at 10,000 items; pages are only held
// once they have been read.
constexpr const char* kCacheSize = "PRAGMA cache_size = -65536";

// A limit for the write-ahead log after a checkpoint, so that a burst does not leave it large.
constexpr const char* kLogSize = "PRAGMA journal_size_limit = 4194304";

constexpr std::size_t kMaxIdleReaders = 8;

void configure(sqlite::Connection& connection) {
  connection.run(kCacheSize);
  add_time_functions(connection);
}

bool uses_wal(sqlite::Connection& connection) {
  auto row = connection.query("PRAGMA journal_mode");
  return row.next() && row.text(0) == "wal";
}

// The switch to WAL needs the file alone, and SQLite gives up on it without the usual wait when
// several processes create one file at once; so we wait here.
void use_wal(sqlite::Connection& connection, int wait_ms) {
  constexpr int kStepMs = 10;
  for (int waited_ms = 0;; waited_ms += kStepMs) {
    try {
      if (uses_wal(connection)) return;
      connection.run("PRAGMA journal_mode = WAL");
      return;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::busy || waited_ms >= wait_ms) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(kStepMs));
    }
  }
}

bool has_unwritten_log(const std::filesystem::path& database) {
  std::filesystem::path log = database;
  log += "-wal";
  std::error_code ignored;  // no log, no size
  const auto size = std::filesystem::file_size(log, ignored);
  return !ignored && size > 0;
}

bool file_exists(const std::filesystem::path& file) {
  std::error_code error;
  const bool found = std::filesystem::exists(file, error);
  if (!error) return found;
  throw Error(ErrorCode::io_error, "cannot look at " + file.string() + ": " + error.message(),
              "check the path and the permissions of its folders");
}

bool cannot_write(const Error& error) {
  return error.code() == ErrorCode::read_only || error.code() == ErrorCode::io_error;
}

}  // namespace

Database::Database(const MemoryStore::Options& options)
    : path_(options.db_path.empty() ? default_db_path() : platform::absolute_path(options.db_path)),
      busy_timeout_ms_(options.busy_timeout_ms),
      clock_(options.clock ? options.clock : &system_clock()),
      logger_(options.logger) {
  idle_readers_.reserve(kMaxIdleReaders);
  if (options.read_only) {
    open_for_reading();
    return;
  }
  const bool existed = file_exists(path_);
  try {
    open_for_writing();
  } catch (const Error& error) {
    if (!existed || !cannot_write(error)) throw;
    writer_.reset();
    open_for_reading();
    log(LogLevel::warning, std::string(error.what()) + "; opened for reading only");
  }
}

void Database::log(LogLevel level, std::string_view message) const {
  if (logger_) logger_->log(level, message);
}

void Database::open_for_writing() {
  platform::make_private_folder(path_.parent_path());
  platform::create_private_file(path_);
  writer_ = std::make_unique<sqlite::Connection>(path_, sqlite::Connection::Mode::read_write,
                                                 busy_timeout_ms_);
  configure(*writer_);
  schema_ = inspect_schema(*writer_);
  if (!schema_.newer.empty()) {
    log(LogLevel::warning, path_.string() + " is of " + schema_.newer +
                               ", newer than this build knows; opened for reading only");
    read_only_ = true;
    writer_.reset();
    return;
  }
  if (writer_->is_read_only()) {
    throw Error(ErrorCode::read_only, "cannot write " + path_.string());
  }
  use_wal(*writer_, busy_timeout_ms_);
  // What was acknowledged survives a power failure.
  writer_->set_synchronous(sqlite::Connection::Synchronous::full);
  writer_->run(kLogSize);
  schema_ = prepare_schema(*writer_, *clock_);
}

void Database::open_for_reading() {
  if (!file_exists(path_)) {
    throw Error(ErrorCode::not_found, "there is no memory file " + path_.string(),
                "check --db or GAIA_MEMORY_DB, or remember something first");
  }
  read_only_ = true;
  reader_mode_ = sqlite::Connection::Mode::read_only;
  const auto inspect = [this] {
    const auto connection = make_reader();
    schema_ = inspect_schema(*connection);
  };
  try {
    inspect();
  } catch (const Error& error) {
    // SQLite wants to make its shared-memory file beside the database. Where it may not, the
    // file can still be read as it is, provided that nothing waits in a log.
    if (!cannot_write(error) || has_unwritten_log(path_)) throw;
    reader_mode_ = sqlite::Connection::Mode::immutable;
    inspect();
  }
}

void Database::close() {
  {
    const std::lock_guard lock(readers_mutex_);
    closed_ = true;
    idle_readers_.clear();
  }
  const std::lock_guard lock(writer_mutex_);
  writer_.reset();
}

void Database::throw_busy(std::string_view doing) const {
  throw Error(ErrorCode::busy,
              "cannot " + std::string(doing) + ": another thread is writing " + path_.string(),
              "nothing was changed; try again");
}

void Database::throw_not_writable(std::string_view doing) const {
  const std::string cannot = "cannot " + std::string(doing) + ": ";
  {
    const std::lock_guard lock(readers_mutex_);
    if (closed_) {
      throw Error(ErrorCode::invalid_argument, cannot + "the memory has been closed",
                  "open it again");
    }
  }
  if (!schema_.newer.empty()) {
    throw Error(
        ErrorCode::unsupported_version,
        cannot + path_.string() + " is of " + schema_.newer + ", newer than this build knows",
        "it can be read; to write, update gaia-memory");
  }
  throw Error(ErrorCode::read_only, cannot + path_.string() + " is read-only",
              "make the file and its folder writable, or name another with --db or "
              "GAIA_MEMORY_DB");
}

sqlite::Connection& Database::writer_for(std::string_view doing) {
  if (!writer_) throw_not_writable(doing);
  writer_->set_doing(doing);
  return *writer_;
}

std::unique_ptr<sqlite::Connection> Database::make_reader() const {
  auto connection = std::make_unique<sqlite::Connection>(path_, reader_mode_, busy_timeout_ms_);
  configure(*connection);
  connection->run("PRAGMA query_only = 1");
  return connection;
}

Database::LightWrites::LightWrites(sqlite::Connection& connection, int wait_ms, int usual_wait_ms)
    : connection_(connection), usual_wait_ms_(usual_wait_ms) {
  connection_.set_busy_timeout_ms(wait_ms);
  connection_.set_synchronous(sqlite::Connection::Synchronous::normal);
}

Database::LightWrites::~LightWrites() {
  connection_.set_busy_timeout_ms(usual_wait_ms_);
  connection_.set_synchronous(sqlite::Connection::Synchronous::full);
}

Database::Reader::Reader(const Database& database, std::string_view doing) : database_(database) {
  {
    const std::lock_guard lock(database_.readers_mutex_);
    if (database_.closed_) {
      throw Error(ErrorCode::invalid_argument,
                  "cannot " + std::string(doing) + ": the memory has been closed", "open it again");
    }
    if (!database_.idle_readers_.empty()) {
      connection_ = std::move(database_.idle_readers_.back());
      database_.idle_readers_.pop_back();
    }
  }
  if (!connection_) connection_ = database_.make_reader();
  connection_->set_doing(doing);
}

Database::Reader::~Reader() {
  if (connection_->in_transaction()) return;  // it could not be rolled back: not to be used again
  const std::lock_guard lock(database_.readers_mutex_);
  // There is room for so many from the start, so that nothing can fail here.
  if (!database_.closed_ && database_.idle_readers_.size() < kMaxIdleReaders) {
    database_.idle_readers_.push_back(std::move(connection_));
  }
}

}  // namespace gaia::memory::store

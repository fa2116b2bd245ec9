// SQL on a memory file behind the library's back, as another program would use it.
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <string>

namespace gaia::memory::test {

class Sql {
 public:
  explicit Sql(const std::filesystem::path& file) {
    EXPECT_EQ(sqlite3_open(file.c_str(), &database_), SQLITE_OK);
    sqlite3_busy_timeout(database_, 5000);
  }
  ~Sql() { sqlite3_close(database_); }
  Sql(const Sql&) = delete;
  Sql& operator=(const Sql&) = delete;

  void run(const std::string& sql) {
    char* message = nullptr;
    EXPECT_EQ(sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK)
        << (message ? message : "") << " in " << sql;
    sqlite3_free(message);
  }

  // The first column of all rows, joined by "|".
  std::string value(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(database_, sql.c_str(), -1, &statement, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database_) << " in " << sql;
    std::string joined;
    bool is_first = true;
    while (sqlite3_step(statement) == SQLITE_ROW) {
      if (!is_first) joined += "|";
      is_first = false;
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
      joined += text ? text : "NULL";
    }
    sqlite3_finalize(statement);
    return joined;
  }

 private:
  sqlite3* database_ = nullptr;
};

}  // namespace gaia::memory::test

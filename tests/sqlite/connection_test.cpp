#include "sqlite/connection.h"

#include <gmock/gmock.h>

#include <fstream>

#include "support/expect_error.h"
#include "support/temp_folder.h"

namespace gaia::memory::test {
namespace {

using sqlite::Connection;
using sqlite::Transaction;

class ConnectionTest : public testing::Test {
 protected:
  std::filesystem::path file() const { return folder_ / "a file?with%odd#name.db"; }

  std::int64_t count(Connection& connection) {
    auto row = connection.query("SELECT count(*) FROM t");
    EXPECT_TRUE(row.next());
    return row.integer(0);
  }

  TempFolder folder_;
};

TEST_F(ConnectionTest, values_of_every_type_come_back) {
  Connection connection(file(), Connection::Mode::read_write, 0);
  const std::vector<std::byte> blob{std::byte{0}, std::byte{255}};
  auto row = connection.query("SELECT ?, ?, ?, ?, ?, ?", 42, 2.5, "text", std::string_view(),
                              sqlite::Blob(blob), std::optional<std::string>());
  ASSERT_TRUE(row.next());
  EXPECT_EQ(row.integer(0), 42);
  EXPECT_DOUBLE_EQ(row.real(1), 2.5);
  EXPECT_EQ(row.text(2), "text");
  EXPECT_FALSE(row.is_null(3)) << "an empty text is a text";
  EXPECT_EQ(row.blob(4).size(), 2u);
  EXPECT_EQ(row.blob(4)[1], std::byte{255});
  EXPECT_FALSE(row.optional_text(5));
  EXPECT_FALSE(row.next());
}

TEST_F(ConnectionTest, one_statement_may_be_in_use_twice) {
  Connection connection(file(), Connection::Mode::read_write, 0);
  connection.run_script("CREATE TABLE t(x); INSERT INTO t VALUES (1), (2)");
  auto outer = connection.query("SELECT x FROM t ORDER BY x");
  ASSERT_TRUE(outer.next());
  auto inner = connection.query("SELECT x FROM t ORDER BY x");
  ASSERT_TRUE(inner.next());
  EXPECT_EQ(inner.integer(0), 1);
  ASSERT_TRUE(outer.next());
  EXPECT_EQ(outer.integer(0), 2);
}

TEST_F(ConnectionTest, what_is_not_committed_is_rolled_back) {
  Connection connection(file(), Connection::Mode::read_write, 0);
  connection.run("CREATE TABLE t(x)");
  {
    Transaction transaction(connection, Transaction::Kind::write);
    connection.run("INSERT INTO t VALUES (1)");
  }
  EXPECT_EQ(count(connection), 0);
  {
    Transaction transaction(connection, Transaction::Kind::write);
    connection.run("INSERT INTO t VALUES (1)");
    transaction.commit();
  }
  EXPECT_EQ(count(connection), 1);
}

TEST_F(ConnectionTest, a_double_quoted_text_is_an_error_and_not_a_value) {
  Connection connection(file(), Connection::Mode::read_write, 0);
  expect_error(ErrorCode::internal, [&] { connection.run("SELECT \"typing error\""); });
}

TEST_F(ConnectionTest, a_held_lock_is_busy) {
  Connection holder(file(), Connection::Mode::read_write, 0);
  Connection other(file(), Connection::Mode::read_write, 0);
  holder.run("CREATE TABLE t(x)");
  Transaction transaction(holder, Transaction::Kind::write);
  other.set_doing("write the diary");
  const auto error = expect_error(ErrorCode::busy,
                                  [&] { Transaction second(other, Transaction::Kind::write); });
  EXPECT_THAT(error->what(), testing::HasSubstr("cannot write the diary"));
}

TEST_F(ConnectionTest, an_immutable_file_is_read_whatever_its_name) {
  Connection(file(), Connection::Mode::read_write, 0)
      .run_script("CREATE TABLE t(x); INSERT INTO t VALUES (1)");
  Connection reader(file(), Connection::Mode::immutable, 0);
  EXPECT_EQ(count(reader), 1);
  expect_error(ErrorCode::read_only, [&] { reader.run("INSERT INTO t VALUES (2)"); });
}

TEST_F(ConnectionTest, a_function_of_ours_answers_or_is_null) {
  Connection connection(file(), Connection::Mode::read_write, 0);
  connection.add_function("length_of_even", [](std::string_view text, std::int64_t& result) {
    result = static_cast<std::int64_t>(text.size());
    return text.size() % 2 == 0;
  });
  auto row = connection.query("SELECT length_of_even('ab'), length_of_even('abc')");
  ASSERT_TRUE(row.next());
  EXPECT_EQ(row.integer(0), 2);
  EXPECT_TRUE(row.is_null(1));
}


TEST_F(ConnectionTest, files_that_are_no_databases_are_named) {
  std::ofstream(file()) << std::string(4096, 'x');
  Connection connection(file(), Connection::Mode::read_write, 0);
  const auto error =
      expect_error(ErrorCode::corrupt, [&] { connection.run("SELECT 1 FROM sqlite_master"); });
  EXPECT_THAT(error->what(), testing::HasSubstr("odd#name.db"));
  expect_error(ErrorCode::io_error, [&] {
    Connection(folder_ / "no folder" / "x.db", Connection::Mode::read_write, 0);
  });
}

}  // namespace
}  // namespace gaia::memory::test

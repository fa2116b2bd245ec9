// The error table is the contract of every door, so it is held to its promises as a whole.
#include "gaia/memory/error.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace gaia::memory {
namespace {

// Fails to compile (-Wswitch) when a code is added and this list is not.
std::vector<ErrorCode> all_codes() {
  std::vector<ErrorCode> codes;
  for (int i = 0; i <= static_cast<int>(ErrorCode::internal); ++i) {
    const auto code = static_cast<ErrorCode>(i);
    switch (code) {
      case ErrorCode::invalid_argument:
      case ErrorCode::not_found:
      case ErrorCode::ambiguous:
      case ErrorCode::refused:
      case ErrorCode::busy:
      case ErrorCode::read_only:
      case ErrorCode::storage_full:
      case ErrorCode::corrupt:
      case ErrorCode::unsupported_version:
      case ErrorCode::unavailable:
      case ErrorCode::invalid_model:
      case ErrorCode::io_error:
      case ErrorCode::internal:
        codes.push_back(code);
    }
  }
  return codes;
}

TEST(ErrorTable, every_code_has_its_own_row) {
  EXPECT_EQ(all_codes().size(), 13u);
  for (const ErrorCode code : all_codes()) EXPECT_EQ(error_row(code).code, code);
}

TEST(ErrorTable, names_are_unique_and_spelled_for_json) {
  std::set<std::string_view> names;
  for (const ErrorCode code : all_codes()) {
    const std::string_view name = error_row(code).name;
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(name.empty());
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos);
  }
}

TEST(ErrorTable, exit_statuses_are_unique_and_clear_of_the_shells) {
  std::set<int> statuses;
  for (const ErrorCode code : all_codes()) {
    const int status = error_row(code).exit_status;
    EXPECT_TRUE(statuses.insert(status).second) << status;
    EXPECT_GE(status, 2);
    EXPECT_LE(status, 63);
  }
}

TEST(ErrorTable, http_statuses_are_errors) {
  for (const ErrorCode code : all_codes()) {
    EXPECT_GE(error_row(code).http_status, 400);
    EXPECT_LE(error_row(code).http_status, 599);
  }
}

TEST(ErrorTable, json_rpc_codes_are_unique_and_in_the_reserved_ranges) {
  std::set<int> codes;
  for (const ErrorCode code : all_codes()) {
    const int json_rpc = error_row(code).json_rpc_code;
    EXPECT_TRUE(codes.insert(json_rpc).second) << json_rpc;
    const bool is_protocols_own = json_rpc == -32602 || json_rpc == -32603;
    EXPECT_TRUE(is_protocols_own || (json_rpc <= -32000 && json_rpc >= -32099)) << json_rpc;
  }
}

TEST(Error, carries_code_message_and_hint) {
  const Error error(ErrorCode::busy, "another process is writing", "try again");
  EXPECT_EQ(error.code(), ErrorCode::busy);
  EXPECT_STREQ(error.what(), "another process is writing");
  EXPECT_EQ(error.hint(), "try again");
}

}  // namespace
}  // namespace gaia::memory

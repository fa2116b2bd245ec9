// Asserts which Error an action throws, and hands it back for a look at its text.
#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "gaia/memory/error.h"

namespace gaia::memory::test {

// The Error that `action` throws; nullopt, and a failed test, if it throws none.
template <typename Action>
std::optional<Error> expect_error(ErrorCode code, Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error_row(error.code()).name, error_row(code).name) << error.what();
    return error;
  }
  ADD_FAILURE() << "no " << error_row(code).name << " was thrown";
  return std::nullopt;
}

}  // namespace gaia::memory::test

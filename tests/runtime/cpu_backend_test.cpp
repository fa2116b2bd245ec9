#include "runtime/cpu_backend.h"

#include <ggml.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace gaia::memory::runtime {
namespace {

TEST(CpuBackendTest, is_loaded_once_and_names_its_kernels) {
  ASSERT_NE(cpu_device(), nullptr);
  EXPECT_EQ(cpu_device(), cpu_device());
  EXPECT_FALSE(kernel_name().empty());
}

// Killed by abort(), and without a word: no message, no backtrace, no debugger.
TEST(CpuBackendDeathTest, a_failed_assertion_of_the_runtime_prints_nothing) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        cpu_device();
        GGML_ABORT("a failed assertion");
      },
      ::testing::KilledBySignal(SIGABRT), ::testing::Not(::testing::HasSubstr("assertion")));
}

}  // namespace
}  // namespace gaia::memory::runtime

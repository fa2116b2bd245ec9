#include "vector/row_codec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "vectors.h"

#if GAIA_MEMORY_VECTOR_GGML
#include <ggml.h>
#endif

namespace gaia::memory::vector {
namespace {

Block block_of(const std::vector<float>& numbers) {
  Block block{};
  std::copy(numbers.begin(), numbers.end(), block.begin());
  return block;
}

Block stored(Element element, const Block& block) {
  std::vector<std::byte> bytes(block_bytes(element));
  encode_block(element, block, bytes.data());
  Block out;
  decode_block(element, bytes.data(), out);
  return out;
}

TEST(RowCodec, half_floats_keep_what_they_can_hold) {
  const Block block = block_of({0, -0.0f, 1, -1, 0.5f, 0x1.ffcp-1f, 0x1p-14f, 0x1.ff8p-15f,
                                0x1p-24f, -0x1p-24f, 0x1.554p-2f});
  EXPECT_EQ(stored(Element::f16, block), block);
}

TEST(RowCodec, half_floats_round_ties_to_even) {
  const Block out =
      stored(Element::f16,
             block_of({0x1.002p-1f, 0x1.006p-1f, 0x1.00201p-1f, 0x1p-25f, 0x1.8p-24f, 1e-20f}));
  EXPECT_EQ(out[0], 0x1.000p-1f);
  EXPECT_EQ(out[1], 0x1.008p-1f);
  EXPECT_EQ(out[2], 0x1.004p-1f);
  EXPECT_EQ(out[3], 0.0f);
  EXPECT_EQ(out[4], 0x1p-23f);
  EXPECT_EQ(out[5], 0.0f);
}

TEST(RowCodec, q8_0_is_within_half_a_step_of_the_largest) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const Block block = block_of(unit(random_vector(random, kBlockSize)));
    float largest = 0;
    for (const float number : block) largest = std::max(largest, std::fabs(number));
    const Block out = stored(Element::q8_0, block);
    for (std::size_t i = 0; i < kBlockSize; ++i) {
      // The step is a half float: its rounding adds 2^-11 of the number.
      EXPECT_NEAR(out[i], block[i], largest / 254 + largest / 2000);
    }
  }
}

TEST(RowCodec, zeros_and_numbers_too_small_for_a_step_become_zeros) {
  EXPECT_EQ(stored(Element::q8_0, Block{}), Block{});
  EXPECT_EQ(stored(Element::q8_0, block_of({1e-9f, -1e-9f})), Block{});
}

TEST(RowCodec, reports_what_rounding_lost) {
  std::mt19937 random(8);
  for (const Element element : {Element::f16, Element::q8_0}) {
    const Block block = block_of(unit(random_vector(random, kBlockSize)));
    std::vector<std::byte> bytes(block_bytes(element));
    const float squared = encode_block(element, block, bytes.data());
    const Block out = stored(element, block);
    double expected = 0;
    for (std::size_t i = 0; i < kBlockSize; ++i) {
      expected += std::pow(static_cast<double>(block[i]) - out[i], 2);
    }
    EXPECT_GT(squared, 0);
    EXPECT_NEAR(squared, expected, expected * 1e-5);
  }
}

#if GAIA_MEMORY_VECTOR_GGML
TEST(RowCodec, half_floats_are_those_of_ggml) {
  std::mt19937 random(9);
  std::uniform_int_distribution<std::uint32_t> bits;
  for (int round = 0; round < 10000; ++round) {
    Block block;
    std::array<ggml_fp16_t, kBlockSize> expected;
    for (float& number : block) {
      number = std::ldexp(static_cast<float>(bits(random)) * 0x1p-31f - 1.0f,
                          -static_cast<int>(bits(random) % 30));
    }
    ggml_fp32_to_fp16_row(block.data(), expected.data(), kBlockSize);
    std::array<std::byte, 2 * kBlockSize> bytes;
    encode_block(Element::f16, block, bytes.data());
    ASSERT_EQ(std::memcmp(bytes.data(), expected.data(), bytes.size()), 0) << "round " << round;
  }
}

TEST(RowCodec, ggml_reads_the_same_numbers_from_q8_0) {
  std::mt19937 random(10);
  const Block block = block_of(unit(random_vector(random, kBlockSize)));
  std::vector<std::byte> bytes(block_bytes(Element::q8_0));
  encode_block(Element::q8_0, block, bytes.data());
  Block read;
  ASSERT_EQ(ggml_row_size(GGML_TYPE_Q8_0, kBlockSize), bytes.size());
  ggml_get_type_traits(GGML_TYPE_Q8_0)->to_float(bytes.data(), read.data(), kBlockSize);
  EXPECT_EQ(read, stored(Element::q8_0, block));
}
#endif

}  // namespace
}  // namespace gaia::memory::vector

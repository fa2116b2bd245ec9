// Written without branches over blocks of fixed size, so that compilers turn every loop into vector
// instructions of any processor: adding a vector is as fast as ggml's own conversion, or faster.
#include "vector/row_codec.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace gaia::memory::vector {
namespace {

constexpr std::uint32_t kSignBit = 0x80000000;
constexpr std::uint32_t kSmallestNormal = 0x38800000;  // half float, 2^-14, as a float
// Exponents of half floats are biased by 15 and fractions have 10 bits; of floats, 127 and 23.
constexpr std::uint32_t kBiasDifference = (127 - 15) << 23;
constexpr int kFractionDifference = 23 - 10;

// Half floats below 2^-14 have no exponent of their own: they count units of 2^-24, and so do the
// last bits of floats between 0.5 and 1. Adding 0.5 therefore converts them, and rounds as well.
constexpr std::uint32_t kUnitsOfHalf = std::bit_cast<std::uint32_t>(0.5f);

// Without a branch: compilers do not turn a choice between floats into vector instructions.
std::uint32_t choose(bool condition, std::uint32_t yes, std::uint32_t no) {
  const std::uint32_t mask = 0u - static_cast<std::uint32_t>(condition);
  return (yes & mask) | (no & ~mask);
}

// To the nearest, ties to even; |value| < 65504.
std::uint16_t to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t magnitude = bits & ~kSignBit;
  const std::uint32_t ties_to_even = 0xfff + ((magnitude >> kFractionDifference) & 1);
  const std::uint32_t normal = (magnitude - kBiasDifference + ties_to_even) >> kFractionDifference;
  const std::uint32_t small =
      std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - kUnitsOfHalf;
  const std::uint32_t half = choose(magnitude < kSmallestNormal, small, normal);
  return static_cast<std::uint16_t>(half | ((bits & kSignBit) >> 16));
}

// Of a finite half float.
float from_half(std::uint16_t half) {
  const std::uint32_t magnitude = half & 0x7fffu;
  const std::uint32_t normal = (magnitude << kFractionDifference) + kBiasDifference;
  const std::uint32_t small =
      std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude + kUnitsOfHalf) - 0.5f);
  const bool is_small = normal < kSmallestNormal;
  const std::uint32_t sign = (half & 0x8000u) << 16;
  return std::bit_cast<float>(choose(is_small, small, normal) | sign);
}

float squared_distance(const Block& a, const Block& b) {
  Block squares;
  for (std::size_t i = 0; i < kBlockSize; ++i) squares[i] = (a[i] - b[i]) * (a[i] - b[i]);
  constexpr std::size_t kQuarter = kBlockSize / 4;
  float sum = 0;
  for (std::size_t i = 0; i < kQuarter; ++i) {
    squares[i] += squares[i + kQuarter] + squares[i + 2 * kQuarter] + squares[i + 3 * kQuarter];
  }
  for (std::size_t i = 0; i < kQuarter; ++i) sum += squares[i];
  return sum;
}

void encode_f16(const Block& block, std::byte* out) {
  std::array<std::uint16_t, kBlockSize> halves;
  for (std::size_t i = 0; i < kBlockSize; ++i) halves[i] = to_half(block[i]);
  std::memcpy(out, halves.data(), sizeof(halves));
}

void decode_f16(const std::byte* in, Block& out) {
  std::array<std::uint16_t, kBlockSize> halves;
  std::memcpy(halves.data(), in, sizeof(halves));
  for (std::size_t i = 0; i < kBlockSize; ++i) out[i] = from_half(halves[i]);
}

struct Q8Block {
  std::uint16_t step;
  std::array<std::int8_t, kBlockSize> multiples;
};
static_assert(sizeof(Q8Block) == block_bytes(Element::q8_0));

float largest_magnitude(const Block& block) {
  std::int32_t largest = 0;  // the bits of positive floats are ordered as the floats are
  for (const float number : block) {
    largest = std::max(largest, std::bit_cast<std::int32_t>(std::fabs(number)));
  }
  return std::bit_cast<float>(largest);
}

void encode_q8_0(const Block& block, std::byte* out) {
  Q8Block q8;
  q8.step = to_half(largest_magnitude(block) / 127);
  // The step as it will be read back, so that its own rounding costs nothing.
  const float step = from_half(q8.step);
  const float per_step = step > 0 ? 1 / step : 0;
  for (std::size_t i = 0; i < kBlockSize; ++i) {
    constexpr float kRound = 0x1.8p23f;  // adding it leaves no bits for a fraction
    const float multiple = (block[i] * per_step + kRound) - kRound;
    const float clamped = multiple < -127 ? -127 : multiple > 127 ? 127 : multiple;
    q8.multiples[i] = static_cast<std::int8_t>(static_cast<int>(clamped));
  }
  std::memcpy(out, &q8, sizeof(q8));
}

void decode_q8_0(const std::byte* in, Block& out) {
  Q8Block q8;
  std::memcpy(&q8, in, sizeof(q8));
  const float step = from_half(q8.step);
  for (std::size_t i = 0; i < kBlockSize; ++i) out[i] = step * static_cast<float>(q8.multiples[i]);
}

}  // namespace

float encode_block(Element element, const Block& block, std::byte* out) {
  if (element == Element::f16) {
    encode_f16(block, out);
  } else {
    encode_q8_0(block, out);
  }
  Block stored;
  decode_block(element, out, stored);
  return squared_distance(block, stored);
}

void decode_block(Element element, const std::byte* in, Block& out) {
  if (element == Element::f16) {
    decode_f16(in, out);
  } else {
    decode_q8_0(in, out);
  }
}

}  // namespace gaia::memory::vector

// How a vector is stored in few bytes: as blocks of 32 numbers, in the layouts that ggml
// multiplies. They are those of GGUF files, and therefore fixed.
#pragma once

#include <array>
#include <cstddef>

namespace gaia::memory::vector {

enum class Element {
  f16,   // an IEEE half float for each number: 64 bytes a block
  q8_0,  // a half-float step, then a multiple of it for each number as a signed byte: 34 bytes
};

inline constexpr std::size_t kBlockSize = 32;
using Block = std::array<float, kBlockSize>;

constexpr std::size_t block_bytes(Element element) {
  return element == Element::f16 ? 2 * kBlockSize : 2 + kBlockSize;
}

// Writes block_bytes() bytes. Returns the squared norm of what rounding lost. Values are those of
// vectors of norm 1: between -1 and 1.
float encode_block(Element element, const Block& block, std::byte* out);

// Reads back what encode_block() wrote.
void decode_block(Element element, const std::byte* in, Block& out);

}  // namespace gaia::memory::vector

#include "inference/fingerprint.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "inference/bert_source.h"
#include "inference/bert_tensors.h"
#include "inference/file_reader.h"
#include "inference/gguf_header.h"
#include "inference/model_keys.h"

namespace gaia::memory::inference {
namespace {

constexpr std::size_t kDigits = 8;

// FNV-1a over words of 32 bits, which is fast enough for all the weights of a model; the shift
// lets high bits of a word reach the low ones of the sum. Guards against mix-ups, not attacks.
class Hash {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x100000001B3u;
    state_ ^= state_ >> 32;
  }

  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) add(static_cast<unsigned char>(c));
  }

  void add_bytes(const std::vector<std::byte>& bytes) {
    for (const std::byte byte : bytes) add(std::to_integer<std::uint64_t>(byte));
  }

  std::string text() const {
    auto value = static_cast<std::uint32_t>(state_ ^ (state_ >> 32));
    std::string digits(kDigits, '0');
    for (std::size_t i = kDigits; i-- > 0; value >>= 4) {
      digits[i] = "0123456789abcdef"[value & 0xF];
    }
    return digits;
  }

 private:
  std::uint64_t state_ = 0xCBF29CE484222325u;
};

bool is_fingerprint(std::string_view text) {
  return text.size() == kDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

void add_numbers(Hash& hash, const GgufHeader& header) {
  for (const std::string& key : header.keys_with(header.architecture() + ".")) {
    hash.add(key);
    if (const auto number = header.number(key)) hash.add(*number);
    if (const auto real = header.real(key)) hash.add(std::bit_cast<std::uint64_t>(*real));
    hash.add(header.text(key).value_or(""));
  }
}

// Models that were trained further from the same weights share some tensors, but not all.
void add_samples(Hash& hash, const GgufHeader& header) {
  constexpr std::uint64_t kPlaces = 4, kSampleBytes = 64;
  FileReader reader(header.path());
  for (const GgufHeader::Tensor& tensor : header.tensors()) {
    hash.add(tensor.name);
    std::vector<std::byte> sample(std::min(tensor.bytes, kSampleBytes));
    for (std::uint64_t i = 0; i < kPlaces; ++i) {
      reader.seek(tensor.begin + (tensor.bytes - sample.size()) / (kPlaces - 1) * i);
      reader.read(sample);
      hash.add_bytes(sample);
    }
  }
}

}  // namespace

std::string fingerprint_of(const BertSource& source, const std::vector<BertTensor>& tensors) {
  Hash hash;
  for (const std::string& token : source.vocabulary) hash.add(token);
  hash.add(source.heads);
  hash.add(source.text.lowercase ? 1 : 0);
  hash.add(source.text.strip_accents ? 1 : 0);
  for (const BertTensor& tensor : tensors) {
    hash.add(tensor.name);
    for (const float value : tensor.values()) hash.add(std::bit_cast<std::uint32_t>(value));
  }
  return hash.text();
}

std::string fingerprint_of(const GgufHeader& header) {
  const std::string written = header.text(kFingerprintKey).value_or("");
  if (is_fingerprint(written)) return written;
  Hash hash;
  for (const std::string& token : header.tokens()) hash.add(token);
  add_numbers(hash, header);
  add_samples(hash, header);
  return hash.text();
}

std::string fingerprint_of(std::string_view text) {
  Hash hash;
  hash.add(text);
  return hash.text();
}

}  // namespace gaia::memory::inference

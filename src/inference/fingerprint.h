// Tells models of one name apart. Vectors of different weights must never be compared, and a name
// is only what somebody wrote into a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaia::memory::inference {

struct BertSource;
struct BertTensor;
class GgufHeader;

// Eight hexadecimal digits.

// Of published weights, as they are before they are rounded to a precision: all files that are
// imported from them share it. Reads all tensors. Errors: io_error, invalid_model.
std::string fingerprint_of(const BertSource& source, const std::vector<BertTensor>& tensors);

// Of a file: what its importer wrote; otherwise of its vocabulary, its numbers, and samples of each
// tensor, so that the same model in another precision has another one. Errors: io_error.
std::string fingerprint_of(const GgufHeader& header);

std::string fingerprint_of(std::string_view text);

}  // namespace gaia::memory::inference

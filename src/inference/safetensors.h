// Reads the format in which authors publish weights: eight bytes with the length of a JSON header
// {"name": {"dtype", "shape", "data_offsets"}, ...}, then the data. Tensors are read one by one;
// the file is never in memory as a whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "inference/file_reader.h"

namespace gaia::memory::inference {

class Safetensors {
 public:
  struct Tensor {
    std::string type;  // "F32", "F16", "BF16", "I64", ...
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0;  // in the file
    std::uint64_t end = 0;
  };

  // Errors: not_found, io_error, invalid_model. After it every tensor lies inside the file, none
  // overlaps another, and the size of each fits its shape.
  explicit Safetensors(std::filesystem::path file);

  const std::map<std::string, Tensor>& tensors() const { return tensors_; }

  // The values of a tensor of type F32, F16 or BF16, rows last. Not for two threads at once.
  // Errors: io_error; invalid_model for a name that is missing, another type, or a value that is
  // infinite or not a number.
  std::vector<float> read(const std::string& name);

 private:
  void read_header();
  void check_layout() const;
  std::vector<float> read_singles(const Tensor& tensor);
  std::vector<float> read_halves(const std::string& name, const Tensor& tensor);

  FileReader reader_;
  std::uint64_t data_begin_ = 0;
  std::map<std::string, Tensor> tensors_;
};

}  // namespace gaia::memory::inference

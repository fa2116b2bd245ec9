#include "inference/safetensors.h"

#include <gtest/gtest.h>

#include "support/expect_error.h"
#include "support/temp_folder.h"
#include "support/tiny_bert.h"

namespace gaia::memory::inference {
namespace {

using test::expect_error;

class SafetensorsTest : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& bytes) {
    const auto file = folder_ / "model.safetensors";
    test::write_file(file, bytes);
    return file;
  }

  std::filesystem::path write_header(const std::string& header, const std::string& data,
                                     std::uint64_t extra_length = 0) {
    const std::uint64_t length = header.size() + extra_length;
    std::string bytes(sizeof(length), '\0');
    std::memcpy(bytes.data(), &length, sizeof(length));
    return write(bytes + header + data);
  }

  void expect_refused(const std::filesystem::path& file, const std::string& reason) {
    const auto error = expect_error(ErrorCode::invalid_model, [&] { Safetensors{file}; });
    ASSERT_TRUE(error);
    EXPECT_NE(std::string(error->what()).find(reason), std::string::npos) << error->what();
  }

  test::TempFolder folder_;
};

const std::string kEightBytes(8, 'x');

TEST_F(SafetensorsTest, reads_each_tensor_by_name) {
  Safetensors file(
      write(test::safetensors_bytes({{"a", {{2, 3}, {1, 2, 3, 4, 5, 6}}}, {"b", {{1}, {-0.5f}}}})));
  EXPECT_EQ(file.tensors().at("a").shape, (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(file.read("b"), std::vector<float>{-0.5f});
  EXPECT_EQ(file.read("a"), (std::vector<float>{1, 2, 3, 4, 5, 6}));
}

TEST_F(SafetensorsTest, reads_half_precision) {
  Safetensors brain(write(test::safetensors_bytes({{"a", {{3}, {1, -2, 0.5f}}}}, "BF16")));
  EXPECT_EQ(brain.read("a"), (std::vector<float>{1, -2, 0.5f}));
  // 1, -2, 0.5 and 65504 in IEEE half precision
  Safetensors half(write_header(R"({"a":{"dtype":"F16","shape":[4],"data_offsets":[0,8]}})",
                                std::string("\x00\x3c\x00\xc0\x00\x38\xff\x7b", 8)));
  EXPECT_EQ(half.read("a"), (std::vector<float>{1, -2, 0.5f, 65504}));
}

TEST_F(SafetensorsTest, refuses_to_read_what_is_no_weight) {
  Safetensors file(
      write_header(R"({"a":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}})", kEightBytes));
  expect_error(ErrorCode::invalid_model, [&] { file.read("a"); });
  expect_error(ErrorCode::invalid_model, [&] { file.read("b"); });
}

TEST_F(SafetensorsTest, a_missing_file_is_not_found) {
  expect_error(ErrorCode::not_found, [&] { Safetensors{folder_ / "none"}; });
}

TEST_F(SafetensorsTest, refuses_a_header_length_that_lies) {
  expect_refused(write_header("{}", "", 1), "truncated");
  expect_refused(write_header("{}", "", ~std::uint64_t{0} - 2), "not a safetensors file");
  expect_refused(write_header("{}", "", 90'000'000), "truncated");
  expect_refused(write("1234567"), "truncated");
  expect_refused(write(""), "truncated");
}

TEST_F(SafetensorsTest, refuses_a_header_that_is_not_json) {
  expect_refused(write_header("{\"a\":", ""), "JSON");
  expect_refused(write_header("[1]", ""), "JSON");
  expect_refused(write_header("{\"\xff\xfe\":1}", ""), "JSON");
  expect_refused(write_header("{\"a\":1}", ""), "not complete");
}

TEST_F(SafetensorsTest, refuses_a_tensor_outside_the_file) {
  const auto with_offsets = [&](const std::string& offsets) {
    return write_header(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":)" + offsets + "}}",
                        kEightBytes);
  };
  expect_refused(with_offsets("[1,9]"), "outside");
  expect_refused(with_offsets("[8,0]"), "outside");
  expect_refused(with_offsets("[-8,0]"), "outside");
  expect_refused(with_offsets("[0,18446744073709551615]"), "outside");
  expect_refused(with_offsets("[0]"), "outside");
}

TEST_F(SafetensorsTest, refuses_a_size_that_does_not_fit_the_shape) {
  const auto with_shape = [&](const std::string& shape) {
    return write_header(R"({"a":{"dtype":"F32","data_offsets":[0,8],"shape":)" + shape + "}}",
                        kEightBytes);
  };
  expect_refused(with_shape("[3]"), "shape");
  expect_refused(with_shape("[4294967296,4294967296,2]"), "shape");
  expect_refused(with_shape("[4611686018427387904,2]"), "shape");
  expect_refused(with_shape("[1,1,1,1,1,1,1,1,2]"), "shape");
}

TEST_F(SafetensorsTest, refuses_tensors_that_overlap) {
  expect_refused(write_header(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                              R"("b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
                              kEightBytes),
                 "overlap");
}

TEST_F(SafetensorsTest, refuses_two_tensors_of_one_name) {
  expect_refused(write_header(R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                              R"("a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
                              kEightBytes),
                 "two tensors");
}

TEST_F(SafetensorsTest, a_file_cut_anywhere_is_refused) {
  const std::string whole = test::safetensors_bytes({{"a", {{4, 64}, std::vector<float>(256)}}});
  for (std::size_t length = 0; length < whole.size(); length += 7) {
    expect_error(ErrorCode::invalid_model, [&] { Safetensors{write(whole.substr(0, length))}; });
  }
}

TEST_F(SafetensorsTest, a_damaged_header_is_read_or_refused_but_never_more) {
  const std::string whole =
      test::safetensors_bytes({{"a", {{2, 3}, {1, 2, 3, 4, 5, 6}}}, {"b", {{1}, {1}}}});
  constexpr unsigned kSeed = 5;
  SCOPED_TRACE(kSeed);
  std::mt19937 random(kSeed);
  int refused = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = whole;
    damaged[random() % (whole.size() - 28)] = static_cast<char>(random());
    try {
      Safetensors file(write(damaged));
      for (const auto& [name, tensor] : file.tensors()) file.read(name);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_model) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace gaia::memory::inference

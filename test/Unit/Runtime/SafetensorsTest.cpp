//===- SafetensorsTest.cpp ------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Safetensors.h"
#include "TestFiles.h"
#include <cstring>

using namespace diffattn;

namespace {
class Safetensors : public TestFiles {
protected:
  /// Reads a file of this header and `dataBytes` bytes of data.
  Result<TensorMap> readHeader(const std::string &header, size_t dataBytes) {
    return readBytes(length(header.size()) + header +
                     std::string(dataBytes, '\1'));
  }
  Result<TensorMap> readBytes(const std::string &bytes) {
    return readSafetensors(write("x.safetensors", bytes));
  }
  static std::string length(uint64_t value) {
    return std::string(reinterpret_cast<char *>(&value), 8);
  }
  /// The header of one tensor 'a', with these fields.
  static std::string one(const std::string &fields) {
    return "{\"a\": {" + fields + "}}";
  }
};
} // namespace

static const char *const goodA =
    R"("dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24])";

TEST_F(Safetensors, RoundTripOfEveryElementType) {
  TensorMap tensors;
  for (int32_t dtype = DIFFATTN_F16; dtype <= DIFFATTN_I64; ++dtype) {
    auto type = static_cast<diffattn_dtype>(dtype);
    Tensor tensor = *Tensor::create(type, {3, 1});
    tensor.set(1, 1);
    tensors.emplace("t" + dtypeName(dtype), tensor);
  }
  tensors.emplace("scalar", *Tensor::create(DIFFATTN_F64, {}));
  tensors.emplace("empty \"quoted\"", *Tensor::create(DIFFATTN_BOOL, {4, 0}));
  ASSERT_SUCCESS(writeSafetensors(path("all.safetensors"), tensors));

  Result<TensorMap> again = readSafetensors(path("all.safetensors"));
  ASSERT_SUCCESS(again);
  ASSERT_EQ(again->size(), tensors.size());
  for (const auto &[name, tensor] : tensors) {
    const Tensor &other = again->at(name);
    EXPECT_EQ(other.typeText(), tensor.typeText());
    EXPECT_EQ(memcmp(other.data(), tensor.data(), tensor.byteSize()), 0);
  }
}

TEST_F(Safetensors, ReadsInPlaceOrCopiesWhatIsMisaligned) {
  std::string header =
      R"({"a": {"dtype": "BOOL", "shape": [1], "data_offsets": [0, 1]},)"
      R"( "b": {"dtype": "I32", "shape": [], "data_offsets": [1, 5]}}   )";
  Result<TensorMap> tensors = readHeader(header, 5);
  ASSERT_SUCCESS(tensors);
  EXPECT_EQ(tensors->at("b").getInteger(0), 0x01010101);
}

TEST_F(Safetensors, EmptyFileOfTensors) {
  Result<TensorMap> tensors = readHeader("{}", 0);
  ASSERT_SUCCESS(tensors);
  EXPECT_TRUE(tensors->empty());
}

TEST_F(Safetensors, MetadataIsNoTensor) {
  Result<TensorMap> tensors =
      readHeader(R"({"__metadata__": {"format": "pt"}, "a": {)" +
                     std::string(goodA) + "}}",
                 24);
  ASSERT_SUCCESS(tensors);
  EXPECT_EQ(tensors->size(), 1u);
  EXPECT_ERROR(readHeader(R"({"__metadata__": {"a": 1}})", 0),
               "expected strings in __metadata__, found {\"a\":1}");
}

TEST_F(Safetensors, MessagesNameTheFile) {
  EXPECT_ERROR(readSafetensors(path("none")),
               "can't open '" + path("none") + "': No such file or directory");
  EXPECT_ERROR(readBytes("abc"), "'" + path("x.safetensors") +
                                     "': no safetensors file: expected at "
                                     "least 8 bytes, found 3");
  EXPECT_ERROR(readSafetensors(folder.string()), "it is no regular file");
}

TEST_F(Safetensors, HeaderLength) {
  EXPECT_ERROR(readBytes(""), "expected at least 8 bytes, found 0");
  EXPECT_ERROR(readBytes(length(3) + "{}"),
               "the header is said to have 3 bytes, but the file has only 2");
  EXPECT_ERROR(readBytes(length(UINT64_MAX) + "{}"),
               "said to have 18446744073709551615 bytes");
  EXPECT_ERROR(readBytes(length(0)), "the header does not start with '{'");
}

TEST_F(Safetensors, HeaderText) {
  EXPECT_ERROR(readHeader(" {}", 0), "the header does not start with '{'");
  EXPECT_ERROR(readHeader("{", 0), "header: invalid JSON at byte 2");
  EXPECT_ERROR(readHeader("{}x", 0), "header: invalid JSON at byte 3");
  EXPECT_ERROR(readHeader("{\"\xff\": 1}", 0), "header: invalid JSON");
  EXPECT_ERROR(readHeader(std::string("{}\0", 3), 0), "header: invalid JSON");
  std::string deep = "{\"a\": ";
  for (int i = 0; i < 100000; ++i)
    deep += '[';
  EXPECT_ERROR(readHeader(deep, 0), "nested deeper than 16");
}

TEST_F(Safetensors, DuplicateKeys) {
  std::string entry = "\"a\": {" + std::string(goodA) + "}";
  EXPECT_ERROR(readHeader("{" + entry + ", " + entry + "}", 24),
               "header: key 'a' occurs twice");
  EXPECT_ERROR(readHeader(one("\"dtype\": \"F32\", " + std::string(goodA)), 24),
               "header: key 'dtype' occurs twice");
}

TEST_F(Safetensors, EntryIsAnObject) {
  EXPECT_ERROR(readHeader("{\"a\": [1]}", 0),
               "tensor 'a': expected an object, found [1]");
}

TEST_F(Safetensors, DType) {
  EXPECT_ERROR(readHeader(one(R"("shape": [], "data_offsets": [0, 0])"), 0),
               "tensor 'a': expected a string for dtype, found nothing");
  EXPECT_ERROR(readHeader(one(R"("dtype": 3)"), 0),
               "tensor 'a': expected a string for dtype, found 3");
  EXPECT_ERROR(readHeader(one(R"("dtype": "U8")"), 0),
               "tensor 'a': dtype \"U8\" is not supported, expected F16, BF16, "
               "F32, F64, BOOL, I8, I16, I32 or I64");
  EXPECT_ERROR(readHeader(one(R"("dtype": "f32")"), 0), "is not supported");
}

TEST_F(Safetensors, Shape) {
  auto read = [&](const std::string &shape) {
    return readHeader(one("\"dtype\": \"F32\", \"data_offsets\": [0, 4]" +
                          (shape.empty() ? "" : ", \"shape\": " + shape)),
                      4);
  };
  EXPECT_ERROR(read(""), "tensor 'a': expected a list for shape, found "
                         "nothing");
  EXPECT_ERROR(read("4"), "expected a list for shape, found 4");
  EXPECT_ERROR(read("[-1]"), "expected integers from 0 to 2^63-1 for shape, "
                             "found -1");
  EXPECT_ERROR(read("[1.0]"), "found 1.0");
  EXPECT_ERROR(read("[true]"), "found true");
  EXPECT_ERROR(read("[9223372036854775808]"), "found 9223372036854775808");
  EXPECT_ERROR(read("[99999999999999999999999]"), "expected integers");
  EXPECT_ERROR(read("[4294967296, 4294967296]"),
               "the size of 4294967296x4294967296xf32 is out of range");
  EXPECT_ERROR(read("[4611686018427387904]"), "is out of range");
  EXPECT_ERROR(read("[0, 9223372036854775807, 9223372036854775807]"),
               "is out of range");
  EXPECT_ERROR(read("[2]"), "data_offsets [0, 4] span 4 bytes, expected 8 for "
                            "2xf32");
}

TEST_F(Safetensors, Offsets) {
  auto read = [&](const std::string &offsets) {
    return readHeader(one("\"dtype\": \"I8\", \"shape\": [4], "
                          "\"data_offsets\": " +
                          offsets),
                      4);
  };
  ASSERT_SUCCESS(read("[0, 4]"));
  EXPECT_ERROR(read("null"), "expected a list for data_offsets, found null");
  EXPECT_ERROR(read("[0]"), "tensor 'a': expected 2 data_offsets, found 1");
  EXPECT_ERROR(read("[0, 4, 4]"), "expected 2 data_offsets, found 3");
  EXPECT_ERROR(read("[4, 0]"), "data_offsets [4, 0] are reversed");
  EXPECT_ERROR(read("[1, 5]"), "data_offsets [1, 5] reach beyond the 4 bytes "
                               "of data in the file");
  EXPECT_ERROR(read("[0, 9223372036854775807]"), "reach beyond the 4 bytes");
  EXPECT_ERROR(read("[-4, 0]"), "expected integers from 0");
  EXPECT_ERROR(read("[0, 3]"), "span 3 bytes, expected 4 for 4xi8");
}

/// Two tensors of i8 at these places.
static std::string two(const std::string &a, const std::string &b, int sizeA,
                       int sizeB) {
  auto entry = [](const std::string &name, const std::string &place, int size) {
    return "\"" + name + R"(": {"dtype": "I8", "shape": [)" +
           std::to_string(size) + "], \"data_offsets\": " + place + "}";
  };
  return "{" + entry("a", a, sizeA) + ", " + entry("b", b, sizeB) + "}";
}

TEST_F(Safetensors, Places) {
  ASSERT_SUCCESS(readHeader(two("[4, 6]", "[0, 4]", 2, 4), 6));
  ASSERT_SUCCESS(readHeader(two("[4, 4]", "[0, 4]", 0, 4), 4));
  EXPECT_ERROR(readHeader(two("[0, 4]", "[3, 6]", 4, 3), 6),
               "tensor 'b' overlaps tensor 'a': it begins at byte 3 of the "
               "data, the other ends at 4");
  EXPECT_ERROR(readHeader(two("[0, 4]", "[0, 4]", 4, 4), 4), "overlaps");
  EXPECT_ERROR(readHeader(two("[0, 2]", "[3, 6]", 2, 3), 6),
               "tensor 'b' begins at byte 3 of the data, expected 2: no tensor "
               "covers what is between");
  EXPECT_ERROR(readHeader(two("[0, 2]", "[2, 4]", 2, 2), 6),
               "the tensors end at byte 4 of the data, but the file holds 6 "
               "bytes of it");
  EXPECT_ERROR(readHeader("{}", 1), "the tensors end at byte 0");
}

TEST_F(Safetensors, Bools) {
  std::string header =
      one(R"("dtype": "BOOL", "shape": [2], "data_offsets": [0, 2])");
  EXPECT_ERROR(readBytes(length(header.size()) + header + "\x01\x02"),
               "tensor 'a': element 1: expected a bool, 0 or 1, found byte 2");
}

TEST_F(Safetensors, EveryCutOfAFileIsAnError) {
  Tensor tensor = *Tensor::create(DIFFATTN_F32, {2, 3});
  TensorMap tensors = {{"a", tensor}, {"b", tensor}};
  ASSERT_SUCCESS(writeSafetensors(path("whole"), tensors));
  std::string bytes = read(path("whole"));
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(readBytes(bytes.substr(0, size)));
  EXPECT_FALSE(readBytes(bytes + '\0'));
}

TEST_F(Safetensors, EveryChangedByteOfAHeaderIsAnErrorOrHarmless) {
  Tensor tensor = *Tensor::create(DIFFATTN_F32, {2, 3});
  ASSERT_SUCCESS(writeSafetensors(path("whole"), {{"a", tensor}}));
  std::string bytes = read(path("whole"));
  for (size_t i = 0; i < bytes.size() - 24; ++i) {
    for (int flip : {1, 4, 128}) {
      std::string changed = bytes;
      changed[i] ^= flip;
      Result<TensorMap> tensors = readBytes(changed);
      if (!tensors)
        continue;
      for (const auto &[name, found] : *tensors)
        EXPECT_EQ(found.byteSize(), 24);
    }
  }
}

TEST_F(Safetensors, WritingIsAllOrNothing) {
  Tensor tensor = *Tensor::create(DIFFATTN_F32, {2});
  EXPECT_ERROR(writeSafetensors(path("no/such/folder"), {{"a", tensor}}),
               "can't write '" + path("no/such/folder") +
                   "': No such file or directory");
  EXPECT_ERROR(writeSafetensors(path("x"), {{"\xff", tensor}}),
               "a tensor's name is not UTF-8");
  EXPECT_EQ(count(), 0u);
  std::filesystem::create_directory(path("folder"));
  EXPECT_ERROR(writeSafetensors(path("folder"), {{"a", tensor}}),
               "can't write");
  EXPECT_EQ(count(), 1u);
}

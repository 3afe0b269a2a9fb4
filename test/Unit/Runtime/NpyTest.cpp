//===- NpyTest.cpp --------------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Npy.h"
#include "TestFiles.h"
#include <cstring>

using namespace diffattn;

namespace {
class Npy : public TestFiles {
protected:
  Result<Tensor> readBytes(const std::string &bytes) {
    return readNpy(write("x.npy", bytes));
  }
  /// Reads a file of this header in the given version.
  Result<Tensor> readHeader(const std::string &header, size_t dataBytes,
                            char version = 1) {
    std::string bytes = "\x93NUMPY";
    bytes += version;
    bytes += '\0';
    uint32_t length = header.size();
    bytes.append(reinterpret_cast<char *>(&length), version == 1 ? 2 : 4);
    return readBytes(bytes + header + std::string(dataBytes, '\1'));
  }
  Result<Tensor> readDescr(const std::string &descr, size_t dataBytes) {
    return readHeader("{'descr': " + descr +
                          ", 'fortran_order': False, 'shape': (2, 3), }\n",
                      dataBytes);
  }
  Result<Tensor> readShape(const std::string &shape, size_t dataBytes) {
    return readHeader(
        "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }",
        dataBytes);
  }
};
} // namespace

TEST_F(Npy, RoundTrip) {
  for (auto shape : std::vector<std::vector<int64_t>>{
           {}, {3}, {2, 3}, {0, 4}, std::vector<int64_t>(30, 1)}) {
    for (auto dtype : {DIFFATTN_F16, DIFFATTN_F32, DIFFATTN_F64, DIFFATTN_BOOL,
                       DIFFATTN_I8, DIFFATTN_I16, DIFFATTN_I32, DIFFATTN_I64}) {
      Tensor tensor = *Tensor::create(dtype, shape);
      if (tensor.elementCount())
        tensor.set(tensor.elementCount() - 1, 1);
      ASSERT_SUCCESS(writeNpy(path("t.npy"), tensor));
      Result<Tensor> again = readNpy(path("t.npy"));
      ASSERT_SUCCESS(again);
      EXPECT_EQ(again->typeText(), tensor.typeText());
      EXPECT_EQ(memcmp(again->data(), tensor.data(), tensor.byteSize()), 0);
    }
  }
}

TEST_F(Npy, WritesWhatNumPyWrites) {
  Tensor tensor = *Tensor::create(DIFFATTN_I8, {2});
  ASSERT_SUCCESS(writeNpy(path("t.npy"), tensor));
  std::string header = "{'descr': '|i1', 'fortran_order': False, 'shape': "
                       "(2,), }";
  header.resize(128 - 10 - 1, ' ');
  EXPECT_EQ(read(path("t.npy")), std::string("\x93NUMPY\1\0\x76\0", 10) +
                                     header + "\n" + std::string(2, '\0'));
}

TEST_F(Npy, Versions) {
  std::string header =
      "{\"descr\": \"<f4\", 'fortran_order':False,'shape':(1,)}";
  for (char version : {1, 2, 3}) {
    Result<Tensor> tensor = readHeader(header, 4, version);
    ASSERT_SUCCESS(tensor);
    EXPECT_EQ(tensor->typeText(), "1xf32");
  }
  EXPECT_ERROR(readHeader(header, 4, 4), "expected version 1, 2 or 3, found 4");
  EXPECT_ERROR(readHeader(header, 4, 0), "expected version 1, 2 or 3, found 0");
}

TEST_F(Npy, FortranOrderIsTransposed) {
  std::string header =
      "{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }";
  std::string bytes = std::string("\x93NUMPY\1\0", 8) + char(header.size()) +
                      std::string(1, '\0') + header + "\1\4\2\5\3\6";
  Result<Tensor> tensor = readBytes(bytes);
  ASSERT_SUCCESS(tensor);
  for (int64_t i = 0; i < 6; ++i)
    EXPECT_EQ(tensor->getInteger(i), i + 1);
}

TEST_F(Npy, MessagesNameTheFile) {
  EXPECT_ERROR(readNpy(path("none")),
               "can't open '" + path("none") + "': No such file or directory");
  EXPECT_ERROR(readBytes("PK\3\4"), "'" + path("x.npy") +
                                        "': no npy file that can be read: it "
                                        "does not start with \\x93NUMPY");
}

TEST_F(Npy, Start) {
  EXPECT_ERROR(readBytes(""), "it does not start with");
  EXPECT_ERROR(readBytes("\x93NUMPY\1"), "it ends before its version");
  EXPECT_ERROR(readBytes(std::string("\x93NUMPY\1\0\1", 9)),
               "it ends before the length of its header");
  EXPECT_ERROR(readBytes(std::string("\x93NUMPY\1\0\5\0{", 11)),
               "the header is said to have 5 bytes, but the file has only 1 "
               "after its length");
  EXPECT_ERROR(readBytes(std::string("\x93NUMPY\2\0\xff\xff\xff\xff{", 13)),
               "said to have 4294967295 bytes");
}

TEST_F(Npy, Descr) {
  ASSERT_SUCCESS(readDescr("'<f4'", 24));
  EXPECT_ERROR(readDescr("'>f4'", 24),
               "descr '>f4' is big-endian, expected little-endian");
  EXPECT_ERROR(readDescr("'|V2'", 12), "descr '|V2' says 2 raw bytes an "
                                       "element; if this is bf16, store it in "
                                       "a safetensors file");
  EXPECT_ERROR(readDescr("'<V2'", 12), "if this is bf16");
  EXPECT_ERROR(readDescr("'|u1'", 6), "descr '|u1' is not supported, expected "
                                      "<f2, <f4, <f8, |b1, |i1, <i2, <i4 or "
                                      "<i8");
  EXPECT_ERROR(readDescr("'|O'", 6), "is not supported");
  EXPECT_ERROR(readDescr("''", 6), "descr '' is not supported");
  EXPECT_ERROR(readDescr("[('a', '<f4')]", 24),
               "structured element types are not supported, expected one "
               "number an element");
  EXPECT_ERROR(readDescr("4", 24), "header: expected a string, found \"4, ");
}

TEST_F(Npy, Shape) {
  EXPECT_ERROR(readShape("3", 12), "expected a tuple for 'shape', found \"3");
  EXPECT_ERROR(readShape("(-3,)", 12), "expected sizes >= 0 in 'shape', found "
                                       "\"-3,)");
  EXPECT_ERROR(readShape("(3.5,)", 12), "expected ',' or ')' in 'shape'");
  EXPECT_ERROR(readShape("(3 4)", 48), "expected ',' or ')' in 'shape'");
  EXPECT_ERROR(readShape("(9223372036854775808,)", 0),
               "a size in 'shape' is out of range");
  EXPECT_ERROR(readShape("(99999999999999999999999,)", 0),
               "a size in 'shape' is out of range");
  EXPECT_ERROR(readShape("(9223372036854775807,)", 0),
               "the size of 9223372036854775807xf32 is out of range");
  EXPECT_ERROR(readShape("(4294967296, 4294967296)", 0), "is out of range");
  EXPECT_ERROR(readShape("(0, 9223372036854775807, 3)", 0), "is out of range");
}

TEST_F(Npy, Keys) {
  auto read = [&](const std::string &header) { return readHeader(header, 0); };
  EXPECT_ERROR(read("{}"), "header: key 'descr' is missing");
  EXPECT_ERROR(read("{'descr': '<f4', 'shape': (0,)}"),
               "header: key 'fortran_order' is missing");
  EXPECT_ERROR(read("{'descr': '<f4', 'descr': '<f4'}"),
               "header: key 'descr' occurs twice");
  EXPECT_ERROR(
      read("{'colour': 1}"),
      "header: unknown key 'colour', expected descr, fortran_order or shape");
  EXPECT_ERROR(read("{'fortran_order': 1}"),
               "expected True or False for 'fortran_order', found \"1}\"");
  EXPECT_ERROR(read("{'descr' '<f4'}"), "expected ':' after 'descr'");
  EXPECT_ERROR(read("{'descr': '<f4' 'shape'"), "expected ',' or '}'");
  EXPECT_ERROR(read("{'descr': '<f4"), "expected a string that ends");
  EXPECT_ERROR(read("[]"), "expected '{', found \"[]\"");
  EXPECT_ERROR(read(""), "expected '{', found its end");
  EXPECT_ERROR(read("{\x01\x80"), "expected a string, found \"??\"");
  EXPECT_ERROR(read("{'descr': '<f4', 'fortran_order': False, 'shape': (0,)} "
                    "{"),
               "expected its end, found \"{\"");
}

TEST_F(Npy, DataSize) {
  EXPECT_ERROR(readDescr("'<f4'", 23),
               "expected 24 bytes of data for 2x3xf32, found 23");
  EXPECT_ERROR(readDescr("'<f4'", 25), "found 25");
  EXPECT_ERROR(readDescr("'<f4'", 0), "found 0");
}

TEST_F(Npy, Bools) {
  ASSERT_SUCCESS(readDescr("'|b1'", 6));
  std::string bytes = read(path("x.npy"));
  bytes.back() = 7;
  EXPECT_ERROR(readBytes(bytes), "element 5: expected a bool, 0 or 1, found "
                                 "byte 7");
}

TEST_F(Npy, EveryCutOfAFileIsAnError) {
  ASSERT_SUCCESS(writeNpy(path("t"), *Tensor::create(DIFFATTN_F32, {2, 3})));
  std::string bytes = read(path("t"));
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(readBytes(bytes.substr(0, size)));
}

TEST_F(Npy, BFloat16CantBeWritten) {
  EXPECT_ERROR(writeNpy(path("t.npy"), *Tensor::create(DIFFATTN_BF16, {1})),
               "can't write '" + path("t.npy") +
                   "': npy files have no bf16; write a safetensors file");
  EXPECT_EQ(count(), 0u);
}

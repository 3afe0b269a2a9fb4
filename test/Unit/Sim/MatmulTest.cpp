//===- MatmulTest.cpp - matrix products in the emulator -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulator.h"
#include <gtest/gtest.h>

using diffattn::Matrix;
using diffattn::MatrixProduct;

namespace {

/// A product of matrices of T in the device's memory.
template <typename T>
struct Product {
  Product(int64_t rows, int64_t cols, int64_t depth)
      : a(rows * depth), b(depth * cols), c(rows * cols) {
    product.rows = rows;
    product.cols = cols;
    product.depth = depth;
    product.a.leading = depth;
    product.b.leading = product.c.leading = cols;
    product.dtype = product.cDtype =
        sizeof(T) == 8 ? DIFFATTN_F64 : DIFFATTN_F32;
    for (size_t i = 0; i < a.size(); ++i)
      a[i] = T(i % 7) - 3;
    for (size_t i = 0; i < b.size(); ++i)
      b[i] = T(i % 5) - 2;
    for (size_t i = 0; i < c.size(); ++i)
      c[i] = T(i % 3);
  }

  void upload() {
    product.a.data = emulator.upload(a);
    product.b.data = emulator.upload(b);
    product.c.data = emulator.upload(c);
  }
  std::string multiply() {
    diffattn::Status status =
        emulator.device->multiply(product, nullptr, nullptr);
    return status ? "" : status.message();
  }

  /// Computes it, with numbers that are exact.
  void expectComputed() {
    upload();
    ASSERT_EQ(multiply(), "");
    auto found = emulator.download(static_cast<T *>(product.c.data), c.size());
    for (int64_t i = 0; i < product.rows; ++i)
      for (int64_t j = 0; j < product.cols; ++j) {
        T sum = product.overwrite ? T(0) : c[i * product.cols + j];
        for (int64_t k = 0; k < product.depth; ++k)
          sum += a[i * product.depth + k] * b[k * product.cols + j];
        ASSERT_EQ(found[i * product.cols + j], sum) << i << ", " << j;
      }
  }

  Emulator emulator;
  MatrixProduct product;
  std::vector<T> a, b, c;
};

} // namespace

TEST(MatmulTest, sizesAroundTiles) {
  for (int64_t rows : {1, 3, 4, 5, 9})
    for (int64_t cols : {1, 15, 16, 17, 33})
      for (int64_t depth : {1, 2, 31}) {
        Product<float>(rows, cols, depth).expectComputed();
        Product<double> added(rows, cols, depth);
        added.product.overwrite = false;
        added.expectComputed();
      }
}

/// An f16 or a bf16 of 1 + 1 / 4 can be told from its neighbours; 1 / 4096 less
/// can't.
TEST(MatmulTest, halvesAreSummedInF32AndRoundedOnce) {
  struct {
    diffattn_dtype dtype;
    uint16_t one, small, sum;
  } kinds[] = {{DIFFATTN_F16, 0x3C00, 0x0C00, 0x3D00},
               {DIFFATTN_BF16, 0x3F80, 0x3980, 0x3FA0}};
  for (auto kind : kinds) {
    // 1 + 1024 times 2^-12, which is lost in sums of halves.
    std::vector<uint16_t> a(1025, kind.one), b(1025, kind.small);
    b[0] = kind.one;
    Emulator emulator;
    MatrixProduct product;
    product.depth = product.a.leading = 1025;
    product.dtype = product.cDtype = kind.dtype;
    product.a.data = emulator.upload(a);
    product.b.data = emulator.upload(b);
    product.c.data = emulator.allocate<uint16_t>(1);
    ASSERT_TRUE(emulator.device->multiply(product, nullptr, nullptr));
    EXPECT_EQ(emulator.download(static_cast<uint16_t *>(product.c.data), 1)[0],
              kind.sum);
    product.cDtype = DIFFATTN_F32;
    product.c.data = emulator.allocate<float>(1);
    ASSERT_TRUE(emulator.device->multiply(product, nullptr, nullptr));
    EXPECT_EQ(emulator.download(static_cast<float *>(product.c.data), 1)[0],
              1.25f);
  }
}

TEST(MatmulTest, transposedBatches) {
  // Both matrices of the batch are [[1, 2], [3, 4]] and its transpose.
  Emulator emulator;
  MatrixProduct product;
  product.batch = product.rows = product.cols = product.depth = 2;
  product.a = {emulator.upload<float>({1, 3, 2, 4, 1, 2, 3, 4}), 2, true, 4};
  product.b = {emulator.upload<float>({1, 0, 0, 1}), 2, false, 0};
  float *c = emulator.allocate<float>(8);
  product.c = {c, 2, false, 4};
  ASSERT_TRUE(emulator.device->multiply(product, nullptr, nullptr));
  EXPECT_EQ(emulator.download(c, 8),
            (std::vector<float>{1, 2, 3, 4, 1, 3, 2, 4}));
}

TEST(MatmulTest, matricesThatLeaveTheirAllocation) {
  for (int operand = 0; operand < 3; ++operand) {
    Product<float> product(4, 4, 4);
    product.upload();
    Matrix *matrices[] = {&product.product.a, &product.product.b,
                          &product.product.c};
    matrices[operand]->leading = 5;
    std::string name(1, char('a' + operand));
    EXPECT_TEXT("matrix " + name + ", line 3: its 16 bytes at 0x",
                product.multiply());
    EXPECT_TEXT("are in no allocation of the device", product.multiply());
    // Nothing was written.
    if (operand == 2)
      EXPECT_EQ(product.emulator.download(
                    static_cast<float *>(product.product.c.data), 16),
                product.c);
  }
}

TEST(MatmulTest, matricesThatWereNotWritten) {
  Product<float> product(4, 4, 4);
  product.upload();
  void *full = product.product.a.data;
  product.product.a.data = product.emulator.allocate<float>(16);
  EXPECT_TEXT("matrix a, line 0: its 16 bytes at 0x", product.multiply());
  EXPECT_TEXT("are read, and not all written", product.multiply());
  product.product.a.data = full;
  product.product.c.data = product.emulator.allocate<float>(16);
  product.product.overwrite = false;
  EXPECT_TEXT("matrix c, line 0", product.multiply());
  product.product.overwrite = true;
  EXPECT_EQ(product.multiply(), "");
  // Now it is.
  product.product.overwrite = false;
  EXPECT_EQ(product.multiply(), "");
}

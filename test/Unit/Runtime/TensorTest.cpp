//===- TensorTest.cpp -----------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Tensor.h"
#include "TestFiles.h"
#include "diffattn/Runtime/Shape.h"

using namespace diffattn;

TEST(Tensor, StartsWithZeros) {
  Result<Tensor> tensor = Tensor::create(DIFFATTN_F16, {2, 3});
  ASSERT_SUCCESS(tensor);
  EXPECT_EQ(tensor->typeText(), "2x3xf16");
  EXPECT_EQ(tensor->byteSize(), 12);
  for (int64_t i = 0; i < 6; ++i)
    EXPECT_EQ(tensor->get(i), 0);
}

TEST(Tensor, CopiesShareElements) {
  Tensor tensor = *Tensor::create(DIFFATTN_I64, {2});
  Tensor copy = tensor;
  copy.setInteger(1, 7);
  EXPECT_EQ(tensor.getInteger(1), 7);
}

TEST(Tensor, ViewHasTheShape) {
  Tensor tensor = *Tensor::create(DIFFATTN_F64, {4, 0});
  diffattn_tensor view = tensor.view();
  EXPECT_EQ(view.rank, 2);
  EXPECT_EQ(view.sizes[1], 0);
  EXPECT_EQ(view.strides, nullptr);
  EXPECT_EQ(view.dtype, DIFFATTN_F64);
}

TEST(Tensor, Rank0HasOneElement) {
  Tensor tensor = *Tensor::create(DIFFATTN_F32, {});
  EXPECT_EQ(tensor.elementCount(), 1);
  EXPECT_EQ(tensor.typeText(), "f32");
}

TEST(Tensor, SizesOutOfRange) {
  EXPECT_ERROR(Tensor::create(DIFFATTN_F32, {INT64_MAX, 2}), "out of range");
  EXPECT_ERROR(Tensor::create(DIFFATTN_F32, {INT64_MAX / 4, 2}),
               "out of range");
  EXPECT_ERROR(Tensor::create(DIFFATTN_F32, {0, INT64_MAX, 4}), "out of range");
  EXPECT_ERROR(Tensor::create(DIFFATTN_F32, {-1}),
               "the size of ?xf32 is out of range");
  EXPECT_ERROR(Tensor::create(DIFFATTN_I8, {INT64_MAX}), "out of range");
}

TEST(Tensor, SharedElementsAreCopiedWhereMisaligned) {
  auto owner =
      std::shared_ptr<char>(new char[16](), [](char *p) { delete[] p; });
  owner.get()[1] = 2;
  Tensor aligned = *Tensor::share(DIFFATTN_I8, {4}, owner, owner.get() + 1);
  EXPECT_EQ(aligned.data(), owner.get() + 1);
  Tensor moved = *Tensor::share(DIFFATTN_I32, {2}, owner, owner.get() + 1);
  EXPECT_NE(moved.data(), owner.get() + 1);
  EXPECT_EQ(moved.getInteger(0), 2);
}

TEST(Tensor, BoolsAre0Or1) {
  Tensor tensor = *Tensor::create(DIFFATTN_BOOL, {3});
  EXPECT_TRUE(checkBools(tensor));
  static_cast<uint8_t *>(tensor.data())[2] = 255;
  EXPECT_ERROR(checkBools(tensor),
               "element 2: expected a bool, 0 or 1, found byte 255");
}

TEST(Shape, RowMajorStridesCountZeroAsOne) {
  int64_t sizes[] = {2, 0, 3}, strides[3];
  rowMajorStrides(sizes, 3, strides);
  EXPECT_EQ(strides[0], 3);
  EXPECT_EQ(strides[1], 3);
  EXPECT_EQ(strides[2], 1);
}

//===- MatmulTest.cpp - how matrix products are cut -----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Matmul.h"
#include "MatmulCall.h"
#include "RecordingDevice.h"
#include "gtest/gtest.h"

using namespace diffattn;

namespace {

/// Element (i, j) of matrix `g`, of an array of f64.
double &at(const Matrix &matrix, int64_t g, int64_t i, int64_t j) {
  if (matrix.isTransposed)
    std::swap(i, j);
  return static_cast<double *>(
      matrix.data)[g * matrix.batchStride + i * matrix.leading + j];
}

/// What a library does.
Status compute(const MatrixProduct &p) {
  EXPECT_FALSE(p.c.isTransposed);
  EXPECT_GE(p.a.leading, p.a.isTransposed ? p.rows : p.depth);
  EXPECT_GE(p.b.leading, p.b.isTransposed ? p.depth : p.cols);
  EXPECT_GE(p.c.leading, p.cols);
  for (int64_t g = 0; g < p.batch; ++g)
    for (int64_t i = 0; i < p.rows; ++i)
      for (int64_t j = 0; j < p.cols; ++j) {
        double sum = p.overwrite ? 0 : at(p.c, g, i, j);
        for (int64_t k = 0; k < p.depth; ++k)
          sum += at(p.a, g, i, k) * at(p.b, g, k, j);
        at(p.c, g, i, j) = sum;
      }
  return {};
}

/// Computes the call, in f64, by the products that it is cut into.
std::vector<MatrixProduct> run(MatmulCall &matmul) {
  std::vector<double> expected = matmul.expected();
  matmul.call.dtype = matmul.call.c_dtype = DIFFATTN_F64;
  matmul.call.a = matmul.values[0].data();
  matmul.call.b = matmul.values[1].data();
  matmul.call.c = matmul.values[2].data();
  std::vector<MatrixProduct> products;
  Status status =
      forEachProduct(matmul.call, [&](const MatrixProduct &product) {
        products.push_back(product);
        return compute(product);
      });
  EXPECT_TRUE(status) << status.message();
  EXPECT_EQ(matmul.values[2], expected);
  return products;
}

/// One product, which is returned.
MatrixProduct runOne(MatmulCall matmul) {
  std::vector<MatrixProduct> products = run(matmul);
  EXPECT_EQ(products.size(), 1u);
  return products.empty() ? MatrixProduct() : products[0];
}

std::string failure(const diffattn_matmul_call &call) {
  Status status =
      forEachProduct(call, [](const MatrixProduct &) { return Status(); });
  return status ? "" : status.message();
}

const std::map<char, int64_t> sizes = {{'m', 3}, {'n', 4}, {'k', 5}};

} // namespace

TEST(Matmul, EveryOrderOfDimsIsOneProduct) {
  for (const char *a : {"mk", "km"})
    for (const char *b : {"kn", "nk"})
      for (const char *c : {"mn", "nm"})
        for (int64_t gap : {0, 2})
          for (int32_t overwrite : {0, 1}) {
            std::string form = std::string(a) + "," + b + "->" + c;
            SCOPED_TRACE(form + " gap " + std::to_string(gap));
            MatmulCall matmul(form, sizes, gap);
            matmul.call.overwrite = overwrite;
            MatrixProduct product = runOne(matmul);
            EXPECT_EQ(product.rows, c[0] == 'm' ? 3 : 4);
            EXPECT_EQ(product.depth, 5);
            EXPECT_EQ(product.overwrite, overwrite == 1);
          }
}

TEST(Matmul, DimsWithoutGapsBecomeOne) {
  MatrixProduct product = runOne(
      MatmulCall("mpkl,nqkl->mpnq",
                 {{'m', 2}, {'p', 3}, {'n', 4}, {'q', 2}, {'k', 3}, {'l', 5}}));
  EXPECT_EQ(product.rows, 6);
  EXPECT_EQ(product.cols, 8);
  EXPECT_EQ(product.depth, 15);
}

TEST(Matmul, VectorsAreMatrices) {
  runOne(MatmulCall("k,kn->n", {{'n', 4}, {'k', 5}}));
  runOne(MatmulCall("mk,k->m", {{'m', 4}, {'k', 5}}));
  runOne(MatmulCall("m,n->mn", {{'m', 4}, {'n', 5}}));
  runOne(MatmulCall("k,k->", {{'k', 5}}));
  runOne(MatmulCall("mk,kn->mn", {{'m', 1}, {'n', 4}, {'k', 5}}, 3));
  runOne(MatmulCall("km,nk->mn", {{'m', 1}, {'n', 1}, {'k', 5}}, 3));
}

TEST(Matmul, Batches) {
  std::map<char, int64_t> batched = sizes;
  batched['g'] = 2;
  batched['h'] = 6;
  MatrixProduct product = runOne(MatmulCall("ghmk,ghnk->ghmn", batched));
  EXPECT_EQ(product.batch, 12);
  // Both factors of all, and one that all share.
  EXPECT_EQ(runOne(MatmulCall("gmk,gkn->gmn",
                              {{'g', 7}, {'m', 3}, {'n', 4}, {'k', 5}}, 1))
                .batch,
            7);
}

TEST(Matmul, HeadsInTheMiddleAreABatchAndALoop) {
  std::map<char, int64_t> batched = sizes;
  batched['g'] = 2;
  batched['h'] = 6;
  MatmulCall matmul("gmhk,gnhk->ghmn", batched);
  std::vector<MatrixProduct> products = run(matmul);
  ASSERT_EQ(products.size(), 2u);
  EXPECT_EQ(products[0].batch, 6);
}

TEST(Matmul, RowsThatAreNoDimAreABatch) {
  MatmulCall matmul("mpk,nk->pmn", {{'m', 2}, {'p', 6}, {'n', 4}, {'k', 5}});
  std::vector<MatrixProduct> products = run(matmul);
  ASSERT_EQ(products.size(), 1u);
  EXPECT_EQ(products[0].batch, 2);
  EXPECT_EQ(products[0].rows, 6);
}

TEST(Matmul, SumsInPartsAreAdded) {
  // k and l are no single dim of b.
  MatmulCall matmul("mkl,lnk->mn", {{'m', 3}, {'n', 4}, {'k', 2}, {'l', 6}}, 1);
  EXPECT_GT(run(matmul).size(), 1u);
  MatmulCall halves("mkl,lnk->mn", {{'m', 3}, {'n', 4}, {'k', 2}, {'l', 6}});
  halves.call.dtype = DIFFATTN_BF16;
  EXPECT_EQ(failure(halves.call), "");
  halves.call.c_dtype = DIFFATTN_BF16;
  EXPECT_EQ(failure(halves.call),
            "sums of bf16 would be rounded in between: the strides along depth "
            "are not those of one dim");
}

TEST(Matmul, DepthIsInTheMatrices) {
  // m is the larger dim of rows, but p the one that goes with k in a: m and n
  // would leave all of k to the host.
  MatmulCall matmul("kmp,nk->mpn", {{'k', 3}, {'m', 20}, {'p', 2}, {'n', 4}});
  matmul.call.rows.c_strides[0] = 16;
  matmul.values[2].resize(20 * 16);
  for (int32_t overwrite : {1, 0}) {
    matmul.call.overwrite = overwrite;
    MatrixProduct product = runOne(matmul);
    EXPECT_EQ(product.depth, 3);
    EXPECT_EQ(product.batch, 20);
    EXPECT_EQ(product.rows, 2);
    EXPECT_EQ(product.cols, 4);
  }
  for (int32_t half : {DIFFATTN_F16, DIFFATTN_BF16}) {
    matmul.call.dtype = matmul.call.c_dtype = half;
    EXPECT_EQ(failure(matmul.call), "");
  }
}

TEST(Matmul, ArraysWithGapsEverywhereAreComputedToo) {
  MatmulCall matmul("mk,kn->mn", sizes);
  // Every second element of rows and columns.
  for (auto *dims : {&matmul.call.rows, &matmul.call.cols, &matmul.call.depth})
    dims->sizes[0] = 2;
  matmul.call.rows.a_strides[0] = 7;
  matmul.call.depth.a_strides[0] = 2;
  run(matmul);
  // Backwards.
  MatmulCall backwards("mk,kn->mn", sizes);
  for (double &value : backwards.values[0])
    value = -value;
  backwards.call.rows.sizes[0] = 1;
  backwards.call.cols.sizes[0] = 1;
  run(backwards);
}

TEST(Matmul, NothingToDo) {
  for (char letter : {'m', 'n'}) {
    std::map<char, int64_t> none = sizes;
    none[letter] = 0;
    MatmulCall matmul("mk,kn->mn", none);
    EXPECT_EQ(run(matmul).size(), 0u);
  }
}

TEST(Matmul, Errors) {
  diffattn_matmul_call call = MatmulCall("mk,kn->mn", sizes).call;
  EXPECT_EQ(failure(call), "");
  call.rows.sizes[1] = -1;
  EXPECT_EQ(failure(call), "expected rows of at least 0, found -1");
  call.rows.sizes[1] = 1;
  call.depth.sizes[0] = 0;
  EXPECT_EQ(failure(call), "expected a depth of at least 1, found 0");
  call.depth.sizes[0] = 5;
  call.c_dtype = DIFFATTN_F64;
  EXPECT_EQ(failure(call), "there are no products of f32 that give f64");
  call.dtype = DIFFATTN_I32;
  call.c_dtype = DIFFATTN_I32;
  EXPECT_EQ(failure(call), "there are no products of i32 that give i32");
}

//===----------------------------------------------------------------------===//
// On the device of a context
//===----------------------------------------------------------------------===//

namespace {
class MatmulOnDevice : public ::testing::Test {
protected:
  ~MatmulOnDevice() override {
    diffattn_context_destroy(context);
    EXPECT_EQ(device->held, 0) << "the context kept memory of its device";
  }
  void begin() {
    static const int64_t signature[] = {1, 0};
    ASSERT_EQ(diffattn_context_use_device(context, &handle, nullptr), 0);
    ASSERT_EQ(diffattn_bind_device_arguments(context, &kernels, "f", signature,
                                             nullptr, 0, nullptr),
              0);
  }
  std::string error() const { return diffattn_context_error(context); }

  std::shared_ptr<RecordingDevice> device = std::make_shared<RecordingDevice>();
  diffattn_device handle{device};
  diffattn_context *context = diffattn_context_create();
  diffattn_kernels kernels = {1,       DIFFATTN_KERNELS_EMULATED,
                              0,       0,
                              nullptr, nullptr,
                              nullptr, nullptr,
                              nullptr, 0,
                              nullptr};
  diffattn_matmul_call call = MatmulCall("mk,kn->mn", sizes).call;
};
} // namespace

TEST_F(MatmulOnDevice, ScratchIsAllocatedOnce) {
  device->scratch = 4096;
  begin();
  EXPECT_EQ(diffattn_context_workspace(context), 0);
  for (int i = 0; i < 2; ++i)
    ASSERT_EQ(diffattn_matmul(context, &call), DIFFATTN_OK) << error();
  EXPECT_EQ(device->held, 4096);
  EXPECT_EQ(diffattn_context_workspace(context), 4096);
  EXPECT_EQ(device->log.back(), "multiply with scratch");
  EXPECT_EQ(device->products.size(), 2u);
}

TEST_F(MatmulOnDevice, ADeviceThatNeedsNoScratch) {
  begin();
  ASSERT_EQ(diffattn_matmul(context, &call), DIFFATTN_OK) << error();
  EXPECT_EQ(device->log.back(), "multiply");
}

TEST_F(MatmulOnDevice, Failures) {
  EXPECT_EQ(diffattn_matmul(context, &call), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "matrices are multiplied outside of a call on a device");
  begin();
  device->breaks = "multiply";
  EXPECT_EQ(diffattn_matmul(context, &call), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "matrix product on recorder: broken");
  device->scratch = device->capacity + 1;
  begin();
  EXPECT_EQ(diffattn_matmul(context, &call), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "matrix product on recorder: can't allocate 1048577 "
                     "bytes: full");
}

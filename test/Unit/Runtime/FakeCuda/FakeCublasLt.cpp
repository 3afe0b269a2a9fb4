//===- FakeCublasLt.cpp - cuBLASLt on the fake CUDA driver ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCublasLt.h"
#include "FakeCuda.h"
#include <algorithm>
#include <cstring>

using namespace diffattn::cuda;

#define EXPORT __attribute__((visibility("default")))

extern "C" {
#define CUBLASLT_FUNCTION(name, parameters)                                    \
  EXPORT cublasStatus_t name parameters;
#include "diffattn/Runtime/CublasLt.def"
}

constexpr cublasStatus_t InvalidValue = 7;

static FakeCublasLt state;

namespace diffattn::cuda {
struct cublasLtContext {};
struct cublasLtMatmulDescOpaque_t {
  int computeType, scaleType;
  int32_t transposesA = 0, transposesB = 0;
};
struct cublasLtMatrixLayoutOpaque_t {
  int type;
  int64_t rows, cols, leading;
  int32_t batch = 1;
  int64_t batchOffset = 0;

  int64_t elementBytes() const {
    return type == CUDA_R_64F ? 8 : type == CUDA_R_32F ? 4 : 2;
  }
  /// From the first to behind the last element.
  int64_t bytes() const {
    return ((batch - 1) * batchOffset + (cols - 1) * leading + rows) *
           elementBytes();
  }
};
struct cublasLtMatmulPreferenceOpaque_t {
  uint64_t workspaceBytes = 0;
  uint32_t reductions = 7;
  uint32_t alignments[4] = {256, 256, 256, 256};
};
} // namespace diffattn::cuda

extern "C" {
EXPORT FakeCublasLt *fakeCublasLtState() { return &state; }
EXPORT void fakeCublasLtReset() { state = {}; }

EXPORT const char *cublasLtGetStatusName(cublasStatus_t status) {
  return status == 14   ? "CUBLAS_STATUS_INTERNAL_ERROR"
         : status == 15 ? "CUBLAS_STATUS_NOT_SUPPORTED"
         : status == 7  ? "CUBLAS_STATUS_INVALID_VALUE"
                        : nullptr;
}
}

static cublasStatus_t enter(const char *function) {
  if (!fakeCudaHasContext())
    state.faults.push_back(std::string(function) + " without a context");
  return state.failing == function ? state.failure : CUBLAS_STATUS_SUCCESS;
}

/// At the start of each function that may fail.
#define ENTER()                                                                \
  if (cublasStatus_t status = enter(__func__))                                 \
  return status

/// Takes the value of an attribute.
template <typename T>
static cublasStatus_t take(T &place, const void *value, size_t bytes) {
  if (bytes != sizeof(T))
    return InvalidValue;
  std::memcpy(&place, value, bytes);
  return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
static cublasStatus_t destroy(T *object) {
  --state.objects;
  delete object;
  return CUBLAS_STATUS_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
/// A matrix by columns, in the memory of the fake device.
struct Operand {
  uint64_t pointer;
  cublasLtMatrixLayoutOpaque_t layout;
  bool isTransposed;

  template <typename T>
  T *at(int64_t batch, int64_t i, int64_t j) const {
    if (isTransposed)
      std::swap(i, j);
    auto *data = static_cast<T *>(fakeCudaTranslate(pointer, layout.bytes()));
    return data + batch * layout.batchOffset + i + j * layout.leading;
  }
  bool isThere() const { return fakeCudaTranslate(pointer, layout.bytes()); }
};
} // namespace

template <typename T>
static void multiply(const Operand &a, const Operand &b, const Operand &c,
                     double alpha, double beta) {
  int64_t depth = a.isTransposed ? a.layout.rows : a.layout.cols;
  for (int64_t g = 0; g < c.layout.batch; ++g)
    for (int64_t i = 0; i < c.layout.rows; ++i)
      for (int64_t j = 0; j < c.layout.cols; ++j) {
        double sum = 0;
        for (int64_t k = 0; k < depth; ++k)
          sum += double(*a.at<T>(g, i, k)) * *b.at<T>(g, k, j);
        T *place = c.at<T>(g, i, j);
        *place = T(alpha * sum + (beta == 0 ? 0 : beta * *place));
      }
}

/// Whether op(a) op(b) has the shape of c.
static bool fits(const cublasLtMatmulDescOpaque_t &d,
                 const cublasLtMatrixLayoutOpaque_t &a,
                 const cublasLtMatrixLayoutOpaque_t &b,
                 const cublasLtMatrixLayoutOpaque_t &c) {
  int64_t rows = d.transposesA ? a.cols : a.rows;
  int64_t depthA = d.transposesA ? a.rows : a.cols;
  int64_t depthB = d.transposesB ? b.cols : b.rows;
  int64_t cols = d.transposesB ? b.rows : b.cols;
  return rows == c.rows && cols == c.cols && depthA == depthB &&
         a.batch == c.batch && b.batch == c.batch;
}

/// What an algorithm is chosen for, in its first word: the alignments, as
/// powers of two, a byte each.
static uint64_t packAlignments(const uint32_t *alignments) {
  uint64_t packed = 0;
  for (int i = 0; i < 4; ++i)
    packed |= uint64_t(__builtin_ctz(alignments[i])) << 8 * i;
  return packed;
}
static bool isAligned(const void *data, uint64_t packed, int operand) {
  uint64_t alignment = uint64_t(1) << (packed >> 8 * operand & 255);
  return reinterpret_cast<uint64_t>(data) % alignment == 0;
}

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  ENTER();
  ++state.objects;
  *handle = new cublasLtContext;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  return destroy(handle);
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *description,
                                        int computeType, int scaleType) {
  ENTER();
  ++state.objects;
  *description = new cublasLtMatmulDescOpaque_t{computeType, scaleType};
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t description,
                                              int attribute, const void *value,
                                              size_t bytes) {
  ENTER();
  if (attribute == CUBLASLT_MATMUL_DESC_TRANSA)
    return take(description->transposesA, value, bytes);
  if (attribute == CUBLASLT_MATMUL_DESC_TRANSB)
    return take(description->transposesB, value, bytes);
  return InvalidValue;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t description) {
  return destroy(description);
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout,
                                          int type, uint64_t rows,
                                          uint64_t cols, int64_t leading) {
  ENTER();
  if (leading < int64_t(rows) || rows == 0 || cols == 0)
    return InvalidValue;
  ++state.objects;
  *layout = new cublasLtMatrixLayoutOpaque_t{type, int64_t(rows), int64_t(cols),
                                             leading};
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                int attribute,
                                                const void *value,
                                                size_t bytes) {
  ENTER();
  if (attribute == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT)
    return take(layout->batch, value, bytes);
  if (attribute == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET)
    return take(layout->batchOffset, value, bytes);
  return InvalidValue;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  return destroy(layout);
}

cublasStatus_t
cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference) {
  ENTER();
  ++state.objects;
  *preference = new cublasLtMatmulPreferenceOpaque_t;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                     int attribute, const void *value,
                                     size_t bytes) {
  ENTER();
  if (attribute == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES)
    return take(preference->workspaceBytes, value, bytes);
  if (attribute == CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK)
    return take(preference->reductions, value, bytes);
  int operand = attribute - CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES;
  if (operand >= 0 && operand < 4)
    return take(preference->alignments[operand], value, bytes);
  return InvalidValue;
}
cublasStatus_t
cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  return destroy(preference);
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t, cublasLtMatmulDesc_t description,
    cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
    cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
    cublasLtMatmulPreference_t preference, int most,
    cublasLtMatmulHeuristicResult_t *results, int *count) {
  ENTER();
  if (!fits(*description, *a, *b, *c) || c != d || most < 1)
    return InvalidValue;
  // Where sums of halves could be rounded in between.
  if (preference->reductions & 4)
    state.faults.push_back("sums may be rounded to the type of the output");
  ++state.choices;
  const uint32_t *alignments = preference->alignments;
  state.alignments.push_back(
      {alignments[0], alignments[1], alignments[2], alignments[3]});
  *count = !state.hasNothing;
  results[0] = {};
  results[0].algo.data[0] = packAlignments(preference->alignments);
  results[0].workspaceSize =
      std::min<size_t>(state.wanted, preference->workspaceBytes);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t description,
               const void *alpha, const void *a, cublasLtMatrixLayout_t layoutA,
               const void *b, cublasLtMatrixLayout_t layoutB, const void *beta,
               const void *c, cublasLtMatrixLayout_t layoutC, void *d,
               cublasLtMatrixLayout_t layoutD, const cublasLtMatmulAlgo_t *algo,
               void *workspace, size_t workspaceBytes, void *stream) {
  ENTER();
  uint64_t packed = algo->data[0];
  if (c != d || layoutC != layoutD || !isAligned(a, packed, 0) ||
      !isAligned(b, packed, 1) || !isAligned(d, packed, 3) ||
      !fakeCudaTranslate(reinterpret_cast<uint64_t>(workspace),
                         int64_t(workspaceBytes)))
    return InvalidValue;
  auto scale = [&](const void *number) {
    return description->scaleType == CUDA_R_64F
               ? *static_cast<const double *>(number)
               : *static_cast<const float *>(number);
  };
  auto operand = [](const void *data, cublasLtMatrixLayout_t layout,
                    bool isTransposed) {
    return Operand{reinterpret_cast<uint64_t>(data), *layout, isTransposed};
  };
  Operand left = operand(a, layoutA, description->transposesA);
  Operand right = operand(b, layoutB, description->transposesB);
  Operand result = operand(d, layoutD, false);
  FakeMatmul product = {description->computeType,
                        description->scaleType,
                        layoutA->type,
                        layoutB->type,
                        layoutC->type,
                        left.isTransposed,
                        right.isTransposed,
                        layoutC->batch,
                        scale(alpha),
                        scale(beta),
                        workspaceBytes,
                        stream};
  state.products.push_back(product);
  fakeCudaQueue(stream, [=] {
    if (!left.isThere() || !right.isThere() || !result.isThere()) {
      state.faults.push_back("a matrix leaves its memory");
      return;
    }
    if (product.typeA == CUDA_R_32F)
      multiply<float>(left, right, result, product.alpha, product.beta);
    else if (product.typeA == CUDA_R_64F)
      multiply<double>(left, right, result, product.alpha, product.beta);
  });
  return CUBLAS_STATUS_SUCCESS;
}

} // extern "C"

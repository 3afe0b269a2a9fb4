//===- CublasLtMatmul.cpp - matrix products by cuBLASLt -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library stores matrices by columns: what is rows x cols here, by rows, is
// cols x rows there, and the product of a and b is that of b and a.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/CublasLt.h"
#include "diffattn/Runtime/DType.h"
#include <map>
#include <mutex>
#include <tuple>

using namespace diffattn;
using namespace diffattn::cuda;

/// Calls a function of the library; in a function that returns a Status or a
/// Result, returns its error.
#define TRY(library, function, ...)                                            \
  if (::diffattn::Status status =                                              \
          (library).check((library).function(__VA_ARGS__), #function);         \
      !status)                                                                 \
  return status.error()

/// Kinds of products to remember; beyond that all are forgotten.
static constexpr size_t kMostKinds = 1024;

//===----------------------------------------------------------------------===//
// Kinds of products
//===----------------------------------------------------------------------===//

/// The largest power of two up to 256 that the addresses of all matrices of a
/// batch are multiples of.
static uint32_t alignmentOf(const Matrix &matrix, diffattn_dtype dtype) {
  auto bits = reinterpret_cast<uintptr_t>(matrix.data) | 256;
  bits |= static_cast<uintptr_t>(matrix.batchStride * dtypeSize(dtype));
  return bits & (~bits + 1);
}

namespace {
/// What the choice of an algorithm depends on.
struct Kind {
  explicit Kind(const MatrixProduct &product)
      : product(product), alignments{alignmentOf(product.a, product.dtype),
                                     alignmentOf(product.b, product.dtype),
                                     alignmentOf(product.c, product.cDtype)} {}

  MatrixProduct product; ///< but for the addresses, and whether it overwrites
  uint32_t alignments[3];

  auto key() const {
    const MatrixProduct &p = product;
    return std::tuple(p.batch, p.rows, p.cols, p.depth, p.a.leading,
                      p.a.isTransposed, p.a.batchStride, p.b.leading,
                      p.b.isTransposed, p.b.batchStride, p.c.leading,
                      p.c.batchStride, p.dtype, p.cDtype, alignments[0],
                      alignments[1], alignments[2]);
  }
  bool operator<(const Kind &other) const { return key() < other.key(); }
};

/// How the products of a kind are computed.
class Plan {
public:
  explicit Plan(const CublasLt &library) : library(library) {}
  Plan(const Plan &) = delete;
  Plan &operator=(const Plan &) = delete;
  ~Plan();

  Status make(cublasLtHandle_t handle, const Kind &kind, uint64_t scratchBytes);
  Status run(cublasLtHandle_t handle, const MatrixProduct &product,
             void *scratch, void *stream) const;

private:
  Status makeLayout(cublasLtMatrixLayout_t &layout, diffattn_dtype dtype,
                    int64_t rows, int64_t cols, const Matrix &matrix,
                    int64_t batch);
  Status makeDescription(const MatrixProduct &product);
  Status makeLayouts(const MatrixProduct &product);
  Status setPreference(cublasLtMatmulPreference_t preference, const Kind &kind,
                       uint64_t scratchBytes);
  Status choose(cublasLtHandle_t handle, cublasLtMatmulPreference_t preference,
                const MatrixProduct &product);

  const CublasLt &library;
  cublasLtMatmulDesc_t description = nullptr;
  cublasLtMatrixLayout_t a = nullptr, b = nullptr, c = nullptr;
  cublasLtMatmulHeuristicResult_t chosen = {};
};
} // namespace

Plan::~Plan() {
  for (cublasLtMatrixLayout_t layout : {a, b, c})
    if (layout)
      library.cublasLtMatrixLayoutDestroy(layout);
  if (description)
    library.cublasLtMatmulDescDestroy(description);
}

static cudaDataType toDataType(diffattn_dtype dtype) {
  switch (dtype) {
  case DIFFATTN_F16:
    return CUDA_R_16F;
  case DIFFATTN_BF16:
    return CUDA_R_16BF;
  case DIFFATTN_F64:
    return CUDA_R_64F;
  default:
    return CUDA_R_32F;
  }
}

/// "a product of 3 x 4 and 4 x 5, batch 1, bf16 to f32".
static std::string describe(const MatrixProduct &product) {
  auto times = [](int64_t rows, int64_t cols) {
    return std::to_string(rows) + " x " + std::to_string(cols);
  };
  return "a product of " + times(product.rows, product.depth) + " and " +
         times(product.depth, product.cols) + ", batch " +
         std::to_string(product.batch) + ", " + dtypeName(product.dtype) +
         " to " + dtypeName(product.cDtype);
}

Status Plan::makeDescription(const MatrixProduct &product) {
  bool isF64 = product.dtype == DIFFATTN_F64;
  TRY(library, cublasLtMatmulDescCreate, &description,
      isF64 ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F,
      isF64 ? CUDA_R_64F : CUDA_R_32F);
  // b comes first.
  int32_t first = product.b.isTransposed ? CUBLAS_OP_T : CUBLAS_OP_N;
  int32_t second = product.a.isTransposed ? CUBLAS_OP_T : CUBLAS_OP_N;
  TRY(library, cublasLtMatmulDescSetAttribute, description,
      CUBLASLT_MATMUL_DESC_TRANSA, &first, sizeof(first));
  TRY(library, cublasLtMatmulDescSetAttribute, description,
      CUBLASLT_MATMUL_DESC_TRANSB, &second, sizeof(second));
  return {};
}

/// The layout of a matrix of `rows` by `cols`.
Status Plan::makeLayout(cublasLtMatrixLayout_t &layout, diffattn_dtype dtype,
                        int64_t rows, int64_t cols, const Matrix &matrix,
                        int64_t batch) {
  if (matrix.isTransposed)
    std::swap(rows, cols);
  TRY(library, cublasLtMatrixLayoutCreate, &layout, toDataType(dtype), cols,
      rows, matrix.leading);
  if (batch == 1)
    return {};
  auto count = static_cast<int32_t>(batch);
  if (count != batch)
    return Error{"a batch of " + std::to_string(batch) +
                 " is too large, expected at most 2147483647"};
  TRY(library, cublasLtMatrixLayoutSetAttribute, layout,
      CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof(count));
  TRY(library, cublasLtMatrixLayoutSetAttribute, layout,
      CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &matrix.batchStride,
      sizeof(matrix.batchStride));
  return {};
}

Status Plan::makeLayouts(const MatrixProduct &product) {
  const MatrixProduct &p = product;
  if (Status status = makeLayout(a, p.dtype, p.rows, p.depth, p.a, p.batch);
      !status)
    return status;
  if (Status status = makeLayout(b, p.dtype, p.depth, p.cols, p.b, p.batch);
      !status)
    return status;
  return makeLayout(c, p.cDtype, p.rows, p.cols, p.c, p.batch);
}

Status Plan::setPreference(cublasLtMatmulPreference_t preference,
                           const Kind &kind, uint64_t scratchBytes) {
  auto set = [&](int attribute, const auto &value) {
    return library.check(library.cublasLtMatmulPreferenceSetAttribute(
                             preference, attribute, &value, sizeof(value)),
                         "cublasLtMatmulPreferenceSetAttribute");
  };
  if (Status status =
          set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, scratchBytes);
      !status)
    return status;
  // Parts of sums of half floats are not to be rounded.
  if (Status status = set(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK,
                          CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE);
      !status)
    return status;
  uint32_t order[] = {kind.alignments[1], kind.alignments[0],
                      kind.alignments[2], kind.alignments[2]};
  for (int i = 0; i < 4; ++i)
    if (Status status =
            set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES + i, order[i]);
        !status)
      return status;
  return {};
}

Status Plan::choose(cublasLtHandle_t handle,
                    cublasLtMatmulPreference_t preference,
                    const MatrixProduct &product) {
  int count = 0;
  cublasStatus_t status = library.cublasLtMatmulAlgoGetHeuristic(
      handle, description, b, a, c, c, preference, 1, &chosen, &count);
  bool isMissing = status == CUBLAS_STATUS_NOT_SUPPORTED ||
                   (status == CUBLAS_STATUS_SUCCESS &&
                    (count == 0 || chosen.state != CUBLAS_STATUS_SUCCESS));
  if (isMissing)
    return Error{"cuBLASLt has no algorithm for " + describe(product)};
  return library.check(status, "cublasLtMatmulAlgoGetHeuristic");
}

Status Plan::make(cublasLtHandle_t handle, const Kind &kind,
                  uint64_t scratchBytes) {
  if (Status status = makeDescription(kind.product); !status)
    return status;
  if (Status status = makeLayouts(kind.product); !status)
    return status;
  cublasLtMatmulPreference_t preference = nullptr;
  TRY(library, cublasLtMatmulPreferenceCreate, &preference);
  Status status = setPreference(preference, kind, scratchBytes);
  if (status)
    status = choose(handle, preference, kind.product);
  library.cublasLtMatmulPreferenceDestroy(preference);
  return status;
}

Status Plan::run(cublasLtHandle_t handle, const MatrixProduct &product,
                 void *scratch, void *stream) const {
  double wide[] = {1, product.overwrite ? 0.0 : 1.0};
  float narrow[] = {1, product.overwrite ? 0.0f : 1.0f};
  bool isF64 = product.dtype == DIFFATTN_F64;
  const void *alpha = isF64 ? static_cast<void *>(&wide[0]) : &narrow[0];
  const void *beta = isF64 ? static_cast<void *>(&wide[1]) : &narrow[1];
  TRY(library, cublasLtMatmul, handle, description, alpha, product.b.data, b,
      product.a.data, a, beta, product.c.data, c, product.c.data, c,
      &chosen.algo, scratch, chosen.workspaceSize, stream);
  return {};
}

//===----------------------------------------------------------------------===//
// One GPU
//===----------------------------------------------------------------------===//

namespace {
class LtMultiplier : public Multiplier {
public:
  explicit LtMultiplier(const CublasLt &library) : library(library) {}
  ~LtMultiplier() override {
    plans.clear();
    if (handle)
      library.cublasLtDestroy(handle);
  }

  Status open() {
    TRY(library, cublasLtCreate, &handle);
    return {};
  }
  Status multiply(const MatrixProduct &product, void *scratch,
                  int64_t scratchBytes, void *stream) override;

private:
  Result<const Plan *> findPlan(const Kind &kind, int64_t scratchBytes);

  const CublasLt library;
  cublasLtHandle_t handle = nullptr;
  std::mutex mutex;
  std::map<Kind, std::unique_ptr<Plan>> plans;
};
} // namespace

Result<const Plan *> LtMultiplier::findPlan(const Kind &kind,
                                            int64_t scratchBytes) {
  auto found = plans.find(kind);
  if (found != plans.end())
    return found->second.get();
  auto plan = std::make_unique<Plan>(library);
  if (Status status = plan->make(handle, kind, scratchBytes); !status)
    return status.error();
  if (plans.size() >= kMostKinds)
    plans.clear();
  return plans.emplace(kind, std::move(plan)).first->second.get();
}

Status LtMultiplier::multiply(const MatrixProduct &product, void *scratch,
                              int64_t scratchBytes, void *stream) {
  // Plans are forgotten under the lock only.
  std::lock_guard<std::mutex> lock(mutex);
  Result<const Plan *> plan = findPlan(Kind(product), scratchBytes);
  if (!plan)
    return plan.error();
  return (*plan)->run(handle, product, scratch, stream);
}

Result<std::unique_ptr<Multiplier>> Multiplier::create() {
  Result<CublasLt> library = loadCublasLt();
  if (!library)
    return library.error();
  auto multiplier = std::make_unique<LtMultiplier>(*library);
  if (Status status = multiplier->open(); !status)
    return status.error();
  return std::unique_ptr<Multiplier>(std::move(multiplier));
}

//===- CublasLt.h - cuBLASLt, found at run time -----------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The few types, numbers and functions of NVIDIA's library of matrix products
// that are used here, declared anew: building needs no CUDA toolkit, and
// nothing links against the library. Names are those of its documentation.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_CUBLASLT_H
#define DIFFATTN_RUNTIME_CUBLASLT_H

#include "diffattn/Runtime/Matmul.h"
#include <cstddef>
#include <cstdint>
#include <memory>

namespace diffattn::cuda {

using cublasStatus_t = int;
using cublasLtHandle_t = struct cublasLtContext *;
using cublasLtMatmulDesc_t = struct cublasLtMatmulDescOpaque_t *;
using cublasLtMatrixLayout_t = struct cublasLtMatrixLayoutOpaque_t *;
using cublasLtMatmulPreference_t = struct cublasLtMatmulPreferenceOpaque_t *;

constexpr cublasStatus_t CUBLAS_STATUS_SUCCESS = 0;
constexpr cublasStatus_t CUBLAS_STATUS_NOT_SUPPORTED = 15;

enum cudaDataType : int {
  CUDA_R_32F = 0,
  CUDA_R_64F = 1,
  CUDA_R_16F = 2,
  CUDA_R_16BF = 14,
};

enum cublasComputeType_t : int {
  CUBLAS_COMPUTE_32F = 68, ///< no TF32
  CUBLAS_COMPUTE_64F = 70,
};

enum cublasOperation_t : int { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1 };

enum cublasLtMatmulDescAttributes_t : int {
  CUBLASLT_MATMUL_DESC_TRANSA = 3, ///< int32_t, as TRANSB
  CUBLASLT_MATMUL_DESC_TRANSB = 4,
};

enum cublasLtMatrixLayoutAttribute_t : int {
  CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,          ///< int32_t
  CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6, ///< int64_t, in elements
};

enum cublasLtMatmulPreferenceAttributes_t : int {
  CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,   ///< uint64_t
  CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3, ///< uint32_t
  CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES = 5, ///< uint32_t; then B, C, D
};

/// Sums in parts are added up in the type of computation.
constexpr uint32_t CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE = 2;

struct cublasLtMatmulAlgo_t {
  uint64_t data[8];
};

struct cublasLtMatmulHeuristicResult_t {
  cublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  cublasStatus_t state;
  float wavesCount;
  int reserved[4];
};

/// The library's functions, as members by their names.
struct CublasLt {
#define CUBLASLT_FUNCTION(name, parameters) cublasStatus_t(*name) parameters;
#include "diffattn/Runtime/CublasLt.def"
  const char *(*cublasLtGetStatusName)(cublasStatus_t);

  /// An error if `code` is one: `function` is what returned it.
  /// "cublasLtCreate: CUBLAS_STATUS_NOT_INITIALIZED".
  Status check(cublasStatus_t code, const char *function) const;
};

/// Loads the library that the environment variable DIFFATTN_CUBLASLT names, or
/// else the first one that is found: where the system looks, in the toolkit
/// (CUDA_HOME, CUDA_PATH, /usr/local/cuda), in the packages nvidia-cublas of a
/// Python (the folders that DIFFATTN_NVIDIA_PACKAGES lists, and those of a
/// virtual environment, VIRTUAL_ENV). The error says where it was looked for.
/// It stays in the process.
Result<CublasLt> loadCublasLt();

/// Matrix products on one GPU. Used with the GPU's context current, by any
/// number of threads.
class Multiplier {
public:
  static Result<std::unique_ptr<Multiplier>> create();
  virtual ~Multiplier() = default;

  /// Queues a product on `stream` (a CUstream), with `scratchBytes` bytes of
  /// the GPU's memory.
  virtual Status multiply(const MatrixProduct &product, void *scratch,
                          int64_t scratchBytes, void *stream) = 0;
};

} // namespace diffattn::cuda

#endif // DIFFATTN_RUNTIME_CUBLASLT_H

//===- CudaDriver.h - the CUDA driver, found at run time --------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The few types, numbers and functions of NVIDIA's driver interface that are
// used here, declared anew: building needs no CUDA toolkit, and nothing links
// against the driver. Names are those of its documentation.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_CUDADRIVER_H
#define DIFFATTN_RUNTIME_CUDADRIVER_H

#include "diffattn/Runtime/Result.h"
#include <cstddef>
#include <cstdint>

namespace diffattn::cuda {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;

constexpr CUresult CUDA_SUCCESS = 0;

enum CUdevice_attribute : int {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2, ///< then y, z
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,  ///< then y, z
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
};

enum CUfunction_attribute : int {
  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
};

enum CUjit_option : int {
  CU_JIT_ERROR_LOG_BUFFER = 5,
  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
};

/// The driver's functions, as members by their names.
struct Driver {
#define CUDA_FUNCTION(name, symbol, parameters) CUresult(*name) parameters;
#include "diffattn/Runtime/CudaDriver.def"

  /// An error if `code` is one: `function` is what returned it.
  /// "cuInit: CUDA_ERROR_NO_DEVICE (no CUDA-capable device is detected)".
  Status check(CUresult code, const char *function) const;
};

/// Loads libcuda.so.1, or the library that the environment variable
/// DIFFATTN_CUDA_DRIVER names. It stays in the process: it has threads.
Result<Driver> loadDriver();

} // namespace diffattn::cuda

/// Calls a function of the driver; in a function that returns a Status or a
/// Result, returns its error.
#define DIFFATTN_CUDA_TRY(driver, function, ...)                               \
  if (::diffattn::Status status =                                              \
          (driver).check((driver).function(__VA_ARGS__), #function);           \
      !status)                                                                 \
  return status.error()

#endif // DIFFATTN_RUNTIME_CUDADRIVER_H

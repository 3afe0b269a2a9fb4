//===- CudaModule.h - kernels that are loaded on a CUDA device --*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_CUDAMODULE_H
#define DIFFATTN_RUNTIME_CUDAMODULE_H

#include "diffattn-c/Runtime.h"
#include "diffattn/Runtime/CudaDriver.h"
#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace diffattn::cuda {

/// The kernels of an artifact on one device. The device's context must be
/// current whenever a function of this class is called.
class Module {
public:
  /// Takes the machine code for the device's chip, if there is any, else
  /// compiles the PTX. `capability`: 90 for sm_90. `sharedLimit`: the most
  /// bytes of shared memory that a block may have there.
  static Result<std::unique_ptr<Module>> load(const Driver &driver,
                                              const diffattn_kernels &kernels,
                                              int capability,
                                              int64_t sharedLimit);
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;
  ~Module();

  /// Whether it has been made from these kernels.
  bool isOf(const diffattn_kernels &kernels) const;

  /// Queues kernel `kernel`; `sizes` as in diffattn_launch, within the device's
  /// limits.
  Status launch(int32_t kernel, const int64_t *sizes, void *const *arguments,
                CUstream stream);

private:
  struct Kernel {
    std::string name;
    CUfunction function = nullptr;
    /// The most threads of a block: less than the device's where they take
    /// many registers.
    int maxThreads = 0;
    /// Bytes of shared memory that it has without asking.
    int staticShared = 0;
    /// Whether it may have more dynamic shared memory than every kernel may.
    std::atomic<bool> mayHaveMore{false};
  };

  Module(const Driver &driver, const diffattn_kernels &kernels,
         int64_t sharedLimit);
  bool loadCubin(const diffattn_kernels &source, int capability);
  Status compile();
  Status findKernel(Kernel &kernel);
  Status allowShared(Kernel &kernel, int64_t bytes);

  const Driver &driver;
  const std::string ptx;
  const int64_t sharedLimit;
  CUmodule module = nullptr;
  std::vector<Kernel> kernels;
};

} // namespace diffattn::cuda

#endif // DIFFATTN_RUNTIME_CUDAMODULE_H

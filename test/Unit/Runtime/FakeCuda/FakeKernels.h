//===- FakeKernels.h - what the kernels of the fake driver do -------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_UNIT_RUNTIME_FAKECUDA_FAKEKERNELS_H
#define DIFFATTN_TEST_UNIT_RUNTIME_FAKECUDA_FAKEKERNELS_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Where the bytes behind a device's pointer are: `bytes` of them, null if the
/// device has no such memory.
using Translate = std::function<void *(uint64_t pointer, int64_t bytes)>;

/// A kernel: the sizes of its parameters, and what it does with their values.
/// `run` returns false if it reaches outside of the device's memory.
struct FakeKernel {
  std::string name;
  std::vector<size_t> parameterSizes;
  std::function<bool(const std::vector<std::vector<char>> &values,
                     const Translate &translate)>
      run;
};

/// The kernel called `name`, or null.
const FakeKernel *findFakeKernel(const std::string &name);

/// A kernel that LLVM made: `declaration` is its list of parameters in PTX. It
/// only looks whether its pointers are memory of the device.
FakeKernel readFakeKernel(const std::string &name,
                          const std::string &declaration);

#endif // DIFFATTN_TEST_UNIT_RUNTIME_FAKECUDA_FAKEKERNELS_H

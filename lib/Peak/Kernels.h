//===- Kernels.h - loops that do one thing ----------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_PEAK_KERNELS_H
#define DIFFATTN_LIB_PEAK_KERNELS_H

#include <cstddef>
#include <cstdint>

namespace diffattn::peak {

/// A loop of arithmetic. Independent sums, more of them than the latency of the
/// instruction needs, and no memory.
struct ArithmeticKernel {
  void (*run)(int64_t iterations) = nullptr;
  int64_t flopsPerIteration = 0;
};

/// Reads `count` floats (a multiple of 64) at `data`, aligned to 64 bytes.
using ReadKernel = void (*)(const float *data, size_t count);

/// The widest that this processor has. `run` of selectBF16 is null if it has no
/// instruction for bf16.
ArithmeticKernel selectF32();
ArithmeticKernel selectBF16();
ReadKernel selectRead();
int32_t vectorBits();

} // namespace diffattn::peak

#endif // DIFFATTN_LIB_PEAK_KERNELS_H

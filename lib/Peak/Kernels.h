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

/// Reads `count` floats (a multiple of 64) at `data`, aligned to 64 bytes, and
/// returns their sum.
using ReadKernel = float (*)(const float *data, size_t count);

/// Bits of the widest vectors that this processor has, among 128, 256 and 512.
int32_t vectorBits();

/// Loops with vectors of that width, which the processor must have. `run` of
/// selectBF16 is null if there is no instruction for bf16 of that width.
ArithmeticKernel selectF32(int32_t bits);
ArithmeticKernel selectBF16(int32_t bits);
ReadKernel selectRead(int32_t bits);

} // namespace diffattn::peak

#endif // DIFFATTN_LIB_PEAK_KERNELS_H

//===- Peak.h - how fast this processor can go ------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A share of the machine's peak says more about a kernel than its time, if the
// peak is what the machine gives at that moment: clocks change, and other
// programs take their part. So the peak is measured, by loops of instructions
// that do nothing else, beside each timing.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_PEAK_PEAK_H
#define DIFFATTN_PEAK_PEAK_H

#include <cstdint>
#include <optional>

namespace diffattn {

/// What a processor has a peak of.
enum class PeakUnit : int32_t {
  F32 = 0,  ///< fused multiply-adds of f32 in the widest vectors
  BF16 = 1, ///< dot products of bf16 pairs, summed in f32 (vdpbf16ps)
  Read = 2, ///< reading memory that no cache holds (256 MiB), in order
};

/// Bits of the widest vectors that the measurements use on this processor.
int32_t peakVectorBits();

/// Whether the processor has the instructions.
bool hasPeak(PeakUnit unit);

/// Measures for about `seconds` on `threads` threads (1 or more) at once, each
/// on a processor of its own where there are enough. Returns 10^9 operations a
/// second over all threads (a multiply-add counts two), or 10^9 bytes a second;
/// nothing if the processor has no such instruction or the machine no memory.
std::optional<double> measurePeak(PeakUnit unit, int32_t threads,
                                  double seconds);

} // namespace diffattn

#endif // DIFFATTN_PEAK_PEAK_H

//===- PeakC.cpp - measuring the peak from other languages ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tools/bench loads, so that the peak is measured in the process whose
// timings it is held against.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Peak/Peak.h"

/// measurePeak, with 0 for what the machine can't do. `unit` is a PeakUnit.
extern "C" __attribute__((visibility("default"))) double
diffattn_measure_peak(int32_t unit, int32_t threads, double seconds) {
  return diffattn::measurePeak(static_cast<diffattn::PeakUnit>(unit), threads,
                               seconds)
      .value_or(0);
}

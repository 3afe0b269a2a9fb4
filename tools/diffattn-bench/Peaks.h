//===- Peaks.h - the peaks beside a timing ----------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_BENCH_PEAKS_H
#define DIFFATTN_TOOLS_DIFFATTN_BENCH_PEAKS_H

#include "diffattn/Peak/Peak.h"
#include "llvm/Support/raw_ostream.h"

namespace diffattn::bench {

/// GFLOP/s and GB/s; 0: not known.
struct Peaks {
  double arithmetic = 0;
  double read = 0;
};

/// What products of bf16 are fastest by: not all processors that have
/// instructions for bf16 have fast ones.
PeakUnit fasterUnit(int32_t threads);

/// The best of a few short measurements: what disturbs one only makes it less.
Peaks measurePeaks(PeakUnit arithmetic, int32_t threads);

/// Prints all peaks of the processor as a JSON object.
void printPeaks(llvm::raw_ostream &os, int32_t threads);

} // namespace diffattn::bench

#endif // DIFFATTN_TOOLS_DIFFATTN_BENCH_PEAKS_H

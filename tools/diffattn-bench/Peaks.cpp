//===- Peaks.cpp - the peaks beside a timing ------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peaks.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace diffattn;
using namespace diffattn::bench;

/// 0 if the processor can't do it.
static double best(PeakUnit unit, int32_t threads) {
  constexpr double seconds = 0.02;
  double peak = 0;
  for (int i = 0; i < 3; ++i)
    peak = std::max(peak, measurePeak(unit, threads, seconds).value_or(0));
  return peak;
}

PeakUnit bench::fasterUnit(int32_t threads) {
  bool isBF16 = best(PeakUnit::BF16, threads) > best(PeakUnit::F32, threads);
  return isBF16 ? PeakUnit::BF16 : PeakUnit::F32;
}

Peaks bench::measurePeaks(PeakUnit arithmetic, int32_t threads) {
  return {best(arithmetic, threads), best(PeakUnit::Read, threads)};
}

void bench::printPeaks(llvm::raw_ostream &os, int32_t threads) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  auto attribute = [&](const char *name, PeakUnit unit) {
    json.attributeBegin(name);
    if (hasPeak(unit))
      json.rawValue([&](llvm::raw_ostream &number) {
        number << llvm::format("%.1f", best(unit, threads));
      });
    else
      json.value(nullptr);
    json.attributeEnd();
  };
  json.object([&] {
    json.attribute("threads", threads);
    json.attribute("vector_bits", peakVectorBits());
    attribute("f32_gflops", PeakUnit::F32);
    attribute("bf16_gflops", PeakUnit::BF16);
    attribute("read_gbs", PeakUnit::Read);
  });
  os << '\n';
}

//===- PeakTest.cpp - loops that measure a processor ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Peak/Peak.h"
#include "Kernels.h"
#include <chrono>
#include <gtest/gtest.h>
#include <vector>

using namespace diffattn;
using namespace diffattn::peak;

namespace {
/// The loops of one width of vectors; widths that the processor lacks are left
/// out.
class Width : public testing::TestWithParam<int32_t> {
protected:
  void SetUp() override {
    if (GetParam() > vectorBits())
      GTEST_SKIP() << "no vectors of " << GetParam() << " bits";
  }
};
} // namespace

/// Operations a second, the best of a few runs.
static double rate(ArithmeticKernel kernel, int64_t iterations) {
  double best = 0;
  for (int i = 0; i < 5; ++i) {
    auto start = std::chrono::steady_clock::now();
    kernel.run(iterations);
    std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - start;
    best =
        std::max(best, iterations * kernel.flopsPerIteration / seconds.count());
  }
  return best;
}

/// A loop that ended early, or that was left out, would be faster than any
/// processor: 20 GHz with 4 vectors a cycle.
TEST_P(Width, ArithmeticTakesItsTime) {
  double most = 20e9 * 4 * 2 * GetParam() / 32;
  for (ArithmeticKernel kernel :
       {selectF32(GetParam()), selectBF16(GetParam())}) {
    if (!kernel.run)
      continue;
    double found = rate(kernel, 100'000);
    EXPECT_GT(found, 1e7);
    EXPECT_LT(found, 2 * most);
  }
}

/// Reads exactly what it is told to: the memory behind is not there.
TEST_P(Width, ReadsToTheEnd) {
  std::vector<float> memory(64 * 5 + 16, 1.0f);
  auto address = reinterpret_cast<uintptr_t>(memory.data());
  float *aligned = memory.data() + (64 - address % 64) % 64 / sizeof(float);
  EXPECT_EQ(selectRead(GetParam())(aligned, 64 * 5), 64 * 5);
  EXPECT_EQ(selectRead(GetParam())(aligned, 0), 0);
}

INSTANTIATE_TEST_SUITE_P(All, Width, testing::Values(128, 256, 512),
                         testing::PrintToStringParamName());

TEST(Peak, BF16IsThereOrNot) {
  EXPECT_EQ(measurePeak(PeakUnit::BF16, 1, 0.001).has_value(),
            hasPeak(PeakUnit::BF16));
  EXPECT_TRUE(hasPeak(PeakUnit::F32));
  EXPECT_TRUE(hasPeak(PeakUnit::Read));
}

TEST(Peak, MoreThreadsThanProcessors) {
  EXPECT_GT(measurePeak(PeakUnit::F32, 9, 0.001).value_or(0), 0);
  EXPECT_GT(measurePeak(PeakUnit::Read, 300, 0.001).value_or(0), 0);
}

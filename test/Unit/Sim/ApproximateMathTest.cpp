//===- ApproximateMathTest.cpp - errors of the approximate functions ------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Sim/Kernel.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

static constexpr float kInfinity = std::numeric_limits<float>::infinity();
static constexpr float kSubnormal = 1e-40f;

/// The largest relative error over `count` operands from `first` to `last`.
/// Both directions must occur.
template <typename Function, typename Exact>
static double largestError(Function function, Exact exact, float first,
                           float last) {
  double largest = 0;
  bool above = false, below = false;
  for (int i = 0; i < 1000; ++i) {
    float x = first + (last - first) * float(i) / 1000;
    double error = double(function(x, 0)) / exact(double(x)) - 1;
    above |= error > 0;
    below |= error < 0;
    largest = std::max(largest, std::fabs(error));
  }
  EXPECT_TRUE(above && below);
  return largest;
}

/// The error is the documented one, and half a unit of rounding.
static void expectError(double error, double documented) {
  EXPECT_GT(error, 0.9 * documented);
  EXPECT_LT(error, documented + 0x1p-24);
}

TEST(ApproximateMathTest, errorsAreTheDocumentedOnes) {
  using D = double;
  expectError(largestError(
                  diffattn_sim_ex2, [](D x) { return std::exp2(x); }, -30, 20),
              0x1p-22);
  expectError(largestError(
                  diffattn_sim_lg2, [](D x) { return std::log2(x); }, 3, 900),
              0x1p-22);
  expectError(largestError(
                  diffattn_sim_rcp, [](D x) { return 1 / x; }, 0.1f, 90),
              0x1p-23);
  expectError(
      largestError(
          diffattn_sim_sqrt, [](D x) { return std::sqrt(x); }, 0.1f, 90),
      0x1p-23);
  expectError(
      largestError(
          diffattn_sim_rsqrt, [](D x) { return 1 / std::sqrt(x); }, 0.1f, 90),
      1.28e-7);
  expectError(largestError(
                  diffattn_sim_tanh, [](D x) { return std::tanh(x); }, 0.1f, 4),
              0x1p-11);
  expectError(
      largestError([](float x, int) { return diffattn_sim_div(3, x, 0); },
                   [](D x) { return 3 / x; }, 0.1f, 90),
      0x1p-22);
}

TEST(ApproximateMathTest, sameErrorEveryTime) {
  EXPECT_EQ(diffattn_sim_ex2(0.7f, 0), diffattn_sim_ex2(0.7f, 0));
}

TEST(ApproximateMathTest, specialOperands) {
  EXPECT_EQ(diffattn_sim_ex2(-kInfinity, 1), 0);
  EXPECT_EQ(diffattn_sim_ex2(kInfinity, 1), kInfinity);
  EXPECT_TRUE(std::isnan(diffattn_sim_ex2(NAN, 1)));
  EXPECT_EQ(diffattn_sim_lg2(0, 0), -kInfinity);
  EXPECT_EQ(diffattn_sim_rcp(0, 0), kInfinity);
  EXPECT_EQ(diffattn_sim_rcp(-kInfinity, 0), 0);
  EXPECT_TRUE(std::isnan(diffattn_sim_sqrt(-1, 0)));
  EXPECT_EQ(diffattn_sim_div(1, kInfinity, 0), 0);
  EXPECT_EQ(diffattn_sim_div(1, 0x1p127f, 0), 0);
}

TEST(ApproximateMathTest, flushing) {
  EXPECT_EQ(diffattn_sim_ex2(-130, 1), 0);
  EXPECT_GT(diffattn_sim_ex2(-130, 0), 0);
  EXPECT_EQ(diffattn_sim_rcp(kSubnormal, 1), kInfinity);
  EXPECT_EQ(diffattn_sim_sqrt(kSubnormal, 1), 0);
  EXPECT_GT(diffattn_sim_sqrt(kSubnormal, 0), 0);
}

TEST(ApproximateMathTest, toTF32) {
  auto convert = [](float x) {
    int32_t bits = diffattn_sim_to_tf32(x);
    float value;
    std::memcpy(&value, &bits, sizeof value);
    EXPECT_EQ(bits & 0x1FFF, 0);
    return value;
  };
  EXPECT_EQ(convert(1.5f), 1.5f);
  EXPECT_EQ(convert(1 + 0x1p-12f), 1);
  // Ties go away from 0.
  EXPECT_EQ(convert(1 + 0x1p-11f), 1 + 0x1p-10f);
  EXPECT_EQ(convert(-1 - 0x1p-11f), -1 - 0x1p-10f);
  EXPECT_EQ(convert(1 + 0x3p-11f), 1 + 0x1p-9f);
  EXPECT_EQ(convert(-kInfinity), -kInfinity);
  EXPECT_TRUE(std::isnan(convert(std::nanf("0x1"))));
}

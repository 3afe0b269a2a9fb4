//===- HalfFloatsTest.cpp - conversions that LLVM calls by name -----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Sim/Create.h"
#include <cmath>
#include <cstring>
#include <dlfcn.h>
#include <gtest/gtest.h>

namespace {
/// A function of the emulator's library (the program may have its own of that
/// name).
template <typename Function>
Function *lookup(const char *name) {
  Dl_info info;
  EXPECT_TRUE(dladdr(reinterpret_cast<void *>(&diffattn_sim_create), &info));
  void *library = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  EXPECT_NE(library, nullptr);
  auto *found = reinterpret_cast<Function *>(dlsym(library, name));
  EXPECT_NE(found, nullptr) << name;
  return found;
}

template <typename T>
uint16_t bitsOf(T value) {
  uint16_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

template <typename T>
T fromBits(uint16_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// The value of a finite f16 or bf16, by its exponent and mantissa.
double valueOf(uint16_t bits, int mantissaBits) {
  int exponentBits = 15 - mantissaBits;
  int bias = (1 << (exponentBits - 1)) - 1;
  int exponent = bits >> mantissaBits & ((1 << exponentBits) - 1);
  double mantissa = bits & ((1 << mantissaBits) - 1);
  if (exponent)
    mantissa += 1 << mantissaBits;
  double magnitude =
      std::ldexp(mantissa, (exponent ? exponent : 1) - bias - mantissaBits);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// Each finite number converts to itself; what lies between two goes to the
/// nearer one, and from the middle to the even one.
template <typename Half, typename Wide>
void checkRounding(const char *name, int mantissaBits) {
  auto *convert = lookup<Half(Wide)>(name);
  int last = mantissaBits == 10 ? 0x7BFF : 0x7F7F;
  for (int bits = 0; bits < last; ++bits) {
    double low = valueOf(bits, mantissaBits);
    double high = valueOf(bits + 1, mantissaBits);
    double middle = (low + high) / 2;
    double step = (high - low) / 16;
    EXPECT_EQ(bitsOf(convert(Wide(low))), bits);
    EXPECT_EQ(bitsOf(convert(Wide(-low))), bits | 0x8000);
    EXPECT_EQ(bitsOf(convert(Wide(middle))), bits + (bits & 1)) << bits;
    EXPECT_EQ(bitsOf(convert(Wide(middle - step))), bits);
    EXPECT_EQ(bitsOf(convert(Wide(middle + step))), bits + 1);
    if (testing::Test::HasFailure())
      return;
  }
  EXPECT_EQ(bitsOf(convert(Wide(INFINITY))), last + 1);
  EXPECT_EQ(bitsOf(convert(Wide(-INFINITY))), 0x8000 | (last + 1));
  EXPECT_GT(bitsOf(convert(Wide(NAN))) & 0x7FFF, last + 1);
}
} // namespace

TEST(HalfFloatsTest, rounding) {
  checkRounding<_Float16, float>("__truncsfhf2", 10);
  checkRounding<_Float16, double>("__truncdfhf2", 10);
  checkRounding<__bf16, float>("__truncsfbf2", 7);
  checkRounding<__bf16, double>("__truncdfbf2", 7);
}

TEST(HalfFloatsTest, doublesRoundOnce) {
  auto *toBF16 = lookup<__bf16(double)>("__truncdfbf2");
  auto *toF16 = lookup<_Float16(double)>("__truncdfhf2");
  // Just above the middle of two; f32 has only the middle.
  EXPECT_EQ(bitsOf(toBF16(1 + 0x1p-8 + 0x1p-40)), 0x3F81);
  EXPECT_EQ(bitsOf(toBF16(1 + 0x1p-8 - 0x1p-40)), 0x3F80);
  EXPECT_EQ(bitsOf(toF16(1 + 0x1p-11 + 0x1p-40)), 0x3C01);
  EXPECT_EQ(bitsOf(toF16(65520)), 0x7C00);
  EXPECT_EQ(bitsOf(toF16(65519.999999)), 0x7BFF);
}

TEST(HalfFloatsTest, widening) {
  auto *widen = lookup<float(_Float16)>("__extendhfsf2");
  for (int bits = 0; bits < 0x7C00; ++bits) {
    EXPECT_EQ(widen(fromBits<_Float16>(bits)), float(valueOf(bits, 10)));
    EXPECT_EQ(widen(fromBits<_Float16>(0x8000 | bits)),
              float(-valueOf(bits, 10)));
  }
  EXPECT_EQ(widen(fromBits<_Float16>(0x7C00)), INFINITY);
  EXPECT_TRUE(std::isnan(widen(fromBits<_Float16>(0x7E00))));
}

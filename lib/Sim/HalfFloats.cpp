//===- HalfFloats.cpp - conversions that LLVM calls by name ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels compute in f16 and bf16, as the device does. On hosts without the
// instructions LLVM calls these functions of compiler-rt, which no artifact
// links. They round to nearest, ties to even.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Sim/Kernel.h"
#include <cstring>

namespace {
/// What LLVM passes an f16 and a bf16 as: the types where the compiler has
/// them, with the arithmetic done here on their bits.
using F16 = _Float16;
using BF16 = __bf16;

template <typename To, typename From>
To bitsAs(From from) {
  static_assert(sizeof(To) == sizeof(From), "another size");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}
} // namespace

/// Rounds to odd: rounding the result again is as good as rounding once.
static float toOddFloat(double x) {
  float rounded = float(x);
  uint32_t bits = bitsAs<uint32_t>(rounded);
  // Exact, a NaN, or odd already.
  if (double(rounded) == x || x != x || (bits & 1))
    return rounded;
  double away = rounded < 0 ? -double(rounded) : double(rounded);
  bool isTooLarge = away > (x < 0 ? -x : x);
  return bitsAs<float>(isTooLarge ? bits - 1 : bits + 1);
}

static uint16_t toBF16(float x) {
  uint32_t bits = bitsAs<uint32_t>(x);
  if (x != x)
    return bits >> 16 | 0x40;
  return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
}

static uint16_t toF16(float x) {
  uint32_t bits = bitsAs<uint32_t>(x), sign = bits >> 16 & 0x8000;
  uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000) // NaN
    return sign | 0x7E00 | (magnitude >> 13 & 0x3FF);
  if (magnitude >= 0x477FF000) // rounds to infinity
    return sign | 0x7C00;
  if (magnitude < 0x38800000) { // subnormal: f32 rounds the sum for us
    float sum = bitsAs<float>(magnitude) + 0.5f;
    return sign | (bitsAs<uint32_t>(sum) - 0x3F000000);
  }
  uint32_t rounded = magnitude + 0xFFF + (magnitude >> 13 & 1);
  return sign | (rounded - 0x38000000) >> 13;
}

static float fromF16(uint16_t half) {
  float scaled = bitsAs<float>(uint32_t(half & 0x7FFF) << 13) * 0x1p112f;
  uint32_t bits = bitsAs<uint32_t>(scaled);
  if (scaled >= 0x1p16f)
    bits |= 0x7F800000;
  return bitsAs<float>(bits | uint32_t(half & 0x8000) << 16);
}

extern "C" {

DIFFATTN_SIM_EXPORT BF16 __truncsfbf2(float x) {
  return bitsAs<BF16>(toBF16(x));
}
DIFFATTN_SIM_EXPORT BF16 __truncdfbf2(double x) {
  return bitsAs<BF16>(toBF16(toOddFloat(x)));
}
DIFFATTN_SIM_EXPORT F16 __truncsfhf2(float x) { return bitsAs<F16>(toF16(x)); }
DIFFATTN_SIM_EXPORT F16 __truncdfhf2(double x) {
  return bitsAs<F16>(toF16(toOddFloat(x)));
}
DIFFATTN_SIM_EXPORT float __extendhfsf2(F16 x) {
  return fromF16(bitsAs<uint16_t>(x));
}

} // extern "C"

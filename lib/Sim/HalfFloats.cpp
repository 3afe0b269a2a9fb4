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

#include "HalfFloats.h"
#include "diffattn/Sim/Kernel.h"

using namespace diffattn::sim;

namespace {
/// What LLVM passes an f16 and a bf16 as: the types where the compiler has
/// them, with the arithmetic done here on their bits.
using F16 = _Float16;
using BF16 = __bf16;
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

//===- ApproximateMath.cpp - the approximate functions of PTX -------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The exact result (in f64), moved by the largest error that the PTX manual
// documents: up or down by a hash of the operand.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Sim/Kernel.h"
#include <cfloat>
#include <cmath>
#include <cstring>

static uint32_t bitsOf(float x) {
  uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// 1 or -1.
static double direction(uint32_t bits) {
  bits = (bits ^ bits >> 16) * 0x85EBCA6Bu;
  bits = (bits ^ bits >> 13) * 0xC2B2AE35u;
  return (bits ^ bits >> 16) & 1 ? 1 : -1;
}

static float flushed(float x, int32_t flush) {
  return flush && std::fabs(x) < FLT_MIN ? std::copysign(0.0f, x) : x;
}

/// `exact`, off by a relative and an absolute error. Zeros, infinities and NaNs
/// are what they are.
static float approximate(double exact, uint32_t operands, double relative,
                         double absolute, int32_t flush) {
  double moved = exact;
  if (std::isfinite(exact) && exact != 0)
    moved += direction(operands) * (std::fabs(exact) * relative + absolute);
  return flushed(float(moved), flush);
}

extern "C" {

float diffattn_sim_ex2(float x, int32_t flush) {
  x = flushed(x, flush);
  return approximate(std::exp2(double(x)), bitsOf(x), 0x1p-22, 0, flush);
}

float diffattn_sim_lg2(float x, int32_t flush) {
  x = flushed(x, flush);
  bool isNearOne = x > 0.5f && x < 2;
  return approximate(std::log2(double(x)), bitsOf(x), isNearOne ? 0 : 0x1p-22,
                     isNearOne ? 0x1p-22 : 0, flush);
}

float diffattn_sim_rcp(float x, int32_t flush) {
  x = flushed(x, flush);
  return approximate(1 / double(x), bitsOf(x), 0x1p-23, 0, flush);
}

float diffattn_sim_sqrt(float x, int32_t flush) {
  x = flushed(x, flush);
  return approximate(std::sqrt(double(x)), bitsOf(x), 0x1p-23, 0, flush);
}

float diffattn_sim_rsqrt(float x, int32_t flush) {
  x = flushed(x, flush);
  // 2^-22.9.
  return approximate(1 / std::sqrt(double(x)), bitsOf(x), 1.28e-7, 0, flush);
}

float diffattn_sim_sin(float x, int32_t flush) {
  x = flushed(x, flush);
  // 2^-20.5 between -pi and pi.
  return approximate(std::sin(double(x)), bitsOf(x), 0, 6.75e-7, flush);
}

float diffattn_sim_cos(float x, int32_t flush) {
  x = flushed(x, flush);
  return approximate(std::cos(double(x)), bitsOf(x), 0, 6.75e-7, flush);
}

float diffattn_sim_tanh(float x, int32_t flush) {
  x = flushed(x, flush);
  return approximate(std::tanh(double(x)), bitsOf(x), 0x1p-11, 0, flush);
}

float diffattn_sim_div(float x, float y, int32_t flush) {
  x = flushed(x, flush);
  y = flushed(y, flush);
  // Two units in the last place; beyond 2^126 the result is 0.
  if (std::fabs(y) > 0x1p126f && std::isfinite(x))
    return std::isnan(y) ? y : std::copysign(0.0f, x) * std::copysign(1.0f, y);
  return approximate(double(x) / double(y), bitsOf(x) ^ bitsOf(y) * 31, 0x1p-22,
                     0, flush);
}

int32_t diffattn_sim_to_tf32(float x) {
  uint32_t bits = bitsOf(x);
  // All of the mantissa of a NaN is of no meaning, but it must not carry.
  return std::isfinite(x) ? (bits + 0x1000) & 0xFFFFE000
                          : (bits & 0xFFFFE000) | (x != x ? 0x400000 : 0);
}

} // extern "C"

//===- HalfFloats.h - f16 and bf16 by their bits ----------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_SIM_HALFFLOATS_H
#define DIFFATTN_LIB_SIM_HALFFLOATS_H

#include <cstdint>
#include <cstring>

namespace diffattn::sim {

/// The bits of `from` as another type.
template <typename To, typename From>
inline To bitsAs(From from) {
  static_assert(sizeof(To) == sizeof(From), "another size");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// The value of an f16: its bits, moved to where f32 has them, stand for
/// 2^-112 times the value, except for infinities and NaNs.
inline float fromF16(uint16_t half) {
  float scaled = bitsAs<float>(uint32_t(half & 0x7FFF) << 13) * 0x1p112f;
  uint32_t bits = bitsAs<uint32_t>(scaled);
  if (scaled >= 0x1p16f)
    bits |= 0x7F800000;
  return bitsAs<float>(bits | uint32_t(half & 0x8000) << 16);
}

inline float fromBF16(uint16_t half) {
  return bitsAs<float>(uint32_t(half) << 16);
}

/// Rounded to nearest, ties to even; NaNs stay NaNs.
inline uint16_t toF16(float x) {
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

inline uint16_t toBF16(float x) {
  uint32_t bits = bitsAs<uint32_t>(x);
  if (x != x)
    return bits >> 16 | 0x40;
  return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
}

} // namespace diffattn::sim

#endif // DIFFATTN_LIB_SIM_HALFFLOATS_H

//===- DType.cpp - element types and their conversions --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/DType.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace diffattn;

//===----------------------------------------------------------------------===//
// Names and sizes
//===----------------------------------------------------------------------===//

static constexpr DTypeInfo infos[] = {
    {DIFFATTN_F16, "f16", "F16", "<f2", 2, true},
    // NumPy has no bf16: ml_dtypes stores it as two raw bytes, which no reader
    // can tell from other raw data.
    {DIFFATTN_BF16, "bf16", "BF16", nullptr, 2, true},
    {DIFFATTN_F32, "f32", "F32", "<f4", 4, true},
    {DIFFATTN_F64, "f64", "F64", "<f8", 8, true},
    {DIFFATTN_BOOL, "bool", "BOOL", "|b1", 1, false},
    {DIFFATTN_I8, "i8", "I8", "|i1", 1, false},
    {DIFFATTN_I16, "i16", "I16", "<i2", 2, false},
    {DIFFATTN_I32, "i32", "I32", "<i4", 4, false},
    {DIFFATTN_I64, "i64", "I64", "<i8", 8, false},
};

const DTypeInfo *diffattn::lookupDType(int32_t dtype) {
  for (const DTypeInfo &info : infos)
    if (info.dtype == dtype)
      return &info;
  return nullptr;
}

std::string diffattn::dtypeName(int32_t dtype) {
  if (const DTypeInfo *info = lookupDType(dtype))
    return info->name;
  return "unknown element type " + std::to_string(dtype);
}

int64_t diffattn::dtypeSize(diffattn_dtype dtype) {
  return lookupDType(dtype)->size;
}

std::optional<diffattn_dtype> diffattn::parseDType(std::string_view name) {
  for (const DTypeInfo &info : infos)
    if (name == info.name)
      return info.dtype;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Half and bfloat16
//===----------------------------------------------------------------------===//

/// A binary format with 1 sign bit, `exponentBits` and `mantissaBits`, in 16
/// bits together.
struct SmallFloat {
  int exponentBits;
  int mantissaBits;

  int bias() const { return (1 << (exponentBits - 1)) - 1; }
  int maxExponent() const { return (1 << exponentBits) - 1; }
};

static constexpr SmallFloat half{5, 10};
static constexpr SmallFloat bfloat16{8, 7};

static double decode(SmallFloat format, uint16_t bits) {
  int mantissa = bits & ((1 << format.mantissaBits) - 1);
  int exponent = (bits >> format.mantissaBits) & format.maxExponent();
  double magnitude;
  if (exponent == format.maxExponent())
    magnitude = mantissa ? std::numeric_limits<double>::quiet_NaN()
                         : std::numeric_limits<double>::infinity();
  else if (exponent == 0)
    magnitude = std::ldexp(mantissa, 1 - format.bias() - format.mantissaBits);
  else
    magnitude = std::ldexp(mantissa + (1 << format.mantissaBits),
                           exponent - format.bias() - format.mantissaBits);
  return bits >> 15 ? -magnitude : magnitude;
}

static uint16_t encode(SmallFloat format, double value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  uint16_t infinity = format.maxExponent() << format.mantissaBits;
  if (std::isnan(value))
    return sign | infinity | (1 << (format.mantissaBits - 1));
  double magnitude = std::fabs(value);
  if (std::isinf(magnitude))
    return sign | infinity;
  if (magnitude == 0)
    return sign;

  // The spacing of the format's numbers around the value, fixed below the
  // smallest normal number. Counting in that unit is exact (a power of two),
  // and the default rounding of nearbyint is to nearest even. The count with
  // the exponent added is the encoding; a carry out of the mantissa moves to
  // the next exponent, up to infinity, by itself.
  int exponent = std::max(std::ilogb(magnitude), 1 - format.bias());
  double count =
      std::nearbyint(std::ldexp(magnitude, format.mantissaBits - exponent));
  int biased = exponent + format.bias() - 1;
  if (biased >= format.maxExponent())
    return sign | infinity;
  int encoding = (biased << format.mantissaBits) + static_cast<int>(count);
  return sign | std::min<int>(encoding, infinity);
}

double diffattn::halfToDouble(uint16_t bits) { return decode(half, bits); }
double diffattn::bfloat16ToDouble(uint16_t bits) {
  return decode(bfloat16, bits);
}
uint16_t diffattn::doubleToHalf(double value) { return encode(half, value); }
uint16_t diffattn::doubleToBFloat16(double value) {
  return encode(bfloat16, value);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

template <typename T>
static T read(const void *element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  return value;
}

template <typename T>
static void write(void *element, T value) {
  std::memcpy(element, &value, sizeof(T));
}

template <typename T>
static T saturate(int64_t value) {
  using Limits = std::numeric_limits<T>;
  return static_cast<T>(std::min<int64_t>(
      std::max<int64_t>(value, Limits::min()), Limits::max()));
}

/// Beyond the largest float, the conversion of C++ is undefined (though every
/// machine does the same): there it is spelled out.
static float toFloat(double value) {
  constexpr float largest = std::numeric_limits<float>::max();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  double magnitude = std::fabs(value);
  if (!(magnitude > largest))
    return static_cast<float>(value);
  // Half a step above the largest float is where rounding turns to infinity.
  return static_cast<float>(
      std::copysign(magnitude < 0x1.ffffffp127 ? largest : infinity, value));
}

/// Truncates toward zero. 2^63 itself is a double, so the bounds are exact.
static int64_t toInteger(double value) {
  if (std::isnan(value))
    return 0;
  if (value >= 0x1p63)
    return std::numeric_limits<int64_t>::max();
  if (value < -0x1p63)
    return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(value);
}

int64_t diffattn::loadInteger(diffattn_dtype dtype, const void *element) {
  switch (dtype) {
  case DIFFATTN_BOOL:
    return read<uint8_t>(element) != 0;
  case DIFFATTN_I8:
    return read<int8_t>(element);
  case DIFFATTN_I16:
    return read<int16_t>(element);
  case DIFFATTN_I32:
    return read<int32_t>(element);
  default:
    return read<int64_t>(element);
  }
}

void diffattn::storeInteger(diffattn_dtype dtype, void *element,
                            int64_t value) {
  switch (dtype) {
  case DIFFATTN_BOOL:
    return write<uint8_t>(element, value != 0);
  case DIFFATTN_I8:
    return write(element, saturate<int8_t>(value));
  case DIFFATTN_I16:
    return write(element, saturate<int16_t>(value));
  case DIFFATTN_I32:
    return write(element, saturate<int32_t>(value));
  default:
    return write(element, value);
  }
}

double diffattn::loadElement(diffattn_dtype dtype, const void *element) {
  switch (dtype) {
  case DIFFATTN_F16:
    return halfToDouble(read<uint16_t>(element));
  case DIFFATTN_BF16:
    return bfloat16ToDouble(read<uint16_t>(element));
  case DIFFATTN_F32:
    return read<float>(element);
  case DIFFATTN_F64:
    return read<double>(element);
  default:
    return static_cast<double>(loadInteger(dtype, element));
  }
}

void diffattn::storeElement(diffattn_dtype dtype, void *element, double value) {
  switch (dtype) {
  case DIFFATTN_F16:
    return write(element, doubleToHalf(value));
  case DIFFATTN_BF16:
    return write(element, doubleToBFloat16(value));
  case DIFFATTN_F32:
    return write(element, toFloat(value));
  case DIFFATTN_F64:
    return write(element, value);
  case DIFFATTN_BOOL:
    return write<uint8_t>(element, value != 0);
  default:
    return storeInteger(dtype, element, toInteger(value));
  }
}

//===- DTypeTest.cpp ------------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/DType.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace diffattn;

static constexpr double inf = std::numeric_limits<double>::infinity();
static constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// Whether `value` encodes as `bits`, and minus `value` with the sign bit.
#define EXPECT_BITS(encode, value, bits)                                       \
  EXPECT_EQ(encode(value), bits);                                              \
  EXPECT_EQ(encode(-(value)), (bits) | 0x8000)

TEST(DType, NamesAndSizes) {
  EXPECT_EQ(dtypeName(DIFFATTN_BF16), "bf16");
  EXPECT_EQ(dtypeName(17), "unknown element type 17");
  EXPECT_EQ(parseDType("i16"), DIFFATTN_I16);
  EXPECT_EQ(parseDType("F32"), std::nullopt);
  EXPECT_EQ(parseDType(""), std::nullopt);
  EXPECT_EQ(dtypeSize(DIFFATTN_BOOL), 1);
  EXPECT_EQ(dtypeSize(DIFFATTN_F64), 8);
  EXPECT_EQ(lookupDType(0), nullptr);
  EXPECT_EQ(lookupDType(10), nullptr);
}

TEST(DType, EveryHalfSurvivesTheWayThroughDouble) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    double value = halfToDouble(bits);
    if (std::isnan(value))
      EXPECT_TRUE(std::isnan(halfToDouble(doubleToHalf(value))));
    else
      ASSERT_EQ(doubleToHalf(value), bits);
  }
}

TEST(DType, EveryBFloat16IsTheUpperHalfOfAFloat) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    float value;
    uint32_t wide = bits << 16;
    memcpy(&value, &wide, sizeof(value));
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(bfloat16ToDouble(bits)));
      continue;
    }
    ASSERT_EQ(bfloat16ToDouble(bits), value);
    ASSERT_EQ(doubleToBFloat16(value), bits);
  }
}

/// Between each two neighbours: the middle goes to the even one, and the least
/// step beside the middle to the nearer one.
template <typename Encode, typename Decode>
static void checkRounding(Encode encode, Decode decode, uint32_t infinity) {
  for (uint32_t bits = 0; bits + 1 < infinity; ++bits) {
    double middle = (decode(bits) + decode(bits + 1)) / 2;
    ASSERT_EQ(encode(middle), bits + (bits & 1));
    ASSERT_EQ(encode(std::nextafter(middle, 0)), bits);
    ASSERT_EQ(encode(std::nextafter(middle, inf)), bits + 1);
  }
}

TEST(DType, HalfRoundsToNearestEven) {
  checkRounding(doubleToHalf, halfToDouble, 0x7c00);
}

TEST(DType, BFloat16RoundsToNearestEven) {
  checkRounding(doubleToBFloat16, bfloat16ToDouble, 0x7f80);
}

TEST(DType, HalfEdges) {
  EXPECT_BITS(doubleToHalf, 0.0, 0x0000);
  EXPECT_BITS(doubleToHalf, 0x1p-24, 0x0001); // smallest subnormal
  EXPECT_BITS(doubleToHalf, 0x1p-25, 0x0000); // half of it: to even
  EXPECT_BITS(doubleToHalf, 0x1.8p-25, 0x0001);
  EXPECT_BITS(doubleToHalf, 0x1p-14, 0x0400); // smallest normal
  EXPECT_BITS(doubleToHalf, 65504.0, 0x7bff); // largest
  EXPECT_BITS(doubleToHalf, 65519.9, 0x7bff);
  EXPECT_BITS(doubleToHalf, 65520.0, 0x7c00); // the middle: to infinity
  EXPECT_BITS(doubleToHalf, 1e300, 0x7c00);
  EXPECT_BITS(doubleToHalf, inf, 0x7c00);
  EXPECT_BITS(doubleToHalf, 1e-300, 0x0000);
  EXPECT_TRUE(std::isnan(halfToDouble(doubleToHalf(notANumber))));
}

TEST(DType, BFloat16Edges) {
  EXPECT_BITS(doubleToBFloat16, 0x1p-133, 0x0001); // smallest subnormal
  EXPECT_BITS(doubleToBFloat16, 0x1p-134, 0x0000);
  EXPECT_BITS(doubleToBFloat16, 0x1.fep127, 0x7f7f); // largest
  EXPECT_BITS(doubleToBFloat16, 0x1.ffp127, 0x7f80);
  EXPECT_BITS(doubleToBFloat16, inf, 0x7f80);
  EXPECT_TRUE(std::isnan(bfloat16ToDouble(doubleToBFloat16(notANumber))));
}

template <typename T>
static T stored(diffattn_dtype dtype, double value) {
  T element;
  storeElement(dtype, &element, value);
  return element;
}

TEST(DType, FloatOverflowsToInfinityFromTheMiddleOn) {
  constexpr float largest = std::numeric_limits<float>::max();
  EXPECT_EQ(stored<float>(DIFFATTN_F32, 0x1.fffffefp127), largest);
  EXPECT_EQ(stored<float>(DIFFATTN_F32, 0x1.ffffffp127), inf);
  EXPECT_EQ(stored<float>(DIFFATTN_F32, -1e300), -inf);
  EXPECT_EQ(stored<float>(DIFFATTN_F32, -inf), -inf);
  EXPECT_TRUE(std::isnan(stored<float>(DIFFATTN_F32, notANumber)));
  EXPECT_EQ(stored<float>(DIFFATTN_F32, 0x1p-149), 0x1p-149f);
}

TEST(DType, IntegersTruncateAndSaturate) {
  EXPECT_EQ(stored<int8_t>(DIFFATTN_I8, -1.9), -1);
  EXPECT_EQ(stored<int8_t>(DIFFATTN_I8, 1e9), 127);
  EXPECT_EQ(stored<int16_t>(DIFFATTN_I16, -1e9), -32768);
  EXPECT_EQ(stored<int32_t>(DIFFATTN_I32, inf), INT32_MAX);
  EXPECT_EQ(stored<int64_t>(DIFFATTN_I64, 0x1p63), INT64_MAX);
  EXPECT_EQ(stored<int64_t>(DIFFATTN_I64, -0x1p63), INT64_MIN);
  EXPECT_EQ(stored<int64_t>(DIFFATTN_I64, notANumber), 0);
  EXPECT_EQ(stored<uint8_t>(DIFFATTN_BOOL, 0.5), 1);
  EXPECT_EQ(stored<uint8_t>(DIFFATTN_BOOL, 0), 0);
}

TEST(DType, IntegersKeepAllBits) {
  int64_t element = 0, odd = (int64_t(1) << 53) + 1;
  storeInteger(DIFFATTN_I64, &element, odd);
  EXPECT_EQ(loadInteger(DIFFATTN_I64, &element), odd);
  EXPECT_EQ(loadElement(DIFFATTN_I64, &element), 0x1p53);
  storeInteger(DIFFATTN_I32, &element, INT64_MAX);
  EXPECT_EQ(loadInteger(DIFFATTN_I32, &element), INT32_MAX);
  storeInteger(DIFFATTN_BOOL, &element, -3);
  EXPECT_EQ(loadInteger(DIFFATTN_BOOL, &element), 1);
}

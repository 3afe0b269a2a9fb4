//===- HalfFloatsTest.cpp - conversions of f16 and bf16 -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every half float, and every value at which rounding could go wrong, against
// LLVM's APFloat. The code is for the baseline processor, which has no
// instructions for them.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstring>
#include <random>

using namespace mlir;
using namespace mlir::diffattn;
using llvm::APFloat;

namespace {
constexpr unsigned kPatterns = 1 << 16;

struct HalfType {
  const char *name;
  diffattn_dtype dtype;
  const llvm::fltSemantics &semantics;
};

const HalfType kTypes[] = {{"f16", DIFFATTN_F16, APFloat::IEEEhalf()},
                           {"bf16", DIFFATTN_BF16, APFloat::BFloat()}};

/// `function` is elementwise from `from` to `to` by `operation`.
std::string elementwise(StringRef function, StringRef operation, StringRef from,
                        StringRef to) {
  return ("func.func @" + function + "(%a: tensor<?x" + from +
          ">) -> tensor<?x" + to + "> {\n  %0 = " + operation +
          " %a : tensor<?x" + from + "> to tensor<?x" + to +
          ">\n  return %0 : tensor<?x" + to + ">\n}\n")
      .str();
}

/// Compiles conversions between `half` and the other types.
Loaded compileConversions(StringRef half) {
  std::string source = elementwise("to_f32", "arith.extf", half, "f32") +
                       elementwise("to_f64", "arith.extf", half, "f64") +
                       elementwise("from_f32", "arith.truncf", "f32", half) +
                       elementwise("from_f64", "arith.truncf", "f64", half) +
                       elementwise("from_i32", "arith.sitofp", "i32", half) +
                       elementwise("from_i64", "arith.sitofp", "i64", half) +
                       elementwise("from_u64", "arith.uitofp", "i64", half) +
                       elementwise("to_i64", "arith.fptosi", half, "i64");
  return compileAndLoad(source);
}

template <typename In, typename Out>
std::vector<Out> convert(const Loaded &loaded, StringRef function,
                         std::vector<In> in, diffattn_dtype from,
                         diffattn_dtype to) {
  std::vector<Out> out(in.size());
  EXPECT_EQ(call(loaded.object->lookup(function),
                 {Row<In>(in, from).get(), Row<Out>(out, to).get()}),
            "");
  return out;
}

/// The bits of `value`, rounded to nearest, ties to even.
uint16_t round(APFloat value, const HalfType &type) {
  bool lost = false;
  value.convert(type.semantics, APFloat::rmNearestTiesToEven, &lost);
  return value.bitcastToAPInt().getZExtValue();
}

double widen(uint16_t bits, const HalfType &type) {
  APFloat value(type.semantics, llvm::APInt(16, bits));
  bool lost = false;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  return value.convertToDouble();
}

bool isNan(uint16_t bits, const HalfType &type) {
  return APFloat(type.semantics, llvm::APInt(16, bits)).isNaN();
}

/// Equal bits, or both NaN.
void expectSame(uint16_t found, uint16_t expected, const HalfType &type,
                double value) {
  if (isNan(expected, type))
    EXPECT_TRUE(isNan(found, type)) << type.name << " of " << value;
  else
    EXPECT_EQ(found, expected) << type.name << " of " << value;
}

/// Each half float, the point midway to the next one, and the neighbours of
/// both in type T.
template <typename T>
std::vector<T> hardValues(const HalfType &type) {
  std::vector<T> values;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  for (unsigned bits = 0; bits < kPatterns; ++bits) {
    T value = widen(bits, type);
    T next = widen(bits + 1, type);
    T midway = value + (next - value) / 2;
    for (T point : {value, midway})
      for (T x : {point, std::nextafter(point, infinity),
                  std::nextafter(point, -infinity)})
        values.push_back(x);
  }
  return values;
}

class HalfFloats : public testing::TestWithParam<int> {
protected:
  const HalfType &type = kTypes[GetParam()];
  Loaded loaded = compileConversions(type.name);

  void SetUp() override { ASSERT_TRUE(loaded.object) << loaded.diagnostics; }
};
} // namespace

TEST_P(HalfFloats, AllWiden) {
  std::vector<uint16_t> all(kPatterns);
  for (unsigned i = 0; i < kPatterns; ++i)
    all[i] = i;
  auto f32 =
      convert<uint16_t, float>(loaded, "to_f32", all, type.dtype, DIFFATTN_F32);
  auto f64 = convert<uint16_t, double>(loaded, "to_f64", all, type.dtype,
                                       DIFFATTN_F64);
  for (unsigned i = 0; i < kPatterns; ++i) {
    double expected = widen(i, type);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(f32[i]) && std::isnan(f64[i])) << i;
      continue;
    }
    EXPECT_EQ(llvm::bit_cast<uint32_t>(f32[i]),
              llvm::bit_cast<uint32_t>(float(expected)))
        << i;
    EXPECT_EQ(llvm::bit_cast<uint64_t>(f64[i]),
              llvm::bit_cast<uint64_t>(expected))
        << i;
  }
}

TEST_P(HalfFloats, F32RoundsOnce) {
  std::vector<float> values = hardValues<float>(type);
  std::mt19937 random(1);
  for (int i = 0; i < 100000; ++i)
    values.push_back(llvm::bit_cast<float>(uint32_t(random())));
  auto found = convert<float, uint16_t>(loaded, "from_f32", values,
                                        DIFFATTN_F32, type.dtype);
  for (size_t i = 0; i < values.size(); ++i)
    expectSame(found[i], round(APFloat(values[i]), type), type, values[i]);
}

TEST_P(HalfFloats, F64RoundsOnce) {
  std::vector<double> values = hardValues<double>(type);
  std::mt19937_64 random(2);
  for (int i = 0; i < 100000; ++i)
    values.push_back(llvm::bit_cast<double>(uint64_t(random())));
  auto found = convert<double, uint16_t>(loaded, "from_f64", values,
                                         DIFFATTN_F64, type.dtype);
  for (size_t i = 0; i < values.size(); ++i)
    expectSame(found[i], round(APFloat(values[i]), type), type, values[i]);
}

TEST_P(HalfFloats, IntegersRoundOnce) {
  std::vector<int64_t> values;
  for (unsigned a = 0; a < 64; ++a)
    for (unsigned b = 0; b < 64; ++b)
      for (int64_t low : {-1, 0, 1})
        for (uint64_t sign : {0, 1}) {
          uint64_t value = (uint64_t(1) << a) + (uint64_t(1) << b) + low;
          values.push_back(sign ? ~value + 1 : value);
        }
  std::vector<int32_t> narrow(values.begin(), values.end());
  auto i64 = convert<int64_t, uint16_t>(loaded, "from_i64", values,
                                        DIFFATTN_I64, type.dtype);
  auto u64 = convert<int64_t, uint16_t>(loaded, "from_u64", values,
                                        DIFFATTN_I64, type.dtype);
  auto i32 = convert<int32_t, uint16_t>(loaded, "from_i32", narrow,
                                        DIFFATTN_I32, type.dtype);
  auto expected = [&](uint64_t value, bool isSigned) -> uint16_t {
    APFloat result(type.semantics);
    result.convertFromAPInt(llvm::APInt(64, value), isSigned,
                            APFloat::rmNearestTiesToEven);
    return result.bitcastToAPInt().getZExtValue();
  };
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(i64[i], expected(values[i], true)) << values[i];
    EXPECT_EQ(u64[i], expected(values[i], false)) << uint64_t(values[i]);
    EXPECT_EQ(i32[i], expected(int64_t(narrow[i]), true)) << narrow[i];
  }
}

TEST_P(HalfFloats, ToIntegersSaturates) {
  std::vector<uint16_t> all(kPatterns);
  for (unsigned i = 0; i < kPatterns; ++i)
    all[i] = i;
  auto found = convert<uint16_t, int64_t>(loaded, "to_i64", all, type.dtype,
                                          DIFFATTN_I64);
  for (unsigned i = 0; i < kPatterns; ++i) {
    APFloat value(type.semantics, llvm::APInt(16, i));
    llvm::APSInt expected(64, /*isUnsigned=*/false);
    bool isExact = false;
    value.convertToInteger(expected, APFloat::rmTowardZero, &isExact);
    EXPECT_EQ(found[i], value.isNaN() ? 0 : expected.getExtValue()) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Types, HalfFloats, testing::Values(0, 1),
                         [](const auto &info) {
                           return std::string(kTypes[info.param].name);
                         });

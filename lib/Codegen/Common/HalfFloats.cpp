//===- HalfFloats.cpp - conversions of f16 and bf16 ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/HalfFloats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::diffattn;

bool mlir::diffattn::isHalf(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF16() || element.isBF16();
}

namespace {
/// Shorthand for arithmetic on values of one shape.
class Emitter {
public:
  Emitter(ImplicitLocOpBuilder &b, Type shape) : b(b), shape(shape) {}

  Type type(Type element) const {
    if (auto shaped = dyn_cast<ShapedType>(shape))
      return shaped.clone(element);
    return element;
  }
  Type i(unsigned width) const { return type(b.getIntegerType(width)); }

  Value constant(unsigned width, uint64_t bits) {
    Type wanted = i(width);
    TypedAttr attr = b.getIntegerAttr(b.getIntegerType(width),
                                      APInt(width, bits, false, true));
    if (auto shaped = dyn_cast<ShapedType>(wanted))
      attr = DenseElementsAttr::get(shaped, Attribute(attr));
    return arith::ConstantOp::create(b, wanted, attr);
  }
  Value cast(Value value, Type element) {
    return arith::BitcastOp::create(b, type(element), value);
  }
  Value bits(Value value, unsigned width) {
    return cast(value, b.getIntegerType(width));
  }
  Value f32(Value bits) { return cast(bits, b.getF32Type()); }
  Value extend(Value value, unsigned width) {
    return arith::ExtUIOp::create(b, i(width), value);
  }
  Value truncate(Value value, unsigned width) {
    return arith::TruncIOp::create(b, i(width), value);
  }
  Value andi(Value x, Value y) { return arith::AndIOp::create(b, x, y); }
  Value ori(Value x, Value y) { return arith::OrIOp::create(b, x, y); }
  Value xori(Value x, Value y) { return arith::XOrIOp::create(b, x, y); }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, x, y); }
  Value shl(Value x, Value y) { return arith::ShLIOp::create(b, x, y); }
  Value shr(Value x, Value y) { return arith::ShRUIOp::create(b, x, y); }
  Value addf(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value subf(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value compare(arith::CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(b, predicate, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }

private:
  ImplicitLocOpBuilder &b;
  Type shape;
};
} // namespace

using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// bf16: the upper half of an f32
//===----------------------------------------------------------------------===//

static Value bf16ToF32(ImplicitLocOpBuilder &b, Value half) {
  Emitter e(b, half.getType());
  Value bits = e.extend(e.bits(half, 16), 32);
  return e.f32(e.shl(bits, e.constant(32, 16)));
}

static Value f32ToBF16(ImplicitLocOpBuilder &b, Value value) {
  Emitter e(b, value.getType());
  Value bits = e.bits(value, 32);
  Value sixteen = e.constant(32, 16);
  // To nearest: add just under half a unit, and the last bit for ties.
  Value last = e.andi(e.shr(bits, sixteen), e.constant(32, 1));
  Value bias = e.add(last, e.constant(32, 0x7fff));
  Value rounded = e.shr(e.add(bits, bias), sixteen);
  // Adding could carry a NaN over to infinity or zero.
  Value quiet = e.ori(e.shr(bits, sixteen), e.constant(32, 0x40));
  Value magnitude = e.andi(bits, e.constant(32, 0x7fffffff));
  Value isNan =
      e.compare(CmpIPredicate::ugt, magnitude, e.constant(32, 0x7f800000));
  Value result = e.truncate(e.select(isNan, quiet, rounded), 16);
  return e.cast(result, b.getBF16Type());
}

//===----------------------------------------------------------------------===//
// f16: 5 bits of exponent, bias 15; f32 has 8 bits, bias 127
//===----------------------------------------------------------------------===//

static Value f16ToF32(ImplicitLocOpBuilder &b, Value half) {
  Emitter e(b, half.getType());
  Value bits = e.extend(e.bits(half, 16), 32);
  Value thirteen = e.constant(32, 13);
  Value magnitude = e.shl(e.andi(bits, e.constant(32, 0x7fff)), thirteen);
  Value exponent = e.andi(magnitude, e.constant(32, 0x7c00 << 13));
  Value rebiased = e.add(magnitude, e.constant(32, (127 - 15) << 23));
  // Infinity and NaN have the largest exponent in either format.
  Value special = e.add(rebiased, e.constant(32, (128 - 16) << 23));
  // A subnormal m * 2^-24 is (2^-14 + m * 2^-24) - 2^-14, which is exact.
  Value smallestNormal = e.constant(32, (127 - 14) << 23);
  Value oneUp = e.add(rebiased, e.constant(32, 1 << 23));
  Value subnormal = e.bits(e.subf(e.f32(oneUp), e.f32(smallestNormal)), 32);

  Value isSpecial =
      e.compare(CmpIPredicate::eq, exponent, e.constant(32, 0x7c00 << 13));
  Value isSubnormal = e.compare(CmpIPredicate::eq, exponent, e.constant(32, 0));
  Value result = e.select(isSpecial, special, rebiased);
  result = e.select(isSubnormal, subnormal, result);
  Value sign = e.shl(e.andi(bits, e.constant(32, 0x8000)), e.constant(32, 16));
  return e.f32(e.ori(result, sign));
}

static Value f32ToF16(ImplicitLocOpBuilder &b, Value value) {
  Emitter e(b, value.getType());
  Value bits = e.bits(value, 32);
  Value magnitude = e.andi(bits, e.constant(32, 0x7fffffff));
  Value thirteen = e.constant(32, 13);
  // Normal: rebias, then to nearest as for bf16. What rounds above the largest
  // f16 carries into the exponent of infinity by itself.
  Value last = e.andi(e.shr(magnitude, thirteen), e.constant(32, 1));
  Value bias = e.add(last, e.constant(32, (uint64_t(15 - 127) << 23) + 0xfff));
  Value normal = e.shr(e.add(magnitude, bias), thirteen);
  // Subnormal: adding 0.5, whose last bit weighs 2^-24, rounds in hardware.
  Value half = e.constant(32, 126 << 23);
  Value sum = e.addf(e.f32(magnitude), e.f32(half));
  Value subnormal = e.sub(e.bits(sum, 32), half);

  Value isNan =
      e.compare(CmpIPredicate::ugt, magnitude, e.constant(32, 0x7f800000));
  Value special =
      e.select(isNan, e.constant(32, 0x7e00), e.constant(32, 0x7c00));
  Value isLarge = e.compare(CmpIPredicate::uge, magnitude,
                            e.constant(32, (127 + 16) << 23));
  Value isSmall = e.compare(CmpIPredicate::ult, magnitude,
                            e.constant(32, (127 - 14) << 23));
  Value result = e.select(isLarge, special, normal);
  result = e.select(isSmall, subnormal, result);
  Value sign = e.andi(e.shr(bits, e.constant(32, 16)), e.constant(32, 0x8000));
  return e.cast(e.truncate(e.ori(result, sign), 16), b.getF16Type());
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

Value mlir::diffattn::emitHalfToF32(ImplicitLocOpBuilder &b, Value half) {
  return getElementTypeOrSelf(half).isBF16() ? bf16ToF32(b, half)
                                             : f16ToF32(b, half);
}

Value mlir::diffattn::emitF32ToHalf(ImplicitLocOpBuilder &b, Value value,
                                    Type halfType) {
  return getElementTypeOrSelf(halfType).isBF16() ? f32ToBF16(b, value)
                                                 : f32ToF16(b, value);
}

Value mlir::diffattn::emitF64ToF32RoundedToOdd(ImplicitLocOpBuilder &b,
                                               Value value) {
  Emitter e(b, value.getType());
  Type f32 = e.type(b.getF32Type());
  Value nearest = arith::TruncFOp::create(b, f32, value);
  Value back = arith::ExtFOp::create(b, value.getType(), nearest);
  Value bits = e.bits(nearest, 32);
  // The two neighbours of an inexact value differ in the last bit: if nearest
  // is the even one, step to the other, across the value.
  Value mask = e.constant(64, INT64_MAX);
  Value magnitude = e.andi(e.bits(value, 64), mask);
  Value rounded = e.andi(e.bits(back, 64), mask);
  Value isAbove = e.compare(CmpIPredicate::ugt, rounded, magnitude);
  Value step = e.select(isAbove, e.constant(32, -1), e.constant(32, 1));
  Value odd = e.add(bits, step);

  Value isEven = e.compare(CmpIPredicate::eq, e.andi(bits, e.constant(32, 1)),
                           e.constant(32, 0));
  // False for NaN, too.
  Value isInexact =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, value, back);
  return e.f32(e.select(e.andi(isEven, isInexact), odd, bits));
}

/// `value` with its low 11 bits replaced by one sticky bit: at most 53 bits
/// remain, so an f64 holds it exactly.
static Value makeSticky(Emitter &e, Value value) {
  Value low = e.constant(64, 0x7ff);
  Value sticky = e.andi(e.add(e.andi(value, low), low), e.constant(64, 0x800));
  Value high = e.andi(value, e.constant(64, ~uint64_t(0x7ff)));
  return e.ori(high, sticky);
}

Value mlir::diffattn::emitIntegerToF64RoundedToOdd(ImplicitLocOpBuilder &b,
                                                   Value value, bool isSigned) {
  Emitter e(b, value.getType());
  Type f64 = e.type(b.getF64Type());
  auto convert = [&](Value integer) -> Value {
    if (isSigned)
      return arith::SIToFPOp::create(b, f64, integer);
    return arith::UIToFPOp::create(b, f64, integer);
  };
  Type element = getElementTypeOrSelf(value);
  if (!element.isInteger(64))
    return convert(value);
  // Below 2^52 in magnitude the f64 is exact already.
  Value offset = e.constant(64, isSigned ? uint64_t(1) << 52 : 0);
  Value isSmall = e.compare(CmpIPredicate::ult, e.add(value, offset),
                            e.constant(64, uint64_t(1) << 53));
  return convert(e.select(isSmall, value, makeSticky(e, value)));
}

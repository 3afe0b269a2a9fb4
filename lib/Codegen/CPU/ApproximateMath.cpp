//===- ApproximateMath.cpp - elementary functions on vectors --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM would call libm for each lane. Here every function of vectors of f32 is
// a range reduction and a polynomial, at most 2 ulp from the true value over
// all of f32 and exact at infinities and NaN.
//
// Coefficients: weighted minimax fits of what each comment says (iteratively
// reweighted least squares in f64 on 1000 Chebyshev nodes), rounded to f32.
//
// Products and sums may be contracted: reductions are exact with or without.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/CPU/Passes.h"
#include "diffattn/Codegen/CPU/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include <limits>

namespace mlir::diffattn {
#define GEN_PASS_DEF_APPROXIMATEMATHPASS
#include "diffattn/Codegen/CPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

namespace {
/// Arithmetic on vectors of one size.
class Arithmetic {
public:
  Arithmetic(ImplicitLocOpBuilder &b, VectorType shape) : b(b), shape(shape) {}

  VectorType f32() { return shape.clone(b.getF32Type()); }
  VectorType f64() { return shape.clone(b.getF64Type()); }
  VectorType i32() { return shape.clone(b.getI32Type()); }
  VectorType i64() { return shape.clone(b.getI64Type()); }

  Value real(double value, VectorType type) {
    auto element = cast<FloatType>(type.getElementType());
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(type,
                                  Attribute(b.getFloatAttr(element, value))));
  }
  Value real(double value) { return real(value, f32()); }
  Value integer(int64_t value) {
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(i32(), APInt(32, value, /*isSigned=*/true)));
  }

  Value add(Value x, Value y) {
    return arith::AddFOp::create(b, x, y, contract());
  }
  Value sub(Value x, Value y) {
    return arith::SubFOp::create(b, x, y, contract());
  }
  Value mul(Value x, Value y) {
    return arith::MulFOp::create(b, x, y, contract());
  }
  /// x * y + z
  Value fma(Value x, Value y, Value z) { return add(mul(x, y), z); }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  Value abs(Value x) { return math::AbsFOp::create(b, x); }
  Value sqrt(Value x) { return math::SqrtOp::create(b, x); }
  Value withSign(Value x, Value sign) {
    return math::CopySignOp::create(b, x, sign);
  }

  Value addI(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value subI(Value x, Value y) { return arith::SubIOp::create(b, x, y); }
  Value andI(Value x, Value y) { return arith::AndIOp::create(b, x, y); }
  Value shiftLeft(Value x, int64_t bits) {
    return arith::ShLIOp::create(b, x, integer(bits));
  }
  Value shiftRight(Value x, int64_t bits) {
    return arith::ShRSIOp::create(b, x, integer(bits));
  }
  Value bits(Value x) { return arith::BitcastOp::create(b, i32(), x); }
  Value fromBits(Value x) { return arith::BitcastOp::create(b, f32(), x); }
  Value toReal(Value x) { return arith::SIToFPOp::create(b, f32(), x); }

  Value compare(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, predicate, x, y);
  }
  Value isLess(Value x, Value y) {
    return compare(arith::CmpFPredicate::OLT, x, y);
  }
  Value isZero(Value x) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x, integer(0));
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  /// x, but not above `bound`; NaN stays.
  Value atMost(Value x, double bound) {
    Value limit = real(bound);
    return select(isLess(limit, x), limit, x);
  }
  Value atLeast(Value x, double bound) {
    Value limit = real(bound);
    return select(isLess(x, limit), limit, x);
  }

  /// c[0] + c[1] x + c[2] x^2 + ...
  Value polynomial(Value x, ArrayRef<double> c) {
    auto type = cast<VectorType>(x.getType());
    Value result = real(c.back(), type);
    for (double coefficient : llvm::reverse(c.drop_back()))
      result = fma(result, x, real(coefficient, type));
    return result;
  }
  /// 2^n for integers in [-126, 127].
  Value powerOfTwo(Value n) {
    return fromBits(shiftLeft(addI(n, integer(127)), 23));
  }

  ImplicitLocOpBuilder &b;

private:
  arith::FastMathFlags contract() { return arith::FastMathFlags::contract; }

  VectorType shape;
};
} // namespace

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

namespace {
/// scale * 2^n, n an integer in [-250, 250].
struct Scaled {
  Value n;
  Value scale;
};
} // namespace

/// x / unit rounded to an integer, as number and as integer. Exact below 2^22.
static std::pair<Value, Value> roundQuotient(Arithmetic &a, Value x,
                                             double unit) {
  // Adding this leaves the integer in the low bits.
  Value shift = a.real(12582912.0);
  Value shifted = a.fma(x, a.real(1 / unit), shift);
  // Not contracted into anything: the difference is exact.
  Value number = arith::SubFOp::create(a.b, shifted, shift);
  return {number, a.subI(a.bits(shifted), a.bits(shift))};
}

/// exp(r) - 1 of |r| <= log(2) / 2, without its last rounding: r + r^2 p(r),
/// p a fit of (exp(r) - 1 - r) / r^2.
static Value expMinusOneOfSmall(Arithmetic &a, Value r) {
  Value p = a.polynomial(r, {4.999999404e-01, 1.666652113e-01, 4.166838899e-02,
                             8.368745446e-03, 1.381453825e-03});
  return a.fma(a.mul(r, r), p, r);
}

/// exp(x) with n = round(x / log(2)); x in [-110, 90] or NaN.
static Scaled reduceExp(Arithmetic &a, Value x) {
  auto [number, n] = roundQuotient(a, x, 0.69314718055994531);
  // log(2) in two parts, the first with so few bits that the product is exact.
  Value r = a.fma(number, a.real(-0.693359375), x);
  r = a.fma(number, a.real(2.12194440054690583e-4), r);
  return {n, r};
}

static Value emitExp(Arithmetic &a, Value x) {
  x = a.atLeast(a.atMost(x, 89.5), -104.5);
  auto [n, r] = reduceExp(a, x);
  Value power = a.add(expMinusOneOfSmall(a, r), a.real(1));
  // 2^n in two factors: one alone could not be denormal, nor 2^128.
  Value half = a.shiftRight(n, 1);
  power = a.mul(power, a.powerOfTwo(half));
  return a.mul(power, a.powerOfTwo(a.subI(n, half)));
}

static Value emitExp2(Arithmetic &a, Value x) {
  x = a.atLeast(a.atMost(x, 129), -151);
  auto [number, n] = roundQuotient(a, x, 1);
  Value fraction = arith::SubFOp::create(a.b, x, number);
  Value r = a.mul(fraction, a.real(0.69314718055994531));
  Value power = a.add(expMinusOneOfSmall(a, r), a.real(1));
  Value half = a.shiftRight(n, 1);
  power = a.mul(power, a.powerOfTwo(half));
  return a.mul(power, a.powerOfTwo(a.subI(n, half)));
}

static Value emitExpM1(Arithmetic &a, Value x) {
  // 2^n (exp(r) - 1) + (2^n - 1), of which half is computed, since 2^128 is too
  // large.
  Value clamped = a.atLeast(a.atMost(x, 88.8), -20);
  auto [n, r] = reduceExp(a, clamped);
  Value halfPower = a.powerOfTwo(a.subI(n, a.integer(1)));
  Value tail = a.mul(expMinusOneOfSmall(a, r), halfPower);
  Value head = a.sub(halfPower, a.real(0.5));
  Value sum = a.add(tail, head);
  Value result = a.add(sum, sum);
  // -0 and denormals.
  Value isTiny = a.isLess(a.abs(x), a.real(1e-9));
  return a.select(isTiny, x, result);
}

/// |x| small: x + x^3 p(x^2), p a fit of (tanh(x) / x - 1) / x^2. Else
/// 1 - 2 / (exp(2 |x|) + 1).
static Value emitTanh(Arithmetic &a, Value x) {
  Value size = a.abs(x);
  Value square = a.mul(x, x);
  Value p =
      a.polynomial(square, {-3.333328366e-01, 1.333149076e-01, -5.374349654e-02,
                            2.065057866e-02, -5.717036780e-03});
  Value small = a.fma(a.mul(square, x), p, x);
  Value power = emitExp(a, a.add(size, size));
  Value quotient = a.div(a.real(2), a.add(power, a.real(1)));
  Value large = a.sub(a.real(1), quotient);
  // Both: small is 0 for -0.
  return a.withSign(a.select(a.isLess(size, a.real(0.625)), small, large), x);
}

/// |x| < 1: x + x p(x^2), p a fit of erf(x) / x - 1. Else 1 - exp(-q(|x|)), q a
/// fit of -log(erfc(x)) on [1, 3.95], where erf reaches 1.
static Value emitErf(Arithmetic &a, Value x) {
  Value size = a.abs(x);
  Value square = a.mul(x, x);
  Value p =
      a.polynomial(square, {1.2837916709e-01, -3.761262596e-01, 1.128358543e-01,
                            -2.685381100e-02, 5.188327748e-03, -8.010192541e-04,
                            7.853857096e-05});
  Value small = a.fma(x, p, x);
  Value q = a.polynomial(a.atMost(size, 3.95),
                         {-1.880319323e-04, 1.129578352e+00, 6.332199574e-01,
                          1.084184945e-01, -2.520820498e-02, 4.204542376e-03,
                          -4.413324059e-04, 2.168651190e-05});
  Value power = emitExp(a, arith::NegFOp::create(a.b, q));
  Value large = a.withSign(a.sub(a.real(1), power), x);
  return a.select(a.isLess(size, a.real(1)), small, large);
}

//===----------------------------------------------------------------------===//
// Logarithms
//===----------------------------------------------------------------------===//

/// log(1 + f) of 1 + f in [sqrt(1/2), sqrt(2)) plus n log(2), for x > 0 finite:
/// f - f^2 / 2 + f^3 p(f), p a fit.
static Value emitLogOfPositive(Arithmetic &a, Value x) {
  // Denormals have too few bits to be taken apart.
  Value isTiny = a.isLess(x, a.real(1.17549435e-38));
  x = a.select(isTiny, a.mul(x, a.real(8388608.0)), x);
  // x = m 2^n: subtracting sqrt(1/2) from the bits moves the border there.
  Value border = a.integer(0x3f3504f3);
  Value distance = a.subI(a.bits(x), border);
  Value n = a.shiftRight(distance, 23);
  Value m = a.fromBits(a.subI(a.bits(x), a.shiftLeft(n, 23)));
  n = a.select(isTiny, a.subI(n, a.integer(23)), n);
  Value number = a.toReal(n);
  Value f = a.sub(m, a.real(1));
  Value square = a.mul(f, f);
  Value p =
      a.polynomial(f, {3.333331347e-01, -2.500000894e-01, 2.000211924e-01,
                       -1.666799635e-01, 1.421955079e-01, -1.240559146e-01,
                       1.188817471e-01, -1.167564094e-01, 6.746601313e-02});
  Value tail = a.mul(a.mul(square, f), p);
  tail = a.fma(number, a.real(-2.12194440054690583e-4), tail);
  tail = a.fma(square, a.real(-0.5), tail);
  return a.fma(number, a.real(0.693359375), a.add(f, tail));
}

/// `log`, the logarithm of x if that is positive and finite, or what is right.
static Value fixLog(Arithmetic &a, Value x, Value log) {
  using arith::CmpFPredicate;
  Value zero = a.real(0);
  Value isInfinite = a.compare(CmpFPredicate::OEQ, x, a.real(kInfinity));
  Value isZero = a.compare(CmpFPredicate::OEQ, x, zero);
  Value isWrong = a.compare(CmpFPredicate::ULT, x, zero);
  log = a.select(isInfinite, x, log);
  log = a.select(isZero, a.real(-kInfinity), log);
  return a.select(isWrong, a.real(kNaN), log);
}

static Value emitLog(Arithmetic &a, Value x) {
  return fixLog(a, x, emitLogOfPositive(a, x));
}

/// log(1 + x) = log(w) + (x - (w - 1)) / w with w = 1 + x rounded.
static Value emitLog1p(Arithmetic &a, Value x) {
  Value one = a.real(1);
  Value w = arith::AddFOp::create(a.b, x, one);
  Value rounded = arith::SubFOp::create(a.b, w, one);
  Value lost = a.div(arith::SubFOp::create(a.b, x, rounded), w);
  Value log = fixLog(a, w, a.add(emitLogOfPositive(a, w), lost));
  Value isTiny = a.isLess(a.abs(x), a.real(1e-9));
  return a.select(isTiny, x, log);
}

//===----------------------------------------------------------------------===//
// Sine and cosine
//===----------------------------------------------------------------------===//

/// Quotients by pi / 2 below this are exact and leave a remainder with all bits
/// of an f32.
static constexpr double kLargestAngle = 1 << 20;

/// sin(x), or cos(x), of |x| below the largest angle: x - n pi / 2 in f64, then
/// r + r^3 p(r^2) or 1 - r^2 / 2 + r^4 q(r^2) with p and q fitted on
/// [0, pi / 4].
static Value emitSinOfSmall(Arithmetic &a, Value x, bool isCosine) {
  Value wide = arith::ExtFOp::create(a.b, a.f64(), x);
  Value shift = a.real(6755399441055744.0, a.f64());
  Value shifted = a.fma(wide, a.real(0.63661977236758134, a.f64()), shift);
  Value number = arith::SubFOp::create(a.b, shifted, shift);
  Value n = arith::TruncIOp::create(
      a.b, a.i32(), arith::BitcastOp::create(a.b, a.i64(), shifted));
  // pi / 2 in two parts, the first with 33 bits.
  wide = a.fma(number, a.real(-1.57079632673412561417e+00, a.f64()), wide);
  wide = a.fma(number, a.real(-6.07710050650619224932e-11, a.f64()), wide);
  Value r = arith::TruncFOp::create(a.b, a.f32(), wide);

  Value square = a.mul(r, r);
  Value p = a.polynomial(square, {-1.666666716e-01, 8.333329111e-03,
                                  -1.983933471e-04, 2.718304131e-06});
  Value sine = a.fma(a.mul(square, r), p, r);
  Value q = a.polynomial(square,
                         {4.166664556e-02, -1.388736651e-03, 2.443837730e-05});
  Value cosine =
      a.fma(a.mul(square, square), q, a.fma(square, a.real(-0.5), a.real(1)));

  // Quadrants: sin, cos, -sin, -cos; the cosine is one ahead.
  if (isCosine)
    n = a.addI(n, a.integer(1));
  Value isSine = a.isZero(a.andI(n, a.integer(1)));
  Value isPositive = a.isZero(a.andI(n, a.integer(2)));
  Value result = a.select(isSine, sine, cosine);
  return a.select(isPositive, result, arith::NegFOp::create(a.b, result));
}

/// Every lane by libm.
static Value emitLanes(ImplicitLocOpBuilder &b, Operation *op) {
  auto type = cast<VectorType>(op->getResult(0).getType());
  auto lanes = vector::ToElementsOp::create(b, op->getOperand(0));
  SmallVector<Value> results;
  for (Value lane : lanes.getResults()) {
    IRMapping mapping;
    mapping.map(op->getOperand(0), lane);
    Value result = b.clone(*op, mapping)->getResult(0);
    result.setType(type.getElementType());
    results.push_back(result);
  }
  return vector::FromElementsOp::create(b, type, results);
}

/// Angles that are too large are left to libm, which needs thousands of digits
/// of pi.
static Value emitSin(Arithmetic &a, Operation *op) {
  Value x = op->getOperand(0);
  Value isSmall = a.isLess(a.abs(x), a.real(kLargestAngle));
  Value allSmall =
      vector::ReductionOp::create(a.b, vector::CombiningKind::AND, isSmall);
  auto choice = scf::IfOp::create(
      a.b, allSmall,
      [&](OpBuilder &nested, Location loc) {
        ImplicitLocOpBuilder inner(loc, nested);
        Arithmetic arithmetic(inner, cast<VectorType>(x.getType()));
        scf::YieldOp::create(
            inner, emitSinOfSmall(arithmetic, x, isa<math::CosOp>(op)));
      },
      [&](OpBuilder &nested, Location loc) {
        ImplicitLocOpBuilder inner(loc, nested);
        scf::YieldOp::create(inner, emitLanes(inner, op));
      });
  return choice.getResult(0);
}

//===----------------------------------------------------------------------===//
// Of any type
//===----------------------------------------------------------------------===//

/// exp(x) - 1 without loss: with u = exp(x) rounded, (u - 1) / log(u) is as
/// exact as u is, and nearly (exp(x) - 1) / x. The conversion to LLVM would
/// subtract only.
static Value expandExpM1(math::ExpM1Op op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value x = op.getOperand();
  Type type = x.getType();
  auto real = [&](double value) -> Value {
    TypedAttr number = b.getFloatAttr(getElementTypeOrSelf(type), value);
    if (auto shaped = dyn_cast<ShapedType>(type))
      number = DenseElementsAttr::get(shaped, Attribute(number));
    return arith::ConstantOp::create(b, number);
  };
  auto isEqual = [&](Value value, double number) -> Value {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, value,
                                 real(number));
  };
  Value power = math::ExpOp::create(b, x);
  Value difference = arith::SubFOp::create(b, power, real(1));
  Value ratio = arith::DivFOp::create(b, x, math::LogOp::create(b, power));
  Value exact = arith::MulFOp::create(b, difference, ratio);
  Value isEnd = arith::OrIOp::create(b, isEqual(difference, -1),
                                     isEqual(difference, kInfinity));
  Value result = arith::SelectOp::create(b, isEnd, difference, exact);
  return arith::SelectOp::create(b, isEqual(power, 1), x, result);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// What replaces `op`; null: it stays.
static Value approximate(Operation *op) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  Arithmetic a(b, cast<VectorType>(op->getResult(0).getType()));
  Value x = op->getOperand(0);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](math::ExpOp) { return emitExp(a, x); })
      .Case([&](math::Exp2Op) { return emitExp2(a, x); })
      .Case([&](math::ExpM1Op) { return emitExpM1(a, x); })
      .Case([&](math::LogOp) { return emitLog(a, x); })
      .Case([&](math::Log1pOp) { return emitLog1p(a, x); })
      .Case([&](math::TanhOp) { return emitTanh(a, x); })
      .Case([&](math::ErfOp) { return emitErf(a, x); })
      .Case<math::SinOp, math::CosOp>(
          [&](Operation *angle) { return emitSin(a, angle); })
      .Default([](Operation *) { return Value(); });
}

void diffattn::approximateMath(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (!isa_and_present<math::MathDialect>(op->getDialect()))
      return;
    auto type = dyn_cast<VectorType>(op->getResult(0).getType());
    if (type && type.getRank() == 1 && !type.isScalable() &&
        type.getElementType().isF32())
      ops.push_back(op);
  });
  for (Operation *op : ops)
    if (Value result = approximate(op)) {
      op->getResult(0).replaceAllUsesWith(result);
      op->erase();
    }
  root->walk([](math::ExpM1Op op) {
    op.getResult().replaceAllUsesWith(expandExpM1(op));
    op.erase();
  });
}

namespace {
struct ApproximateMathPass
    : diffattn::impl::ApproximateMathPassBase<ApproximateMathPass> {
  void runOnOperation() override { approximateMath(getOperation()); }
};
} // namespace

//===- ExpandHalfFloats.cpp - f16 and bf16 without compiler-rt -----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/HalfFloats.h"
#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_EXPANDHALFFLOATSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Whether f32 <-> `type`, a half float or a vector of them, is an instruction.
static bool isKept(Type type, HalfConversions kept) {
  Type element = getElementTypeOrSelf(type);
  return (kept.f16 && element.isF16()) || (kept.bf16 && element.isBF16());
}

namespace {
/// Converts between half floats and f32, by instructions or by emitted code.
class Converter {
public:
  Converter(ImplicitLocOpBuilder &b, HalfConversions kept) : b(b), kept(kept) {}

  Value toF32(Value half) {
    if (isKept(half.getType(), kept))
      return arith::ExtFOp::create(b, withElement(half.getType(), f32()), half);
    return emitHalfToF32(b, half);
  }
  Value toHalf(Value value, Type halfType) {
    if (isKept(halfType, kept))
      return arith::TruncFOp::create(b, halfType, value);
    return emitF32ToHalf(b, value, halfType);
  }
  Type f32() { return b.getF32Type(); }

  static Type withElement(Type type, Type element) {
    if (auto shaped = dyn_cast<ShapedType>(type))
      return shaped.clone(element);
    return element;
  }

private:
  ImplicitLocOpBuilder &b;
  HalfConversions kept;
};
} // namespace

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static Value expandExtension(arith::ExtFOp op, ImplicitLocOpBuilder &b,
                             HalfConversions kept) {
  Converter converter(b, kept);
  Value value = converter.toF32(op.getIn());
  if (value.getType() == op.getType())
    return value;
  return arith::ExtFOp::create(b, op.getType(), value);
}

static Value expandTruncation(arith::TruncFOp op, ImplicitLocOpBuilder &b,
                              HalfConversions kept) {
  Value value = op.getIn();
  if (getElementTypeOrSelf(value).isF64())
    value = emitF64ToF32RoundedToOdd(b, value);
  return Converter(b, kept).toHalf(value, op.getType());
}

static Value expandFromInteger(Operation *op, ImplicitLocOpBuilder &b,
                               HalfConversions kept) {
  bool isSigned = isa<arith::SIToFPOp>(op);
  Value value = op->getOperand(0);
  Value wide = emitIntegerToF64RoundedToOdd(b, value, isSigned);
  return Converter(b, kept).toHalf(emitF64ToF32RoundedToOdd(b, wide),
                                   op->getResult(0).getType());
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Repeats `op` on f32 operands and rounds its results.
static SmallVector<Value> promote(Operation *op, ImplicitLocOpBuilder &b,
                                  HalfConversions kept) {
  Converter converter(b, kept);
  IRMapping mapping;
  for (Value operand : op->getOperands())
    if (isHalf(operand.getType()) && !mapping.contains(operand))
      mapping.map(operand, converter.toF32(operand));
  Operation *wide = b.clone(*op, mapping);
  SmallVector<Value> results;
  for (auto [narrow, result] :
       llvm::zip_equal(op->getResults(), wide->getResults())) {
    if (!isHalf(narrow.getType())) {
      results.push_back(result);
      continue;
    }
    result.setType(Converter::withElement(narrow.getType(), converter.f32()));
    results.push_back(converter.toHalf(result, narrow.getType()));
  }
  return results;
}

//===----------------------------------------------------------------------===//
// What to do with an operation
//===----------------------------------------------------------------------===//

static bool involvesHalf(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isHalf) ||
         llvm::any_of(op->getResultTypes(), isHalf);
}

/// Operations that only move bits.
static bool isMove(Operation *op) {
  return isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp>(op);
}

static bool staysInstruction(Operation *op, HalfConversions kept) {
  if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
    return false;
  Type from = getElementTypeOrSelf(op->getOperand(0));
  Type to = getElementTypeOrSelf(op->getResult(0));
  return (isKept(from, kept) && to.isF32()) ||
         (from.isF32() && isKept(to, kept));
}

/// How the op rounds, if that is not to nearest, ties to even.
static std::optional<arith::RoundingMode> getOtherRounding(Operation *op) {
  auto rounding = dyn_cast<arith::ArithRoundingModeInterface>(op);
  arith::RoundingModeAttr mode =
      rounding ? rounding.getRoundingModeAttr() : arith::RoundingModeAttr();
  if (!mode || mode.getValue() == arith::RoundingMode::to_nearest_even)
    return std::nullopt;
  return mode.getValue();
}

static LogicalResult expand(Operation *op, HalfConversions kept) {
  if (std::optional<arith::RoundingMode> mode = getOtherRounding(op))
    return op->emitOpError()
           << "rounds a half float " << arith::stringifyRoundingMode(*mode)
           << ", expected to_nearest_even";
  if (staysInstruction(op, kept))
    return success();
  ImplicitLocOpBuilder b(op->getLoc(), op);
  SmallVector<Value> results;
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](arith::ExtFOp ext) {
        results.push_back(expandExtension(ext, b, kept));
      })
      .Case([&](arith::TruncFOp trunc) {
        results.push_back(expandTruncation(trunc, b, kept));
      })
      .Case<arith::SIToFPOp, arith::UIToFPOp>([&](Operation *conversion) {
        results.push_back(expandFromInteger(conversion, b, kept));
      })
      .Default([&](Operation *other) { results = promote(other, b, kept); });
  op->replaceAllUsesWith(results);
  op->erase();
  return success();
}

LogicalResult mlir::diffattn::expandHalfFloats(Operation *op,
                                               HalfConversions kept) {
  SmallVector<Operation *> ops;
  op->walk([&](Operation *nested) {
    if (isa_and_present<arith::ArithDialect, math::MathDialect>(
            nested->getDialect()) &&
        involvesHalf(nested) && !isMove(nested))
      ops.push_back(nested);
  });
  for (Operation *nested : ops)
    if (failed(expand(nested, kept)))
      return failure();
  return success();
}

namespace {
struct ExpandHalfFloatsPass
    : diffattn::impl::ExpandHalfFloatsPassBase<ExpandHalfFloatsPass> {
  using ExpandHalfFloatsPassBase::ExpandHalfFloatsPassBase;

  void runOnOperation() override {
    if (failed(expandHalfFloats(getOperation(), {keepF16, keepBF16})))
      signalPassFailure();
  }
};
} // namespace

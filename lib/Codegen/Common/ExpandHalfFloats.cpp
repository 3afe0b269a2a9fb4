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

namespace {
/// Converts between half floats and f32, by instructions or by emitted code.
class Converter {
public:
  Converter(ImplicitLocOpBuilder &b, bool keepF16) : b(b), keepF16(keepF16) {}

  Value toF32(Value half) {
    if (keepF16 && getElementTypeOrSelf(half).isF16())
      return arith::ExtFOp::create(b, withElement(half.getType(), f32()), half);
    return emitHalfToF32(b, half);
  }
  Value toHalf(Value value, Type halfType) {
    if (keepF16 && getElementTypeOrSelf(halfType).isF16())
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
  bool keepF16;
};
} // namespace

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static Value expandExtension(arith::ExtFOp op, ImplicitLocOpBuilder &b,
                             bool keepF16) {
  Converter converter(b, keepF16);
  Value value = converter.toF32(op.getIn());
  if (value.getType() == op.getType())
    return value;
  return arith::ExtFOp::create(b, op.getType(), value);
}

static Value expandTruncation(arith::TruncFOp op, ImplicitLocOpBuilder &b,
                              bool keepF16) {
  Value value = op.getIn();
  if (getElementTypeOrSelf(value).isF64())
    value = emitF64ToF32RoundedToOdd(b, value);
  return Converter(b, keepF16).toHalf(value, op.getType());
}

static Value expandFromInteger(Operation *op, ImplicitLocOpBuilder &b,
                               bool keepF16) {
  bool isSigned = isa<arith::SIToFPOp>(op);
  Value value = op->getOperand(0);
  Value wide = emitIntegerToF64RoundedToOdd(b, value, isSigned);
  return Converter(b, keepF16)
      .toHalf(emitF64ToF32RoundedToOdd(b, wide), op->getResult(0).getType());
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Repeats `op` on f32 operands and rounds its results.
static SmallVector<Value> promote(Operation *op, ImplicitLocOpBuilder &b,
                                  bool keepF16) {
  Converter converter(b, keepF16);
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

static bool staysInstruction(Operation *op, bool keepF16) {
  if (!keepF16 || !isa<arith::ExtFOp, arith::TruncFOp>(op))
    return false;
  Type from = getElementTypeOrSelf(op->getOperand(0));
  Type to = getElementTypeOrSelf(op->getResult(0));
  return (from.isF16() && to.isF32()) || (from.isF32() && to.isF16());
}

static bool hasOtherRounding(Operation *op) {
  auto rounding = dyn_cast<arith::ArithRoundingModeInterface>(op);
  if (!rounding)
    return false;
  arith::RoundingModeAttr mode = rounding.getRoundingModeAttr();
  return mode && mode.getValue() != arith::RoundingMode::to_nearest_even;
}

static LogicalResult expand(Operation *op, bool keepF16) {
  if (hasOtherRounding(op))
    return op->emitOpError() << "rounds a half float other than to nearest, "
                                "ties to even, which is not supported";
  if (staysInstruction(op, keepF16))
    return success();
  ImplicitLocOpBuilder b(op->getLoc(), op);
  SmallVector<Value> results;
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](arith::ExtFOp ext) {
        results.push_back(expandExtension(ext, b, keepF16));
      })
      .Case([&](arith::TruncFOp trunc) {
        results.push_back(expandTruncation(trunc, b, keepF16));
      })
      .Case<arith::SIToFPOp, arith::UIToFPOp>([&](Operation *conversion) {
        results.push_back(expandFromInteger(conversion, b, keepF16));
      })
      .Default([&](Operation *other) { results = promote(other, b, keepF16); });
  op->replaceAllUsesWith(results);
  op->erase();
  return success();
}

LogicalResult mlir::diffattn::expandHalfFloats(Operation *op, bool keepF16) {
  SmallVector<Operation *> ops;
  op->walk([&](Operation *nested) {
    if (isa_and_present<arith::ArithDialect, math::MathDialect>(
            nested->getDialect()) &&
        involvesHalf(nested) && !isMove(nested))
      ops.push_back(nested);
  });
  for (Operation *nested : ops)
    if (failed(expand(nested, keepF16)))
      return failure();
  return success();
}

namespace {
struct ExpandHalfFloatsPass
    : diffattn::impl::ExpandHalfFloatsPassBase<ExpandHalfFloatsPass> {
  using ExpandHalfFloatsPassBase::ExpandHalfFloatsPassBase;

  void runOnOperation() override {
    if (failed(expandHalfFloats(getOperation(), keepF16)))
      signalPassFailure();
  }
};
} // namespace

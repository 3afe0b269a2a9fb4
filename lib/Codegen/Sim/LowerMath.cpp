//===- LowerMath.cpp - arithmetic that GPUs do approximately --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimCalls.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::diffattn;

/// Replaces `op` by calls of diffattn_sim_FUNCTION, one for each element.
static LogicalResult callFunction(SimCalls &calls, Operation *op,
                                  StringRef function, bool flush) {
  Type type = op->getResult(0).getType();
  if (!getElementTypeOrSelf(type).isF32())
    return failure();
  ImplicitLocOpBuilder b(op->getLoc(), op);
  auto callOne = [&](auto element) -> Value {
    SmallVector<Value> operands =
        llvm::to_vector(llvm::map_range(op->getOperands(), element));
    operands.push_back(SimCalls::i32(b, flush));
    return calls
        .call(b, function, b.getF32Type(), operands, SimCalls::Effect::None)
        .getResult();
  };
  Value result;
  if (auto vector = dyn_cast<VectorType>(type)) {
    result = LLVM::PoisonOp::create(b, type);
    for (int64_t i : llvm::seq(vector.getNumElements())) {
      Value position = SimCalls::i64(b, i);
      Value computed = callOne([&](Value operand) -> Value {
        return LLVM::ExtractElementOp::create(b, operand, position);
      });
      result = LLVM::InsertElementOp::create(b, result, computed, position);
    }
  } else {
    result = callOne([](Value operand) { return operand; });
  }
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
  return success();
}

/// "llvm.nvvm.ex2.approx.ftz.f32" and alike.
static LogicalResult lowerIntrinsic(SimCalls &calls, LLVM::CallIntrinsicOp op) {
  StringRef name = op.getIntrin();
  if (!name.consume_front("llvm.nvvm."))
    return success();
  auto [function, rest] = name.split('.');
  static constexpr StringLiteral kFunctions[] = {
      "ex2", "lg2", "rcp", "sqrt", "rsqrt", "sin", "cos", "tanh", "div"};
  bool isKnown = llvm::is_contained(kFunctions, function) &&
                 (rest.consume_front("approx") || rest.consume_front("full"));
  bool flush = rest.consume_front(".ftz");
  if (!isKnown || !(rest.empty() || rest == ".f" || rest == ".f32"))
    return failure();
  return callFunction(calls, op, function, flush);
}

/// Whether the author lets `op` be approximate, and LLVM so takes PTX's
/// approximate instruction.
static bool isApproximate(LLVM::FastmathFlagsInterface op) {
  return bitEnumContainsAll(op.getFastmathAttr().getValue(),
                            LLVM::FastmathFlags::afn);
}

LogicalResult mlir::diffattn::lowerMath(SimCalls &calls, Operation *op) {
  auto approximate = [&](StringRef function) {
    return callFunction(calls, op, function, /*flush=*/false);
  };
  bool isF32 = op->getNumResults() == 1 &&
               getElementTypeOrSelf(op->getResult(0)).isF32();
  auto fastmath = dyn_cast<LLVM::FastmathFlagsInterface>(op);
  bool isFast = isF32 && fastmath && isApproximate(fastmath);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](LLVM::CallIntrinsicOp call) {
        return lowerIntrinsic(calls, call);
      })
      // Division and square roots are exact unless they may not be.
      .Case(
          [&](LLVM::FDivOp) { return isFast ? approximate("div") : success(); })
      .Case([&](LLVM::SqrtOp) {
        return isFast ? approximate("sqrt") : success();
      })
      // NVPTX has only approximate code for these.
      .Case([&](LLVM::Exp2Op) { return approximate("ex2"); })
      .Case(
          [&](LLVM::Log2Op) { return isFast ? approximate("lg2") : failure(); })
      .Case(
          [&](LLVM::SinOp) { return isFast ? approximate("sin") : failure(); })
      .Case(
          [&](LLVM::CosOp) { return isFast ? approximate("cos") : failure(); })
      // And none for these.
      .Case<LLVM::ExpOp, LLVM::Exp10Op, LLVM::LogOp, LLVM::Log10Op, LLVM::PowOp,
            LLVM::PowIOp, LLVM::TanOp, LLVM::TanhOp, LLVM::SinhOp, LLVM::CoshOp,
            LLVM::ASinOp, LLVM::ACosOp, LLVM::ATanOp, LLVM::ATan2Op>(
          [](Operation *) { return failure(); })
      .Default(success());
}

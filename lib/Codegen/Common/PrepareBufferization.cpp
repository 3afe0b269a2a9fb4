//===- PrepareBufferization.cpp - tensors that upstream can bufferize -----===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_PREPAREBUFFERIZATIONPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

static LogicalResult decomposeSoftmax(RewriterBase &rewriter,
                                      linalg::SoftmaxOp softmax) {
  FailureOr<SmallVector<Value>> results = softmax.decomposeOperation(rewriter);
  if (failed(results))
    return failure();
  rewriter.replaceOp(softmax, *results);
  return success();
}

/// Replaces `op` if it is one that has no lowering to loops of its own.
static LogicalResult lowerAggregate(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](linalg::SoftmaxOp softmax) {
        return decomposeSoftmax(rewriter, softmax);
      })
      .Case([&](linalg::PackOp pack) -> LogicalResult {
        return linalg::lowerPack(rewriter, pack);
      })
      .Case([&](linalg::UnPackOp unpack) -> LogicalResult {
        return linalg::lowerUnPack(rewriter, unpack);
      })
      .Default(success());
}

/// Whether one-shot bufferization handles `op`.
static bool isBufferizable(Operation *op) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  if (llvm::none_of(op->getOperandTypes(), isTensor) &&
      llvm::none_of(op->getResultTypes(), isTensor))
    return true;
  return isa<bufferization::BufferizableOpInterface>(op) ||
         op->hasTrait<OpTrait::ReturnLike>();
}

LogicalResult mlir::diffattn::prepareBufferization(Operation *op) {
  IRRewriter rewriter(op->getContext());
  SmallVector<Operation *> aggregates;
  op->walk([&](Operation *nested) {
    if (isa<linalg::SoftmaxOp, linalg::PackOp, linalg::UnPackOp>(nested))
      aggregates.push_back(nested);
  });
  for (Operation *aggregate : aggregates)
    if (failed(lowerAggregate(rewriter, aggregate)))
      return aggregate->emitOpError() << "can't be lowered for the CPU in this "
                                         "form";
  WalkResult result = op->walk([](Operation *nested) {
    if (isBufferizable(nested))
      return WalkResult::advance();
    nested->emitOpError() << "can't be lowered for the CPU";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct PrepareBufferizationPass
    : diffattn::impl::PrepareBufferizationPassBase<PrepareBufferizationPass> {
  void runOnOperation() override {
    if (failed(prepareBufferization(getOperation())))
      signalPassFailure();
  }
};
} // namespace

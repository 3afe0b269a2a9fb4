//===- VerifyAtRunTime.cpp - checks of what inputs decide ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunTimeChecks.h"

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_VERIFYATRUNTIMEPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Upstream checks loads and stores of memref, not of affine.
static LogicalResult lowerAffineAccesses(Operation *op) {
  MLIRContext *context = op->getContext();
  RewritePatternSet patterns(context);
  populateAffineToStdConversionPatterns(patterns);
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addIllegalOp<affine::AffineLoadOp, affine::AffineStoreOp>();
  target.addLegalDialect<arith::ArithDialect, memref::MemRefDialect>();
  target.addLegalOp<affine::AffineForOp, affine::AffineIfOp,
                    affine::AffineParallelOp, affine::AffineYieldOp,
                    affine::AffineApplyOp, affine::AffineMinOp,
                    affine::AffineMaxOp>();
  return applyPartialConversion(op, target, std::move(patterns));
}

/// Upstream's generator ends each message with the location on a line of its
/// own; ours puts it first.
static void insertUpstreamChecks(RuntimeVerifiableOpInterface op) {
  OpBuilder b(op);
  op.generateRuntimeVerification(b, op.getLoc(), runTimeMessage);
}

/// Expresses sizes of results by sizes and numbers that they are computed from.
/// Otherwise canonicalization, which takes a cast's word for the size of its
/// operand, would prove the check of that cast by the cast itself.
static LogicalResult resolveSizes(Operation *op) {
  RewritePatternSet patterns(op->getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  memref::populateResolveShapedTypeResultDimsPatterns(patterns);
  GreedyRewriteConfig config;
  config.enableFolding(false);
  return applyPatternsGreedily(op, std::move(patterns), config);
}

LogicalResult mlir::diffattn::insertRunTimeChecks(Operation *op) {
  if (failed(lowerAffineAccesses(op)))
    return failure();
  // Collected first: the checks contain operations of the same kinds.
  SmallVector<Operation *> ops;
  op->walk([&](Operation *nested) { ops.push_back(nested); });
  for (Operation *nested : ops) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(nested);
    auto verifiable = dyn_cast<RuntimeVerifiableOpInterface>(nested);
    bool isDone = linalgOp && insertLinalgChecks(linalgOp);
    if (verifiable && !isDone)
      insertUpstreamChecks(verifiable);
    insertOwnChecks(nested);
  }
  return resolveSizes(op);
}

namespace {
struct VerifyAtRunTimePass
    : diffattn::impl::VerifyAtRunTimePassBase<VerifyAtRunTimePass> {
  void runOnOperation() override {
    if (failed(insertRunTimeChecks(getOperation())))
      signalPassFailure();
  }
};
} // namespace

//===- FuseElementwise.cpp - elementwise chains as one operation ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Bodies longer than this are not computed more than once.
static constexpr unsigned kCheapBody = 3;

/// Whether the body takes much longer than a load of its result.
static bool isCostly(linalg::GenericOp op) {
  return llvm::any_of(op.getBody()->getOperations(), [](Operation &bodyOp) {
    if (isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp>(bodyOp))
      return true;
    return isa_and_present<math::MathDialect>(bodyOp.getDialect()) &&
           !isa<math::FmaOp, math::AbsFOp, math::CopySignOp>(bodyOp);
  });
}

/// Whether the body is so short that it may be repeated for each user.
static bool isCheap(linalg::GenericOp op) {
  return !isCostly(op) &&
         llvm::range_size(op.getBody()->without_terminator()) <= kCheapBody;
}

/// Whether `op` produces elements from few others, so that it need not be
/// stored.
static bool isGenerator(linalg::GenericOp op) {
  return llvm::none_of(op.getDpsInputs(), [](Value input) {
    return isa<RankedTensorType>(input.getType());
  });
}

/// A reduction whose inputs are not all as large as its loops: a contraction,
/// which has a lowering of its own and reads each input many times.
static bool isContraction(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0)
    return false;
  return llvm::count_if(op.getDpsInputOperands(), [&](OpOperand *input) {
           return isa<RankedTensorType>(input->get().getType()) &&
                  !op.getMatchingIndexingMap(input).isPermutation();
         }) >= 2;
}

/// How often each element of `operand` is read at most, roughly: along dims
/// outside of the last one, which a loop over vectors reads once.
static bool isReadAgainByOuterLoops(linalg::GenericOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (unsigned dim = 0; dim + 1 < op.getNumLoops(); ++dim)
    if (!map.isFunctionOfDim(dim) && op.getStaticLoopRanges()[dim] != 1)
      return true;
  return false;
}

/// Whether to compute the elements of `operand` where they are used.
static bool shouldFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto consumer = dyn_cast<linalg::GenericOp>(operand->getOwner());
  if (!producer || !consumer || isContraction(consumer))
    return false;
  // The old elements would become an input.
  for (OpOperand &output : producer.getDpsInitsMutable())
    if (producer.payloadUsesValueFromOperand(&output))
      return false;
  if (!producer->hasOneUse() && !isGenerator(producer) && !isCheap(producer))
    return false;
  if (!producer->hasOneUse() && isCostly(producer))
    return false;
  return !isCostly(producer) || !isReadAgainByOuterLoops(consumer, *operand);
}

/// Whether `op` is elementwise under a name. Transpositions count if the last
/// dim, along which memory is contiguous, stays the last one.
static bool isNamedElementwise(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumReductionLoops() != 0 ||
      isa<linalg::GenericOp, linalg::FillOp, linalg::CopyOp>(op))
    return false;
  if (auto transpose = dyn_cast<linalg::TransposeOp>(*op)) {
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    return !permutation.empty() &&
           permutation.back() + 1 == static_cast<int64_t>(permutation.size());
  }
  return true;
}

static void generalizeElementwise(Operation *root) {
  SmallVector<linalg::LinalgOp> ops;
  root->walk([&](linalg::LinalgOp op) {
    if (isNamedElementwise(op))
      ops.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (linalg::LinalgOp op : ops) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

LogicalResult mlir::diffattn::fuseElementwise(Operation *root) {
  generalizeElementwise(root);
  MLIRContext *context = root->getContext();
  RewritePatternSet patterns(context);
  linalg::populateElementwiseOpsFusionPatterns(patterns, shouldFuse);
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  populateMathAlgebraicSimplificationPatterns(patterns);
  linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
  tensor::EmptyOp::getCanonicalizationPatterns(patterns, context);
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(true);
  return applyPatternsGreedily(root, std::move(patterns), config);
}

namespace {
struct FuseElementwisePass
    : diffattn::impl::FuseElementwisePassBase<FuseElementwisePass> {
  void runOnOperation() override {
    if (failed(fuseElementwise(getOperation())))
      signalPassFailure();
  }
};
} // namespace

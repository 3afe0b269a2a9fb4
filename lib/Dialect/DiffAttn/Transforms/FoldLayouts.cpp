//===- FoldLayouts.cpp - copies around attention to maps ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass and what it does with operands; FoldResultLayouts.cpp has what it
// does with results, FoldConcatenatedValues.cpp how two attentions become one.
//
//===----------------------------------------------------------------------===//

#include "FoldLayouts.h"
#include "AttentionLayout.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_FOLDLAYOUTSPASS
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

bool diffattn::hasFoldableLayout(AttentionOp op) {
  return op->getNumResults() == 1;
}

namespace {
/// Operands that are copies are read where their elements lie.
struct FoldCopiedInputs : OpRewritePattern<AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AttentionOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasFoldableLayout(op))
      return rewriter.notifyMatchFailure(op, "on memrefs, or logsumexps");
    AttentionLayout layout(op);
    if (layout.getNumCopies() == 0)
      return rewriter.notifyMatchFailure(op, "no operand is a copy");
    if (failed(layout.decide()) || layout.getNumCopies() == 0)
      return rewriter.notifyMatchFailure(op, layout.getReason());
    rewriter.replaceOp(op, layout.build(rewriter, op->getResult(0).getType()));
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// Whether `op` puts parts of one tensor side by side.
static bool joinsParts(tensor::ConcatOp op) {
  Value source = traceView(op.getInputs().front()).source;
  return llvm::all_of(op.getInputs(), [&](Value input) {
    return traceView(input).source == source;
  });
}

/// The nearest copy or concatenation of parts behind the reshapes and slices
/// that `value` is made by; null if there is none.
static Operation *findCopy(Value value) {
  Operation *op = value.getDefiningOp();
  while (isReshapeOrSlice(op))
    op = op->getOperand(0).getDefiningOp();
  auto concat = dyn_cast_or_null<tensor::ConcatOp>(op);
  return isCopy(op) || (concat && joinsParts(concat)) ? op : nullptr;
}

static void remarkMiss(Operation *op, StringRef name, const Twine &text) {
  remark::missed(op->getLoc(),
                 remark::RemarkOpts::name(name).category(kFoldLayouts))
      << text.str();
}

static void remarkMisses(AttentionOp op) {
  for (OpOperand *operand : op.getDpsInputOperands()) {
    if (!isa<RankedTensorType>(operand->get().getType()))
      continue;
    Operation *copy = findCopy(operand->get());
    if (!copy)
      continue;
    std::string reason = "the attention has logsumexps";
    if (hasFoldableLayout(op)) {
      AttentionLayout layout(op);
      (void)layout.decide();
      reason = layout.getReason();
    }
    if (reason.empty())
      reason = "a reshape behind it is no view";
    remarkMiss(op, "copied operand",
               op.getOperandLabel(operand->getOperandNumber()) +
                   " is still made by " + copy->getName().getStringRef() +
                   ": " + reason);
  }
  std::string reason;
  if (Operation *copy = findCopyOfResult(op, reason))
    remarkMiss(op, "copied result",
               "result still goes into " + copy->getName().getStringRef() +
                   ": " + reason);
}

static void remarkMisses(tensor::ConcatOp op) {
  std::string reason = getReasonAgainstFolding(op);
  if (!reason.empty())
    remarkMiss(op, "concatenated results",
               "results of attentions are concatenated: " + reason);
}

/// Operands that are the same view become one value again: that says what maps
/// share.
static void shareOperands(AttentionOp op) {
  SmallVector<OpOperand *> inputs = op.getDpsInputOperands();
  for (unsigned number = 0; number < inputs.size(); ++number)
    for (OpOperand *earlier : ArrayRef(inputs).take_front(number))
      if (isReshapeOrSlice(inputs[number]->get().getDefiningOp()) &&
          areComputedAlike(earlier->get(), inputs[number]->get())) {
        inputs[number]->set(earlier->get());
        break;
      }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

LogicalResult diffattn::foldLayouts(Operation *root) {
  MLIRContext *context = root->getContext();
  RewritePatternSet patterns(context);
  patterns.add<FoldCopiedInputs>(context);
  populateFoldResultLayouts(patterns);
  populateFoldConcatenatedValues(patterns);
  AttentionOp::getCanonicalizationPatterns(patterns, context);
  // Sizes are asked of operands, not of results that go.
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
  tensor::ExtractSliceOp::getCanonicalizationPatterns(patterns, context);
  tensor::EmptyOp::getCanonicalizationPatterns(patterns, context);
  tensor::DimOp::getCanonicalizationPatterns(patterns, context);
  tensor::CastOp::getCanonicalizationPatterns(patterns, context);
  GreedyRewriteConfig config;
  config.setMaxIterations(GreedyRewriteConfig::kNoLimit);
  if (failed(applyPatternsGreedily(root, std::move(patterns), config)))
    return failure();
  root->walk([](Operation *op) {
    if (auto attention = dyn_cast<AttentionOp>(op)) {
      shareOperands(attention);
      remarkMisses(attention);
    } else if (auto concat = dyn_cast<tensor::ConcatOp>(op)) {
      remarkMisses(concat);
    }
  });
  return success();
}

namespace {
struct FoldLayoutsPass : diffattn::impl::FoldLayoutsPassBase<FoldLayoutsPass> {
  void runOnOperation() override {
    if (failed(foldLayouts(getOperation())))
      signalPassFailure();
  }
};
} // namespace

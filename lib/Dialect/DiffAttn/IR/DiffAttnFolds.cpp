//===- DiffAttnFolds.cpp - what follows from the maths
//----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Canonicalisations that remove work which can't change a result. Each states
// when it may fire; test/Dialect/DiffAttn/IR/canonicalize.mlir has a function
// for when it must not.
//
//===----------------------------------------------------------------------===//

#include "FoldShapes.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

/// An accessor of an optional operand.
template <typename OpTy>
using OperandGetter = MutableOperandRange (OpTy::*)();

/// Removes optional operands from `op`, with their maps.
template <typename OpTy>
static void eraseOperands(PatternRewriter &rewriter, OpTy op,
                          ArrayRef<OperandGetter<OpTy>> getters) {
  rewriter.modifyOpInPlace(op, [&] {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    for (OperandGetter<OpTy> get : getters) {
      // Not before the others are gone: a range holds the segment sizes of when
      // it was made.
      MutableOperandRange range = (op.*get)();
      maps.erase(maps.begin() + OperandRange(range).getBeginOperandIndex());
      range.clear();
    }
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}

/// Whether every element of `value` is known to be `expected`.
static bool isSplatOf(Value value, double expected) {
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    value = fill.getInputs().front();
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return false;
  if (auto dense = dyn_cast<SplatElementsAttr>(attribute))
    attribute = dense.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return number.getValueAsDouble() == expected;
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    return number.getType().isInteger(1) &&
           number.getValue().getBoolValue() == (expected != 0);
  return false;
}

//===----------------------------------------------------------------------===//
// Operands that have no effect
//===----------------------------------------------------------------------===//

namespace {

/// lambda = 0 without activation: the noise map has no weight. It stays if its
/// logsumexp is asked for. (NaN and infinities of the noise map are dropped
/// with it.)
template <typename OpTy>
struct DropUnweightedNoise : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.getLambda() || !isSplatOf(op.getLambda(), 0))
      return rewriter.notifyMatchFailure(op, "lambda is not constant 0");
    if (op.getLambdaActivation() != LambdaActivation::None)
      return rewriter.notifyMatchFailure(op, "lambda has an activation");
    if (op.getOuts().size() > 2)
      return rewriter.notifyMatchFailure(op, "noise logsumexp is a result");
    if constexpr (std::is_same_v<OpTy, AttentionOp>)
      eraseOperands<OpTy>(rewriter, op,
                          {&OpTy::getNoiseQueryMutable,
                           &OpTy::getNoiseKeyMutable, &OpTy::getLambdaMutable});
    else
      eraseOperands<OpTy>(rewriter, op,
                          {&OpTy::getNoiseAccMutable, &OpTy::getNoiseMaxMutable,
                           &OpTy::getNoiseSumMutable, &OpTy::getLambdaMutable});
    return success();
  }
};

/// A mask that is true or 0 everywhere hides nothing. It stays if results have
/// a dim only because of it.
template <typename OpTy>
struct DropTrivialMask : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.getMask())
      return rewriter.notifyMatchFailure(op, "no mask");
    bool boolean = getElementTypeOrSelf(op.getMask().getType()).isInteger(1);
    if (!isSplatOf(op.getMask(), boolean ? 1 : 0))
      return rewriter.notifyMatchFailure(op, "mask may have an effect");
    unsigned number = op.getMaskMutable()[0].getOperandNumber();
    if (givesRowsTheirDims(op, number, getOperandDims(op, number)))
      return rewriter.notifyMatchFailure(op, "results have dims of the mask");
    eraseOperands<OpTy>(rewriter, op, {&OpTy::getMaskMutable});
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Positions that hide nothing
//===----------------------------------------------------------------------===//

/// Whether positions are those of a whole attention, without lengths.
template <typename OpTy>
static bool hasPlainPositions(OpTy op) {
  return !op.getQueryOffset() && !op.getKeyOffset() && !op.getKeyLengths();
}

/// The only query row, at the bottom right, sees every key.
template <typename OpTy>
struct DropCausalOfOneRow : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.getCausal() || op.getAlignment() != Alignment::BottomRight ||
        !hasPlainPositions(op))
      return rewriter.notifyMatchFailure(
          op, "not causal, or not aligned at the bottom right by its sizes");
    unsigned m = *op.getDims().getDim(Role::Query);
    if (getStaticSizes(op)[m] != 1)
      return rewriter.notifyMatchFailure(op, "not one query row");
    rewriter.modifyOpInPlace(op, [&] { op.setCausal(false); });
    return success();
  }
};

/// A window bound as wide as the furthest key it could hide.
template <typename OpTy>
struct DropWideWindow : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!hasPlainPositions(op))
      return rewriter.notifyMatchFailure(op, "offsets or key_lengths");
    SmallVector<int64_t> sizes = getStaticSizes(op);
    int64_t rows = sizes[*op.getDims().getDim(Role::Query)];
    int64_t keys = sizes[*op.getDims().getDim(Role::Key)];
    bool bottomRight = op.getAlignment() == Alignment::BottomRight;
    // The last row stands furthest from the first key, and the first row from
    // the last key.
    int64_t left = bottomRight ? keys : rows;
    int64_t right = bottomRight ? rows : keys;
    auto isWide = [](std::optional<int64_t> window, int64_t size) {
      return window && !ShapedType::isDynamic(size) && *window >= size - 1;
    };
    bool dropLeft = isWide(op.getWindowLeft(), left);
    bool dropRight = isWide(op.getWindowRight(), right);
    if (!dropLeft && !dropRight)
      return rewriter.notifyMatchFailure(op, "no window that hides nothing");
    rewriter.modifyOpInPlace(op, [&] {
      if (dropLeft)
        op.removeWindowLeftAttr();
      if (dropRight)
        op.removeWindowRightAttr();
    });
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Nothing to do
//===----------------------------------------------------------------------===//

/// Replaces `op` by `values`; on memrefs there is nothing to replace.
static void replaceOrErase(PatternRewriter &rewriter, Operation *op,
                           ValueRange values) {
  if (op->getNumResults() == 0)
    rewriter.eraseOp(op);
  else
    rewriter.replaceOp(op, values);
}

/// No result has an element.
template <typename OpTy>
struct FoldEmptyResults : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    for (Value out : op.getOuts())
      if (!llvm::is_contained(cast<ShapedType>(out.getType()).getShape(), 0))
        return rewriter.notifyMatchFailure(op, "a result may have elements");
    replaceOrErase(rewriter, op, op.getOuts());
    return success();
  }
};

/// Attention without keys: every row is 0, every logsumexp -inf.
struct FoldAttentionWithoutKeys : OpRewritePattern<AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AttentionOp op,
                                PatternRewriter &rewriter) const override {
    if (getStaticSizes(op)[*op.getDims().getDim(Role::Key)] != 0)
      return rewriter.notifyMatchFailure(op, "there may be keys");
    SmallVector<Value> results;
    for (auto [number, out] : llvm::enumerate(op.getOuts())) {
      Type type = getElementTypeOrSelf(out.getType());
      double value = number ? -std::numeric_limits<double>::infinity() : 0;
      Value scalar = arith::ConstantOp::create(
          rewriter, op.getLoc(), rewriter.getFloatAttr(type, value));
      auto fill = linalg::FillOp::create(rewriter, op.getLoc(), scalar, out);
      llvm::append_range(results, fill.getResults());
    }
    replaceOrErase(rewriter, op, results);
    return success();
  }
};

/// Nothing is added to the state.
template <typename OpTy, Role role>
struct FoldUnchangedState : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (getStaticSizes(op)[*op.getDims().getDim(role)] != 0)
      return rewriter.notifyMatchFailure(op, "something may be added");
    replaceOrErase(rewriter, op, op.getOuts());
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

void AttentionOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<FoldEmptyResults<AttentionOp>, FoldAttentionWithoutKeys,
               DropUnweightedNoise<AttentionOp>, DropTrivialMask<AttentionOp>,
               DropCausalOfOneRow<AttentionOp>, DropWideWindow<AttentionOp>>(
      context);
  populateFoldShapes<AttentionOp>(patterns);
}

void OnlineAttentionOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                    MLIRContext *context) {
  patterns.add<FoldEmptyResults<OnlineAttentionOp>,
               FoldUnchangedState<OnlineAttentionOp, Role::Key>,
               DropTrivialMask<OnlineAttentionOp>,
               DropCausalOfOneRow<OnlineAttentionOp>,
               DropWideWindow<OnlineAttentionOp>>(context);
  populateFoldShapes<OnlineAttentionOp>(patterns);
}

void MergeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns
      .add<FoldEmptyResults<MergeOp>, FoldUnchangedState<MergeOp, Role::Split>>(
          context);
}

void FinalizeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add<FoldEmptyResults<FinalizeOp>, DropUnweightedNoise<FinalizeOp>>(
      context);
}

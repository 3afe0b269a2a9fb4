//===- FoldResultLayouts.cpp - copies and slices of results ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the result of an attention, reshapes, slices and copies lead to the
// values that are computed with. The op writes each of these directly. If they
// are slices that have no scores in common, each becomes an attention of its
// own, on slices of the operands.
//
//===----------------------------------------------------------------------===//

#include "AttentionLayout.h"
#include "FoldLayouts.h"

using namespace mlir;
using namespace mlir::diffattn;

/// Whether `op` only moves elements of its operand.
static bool isFollowed(Operation *op) {
  return isReshapeOrSlice(op) || (isCopy(op) && !repeatsElements(op));
}

/// Adds to `ends` what is made from `value` by the last copy or slice on each
/// path of reshapes, copies and slices; `end` is the last so far.
static void findEnds(Value value, Value end, SmallVectorImpl<Value> &ends) {
  bool isSliced =
      !value.use_empty() &&
      llvm::all_of(value.getUsers(), llvm::IsaPred<tensor::ExtractSliceOp>);
  if (isSliced || value.hasOneUse()) {
    for (Operation *user : value.getUsers()) {
      if (!isFollowed(user) || user->getOperand(0) != value) {
        if (end)
          ends.push_back(end);
        continue;
      }
      Value made = user->getResult(0);
      bool isView =
          isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(
              user);
      findEnds(made, isView ? end : made, ends);
    }
    return;
  }
  if (end)
    ends.push_back(end);
}

/// Whether no element is seen by both views of one source.
static bool areDisjoint(TensorView a, TensorView b) {
  for (auto [ofA, ofB] : llvm::zip_equal(a.sourceDims, b.sourceDims)) {
    // Divided alike, if the slices are of one size.
    if (ofA.size() != ofB.size())
      continue;
    for (auto [inA, inB] : llvm::zip_equal(ofA, ofB)) {
      if (a[inA].extent != b[inB].extent)
        break;
      auto first = [](const Digit &digit) {
        return digit.offset ? getConstantIntValue(digit.offset) : 0;
      };
      std::optional<int64_t> firstA = first(a[inA]), firstB = first(b[inB]);
      if (!firstA || !firstB || !a[inA].size.isStatic() ||
          !b[inB].size.isStatic())
        continue;
      if (*firstA + a[inA].size.getNumber() <= *firstB ||
          *firstB + b[inB].size.getNumber() <= *firstA)
        return true;
    }
  }
  return false;
}

namespace {
struct FoldResultLayouts : OpRewritePattern<AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AttentionOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasFoldableLayout(op))
      return rewriter.notifyMatchFailure(op, "on memrefs, or logsumexps");
    SmallVector<Value> ends;
    findEnds(op->getResult(0), Value(), ends);
    if (ends.empty())
      return rewriter.notifyMatchFailure(op, "result is not copied or sliced");
    SmallVector<AttentionLayout, 0> layouts;
    for (Value end : ends) {
      TensorView view = traceView(end);
      if (view.source != op->getResult(0))
        return rewriter.notifyMatchFailure(op, "view of result is not known");
      for (const AttentionLayout &other : layouts)
        if (!areDisjoint(other.result, view))
          return rewriter.notifyMatchFailure(op, "slices overlap");
      AttentionLayout &layout = layouts.emplace_back(op);
      layout.result = view;
      if (failed(layout.decide()))
        return rewriter.notifyMatchFailure(op, layout.getReason());
    }
    for (auto [end, layout] : llvm::zip_equal(ends, layouts)) {
      rewriter.setInsertionPoint(op);
      rewriter.replaceAllUsesWith(end, layout.build(rewriter, end.getType()));
    }
    return success();
  }
};
} // namespace

void diffattn::populateFoldResultLayouts(RewritePatternSet &patterns) {
  patterns.add<FoldResultLayouts>(patterns.getContext());
}

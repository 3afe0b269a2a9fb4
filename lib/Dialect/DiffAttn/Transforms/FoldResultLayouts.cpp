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
/// path of reshapes, copies and, if they are asked for, slices; `end` is the
/// last so far.
static void findEnds(Value value, Value end, bool slices,
                     SmallVectorImpl<Value> &ends) {
  bool isSliced =
      slices && !value.use_empty() &&
      llvm::all_of(value.getUsers(), llvm::IsaPred<tensor::ExtractSliceOp>);
  if (isSliced || value.hasOneUse()) {
    for (Operation *user : value.getUsers()) {
      if (!isFollowed(user) || user->getOperand(0) != value ||
          (!slices && isa<tensor::ExtractSliceOp>(user))) {
        if (end)
          ends.push_back(end);
        continue;
      }
      Value made = user->getResult(0);
      bool isView =
          isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(
              user);
      findEnds(made, isView ? end : made, slices, ends);
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
/// Values that the result of an attention ends up as, and a layout for each.
struct ResultLayouts {
  SmallVector<Value> ends;
  SmallVector<AttentionLayout, 0> layouts;
  /// Why there are none.
  std::string reason;

  explicit ResultLayouts(AttentionOp op) {
    if (!hasFoldableLayout(op)) {
      reason = "the attention has logsumexps";
      return;
    }
    // The copies before the slices, if it can't be sliced.
    if (!find(op, /*slices=*/true))
      (void)find(op, /*slices=*/false);
  }

  bool isComplete() const {
    return !ends.empty() && layouts.size() == ends.size();
  }

private:
  bool find(AttentionOp op, bool slices) {
    ends.clear();
    layouts.clear();
    findEnds(op->getResult(0), Value(), slices, ends);
    return llvm::all_of(ends, [&](Value end) { return add(op, end); });
  }

  bool add(AttentionOp op, Value end) {
    auto fail = [&](StringRef why) {
      if (reason.empty())
        reason = why;
      return false;
    };
    TensorView view = traceView(end);
    if (view.source != op->getResult(0))
      return fail("a reshape or slice of it can't be told");
    for (const AttentionLayout &other : layouts)
      if (!areDisjoint(other.result, view))
        return fail("slices of it overlap");
    AttentionLayout layout(op);
    layout.result = view;
    if (failed(layout.decide()))
      return fail(layout.getReason());
    layouts.push_back(layout);
    return true;
  }
};

struct FoldResultLayouts : OpRewritePattern<AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AttentionOp op,
                                PatternRewriter &rewriter) const override {
    ResultLayouts results(op);
    if (!results.isComplete())
      return rewriter.notifyMatchFailure(op, results.reason);
    for (auto [end, layout] : llvm::zip_equal(results.ends, results.layouts)) {
      rewriter.setInsertionPoint(op);
      rewriter.replaceAllUsesWith(end, layout.build(rewriter, end.getType()));
    }
    return success();
  }
};
} // namespace

/// The copy, one that repeats nothing, that something made of `value` by
/// reshapes and slices goes into.
static Operation *findCopyOf(Value value) {
  for (Operation *user : value.getUsers()) {
    if (isCopy(user) && !repeatsElements(user) && user->getOperand(0) == value)
      return user;
    if (isReshapeOrSlice(user) && user->getOperand(0) == value)
      if (Operation *copy = findCopyOf(user->getResult(0)))
        return copy;
  }
  return nullptr;
}

Operation *diffattn::findCopyOfResult(AttentionOp op, std::string &reason) {
  if (op->getNumResults() == 0)
    return nullptr;
  Operation *copy = findCopyOf(op->getResult(0));
  if (!copy)
    return nullptr;
  reason = ResultLayouts(op).reason;
  if (reason.empty())
    reason = "it is not all that is made of the result";
  return copy;
}

void diffattn::populateFoldResultLayouts(RewritePatternSet &patterns) {
  patterns.add<FoldResultLayouts>(patterns.getContext());
}

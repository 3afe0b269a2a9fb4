//===- FoldConcatenatedValues.cpp - attentions that differ in the value ---===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models whose value is wider than their attention kernels allow call them once
// for each part of it and concatenate the results. If the parts lie in one
// tensor, that is one attention, whose value has the number of the part as
// another dim.
//
//===----------------------------------------------------------------------===//

#include "AttentionLayout.h"
#include "FoldLayouts.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Values that are computed alike
//===----------------------------------------------------------------------===//

namespace {
/// Compares values by what computes them.
class Equivalence {
public:
  bool check(Value a, Value b) {
    if (a == b || known.lookup(a) == b)
      return true;
    auto left = dyn_cast<OpResult>(a), right = dyn_cast<OpResult>(b);
    if (!left || !right || left.getResultNumber() != right.getResultNumber() ||
        depth == maxDepth || !isMemoryEffectFree(left.getOwner()))
      return false;
    ++depth;
    bool same = OperationEquivalence::isEquivalentTo(
        left.getOwner(), right.getOwner(),
        [&](Value a, Value b) { return success(check(a, b)); },
        [&](Value a, Value b) { known[a] = b; },
        OperationEquivalence::IgnoreLocations);
    --depth;
    if (same)
      known[a] = b;
    return same;
  }

  bool check(const NamedOperand &a, const NamedOperand &b) {
    return a.dims == b.dims && static_cast<bool>(a) == static_cast<bool>(b) &&
           (!a || check(a.value, b.value));
  }

  /// Whether `a` and `b` are the same but for value and destination.
  bool check(const AttentionParts &a, const AttentionParts &b) {
    auto checkOffsets = [&](Value a, Value b) {
      return static_cast<bool>(a) == static_cast<bool>(b) &&
             (!a || check(a, b));
    };
    return check(a.signalQuery, b.signalQuery) &&
           check(a.signalKey, b.signalKey) &&
           check(a.noiseQuery, b.noiseQuery) && check(a.noiseKey, b.noiseKey) &&
           check(a.lambda, b.lambda) && check(a.mask, b.mask) &&
           check(a.keyLengths, b.keyLengths) &&
           checkOffsets(a.queryOffset, b.queryOffset) &&
           checkOffsets(a.keyOffset, b.keyOffset) &&
           a.value.dims == b.value.dims &&
           a.outs.front().dims == b.outs.front().dims && a.score == b.score &&
           a.lambdaActivation == b.lambdaActivation && a.outScale == b.outScale;
  }

private:
  static constexpr unsigned maxDepth = 64;
  unsigned depth = 0;
  llvm::DenseMap<Value, Value> known;
};
} // namespace

bool diffattn::areComputedAlike(Value a, Value b) {
  return Equivalence().check(a, b);
}

//===----------------------------------------------------------------------===//
// The concatenation
//===----------------------------------------------------------------------===//

/// Whether nothing else is made of the result of `op` than `value`.
static bool isOnlyUse(AttentionOp op, Value value) {
  while (value != op->getResult(0)) {
    if (!value.hasOneUse())
      return false;
    value = value.getDefiningOp()->getOperand(0);
  }
  return value.hasOneUse();
}

/// The layout of one attention that has the concatenation `op` as its result;
/// on failure, `reason` says why there is none. It is empty if `op` has nothing
/// to do with attention.
static std::optional<AttentionLayout> getJoinedLayout(tensor::ConcatOp op,
                                                      std::string &reason) {
  auto fail = [&](StringRef why) -> std::optional<AttentionLayout> {
    reason = why;
    return std::nullopt;
  };
  SmallVector<AttentionOp> attentions;
  SmallVector<TensorView> results, values;
  for (Value input : op.getInputs()) {
    results.push_back(traceView(input));
    // A single row stands in no dim of its own.
    results.back().simplifyDims();
    auto attention = results.back().source.getDefiningOp<AttentionOp>();
    if (!attention)
      return attentions.empty() ? std::nullopt
                                : fail("one of them is no such result");
    attentions.push_back(attention);
    if (!hasFoldableLayout(attention))
      return fail("they have logsumexps");
    if (attention.getNorm())
      return fail("each has a norm of its own");
    if (!isOnlyUse(attention, input))
      return fail("one of them has another use");
    values.push_back(traceView(attention.getValue()));
  }
  if (attentions.size() < 2)
    return std::nullopt;
  AttentionParts first = AttentionParts::of(attentions.front());
  for (auto [attention, result] : llvm::zip_equal(llvm::drop_begin(attentions),
                                                  llvm::drop_begin(results))) {
    result.source = results.front().source;
    if (!isSameView(results.front(), result))
      return fail("they are looked at in different ways");
    if (!Equivalence().check(first, AttentionParts::of(attention)))
      return fail("they differ in more than the value");
  }
  // The number of the part comes before the outermost value dim.
  TensorView joined = results.front();
  DigitList &dim = joined.dims[op.getDim()];
  if (dim.empty())
    return fail("not along a dim of the value");
  unsigned position = 0;
  while (position < joined.sourceDims.size() &&
         (joined.sourceDims[position].empty() ||
          joined.sourceDims[position].front() != dim.front()))
    ++position;
  if (position == joined.sourceDims.size() ||
      DimsAttr::getRole(first.outs.front().dims[position]) != Role::Value)
    return fail("not along a dim of the value");
  std::optional<TensorView> value =
      concatenate(values, *first.value.find(first.outs.front().dims[position]));
  if (!value)
    return fail("their values don't lie side by side in one tensor");
  Digit part;
  part.extent = part.size = Extent::of(static_cast<int64_t>(results.size()));
  unsigned number = joined.digits.size();
  joined.digits.push_back(part);
  dim.insert(dim.begin(), number);
  joined.sourceDims[position].insert(joined.sourceDims[position].begin(),
                                     number);
  AttentionLayout layout(attentions.front());
  layout.result = joined;
  layout.setValue(*value);
  if (failed(layout.decide()))
    return fail(layout.getReason());
  return layout;
}

std::string diffattn::getReasonAgainstFolding(tensor::ConcatOp op) {
  std::string reason;
  (void)getJoinedLayout(op, reason);
  return reason;
}

namespace {
struct FoldConcatenatedValues : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    std::string reason;
    std::optional<AttentionLayout> layout = getJoinedLayout(op, reason);
    if (!layout)
      return rewriter.notifyMatchFailure(op, reason);
    rewriter.replaceOp(op, layout->build(rewriter, op.getType()));
    return success();
  }
};
} // namespace

void diffattn::populateFoldConcatenatedValues(RewritePatternSet &patterns) {
  patterns.add<FoldConcatenatedValues>(patterns.getContext());
}

//===- MatchSoftmax.cpp - weights of keys, and sums of them ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matchers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::raising;

//===----------------------------------------------------------------------===//
// Sums of weights
//===----------------------------------------------------------------------===//

LogicalResult Matcher::matchFactor(const Cursor &product, unsigned side,
                                   const Term &outer,
                                   SmallVectorImpl<Term> &terms) {
  Term inner = outer;
  Cursor factor = product.operand(1 - side);
  if (std::optional<double> constant = getConstant(factor)) {
    inner.factor *= *constant;
  } else {
    for (Axis axis : getUsedAxes(*this, factor))
      if (axis == keyAxis || axes.isPinned(axis))
        return failure();
    inner.factors.push_back(factor);
  }
  return matchTerms(product.operand(side), inner, terms);
}

LogicalResult Matcher::matchTerms(Cursor cursor, Term outer,
                                  SmallVectorImpl<Term> &terms) {
  cursor = skip(cursor);
  Operation *op = cursor.getOp();
  if (isa_and_nonnull<arith::SubFOp, arith::AddFOp>(op)) {
    if (failed(matchTerms(cursor.operand(0), outer, terms)))
      return failure();
    if (isa<arith::SubFOp>(op))
      outer.factor = -outer.factor;
    return matchTerms(cursor.operand(1), outer, terms);
  }
  if (isa_and_nonnull<arith::NegFOp>(op)) {
    outer.factor = -outer.factor;
    return matchTerms(cursor.operand(0), outer, terms);
  }
  Cursor scores;
  if (succeeded(attempt([&]() -> LogicalResult {
        FailureOr<Cursor> found = matchSoftmax(cursor);
        if (failed(found))
          return failure();
        scores = *found;
        return success();
      }))) {
    Term term = outer;
    term.softmax = softmax;
    if (failed(matchScores(scores, term.scores)))
      return failure();
    terms.push_back(std::move(term));
    return success();
  }
  if (isa_and_nonnull<arith::MulFOp>(op)) {
    unsigned size = terms.size();
    for (unsigned side : {0, 1}) {
      if (succeeded(
              attempt([&] { return matchFactor(cursor, side, outer, terms); })))
        return success();
      terms.truncate(size);
    }
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// One softmax
//===----------------------------------------------------------------------===//

FailureOr<Cursor> Matcher::matchSoftmax(Cursor cursor) {
  cursor = skip(cursor);
  if (auto op = cursor.getOp<linalg::SoftmaxOp>()) {
    softmax = op;
    progress = 1;
    visited.insert(op);
    if (axes.getLeaves(cursor.axes[op.getDimension()]) != AxisList{keyAxis})
      return stopAt(op, "the softmax is not along the keys of the product");
    return Cursor{op.getInput(), cursor.axes};
  }
  Operation *op = cursor.getOp();
  if (cursor.isTensor() || !op)
    return failure();
  if (isa<arith::SelectOp>(op))
    return matchGuarded(cursor);
  if (isa<arith::DivFOp>(op))
    return matchNormalised(cursor.operand(0), cursor.operand(1));
  if (isa<arith::MulFOp>(op)) {
    for (unsigned side : {0, 1}) {
      Cursor reciprocal = peek(cursor.operand(1 - side));
      if (!reciprocal.getOp<arith::DivFOp>() ||
          getConstant(reciprocal.operand(0)) != 1.0)
        continue;
      reciprocal = skip(cursor.operand(1 - side));
      return matchNormalised(cursor.operand(side), reciprocal.operand(1));
    }
  }
  return failure();
}

FailureOr<Cursor> Matcher::matchNormalised(const Cursor &weights,
                                           const Cursor &sum) {
  Cursor exp = skip(weights);
  FailureOr<Cursor> scores = matchExp(exp);
  if (failed(scores))
    return failure();
  auto adds = [](Operation *op) { return isa<arith::AddFOp>(op); };
  Cursor total = skip(sum);
  std::optional<Cursor> summand = stepToReduced(
      total, keyAxis, adds, [](double start) { return start == 0; });
  if (!summand)
    return stop(total, "the weights are not divided by a sum along one dim");
  if (!areEquivalent(*summand, exp))
    return stop(total, "the weights are not divided by their own sum along "
                       "the keys of the product");
  return scores;
}

FailureOr<Cursor> Matcher::matchExp(const Cursor &weights) {
  auto exp = weights.getOp<math::ExpOp>();
  if (!exp)
    return failure();
  softmax = getEnclosing(exp);
  progress = 1;
  Cursor difference = skip(weights.operand(0));
  if (!difference.getOp<arith::SubFOp>())
    return stop(weights, "no maximum is subtracted from the scores");
  Cursor scores = skip(difference.operand(0));
  Cursor maximum = skip(difference.operand(1));
  auto isMaximum = [](Operation *op) {
    return isa<arith::MaximumFOp, arith::MaxNumFOp>(op);
  };
  std::optional<Cursor> reduced = stepToReduced(
      maximum, keyAxis, isMaximum, [](double start) { return start < -60000; });
  if (!reduced)
    return stop(maximum, "what is subtracted from the scores is no maximum "
                         "along one dim");
  if (!areEquivalent(*reduced, scores))
    return stop(maximum, "the maximum is not that of the scores along the keys "
                         "of the product");
  progress = 2;
  return scores;
}

//===----------------------------------------------------------------------===//
// Guards: rows without a visible key become 0
//===----------------------------------------------------------------------===//

FailureOr<Cursor> Matcher::matchGuarded(const Cursor &select) {
  for (bool zeroIfTrue : {true, false}) {
    Cursor zero = select.operand(zeroIfTrue ? 1 : 2);
    Cursor weights = select.operand(zeroIfTrue ? 2 : 1);
    if (getConstant(zero) != 0.0)
      continue;
    FailureOr<Cursor> scores = matchSoftmax(weights);
    if (failed(scores))
      return failure();
    if (!isEmptyRow(select.operand(0), *scores, weights, !zeroIfTrue))
      return stop(select, "weights are replaced by 0 in other rows than those "
                          "without a visible key");
    return scores;
  }
  return failure();
}

bool Matcher::isEmptyRow(Cursor condition, const Cursor &scores,
                         const Cursor &weights, bool negated) {
  condition = skip(condition);
  if (condition.getOp<arith::XOrIOp>()) {
    for (unsigned side : {0, 1})
      if (std::optional<double> constant =
              getConstant(condition.operand(1 - side)))
        return isEmptyRow(condition.operand(side), scores, weights,
                          negated != (*constant != 0));
    return false;
  }
  // NaN is not equal to itself.
  if (auto compare = condition.getOp<arith::CmpFOp>()) {
    auto isNaN =
        negated ? arith::CmpFPredicate::ORD : arith::CmpFPredicate::UNO;
    auto differs =
        negated ? arith::CmpFPredicate::OEQ : arith::CmpFPredicate::UNE;
    return (compare.getPredicate() == isNaN ||
            compare.getPredicate() == differs) &&
           areEquivalent(condition.operand(0), weights) &&
           areEquivalent(condition.operand(1), weights);
  }
  // All scores are -inf.
  if (negated)
    return false;
  auto all = [](Operation *op) { return isa<arith::AndIOp>(op); };
  std::optional<Cursor> reduced = stepToReduced(
      condition, keyAxis, all, [](double start) { return start != 0; });
  if (!reduced)
    return false;
  Cursor element = skip(*reduced);
  auto compare = element.getOp<arith::CmpFOp>();
  return compare && compare.getPredicate() == arith::CmpFPredicate::OEQ &&
         getConstant(element.operand(1)) ==
             -std::numeric_limits<double>::infinity() &&
         areEquivalent(element.operand(0), scores);
}

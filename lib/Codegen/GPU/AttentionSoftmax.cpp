//===- AttentionSoftmax.cpp - from scores to weights ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scores become exponents of 2. `scale` has log2(e) in it and is applied with
// the exponential, in one FMA; or, where something has to be done to scaled
// scores, before.
//
//===----------------------------------------------------------------------===//

#include "AttentionKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <limits>

using namespace mlir;
using namespace mlir::diffattn;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// A row's maximum may grow by 2^kSlack, with a mask of floats e^kSlack, before
/// the accumulator is rescaled.
static constexpr double kSlack = 8;

/// How far below the maximum a ref is set. f16 ends at 2^16, and loses weights
/// below 2^-25: its range is used as far as it goes, so that only weights below
/// 2^-32 of the largest are lost.
double AttentionKernel::distanceOfRef() const {
  if (!element.isF16())
    return 0;
  // e^(3 + kSlack) < 2^16.
  return isNatural() ? 3 : 7;
}

static Value compare(Emitter &e, arith::CmpFPredicate predicate, Value a,
                     Value b) {
  return arith::CmpFOp::create(e, predicate, a, b);
}

//===----------------------------------------------------------------------===//
// Scores
//===----------------------------------------------------------------------===//

Values AttentionKernel::capScores(Values scores) {
  if (!isScaledFirst(op))
    return scores;
  for (Value &score : scores) {
    score = e.mulF(score, scale);
    // `scale` has 1 / softcap in it, `cap` the unit.
    if (op.getSoftcap())
      score = e.mulF(e.fastTanh(score), cap);
  }
  return scores;
}

/// The score of a visible key, or -inf.
Value AttentionKernel::maskScore(Value score, const Row &row, Value key) {
  Value hidden = e.real(-kInfinity, f32);
  Value isVisible = e.both(e.less(e.add(row.limits.first, -1), key),
                           e.less(key, row.limits.end));
  if (!mask)
    return e.select(isVisible, score, hidden);
  // An element of the mask, even of a key that is not there.
  Value inside = e.min(key, e.add(keys, -1));
  Value at = e.add(mask.offset(e, row.at), e.mul(inside, mask.stride(e, n)));
  Value element = e.load(mask.memory, at);
  if (!maskIsFloat) {
    Value isTrue = arith::CmpIOp::create(e, arith::CmpIPredicate::ne, element,
                                         e.zero(element.getType()));
    return e.select(e.both(isVisible, isTrue), score, hidden);
  }
  element = e.convert(element, f32);
  Value isThere = compare(e, arith::CmpFPredicate::UNE, element, hidden);
  return e.select(e.both(isVisible, isThere), e.addF(score, element), hidden);
}

Values AttentionKernel::maskScores(Values scores, Value firstKey) {
  Value start = e.add(firstKey, column);
  for (auto [i, score] : llvm::enumerate(scores)) {
    Value key = e.add(start, i / 4 * 8 + i % 2);
    score = maskScore(score, rowsOfLane[i % 4 / 2], key);
  }
  return scores;
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// A score in the units of refs.
Value AttentionKernel::toRef(Value score) {
  return isScaledFirst(op) ? score : e.mulF(score, scale);
}

Value AttentionKernel::weight(Value score, Value ref) {
  if (isScaledFirst(op))
    return distance(score, ref);
  return e.fastExp2(e.fma(score, scale, arith::NegFOp::create(e, ref)));
}

/// Whether numbers of this size are so far apart that what the FMA of weight()
/// does not round decides the result. So it is for -inf, but not for NaN.
Value AttentionKernel::isHuge(Value ref) {
  return compare(e, arith::CmpFPredicate::OGE, math::AbsFOp::create(e, ref),
                 e.real(1 << 24, f32));
}

/// Where a ref is huge, scores become their distances from it, in units of
/// scores: what their weights are computed from is 0 then.
void AttentionKernel::moveToRefs(MutableArrayRef<Value> scores,
                                 ArrayRef<Value> refs) {
  Value unit = e.divF(e.real(1, f32), scale);
  for (unsigned row = 0; row < 2; ++row) {
    Value ref = usableRef(refs[row]), huge = isHuge(ref);
    for (size_t i = 2 * row; i < scores.size(); i += 4)
      for (Value &x : scores.slice(i, 2)) {
        Value distance = e.mulF(e.subF(toRef(x), ref), unit);
        x = e.select(huge, distance, x);
      }
  }
}

/// What is subtracted from scores: a ref, but 0 where they were moved to it.
Value AttentionKernel::refOfWeights(Value ref) {
  if (isScaledFirst(op))
    return usableRef(ref);
  return e.select(isHuge(ref), e.zero(f32), ref);
}

/// Whether a maximum is far above the ref of its row.
Value AttentionKernel::growsBeyond(Value maximum, Value ref) {
  Value limit = e.addF(ref, e.real(distanceOfRef() + kSlack, f32));
  return compare(e, arith::CmpFPredicate::OGT, maximum, limit);
}

/// Moves the refs of rows whose maximum in this step is far above them, and
/// scales what was summed up by then. Other rows of the warp keep theirs: bits
/// of a row do not depend on its neighbours.
void AttentionKernel::rescale(State &state, unsigned map,
                              ArrayRef<Value> maxima) {
  for (unsigned row = 0; row < 2; ++row) {
    Value &ref = state.refs[map][row];
    Value grows = growsBeyond(maxima[row], ref);
    Value next = e.subF(maxima[row], e.real(distanceOfRef(), f32));
    // Of scores that overflow no difference is known: all weights are NaN.
    Value infinite = compare(e, arith::CmpFPredicate::OEQ, maxima[row],
                             e.real(kInfinity, f32));
    next = e.select(infinite, e.real(kNaN, f32), next);
    Value factor = e.select(grows, distance(ref, next), e.real(1, f32));
    ref = e.select(grows, next, ref);
    state.sums[map][row] = e.mulF(state.sums[map][row], factor);
    for (size_t i = 2 * row; i < state.accumulators[map].size(); i += 4)
      for (Value &x : MutableArrayRef(state.accumulators[map]).slice(i, 2))
        x = e.mulF(x, factor);
  }
}

/// Whether a row of this warp does: its ref has to move, or is huge.
Value AttentionKernel::needsCare(const State &state, unsigned map,
                                 ValueRange maxima) {
  Value result;
  for (unsigned row = 0; row < 2; ++row) {
    Value ref = state.refs[map][row];
    Value here = growsBeyond(maxima[row], ref);
    // There is nothing to round where scores are scaled first.
    if (!isScaledFirst(op))
      here = arith::OrIOp::create(e, here, isHuge(ref));
    result = result ? arith::OrIOp::create(e, result, here) : here;
  }
  return e.anyInWarp(result);
}

/// The largest score of each row in this step, in the units of refs.
Values AttentionKernel::maximaOf(ValueRange scores) {
  Values maxima;
  for (unsigned row = 0; row < 2; ++row) {
    Value most;
    for (size_t i = 2 * row; i < scores.size(); i += 4) {
      Value pair = e.larger(scores[i], scores[i + 1]);
      most = most ? e.larger(most, pair) : pair;
    }
    // Four lanes share a row.
    most = e.reduce(most, {1, 2},
                    [&](Value a, Value b) { return e.larger(a, b); });
    maxima.push_back(toRef(most));
  }
  return maxima;
}

/// Pairs of weights, rounded: left fragments of the next product.
Values AttentionKernel::toFragments(ValueRange weights) {
  Values fragments;
  for (size_t i = 0; i < weights.size(); i += 2) {
    Value pair = vector::FromElementsOp::create(e, VectorType::get(2, f32),
                                                weights.slice(i, 2));
    Value rounded = e.convert(pair, element);
    Value bits = vector::BitCastOp::create(
        e, VectorType::get(1, e.getI32Type()), rounded);
    fragments.push_back(vector::ExtractOp::create(e, bits, 0));
  }
  return fragments;
}

/// Adds the weights of a step to the sums, and gives them as left fragments of
/// the next product, or as they are for FMA.
Values AttentionKernel::weigh(State &state, unsigned map, Values scores) {
  Values maxima = maximaOf(scores);
  auto flatten = [&](const State &now, ValueRange scores) {
    Values all = now.accumulators[map];
    for (ValueRange more :
         {ValueRange(now.refs[map]), ValueRange(now.sums[map]), scores})
      llvm::append_range(all, more);
    return all;
  };
  // In most steps there is nothing to do: all of it is branched over.
  Values now = flatten(state, scores);
  Values after = e.choose(
      ValueRange(now).getTypes(), needsCare(state, map, maxima),
      [&] {
        State moved = state;
        rescale(moved, map, maxima);
        Values distances = scores;
        if (!isScaledFirst(op))
          moveToRefs(distances, moved.refs[map]);
        return flatten(moved, distances);
      },
      [&] { return now; });
  ArrayRef<Value> rest = after;
  auto take = [&](Values &to, size_t count) {
    to.assign(rest.begin(), rest.begin() + count);
    rest = rest.drop_front(count);
  };
  take(state.accumulators[map], state.accumulators[map].size());
  take(state.refs[map], 2);
  take(state.sums[map], 2);
  take(scores, scores.size());
  for (unsigned row = 0; row < 2; ++row) {
    Value ref = refOfWeights(state.refs[map][row]);
    for (size_t i = 2 * row; i < scores.size(); i += 4) {
      for (Value &x : MutableArrayRef(scores).slice(i, 2))
        x = weight(x, ref);
      state.sums[map][row] =
          e.addF(state.sums[map][row], e.addF(scores[i], scores[i + 1]));
    }
  }
  return isHalf() ? toFragments(scores) : scores;
}

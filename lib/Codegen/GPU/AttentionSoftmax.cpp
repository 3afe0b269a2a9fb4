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
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <limits>

using namespace mlir;
using namespace mlir::diffattn;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Weights may grow up to 2^kSlack, with a mask of floats e^kSlack, before the
/// accumulator is rescaled: f16 holds that.
static constexpr double kSlack = 8;

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

/// Moves the refs of rows whose maximum in this step is far above them, and
/// scales what was summed up by then. Other rows of the warp keep theirs: bits
/// of a row do not depend on its neighbours.
void AttentionKernel::rescale(State &state, unsigned map,
                              ArrayRef<Value> maxima) {
  for (unsigned row = 0; row < 2; ++row) {
    Value &ref = state.refs[map][row];
    Value limit = e.addF(ref, e.real(kSlack, f32));
    Value grows = compare(e, arith::CmpFPredicate::OGT, maxima[row], limit);
    Value factor = e.select(grows, distance(ref, maxima[row]), e.real(1, f32));
    ref = e.select(grows, maxima[row], ref);
    state.sums[map][row] = e.mulF(state.sums[map][row], factor);
    for (size_t i = 2 * row; i < state.accumulators[map].size(); i += 4)
      for (Value &x : MutableArrayRef(state.accumulators[map]).slice(i, 2))
        x = e.mulF(x, factor);
  }
}

/// Adds the weights of a step to the sums, and gives them as left fragments of
/// the next product, or as they are for FMA.
Values AttentionKernel::weigh(State &state, unsigned map, Values scores) {
  Values maxima;
  Value grows;
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
    Value limit = e.addF(state.refs[map][row], e.real(kSlack, f32));
    Value growsHere = compare(e, arith::CmpFPredicate::OGT, maxima[row], limit);
    grows = grows ? arith::OrIOp::create(e, grows, growsHere).getResult()
                  : growsHere;
  }

  Values now = state.accumulators[map];
  llvm::append_range(now, state.refs[map]);
  llvm::append_range(now, state.sums[map]);
  Values after = e.choose(
      ValueRange(now).getTypes(), e.anyInWarp(grows),
      [&] {
        State moved = state;
        rescale(moved, map, maxima);
        Values results = moved.accumulators[map];
        llvm::append_range(results, moved.refs[map]);
        llvm::append_range(results, moved.sums[map]);
        return results;
      },
      [&] { return now; });
  size_t count = state.accumulators[map].size();
  state.accumulators[map].assign(after.begin(), after.begin() + count);
  state.refs[map].assign(after.begin() + count, after.begin() + count + 2);
  state.sums[map].assign(after.begin() + count + 2, after.end());

  for (unsigned row = 0; row < 2; ++row) {
    // A row that has seen no key yet has a ref of -inf, and only such scores.
    Value ref = state.refs[map][row], none = e.real(-kInfinity, f32);
    Value isNone = compare(e, arith::CmpFPredicate::OEQ, ref, none);
    Value usable = e.select(isNone, e.zero(f32), ref);
    for (size_t i = 2 * row; i < scores.size(); i += 4) {
      for (Value &x : MutableArrayRef(scores).slice(i, 2))
        x = weight(x, usable);
      state.sums[map][row] =
          e.addF(state.sums[map][row], e.addF(scores[i], scores[i + 1]));
    }
  }
  if (!isHalf())
    return scores;
  Values fragments;
  for (size_t i = 0; i < scores.size(); i += 2) {
    Value pair = vector::FromElementsOp::create(
        e, VectorType::get(2, f32), ValueRange{scores[i], scores[i + 1]});
    Value rounded = e.convert(pair, element);
    Value bits = vector::BitCastOp::create(
        e, VectorType::get(1, e.getI32Type()), rounded);
    fragments.push_back(vector::ExtractOp::create(e, bits, 0));
  }
  return fragments;
}

//===- AttentionResults.cpp - from accumulators to results ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::diffattn;

/// Sums of weights of this thread's two rows, over the lanes that have them.
Values AttentionKernel::sumsOf(const State &state, unsigned map) {
  Values sums;
  for (Value sum : state.sums[map])
    sums.push_back(
        e.reduce(sum, {1, 2}, [&](Value a, Value b) { return e.addF(a, b); }));
  return sums;
}

/// Writes the logsumexps of a map, if it has such a result and `isMine`.
void AttentionKernel::storeLogSumExp(const State &state, unsigned map,
                                     ValueRange sums, const AttentionArray &to,
                                     Value isMine) {
  if (!to)
    return;
  // One of the lanes that have a row writes.
  isMine = e.both(isMine, e.equal(column, e.index(0)));
  for (unsigned row = 0; row < 2; ++row)
    e.when(e.both(isMine, rowsOfLane[row].isThere), [&] {
      e.store(logOf(state.refs[map][row], sums[row]), to.memory,
              to.offset(e, rowsOfLane[row].at));
    });
}

/// What this warp has of the difference of both maps.
Values AttentionKernel::combine(const State &state) {
  Values results;
  for (unsigned map = 0; map < warpMaps(); ++map) {
    Values sums = sumsOf(state, map);
    Value always = e.trueValue();
    if (plan.mapsApart) {
      Value isSignal = e.equal(isNoise, e.falseValue());
      storeLogSumExp(state, map, sums, logSumExp[0], isSignal);
      storeLogSumExp(state, map, sums, logSumExp[1], isNoise);
    } else {
      storeLogSumExp(state, map, sums, logSumExp[map], always);
    }
    Value factors[2];
    for (unsigned row = 0; row < 2; ++row) {
      factors[row] = invert(sums[row]);
      if (map == 0 && !plan.mapsApart)
        continue;
      Value ofNoise = arith::NegFOp::create(
          e, e.mulF(factors[row], lambdaOf(rowsOfLane[row].at)));
      factors[row] =
          plan.mapsApart ? e.select(isNoise, ofNoise, factors[row]) : ofNoise;
    }
    for (auto [i, x] : llvm::enumerate(state.accumulators[map])) {
      Value factor = factors[i % 4 / 2];
      if (map == 0)
        results.push_back(e.mulF(x, factor));
      else
        results[i] = e.fma(x, factor, results[i]);
    }
  }
  return results;
}

/// Adds what the warps of the noise have to the results of those of the signal.
Values AttentionKernel::exchange(ValueRange results) {
  int64_t rowSize = ::diffattn::getSharedRow(values, 32);
  Value shared = e.sharedArray(f32, layout.stages, plan.rows() * rowSize);
  Value row = e.add(e.mul(rowWarp, 16), rowInWarp);
  Value base = e.add(e.mul(row, rowSize), column);
  auto place = [&](int64_t number) {
    int64_t tile = number / 4, half = number % 4 / 2, next = number % 2;
    return e.add(base, half * 8 * rowSize + tile * 8 + next);
  };
  // Nobody reads keys and values any more; no copies are under way.
  e.barrier();
  e.when(isNoise, [&] {
    for (auto [i, x] : llvm::enumerate(results))
      e.store(x, shared, place(i));
  });
  e.barrier();
  return e.choose(
      results.getTypes(), isNoise, [&] { return Values(results); },
      [&] {
        Values sums;
        for (auto [i, x] : llvm::enumerate(results))
          sums.push_back(e.addF(x, e.load(shared, place(i))));
        return sums;
      });
}

/// The norm over all features of a row, and the constant factor.
void AttentionKernel::normalize(Values &results) {
  for (unsigned row = 0; row < 2; ++row) {
    Value factor = outScale;
    if (op.getNorm()) {
      Value squares = e.zero(f32);
      for (size_t i = 2 * row; i < results.size(); i += 4)
        for (Value x : ArrayRef(results).slice(i, 2))
          squares = e.fma(x, x, squares);
      factor = normFactor(e.reduce(
          squares, {1, 2}, [&](Value a, Value b) { return e.addF(a, b); }));
    }
    for (size_t i = 2 * row; i < results.size(); i += 4)
      for (Value &x : MutableArrayRef(results).slice(i, 2))
        x = e.mulF(x, factor);
  }
}

/// Writes two neighbours of a row that vectors can be written to.
void AttentionKernel::storePair(ValueRange pair, Value rowAt, Value feature) {
  Values rounded = {roundResult(pair[0], feature),
                    roundResult(pair[1], e.add(feature, 1))};
  Value both = vector::FromElementsOp::create(
      e, VectorType::get(2, rounded[0].getType()), rounded);
  Value at = featureOffset(out, valueDims, feature, /*isUnit=*/true);
  e.storeVector(both, out.memory, e.add(rowAt, at), 2);
}

void AttentionKernel::storeResults(ValueRange results) {
  for (unsigned row = 0; row < 2; ++row)
    e.when(rowsOfLane[row].isThere, [&] {
      Value rowAt = out.offset(e, rowsOfLane[row].at);
      for (int64_t first = 0; first < values; first += 8) {
        ValueRange pair = results.slice(first / 2 + 2 * row, 2);
        Value feature = e.add(column, first);
        bool isWhole = first + 8 <= values;
        if (isWhole && access == Access::Vectors) {
          storePair(pair, rowAt, feature);
          continue;
        }
        for (int64_t next = 0; next < 2; ++next) {
          Value at = e.add(feature, next);
          auto store = [&] { storeResult(pair[next], rowAt, at); };
          isWhole ? store() : e.when(e.less(at, e.index(values)), store);
        }
      }
    });
}

/// Writes what the keys of this part came to.
void AttentionKernel::storeState(const State &state) {
  Value parts = gpu::GridDimOp::create(e, gpu::Dimension::y);
  for (unsigned map = 0; map < warpMaps(); ++map) {
    Values sums = sumsOf(state, map);
    Value number = e.index(map);
    if (plan.mapsApart)
      number = e.select(isNoise, e.index(1), e.index(0));
    for (unsigned row = 0; row < 2; ++row)
      e.when(rowsOfLane[row].isThere, [&] {
        Value at = stateAt(head, rowsOfLane[row].number, parts, part, number);
        for (int64_t first = 0; first < values; first += 8)
          for (int64_t next = 0; next < 2; ++next) {
            Value feature = e.add(column, first + next);
            auto store = [&] {
              e.store(state.accumulators[map][first / 2 + 2 * row + next],
                      states, e.add(at, feature));
            };
            if (first + 8 <= values)
              store();
            else
              e.when(e.less(feature, e.index(values)), store);
          }
        e.when(e.equal(column, e.index(0)), [&] {
          e.store(state.refs[map][row], states, e.add(at, values));
          e.store(sums[row], states, e.add(at, values + 1));
        });
      });
  }
}

void AttentionKernel::finish(State &state) {
  if (states)
    return storeState(state);
  Values results = combine(state);
  auto write = [&] {
    normalize(results);
    storeResults(results);
  };
  if (!plan.mapsApart)
    return write();
  results = exchange(results);
  e.when(e.equal(isNoise, e.falseValue()), write);
}

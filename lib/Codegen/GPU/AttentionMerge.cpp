//===- AttentionMerge.cpp - from states of parts to results ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionMerge.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include <limits>

using namespace mlir;
using namespace mlir::diffattn;

AttentionMerge::AttentionMerge(WarpEmitter &e, AttentionOp op,
                               ValueRange arguments)
    : KernelSpace(e, op, arguments), states(arguments.drop_back().back()),
      parts(arguments.back()) {}

/// The ref and the sum of all parts of a row's map. Parts that see no key have
/// a ref of -inf and a sum of 0.
std::pair<Value, Value> AttentionMerge::mergeSums(Value head, Value row,
                                                  unsigned map) {
  Value none = e.real(-std::numeric_limits<double>::infinity(), f32);
  Value number = e.index(map);
  auto load = [&](Value part, int64_t which) {
    Value at = stateAt(head, row, parts, part, number);
    return e.load(states, e.add(at, values + which));
  };
  Value ref =
      e.iterate(e.index(0), parts, 1, none, [&](Value part, ValueRange before) {
        Value most = e.larger(before[0], load(part, 0));
        return Values{most};
      })[0];
  Value usable = usableRef(ref);
  Value sum = e.iterate(
      e.index(0), parts, 1, e.zero(f32), [&](Value part, ValueRange before) {
        Value factor = distance(load(part, 0), usable);
        return Values{e.fma(load(part, 1), factor, before[0])};
      })[0];
  return {ref, sum};
}

void AttentionMerge::mergeRow(Value number) {
  Value head = e.floorDiv(number, rowCount);
  Value row = e.remainder(number, rowCount);
  Values at(sizes.size());
  spread(head, headDims, at);
  spread(row, rowDims, at);

  int64_t count = (values + 31) / 32;
  Values results(count, e.zero(f32));
  // Lanes without a feature of their own compute another one's again.
  auto featureOf = [&](int64_t i) {
    return e.min(e.add(lane, 32 * i), values - 1);
  };
  for (unsigned map = 0; map < numMaps(); ++map) {
    auto [ref, sum] = mergeSums(head, row, map);
    if (const AttentionArray &to = logSumExp[map])
      e.when(e.equal(lane, e.index(0)), [&, ref = ref, sum = sum] {
        e.store(logOf(ref, sum), to.memory, to.offset(e, at));
      });
    Value scale = invert(sum);
    if (map == 1)
      scale = arith::NegFOp::create(e, e.mulF(scale, lambdaOf(at)));
    Value usable = usableRef(ref);
    results = e.iterate(
        e.index(0), parts, 1, results, [&](Value part, ValueRange before) {
          Value from = stateAt(head, row, parts, part, e.index(map));
          Value refOfPart = e.load(states, e.add(from, values));
          Value factor = e.mulF(distance(refOfPart, usable), scale);
          Values after;
          for (int64_t i = 0; i < count; ++i)
            after.push_back(e.fma(e.load(states, e.add(from, featureOf(i))),
                                  factor, before[i]));
          return after;
        });
  }

  Value factor = outScale;
  if (op.getNorm()) {
    Value squares = e.zero(f32);
    for (int64_t i = 0; i < count; ++i) {
      Value isMine = e.less(e.add(lane, 32 * i), e.index(values));
      Value x = e.select(isMine, results[i], e.zero(f32));
      squares = e.fma(x, x, squares);
    }
    factor =
        normFactor(e.reduce(squares, {1, 2, 4, 8, 16},
                            [&](Value a, Value b) { return e.addF(a, b); }));
  }
  Value rowAt = out.offset(e, at);
  for (int64_t i = 0; i < count; ++i) {
    Value feature = e.add(lane, 32 * i);
    e.when(e.less(feature, e.index(values)),
           [&] { storeResult(e.mulF(results[i], factor), rowAt, feature); });
  }
}

void AttentionMerge::write() {
  Value thread = e.threadId();
  lane = e.remainder(thread, e.index(32));
  Value warp = e.floorDiv(thread, e.index(32));
  Value number = e.add(e.mul(e.blockId(gpu::Dimension::x), kWarps), warp);
  Value all = e.mul(product(headDims), rowCount);
  e.when(e.less(number, all), [&] { mergeRow(number); });
}

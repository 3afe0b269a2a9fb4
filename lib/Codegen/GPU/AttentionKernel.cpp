//===- AttentionKernel.cpp - one kernel for a whole attention -------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionKernel.h"

#include "diffattn/Codegen/Common/HeadShape.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <limits>

using namespace mlir;
using namespace mlir::diffattn;

AttentionKernel::AttentionKernel(WarpEmitter &e, AttentionOp op,
                                 ValueRange arguments,
                                 const ::diffattn::GPUPlan &plan, Access access,
                                 bool isPart)
    : KernelSpace(e, op, arguments), plan(plan), access(access),
      paddedFeatures(::diffattn::getPaddedFeatures(features)),
      paddedValues(::diffattn::getPaddedFeatures(values)),
      limitsVary(op.getCausal() || op.getWindowLeft() || op.getWindowRight()) {
  ::diffattn::AttentionShape shape = getHeadShape(op);
  layout = getSharedLayout(plan, shape);
  if (isPart) {
    states = arguments.back();
    part = e.blockId(gpu::Dimension::y);
  }
  int64_t bits = shape.elementBits, bytes = bits / 8;
  int64_t keyRow = ::diffattn::getSharedRow(features, bits);
  int64_t valueRow = ::diffattn::getSharedRow(values, bits);
  mapQueries = plan.rows() * keyRow;
  // One array for queries, another one for the buffers of all stages.
  queryTile = {e.sharedArray(element, layout.queries, numMaps() * mapQueries),
               plan.rows(), keyRow, features};
  Value buffers = e.sharedArray(element, layout.stages,
                                plan.stages * layout.stageBytes / bytes);
  keyTile = {buffers, plan.keyTile, keyRow, features};
  valueTile = {buffers, plan.keyTile, valueRow, values};
}

//===----------------------------------------------------------------------===//
// Where a thread is
//===----------------------------------------------------------------------===//

void AttentionKernel::findPlace() {
  thread = e.threadId();
  lane = e.remainder(thread, e.index(32));
  warp = e.floorDiv(thread, e.index(32));
  rowWarp = warp;
  if (plan.mapsApart) {
    rowWarp = e.remainder(warp, e.index(plan.rowWarps));
    isNoise = e.less(e.index(plan.rowWarps - 1), warp);
  }
  rowInWarp = e.floorDiv(lane, e.index(4));
  column = e.mul(e.remainder(lane, e.index(4)), 2);

  // Blocks of rows of one head follow each other, so that keys stay in the
  // cache. With causal the last rows have most to do: they come first.
  Value blocks = e.ceilDiv(rowCount, plan.rows());
  Value block = e.blockId(gpu::Dimension::x);
  head = e.floorDiv(block, blocks);
  Value number = e.sub(e.sub(blocks, e.index(1)), e.remainder(block, blocks));
  firstRow = e.mul(number, plan.rows());
  headAt.assign(sizes.size(), Value());
  spread(head, headDims, headAt);
  keyEnd = lengthOf(headAt);
  if (keyOffset)
    keyEnd = e.sub(keyEnd, keyOffset);
  keyEnd = e.max(e.min(keyEnd, keys), e.index(0));

  Value firstOfWarp = e.add(firstRow, e.mul(rowWarp, 16));
  for (int64_t half : {0, 8})
    rowsOfLane.push_back(makeRow(e.add(e.add(firstOfWarp, rowInWarp), half)));
}

AttentionKernel::Row AttentionKernel::makeRow(Value number) {
  Row row;
  row.number = number;
  row.isThere = e.less(number, rowCount);
  row.at = headAt;
  // Where there is no row, the last one stands in: it changes no limits.
  spread(e.min(number, e.add(rowCount, -1)), rowDims, row.at);
  row.limits = limitsOf(row.at);
  return row;
}

//===----------------------------------------------------------------------===//
// Which keys
//===----------------------------------------------------------------------===//

/// The keys that the rows of a warp see. Kernels are launched for fewer than
/// 2^31 keys.
AttentionKernel::Range AttentionKernel::rangeOf(ArrayRef<Row> rows) {
  auto number = [&](Value index) -> Value {
    return arith::IndexCastOp::create(e, e.getI32Type(), index);
  };
  Value first = number(rows[0].limits.first);
  Value end = number(rows[0].limits.end);
  if (!limitsVary)
    return {first, end, first, end};
  Range range{first, end, first, end};
  auto least = [&](Value a, Value b) { return e.min(a, b); };
  auto most = [&](Value a, Value b) { return e.max(a, b); };
  Value otherFirst = number(rows[1].limits.first);
  Value otherEnd = number(rows[1].limits.end);
  // Lanes with the same rows differ in their two lowest bits.
  auto combine = [&](Value a, Value b, function_ref<Value(Value, Value)> f) {
    return e.reduce(f(a, b), {4, 8, 16}, f);
  };
  range.first = combine(first, otherFirst, least);
  range.end = combine(end, otherEnd, most);
  range.firstWhole = combine(first, otherFirst, most);
  range.endWhole = combine(end, otherEnd, least);
  return range;
}

/// The keys that the rows of any warp see.
AttentionKernel::Range AttentionKernel::shareRange(const Range &ofWarp) {
  if (!limitsVary)
    return ofWarp;
  int64_t warps = plan.threads() / 32;
  Value shared = e.sharedArray(e.getI32Type(), layout.limits, 4 * warps);
  Value isFirstLane = e.equal(lane, e.index(0));
  e.when(isFirstLane, [&] {
    e.store(ofWarp.first, shared, e.mul(warp, 4));
    e.store(ofWarp.end, shared, e.add(e.mul(warp, 4), 1));
  });
  e.barrier();
  Range range = ofWarp;
  range.first = e.load(shared, e.index(0));
  range.end = e.load(shared, e.index(1));
  for (int64_t other = 1; other < plan.rowWarps; ++other) {
    range.first = e.min(range.first, e.load(shared, e.index(4 * other)));
    range.end = e.max(range.end, e.load(shared, e.index(4 * other + 1)));
  }
  return range;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

Values AttentionKernel::State::flatten() const {
  Values all;
  for (const auto *list : {&accumulators, &refs, &sums})
    for (const Values &ofMap : *list)
      llvm::append_range(all, ofMap);
  all.push_back(slot);
  return all;
}

AttentionKernel::State
AttentionKernel::State::unflatten(ValueRange values, unsigned maps,
                                  unsigned accumulators) {
  State state;
  auto take = [&](unsigned count) {
    Values taken(values.take_front(count));
    values = values.drop_front(count);
    return taken;
  };
  for (unsigned map = 0; map < maps; ++map)
    state.accumulators.push_back(take(accumulators));
  for (unsigned map = 0; map < maps; ++map)
    state.refs.push_back(take(2));
  for (unsigned map = 0; map < maps; ++map)
    state.sums.push_back(take(2));
  state.slot = values.front();
  return state;
}

AttentionKernel::State AttentionKernel::step(Value firstKey,
                                             const Range &ofWarp, State state) {
  Value slotAt = e.mul(state.slot, layout.stageBytes / elementBytes());
  SmallVector<Values, 2> weights;
  Value lastKey = e.add(firstKey, plan.keyTile);
  for (unsigned map = 0; map < warpMaps(); ++map) {
    Values scores = capScores(score(map, slotAt));
    TypeRange types = ValueRange(scores).getTypes();
    if (mask) {
      scores = maskScores(scores, firstKey);
    } else {
      auto index = [&](Value number) -> Value {
        return arith::IndexCastOp::create(e, e.getIndexType(), number);
      };
      Value isWhole =
          e.both(e.less(e.add(index(ofWarp.firstWhole), -1), firstKey),
                 e.less(e.add(lastKey, -1), index(ofWarp.endWhole)));
      scores = e.choose(
          types, isWhole, [&] { return scores; },
          [&] { return maskScores(scores, firstKey); });
    }
    weights.push_back(weigh(state, map, scores));
  }
  addValues(state, weights, slotAt);
  return state;
}

/// Goes over the keys that some row of the workgroup sees.
AttentionKernel::State AttentionKernel::loop(const Range &ofWarp,
                                             const Range &ofBlock) {
  auto index = [&](Value number) -> Value {
    return arith::IndexCastOp::create(e, e.getIndexType(), number);
  };
  // Steps start at multiples of their size, whichever rows are computed.
  Value start = e.roundDown(index(ofBlock.first), plan.keyTile);
  Value end = index(ofBlock.end);
  if (part) {
    Value firstOfPart = e.mul(part, plan.splitKeys);
    start = e.max(start, firstOfPart);
    end = e.min(end, e.add(firstOfPart, plan.splitKeys));
  }
  end = e.max(end, start);
  Value steps = e.ceilDiv(e.sub(end, start), plan.keyTile);
  Value stages = e.index(plan.stages);
  // The slot `distance` behind `slot`, round and round.
  auto follow = [&](Value slot, int64_t distance) {
    Value next = e.add(slot, distance);
    return e.select(e.less(next, stages), next, e.sub(next, stages));
  };
  int64_t ahead = plan.stages - 1;
  auto request = [&](Value number, Value slot) {
    e.when(e.less(number, steps),
           [&] { copyStep(e.add(start, e.mul(number, plan.keyTile)), slot); });
    commitCopies();
  };
  for (int64_t i = 0; i < ahead; ++i)
    request(e.index(i), e.index(i));

  State state;
  unsigned count = paddedValues / 8 * 4;
  Value zero = e.zero(f32);
  for (unsigned map = 0; map < warpMaps(); ++map) {
    state.accumulators.push_back(Values(count, zero));
    state.refs.push_back(
        Values(2, e.real(-std::numeric_limits<double>::infinity(), f32)));
    state.sums.push_back(Values(2, zero));
  }
  state.slot = e.index(0);
  Values after = e.iterate(
      e.index(0), steps, 1, state.flatten(), [&](Value i, ValueRange before) {
        State now = State::unflatten(before, warpMaps(), count);
        waitForCopies(ahead - 1);
        // Whoever comes here has done the step before: its place is free.
        e.barrier();
        request(e.add(i, ahead), follow(now.slot, ahead));
        now = step(e.add(start, e.mul(i, plan.keyTile)), ofWarp, now);
        now.slot = follow(now.slot, 1);
        return now.flatten();
      });
  return State::unflatten(after, warpMaps(), count);
}

void AttentionKernel::write() {
  findPlace();
  Range ofWarp = rangeOf(rowsOfLane);
  Range ofBlock = shareRange(ofWarp);
  // Where they stay in shared memory they arrive with the first step.
  copyQueries();
  if (plan.queriesHeld) {
    commitCopies();
    waitForCopies(0);
    e.barrier();
    loadQueries();
  }
  State state = loop(ofWarp, ofBlock);
  finish(state);
}

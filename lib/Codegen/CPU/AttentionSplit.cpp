//===- AttentionSplit.cpp - attention of few query rows -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With a few query rows, of all heads that share keys and values, the time goes
// into reading these. Nothing is packed. A task takes a part of the keys, a
// block of them at a time, for all rows; its result is the state of both maps:
// output, ref and sum. The states of all parts are merged, map by map, before
// the maps are subtracted.
//
//===----------------------------------------------------------------------===//

#include "AttentionWriter.h"

#include "diffattn/Codegen/CPU/Schedule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::diffattn;

/// Rows of a task: with more, keys are read again.
static constexpr int64_t kRows = 32;

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

/// The states of all parts: [group][row][part][map] times an output, then a ref
/// and a sum, padded to a vector.
struct AttentionWriter::States {
  DimList group; ///< dims of keys and values
  DimList own;   ///< batch-like dims that only queries have
  Value rows;    ///< of a group: own dims and query rows
  Value parts;
  Value memory;
  Value stateSize;

  Value at(AttentionWriter &w, Value groupNumber, Value row, Value part,
           unsigned map) const {
    Emitter &e = w.e;
    Value number = e.add(e.mul(groupNumber, rows), row);
    number = e.add(e.mul(number, parts), part);
    return e.mul(e.add(e.mul(number, w.numMaps()), map), stateSize);
  }
  /// The indices of a row.
  void spread(AttentionWriter &w, Value row, Values &at) const {
    DimList dims = own;
    dims.push_back(w.m);
    w.spread(row, dims, at);
  }
};

//===----------------------------------------------------------------------===//
// A part of the keys
//===----------------------------------------------------------------------===//

/// Scratch memory of a task.
void AttentionWriter::takeSplitMemory(RowBlock &block) {
  int64_t lanes = target.lanes, cols = target.cols();
  block.height = e.min(block.rows, kRows);
  block.stateHeight = e.mul(e.ceilDiv(block.height, lanes), lanes);
  Value total = e.index(0);
  auto take = [&](Value count) {
    Value at = total;
    total = e.add(total, count);
    return at;
  };
  auto takeForMaps = [&](Values &at, Value count) {
    for (unsigned map = 0; map < numMaps(); ++map)
      at.push_back(take(count));
  };
  takeForMaps(block.refsAt, block.stateHeight);
  takeForMaps(block.scalesAt, block.stateHeight);
  takeForMaps(block.sumsAt, e.mul(block.height, lanes));
  // Rows of both maps follow each other: one product with values takes them.
  takeForMaps(block.scoresAt, e.mul(block.height, cols));
  takeForMaps(block.outputAt, e.mul(block.height, paddedFeatures));
  Value paddedDepth = e.mul(e.ceilDiv(depth, lanes), lanes);
  takeForMaps(block.queriesAt, e.mul(block.height, paddedDepth));
  block.state = e.allocate(tiles.f32, total);
  block.limits = e.allocate(e.getIndexType(), e.mul(block.stateHeight, 3));
  e.forEach(e.index(0), e.mul(e.mul(block.height, numMaps()), paddedFeatures),
            lanes, [&](Value i) {
              e.storeVector(e.zero(tiles.vectorF32()), block.state,
                            e.add(block.outputAt[0], i), lanes);
            });
}

/// Queries as f32 and limits of all rows.
void AttentionWriter::packSplitRows(RowBlock &block, const States &states) {
  Values at = block.at;
  e.forEach(e.index(0), block.rows, 1, [&](Value row) {
    states.spread(*this, e.add(block.firstRow, row), at);
    writeLimits(block, row, at);
    Value one = e.index(1);
    for (unsigned map = 0; map < numMaps(); ++map)
      call(rowTiles.packQueries(),
           {query[map].memory, query[map].offset(e, at), e.index(0),
            queryFeatures[map].offsets, queryFeatures[map].isUnit, one,
            e.index(0), e.index(0), depth, scale, block.state,
            e.add(block.queriesAt[map], e.mul(row, depth))});
  });
  readLimits(block);
  startRows(block);
}

/// Keys or values side by side: as they lie in memory, or copied to `scratch`.
AttentionWriter::RowSource
AttentionWriter::layOut(const AttentionArray &array, const OffsetTable &table,
                        ArrayRef<Value> at, Value firstKey, Value count,
                        Value width, Value scratch, Value scratchAt) {
  Value stride = array.stride(e, n);
  Value from = e.add(array.offset(e, at), e.mul(firstKey, stride));
  Type flat = array.memory.getType(), index = e.getIndexType();
  // Neighbours start at the first of them.
  Values chosen = e.choose(
      {flat, index, index}, table.isUnit,
      [&] { return Values{array.memory, from, stride}; },
      [&] {
        e.forEach(e.index(0), count, 1, [&](Value key) {
          Value keyAt = e.add(from, e.mul(key, stride));
          Value to = e.add(scratchAt, e.mul(key, width));
          e.forEach(e.index(0), width, 1, [&](Value i) {
            Value x =
                e.load(array.memory, e.add(keyAt, e.load(table.offsets, i)));
            e.store(x, scratch, e.add(to, i));
          });
        });
        Value view = memref::CastOp::create(e, flat, scratch);
        return Values{view, scratchAt, width};
      });
  return {chosen[0], chosen[1], chosen[2]};
}

/// Adds the block of keys from `firstKey` on to the state of all rows.
void AttentionWriter::addKeys(RowBlock &block, Value firstKey, Value count,
                              Value scratch) {
  int64_t cols = target.cols();
  for (unsigned map = 0; map < numMaps(); ++map) {
    RowSource source = layOut(key[map], keyFeatures[map], block.at, firstKey,
                              count, depth, scratch, e.index(0));
    e.forEach(e.index(0), block.rows, 1, [&](Value row) {
      call(rowTiles.scoreRow(),
           {block.state, e.add(block.queriesAt[map], e.mul(row, depth)),
            source.memory, source.at, source.stride, count, depth, block.state,
            e.add(block.scoresAt[map], e.mul(row, cols))});
    });
    saveRefs(block, map);
    call(rowTiles.weighRows(),
         weighArguments(block, block.state, block.scoresAt[map], map,
                        e.index(0), firstKey, block.rows));
    rescale(block, map, block.rows);
  }
  RowSource source = layOut(value, valueFeatures, block.at, firstKey, count,
                            features, scratch, e.index(0));
  // Rows of both maps, a few at a time.
  Value all = e.mul(block.height, numMaps());
  Value next = e.index(0);
  for (int64_t step : {target.rows, int64_t(2), int64_t(1)}) {
    Value end = e.add(next, e.roundDown(e.sub(all, next), step));
    e.forEach(next, end, step, [&](Value row) {
      call(rowTiles.addRows(step),
           {block.state, e.add(block.scoresAt[0], e.mul(row, cols)),
            e.index(cols), source.memory, source.at, source.stride, count,
            features, block.state,
            e.add(block.outputAt[0], e.mul(row, paddedFeatures)),
            paddedFeatures});
    });
    next = end;
  }
}

/// Computes the state of the rows of `block` for part `part` of the keys.
void AttentionWriter::computePart(RowBlock &block, const States &states,
                                  Value group, Value part) {
  int64_t cols = target.cols(), lanes = target.lanes;
  takeSplitMemory(block);
  packSplitRows(block, states);
  Value scratch =
      e.allocate(tiles.variant.source, e.mul(e.max(depth, features), cols));
  Value first = e.mul(part, plan.splitKeys);
  Value end = e.min(e.add(first, plan.splitKeys), block.keyEnd);
  // Blocks start at multiples of their size, whatever rows see.
  Value skipped = e.sub(e.max(block.firstKey, first), first);
  first = e.add(first, e.roundDown(skipped, cols));
  e.forEach(first, end, cols, [&](Value firstKey) {
    addKeys(block, firstKey, e.min(e.sub(end, firstKey), cols), scratch);
  });
  e.forEach(e.index(0), block.rows, 1, [&](Value row) {
    for (unsigned map = 0; map < numMaps(); ++map) {
      Value to = states.at(*this, group, e.add(block.firstRow, row), part, map);
      Value from = e.add(block.outputAt[map], e.mul(row, paddedFeatures));
      e.forEach(e.index(0), paddedFeatures, lanes, [&](Value i) {
        Value x = e.loadVector(block.state, e.add(from, i), lanes, lanes);
        e.storeVector(x, states.memory, e.add(to, i), lanes);
      });
      to = e.add(to, paddedFeatures);
      Value sumAt = e.add(block.sumsAt[map], e.mul(row, lanes));
      Value sum = e.sum(e.loadVector(block.state, sumAt, lanes, lanes));
      e.store(e.load(block.state, e.add(block.refsAt[map], row)), states.memory,
              to);
      e.store(sum, states.memory, e.add(to, 1));
    }
  });
  e.free(scratch);
  e.free(block.limits);
  e.free(block.state);
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

/// Merges the states of all parts of row `row`, and finishes it.
void AttentionWriter::mergeParts(const States &states, Value group, Value row) {
  int64_t lanes = target.lanes;
  RowBlock block;
  block.rows = e.index(1);
  takeSplitMemory(block);
  startRows(block);
  Value zero = e.index(0), one = e.index(1);
  for (unsigned map = 0; map < numMaps(); ++map) {
    auto stateAt = [&](Value part) {
      return states.at(*this, group, row, part, map);
    };
    auto refOf = [&](Value part) {
      return e.load(states.memory, e.add(stateAt(part), paddedFeatures));
    };
    Value none = e.real(AttentionTiles::kNoRef, tiles.f32);
    Value ref = e.iterate(zero, states.parts, 1, none,
                          [&](Value part, ValueRange before) {
                            return Values{e.maxF(before[0], refOf(part))};
                          })[0];
    e.store(ref, block.state, block.refsAt[map]);
    e.forEach(zero, states.parts, 1, [&](Value part) {
      Value distance = e.splat(e.subF(refOf(part), ref), tiles.vectorF32());
      Value factor = tiles.weight(e, distance, /*precise=*/true);
      auto add = [&](Value from, Value x, Value to) {
        Value sum = e.loadVector(block.state, to, lanes, lanes);
        sum = e.multiplyAdd(x, factor, sum);
        e.storeVector(sum, block.state, to, lanes);
      };
      Value from = stateAt(part);
      e.forEach(zero, paddedFeatures, lanes, [&](Value i) {
        Value x = e.loadVector(states.memory, e.add(from, i), lanes, lanes);
        add(from, x, e.add(block.outputAt[map], i));
      });
      // All lanes together are the sum.
      Value sum =
          e.load(states.memory, e.add(e.add(from, paddedFeatures), one));
      sum = e.mulF(sum, e.real(1.0 / lanes, tiles.f32));
      add(from, e.splat(sum, tiles.vectorF32()), block.sumsAt[map]);
    });
  }
  Values at(sizes.size());
  spread(group, states.group, at);
  states.spread(*this, row, at);
  scaleRow(block, zero, at);
  subtractMaps(block.state, block.outputAt, block.state, block.scalesAt);
  finishRow(block.state, block.outputAt[0], at);
  e.free(block.limits);
  e.free(block.state);
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

void AttentionWriter::writeSplit() {
  int64_t lanes = target.lanes;
  States states;
  states.own = getSharingDims(op);
  for (unsigned dim : batch)
    if (!llvm::is_contained(states.own, dim))
      states.group.push_back(dim);
  Value groups = product(states.group);
  states.rows = e.mul(product(states.own), rows);
  states.parts = e.max(e.ceilDiv(keys, plan.splitKeys), e.index(1));
  states.stateSize = e.add(paddedFeatures, lanes);
  Value count = e.mul(e.mul(states.rows, states.parts), numMaps());
  constexpr int64_t kDynamic = ShapedType::kDynamic;
  Value allocated = memref::AllocOp::create(
      e, MemRefType::get({kDynamic, kDynamic, kDynamic}, tiles.f32),
      ValueRange{groups, count, states.stateSize});
  states.memory = memref::CollapseShapeOp::create(
      e, allocated, ArrayRef<ReassociationIndices>{{0, 1, 2}});

  Value blocks = e.ceilDiv(states.rows, kRows);
  e.forEachInParallel({groups, blocks, states.parts}, [&](ValueRange i) {
    RowBlock block;
    block.at.resize(sizes.size());
    spread(i[0], states.group, block.at);
    block.firstRow = e.mul(i[1], kRows);
    block.rows = e.min(e.sub(states.rows, block.firstRow), kRows);
    computePart(block, states, i[0], i[2]);
  });
  e.forEachInParallel({groups, states.rows},
                      [&](ValueRange i) { mergeParts(states, i[0], i[1]); });
  e.free(allocated);
}

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
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::diffattn;

/// Rows of a task: with more, keys are read again.
static constexpr int64_t kRows = 32;

/// How far ahead memory is asked for, in bytes, by bits of an element: what it
/// delivers while it answers, and not more than processors can wait for.
/// Measured on Zen 4: half or twice as much costs f32 up to a quarter, half as
/// much bf16.
static int64_t getAheadBytes(unsigned bits) { return bits == 32 ? 4096 : 8192; }

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
  // Of each tile of keys. Rows of both maps follow each other: one product with
  // values takes them.
  takeForMaps(block.scoresAt, e.mul(block.height, cols));
  int64_t otherTiles = ::diffattn::kSplitBlock / cols - 1;
  take(e.mul(block.height, otherTiles * cols * numMaps()));
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

/// How many rows of `width` elements are as long as what is asked for ahead.
Value AttentionWriter::rowsAhead(Value width) {
  unsigned bits = tiles.variant.source.getIntOrFloatBitWidth();
  return e.ceilDiv(e.index(getAheadBytes(bits) * 8 / bits),
                   e.max(width, e.index(1)));
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
                        Value width, Value ahead, Value scratch) {
  Value stride = array.stride(e, n);
  Value from = e.add(array.offset(e, at), e.mul(firstKey, stride));
  Type flat = array.memory.getType(), index = e.getIndexType();
  // Neighbours start at the first of them.
  Values chosen = e.choose(
      {flat, index, index, index}, table.isUnit,
      [&] { return Values{array.memory, from, stride, e.mul(ahead, stride)}; },
      [&] {
        e.forEach(e.index(0), count, 1, [&](Value key) {
          Value keyAt = e.add(from, e.mul(key, stride));
          Value to = e.mul(key, width);
          e.forEach(e.index(0), width, 1, [&](Value i) {
            Value x =
                e.load(array.memory, e.add(keyAt, e.load(table.offsets, i)));
            e.store(x, scratch, e.add(to, i));
          });
        });
        Value view = memref::CastOp::create(e, flat, scratch);
        return Values{view, e.index(0), width, e.index(0)};
      });
  return {chosen[0], chosen[1], chosen[2], chosen[3]};
}

/// `body` for the rows up to `count`, some at a time: as many as one of `steps`
/// says, the last of which is 1.
void AttentionWriter::forRows(Value count, ArrayRef<int64_t> steps,
                              function_ref<void(Value, int64_t)> body) {
  Value next = e.index(0);
  for (int64_t step : steps) {
    Value end = e.add(next, e.roundDown(e.sub(count, next), step));
    std::optional<int64_t> size = getConstantIntValue(e.sub(end, next));
    if (!size || *size != 0)
      e.forEach(next, end, step, [&](Value row) { body(row, step); });
    next = end;
  }
}

/// What the first of several rows asks memory for comes for all.
Value AttentionWriter::aheadOf(const RowSource &source, Value row) {
  Value isFirst = e.equal(row, e.index(0));
  return e.select(isFirst, source.ahead, e.index(0));
}

/// Raw scores of all rows and a tile of keys.
void AttentionWriter::scoreTileOfRows(const RowBlock &block, Value firstKey,
                                      Value count, Value scoresAt, unsigned map,
                                      Value scratch) {
  RowSource source = layOut(key[map], keyFeatures[map], block.at, firstKey,
                            count, depth, keysAhead, scratch);
  forRows(block.rows, {2, 1}, [&](Value row, int64_t step) {
    call(rowTiles.scoreRows(step),
         {block.state, e.add(block.queriesAt[map], e.mul(row, depth)), depth,
          source.memory, source.at, source.stride, aheadOf(source, row), count,
          depth, block.state, e.add(scoresAt, e.mul(row, target.cols()))});
  });
}

/// Makes weights of the scores of a tile of keys, and adds their values.
void AttentionWriter::addTileOfRows(const RowBlock &block, Value firstKey,
                                    Value count, ValueRange scoresAt,
                                    Value scratch) {
  for (unsigned map = 0; map < numMaps(); ++map) {
    saveRefs(block, map);
    call(rowTiles.weighRows(),
         weighArguments(block, block.state, scoresAt[map], map, e.index(0),
                        firstKey, block.rows));
    rescale(block, map, block.rows);
  }
  RowSource source = layOut(value, valueFeatures, block.at, firstKey, count,
                            features, valuesAhead, scratch);
  // Rows of both maps.
  int64_t cols = target.cols();
  Value all = e.mul(block.height, numMaps());
  forRows(all, {target.rows, 2, 1}, [&](Value row, int64_t step) {
    call(rowTiles.addRows(step),
         {block.state, e.add(scoresAt[0], e.mul(row, cols)), e.index(cols),
          source.memory, source.at, source.stride, aheadOf(source, row), count,
          features, block.state,
          e.add(block.outputAt[0], e.mul(row, paddedFeatures)),
          paddedFeatures});
  });
}

/// Adds `count` keys from `firstKey` on to the state of all rows. Keys of one
/// map come after those of the other one: memory is read in long stretches.
void AttentionWriter::addKeys(const RowBlock &block, Value firstKey,
                              Value count, Value scratch) {
  int64_t cols = target.cols();
  auto forTiles =
      [&](function_ref<void(Value firstKey, Value count, ValueRange scoresAt)>
              body) {
        e.forEach(e.index(0), count, cols, [&](Value tile) {
          Value distance = e.mul(e.mul(tile, numMaps()), block.height);
          Values scoresAt;
          for (Value at : block.scoresAt)
            scoresAt.push_back(e.add(at, distance));
          body(e.add(firstKey, tile), e.min(e.sub(count, tile), cols),
               scoresAt);
        });
      };
  for (unsigned map = 0; map < numMaps(); ++map)
    forTiles([&](Value first, Value tileKeys, ValueRange scoresAt) {
      scoreTileOfRows(block, first, tileKeys, scoresAt[map], map, scratch);
    });
  forTiles([&](Value first, Value tileKeys, ValueRange scoresAt) {
    addTileOfRows(block, first, tileKeys, scoresAt, scratch);
  });
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
  e.forEach(first, end, ::diffattn::kSplitBlock, [&](Value firstKey) {
    Value count = e.min(e.sub(end, firstKey), ::diffattn::kSplitBlock);
    addKeys(block, firstKey, count, scratch);
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
  keysAhead = rowsAhead(depth);
  valuesAhead = rowsAhead(features);
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
    block.rows = states.rows;
    if (getConstantIntValue(blocks) != 1)
      block.rows = e.min(e.sub(states.rows, block.firstRow), kRows);
    computePart(block, states, i[0], i[2]);
  });
  e.forEachInParallel({groups, states.rows},
                      [&](ValueRange i) { mergeParts(states, i[0], i[1]); });
  e.free(allocated);
}

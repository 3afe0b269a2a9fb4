//===- AttentionHeld.cpp - attention on packed keys and values ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The strategies held and online: what they share is most of it.
//
//===----------------------------------------------------------------------===//

#include "AttentionWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::diffattn;

/// Packed keys and values of a round take this much, or what one head needs.
static constexpr int64_t kRoundBytes = 32 << 20;

//===----------------------------------------------------------------------===//
// Panels
//===----------------------------------------------------------------------===//

/// What is packed for a slot: all keys and values that have the same indices
/// along the dims that each of them has.
struct AttentionWriter::Panels {
  DimList outer, inner;         ///< dims of slots; all other batch-like ones
  SmallVector<DimList> keyDims; ///< inner dims that the keys of a map have
  DimList valueDims;
  bool isShared; ///< both maps have the same key
  Value memory;
  Value blocks;             ///< of keys
  Value blockSize;          ///< elements of one of them
  Value keySize, valueSize; ///< elements of all keys, all values
  Value slotSize;
  Values keysAt; ///< of each map, in a slot
  Value valuesAt;

  Value keyBlock(AttentionWriter &w, Value slot, unsigned map,
                 ArrayRef<Value> at, Value number) const {
    Emitter &e = w.e;
    Value which = w.gather(keyDims[map], at);
    Value start = e.add(e.mul(slot, slotSize), keysAt[map]);
    return e.add(e.add(start, e.mul(which, keySize)), e.mul(number, blockSize));
  }
  /// `key` is the first one of a block.
  Value valuePanel(AttentionWriter &w, Value slot, ArrayRef<Value> at,
                   Value panel, Value key) const {
    Emitter &e = w.e;
    int64_t cols = w.target.cols();
    Value which = w.gather(valueDims, at);
    Value start = e.add(e.mul(slot, slotSize), valuesAt);
    Value row = e.add(e.mul(panel, e.mul(blocks, cols)), key);
    return e.add(e.add(start, e.mul(which, valueSize)), e.mul(row, cols));
  }
};

/// Packs the keys and values of block `number` of the slot whose dims have the
/// number `outer`.
void AttentionWriter::packBlock(const Panels &panels, Value outer, Value number,
                                Value slot) {
  int64_t cols = target.cols();
  Values at(sizes.size());
  spread(outer, panels.outer, at);
  // Keys behind a length that all heads of the slot share are left alone.
  bool oneLength = !lengths || llvm::all_of(lengths.dims, [&](unsigned dim) {
    return llvm::is_contained(panels.outer, dim);
  });
  Value end = keys;
  if (oneLength && lengths)
    end =
        e.min(keyOffset ? e.sub(lengthOf(at), keyOffset) : lengthOf(at), keys);
  Value firstKey = e.mul(number, cols);
  Value count = e.min(e.sub(end, firstKey), cols);
  auto forEachOf = [&](ArrayRef<unsigned> dims, function_ref<void()> body) {
    e.forEach(e.index(0), product(dims), 1, [&](Value which) {
      spread(which, dims, at);
      body();
    });
    for (unsigned dim : dims)
      at[dim] = Value();
  };
  e.when(e.less(e.index(0), count), [&] {
    for (unsigned map = 0; map < numMaps(); ++map) {
      if (map == 1 && panels.isShared)
        continue;
      forEachOf(panels.keyDims[map], [&] {
        call(tiles.packKeys(),
             {key[map].memory, key[map].offset(e, at), key[map].stride(e, n),
              keyFeatures[map].offsets, keyFeatures[map].isUnit, firstKey,
              e.add(end, -1), depth, panels.memory,
              panels.keyBlock(*this, slot, map, at, number)});
      });
    }
    forEachOf(panels.valueDims, [&] {
      e.forEach(e.index(0), panelCount, 1, [&](Value panel) {
        Value firstCol = e.mul(panel, cols);
        Value colCount = e.min(e.sub(features, firstCol), cols);
        call(tiles.packValues(),
             {value.memory, value.offset(e, at), value.stride(e, n),
              valueFeatures.offsets, valueFeatures.isUnit, firstKey, count,
              firstCol, colCount, panels.memory,
              panels.valuePanel(*this, slot, at, panel, firstKey)});
      });
    });
  });
}

//===----------------------------------------------------------------------===//
// A block of rows
//===----------------------------------------------------------------------===//

/// Takes scratch memory for `height` rows, so many blocks of keys at once, and
/// so many outputs.
void AttentionWriter::takeMemory(RowBlock &block, Value height, Value blocks,
                                 unsigned outputs) {
  int64_t lanes = target.lanes, cols = target.cols();
  block.height = height;
  block.stateHeight = e.mul(e.ceilDiv(height, lanes), lanes);
  Value total = e.index(0);
  auto take = [&](Value count) {
    Value at = total;
    total = e.add(total, count);
    return at;
  };
  for (unsigned map = 0; map < numMaps(); ++map) {
    block.refsAt.push_back(take(block.stateHeight));
    block.scalesAt.push_back(take(block.stateHeight));
    block.sumsAt.push_back(take(e.mul(height, lanes)));
    block.factorsAt.push_back(take(e.mul(blocks, block.stateHeight)));
    block.scoresAt.push_back(take(e.mul(e.mul(blocks, height), cols)));
  }
  for (unsigned i = 0; i < outputs; ++i)
    block.outputAt.push_back(take(e.mul(height, paddedFeatures)));
  block.state = e.allocate(tiles.f32, total);
  total = e.index(0);
  for (unsigned i = 0; i < outputs; ++i)
    block.weightsAt.push_back(take(e.mul(height, plan.valueBlock)));
  int64_t pair = tiles.variant.pair();
  for (unsigned map = 0; map < numMaps(); ++map)
    block.queriesAt.push_back(
        take(e.mul(height, e.mul(e.ceilDiv(depth, pair), pair))));
  block.weights = e.allocate(tiles.variant.packed, total);
  block.limits = e.allocate(e.getIndexType(), e.mul(block.stateHeight, 3));
  for (Value at : block.outputAt)
    e.forEach(e.index(0), e.mul(height, paddedFeatures), lanes, [&](Value i) {
      e.storeVector(e.zero(tiles.vectorF32()), block.state, e.add(at, i),
                    lanes);
    });
}

/// The queries of all tiles, and what their rows see.
void AttentionWriter::packRows(RowBlock &block) {
  Value count = e.mul(block.tiles, target.rows), last = e.add(rows, -1);
  Values at = block.at;
  e.forEach(e.index(0), count, 1, [&](Value row) {
    at[m] = e.min(e.add(block.firstRow, row), last);
    writeLimits(block, row, at);
  });
  readLimits(block);
  for (unsigned map = 0; map < numMaps(); ++map)
    call(tiles.packQueries(),
         {query[map].memory, query[map].offset(e, block.at),
          query[map].stride(e, m), queryFeatures[map].offsets,
          queryFeatures[map].isUnit, count, block.firstRow, last, depth, scale,
          block.weights, block.queriesAt[map]});
  startRows(block);
}

/// The limits of a tile of rows, which follow each other in one head: neither
/// the first visible key nor the end goes back from row to row.
AttentionWriter::TileLimits
AttentionWriter::readTileLimits(const RowBlock &block, Value row) {
  Value last = e.add(row, target.rows - 1);
  auto first = [&](Value row) { return e.load(block.limits, row); };
  auto end = [&](Value row) {
    return e.load(block.limits, e.add(row, block.stateHeight));
  };
  return {first(row), end(last), first(last), end(row)};
}

/// Weights of the keys of blocks `first` to `end`, for all rows and both maps.
void AttentionWriter::scoreBlocks(const RowBlock &block, const Panels &panels,
                                  Value slot, Value first, Value end) {
  int64_t cols = target.cols(), lanes = target.lanes,
          pair = tiles.variant.pair();
  Value steps = e.ceilDiv(depth, pair);
  Value queryStride = e.mul(steps, pair);
  e.forEach(first, end, 1, [&](Value number) {
    Value firstKey = e.mul(number, cols), keyEnd = e.add(firstKey, cols);
    Value here = e.sub(number, first);
    for (unsigned map = 0; map < numMaps(); ++map) {
      Value keysAt = panels.keyBlock(*this, slot, map, block.at, number);
      Value scoresAt =
          e.add(block.scoresAt[map], e.mul(here, e.mul(block.height, cols)));
      e.forEach(e.index(0), block.tiles, 1, [&](Value tile) {
        Value row = e.mul(tile, target.rows);
        Value tileAt = e.add(scoresAt, e.mul(row, cols));
        Value queriesAt = e.add(block.queriesAt[map], e.mul(row, queryStride));
        TileLimits limits = readTileLimits(block, row);
        Value isEdge =
            arith::OrIOp::create(e, e.less(firstKey, limits.firstWholeKey),
                                 e.less(limits.wholeKeyEnd, keyEnd));
        Value isHidden =
            arith::OrIOp::create(e, e.less(limits.keyEnd, e.add(firstKey, 1)),
                                 e.less(keyEnd, e.add(limits.firstKey, 1)));
        auto hide = [&] {
          e.forEach(e.index(0), e.index(target.rows * cols), lanes,
                    [&](Value i) {
                      e.storeVector(e.zero(tiles.vectorF32()), block.state,
                                    e.add(tileAt, i), lanes);
                    });
        };
        auto score = [&] {
          Value isRaw = call(tiles.scoreTile(),
                             {block.weights, queriesAt, queryStride,
                              panels.memory, keysAt, steps, block.state, tileAt,
                              block.state, e.add(block.refsAt[map], row),
                              e.add(block.sumsAt[map], e.mul(row, lanes)),
                              scale, isEdge})[0];
          e.when(isRaw, [&] {
            call(tiles.weighRows(),
                 weighArguments(block, block.state, tileAt, map, row, firstKey,
                                e.index(target.rows)));
          });
        };
        e.when(isHidden, hide, score);
      });
      noteRefs(block, map, here);
    }
  });
}

/// Adds to the outputs the products of their weights with the values of `count`
/// keys from the block `first` on.
void AttentionWriter::addPanels(const RowBlock &block, const Panels &panels,
                                Value slot, Value first, Value count,
                                unsigned outputs) {
  int64_t cols = target.cols(), stride = plan.valueBlock;
  e.forEach(e.index(0), panelCount, 1, [&](Value panel) {
    Value valuesAt =
        panels.valuePanel(*this, slot, block.at, panel, e.mul(first, cols));
    for (unsigned i = 0; i < outputs; ++i)
      e.forEach(e.index(0), block.tiles, 1, [&](Value tile) {
        Value row = e.mul(tile, target.rows);
        Value to = e.add(e.add(block.outputAt[i], e.mul(row, paddedFeatures)),
                         e.mul(panel, cols));
        call(tiles.addValues(),
             {block.weights, e.add(block.weightsAt[i], e.mul(row, stride)),
              e.index(stride), panels.memory, valuesAt, count, block.state, to,
              paddedFeatures});
      });
  });
}

/// Combines the weights of the keys of blocks `first` to `end`, a stretch at a
/// time, and adds their products with values to the outputs. With one output it
/// gets the difference of the maps.
void AttentionWriter::multiplyBlocks(const RowBlock &block,
                                     const Panels &panels, Value slot,
                                     Value first, Value end, unsigned outputs) {
  int64_t cols = target.cols(), stride = plan.valueBlock;
  unsigned together = numMaps() / outputs;
  Value height = e.mul(block.height, cols);
  e.forEach(first, end, stride / cols, [&](Value start) {
    Value stop = e.min(e.add(start, stride / cols), end);
    e.forEach(start, stop, 1, [&](Value number) {
      Value here = e.sub(number, first);
      Value to = e.mul(e.sub(number, start), cols);
      for (unsigned i = 0; i < outputs; ++i) {
        Values arguments{block.state};
        for (unsigned map = i; map < i + together; ++map)
          arguments.push_back(e.add(block.scoresAt[map], e.mul(here, height)));
        arguments.push_back(block.state);
        for (unsigned map = i; map < i + together; ++map)
          arguments.push_back(
              e.add(block.factorsAt[map], e.mul(here, block.stateHeight)));
        arguments.append({e.mul(block.tiles, target.rows), block.weights,
                          e.add(block.weightsAt[i], to), e.index(stride)});
        call(tiles.combine(together), arguments);
      }
    });
    Value count =
        e.sub(e.min(e.mul(stop, cols), block.keyEnd), e.mul(start, cols));
    addPanels(block, panels, slot, start, count, outputs);
  });
}

//===----------------------------------------------------------------------===//
// Strategies
//===----------------------------------------------------------------------===//

/// Remembers the refs in the place of the scales, which nobody needs yet.
void AttentionWriter::saveRefs(const RowBlock &block, unsigned map) {
  int64_t lanes = target.lanes;
  e.forEach(e.index(0), block.stateHeight, lanes, [&](Value row) {
    Value refs =
        e.loadVector(block.state, e.add(block.refsAt[map], row), lanes, lanes);
    e.storeVector(refs, block.state, e.add(block.scalesAt[map], row), lanes);
  });
}

/// With all keys seen: the difference of both maps times the value.
void AttentionWriter::finishHeld(const RowBlock &block, const Panels &panels,
                                 Value slot, Value first, Value end) {
  bool isRounded = numMaps() == 2 && tiles.variant.pair() == 2;
  forEachRow(block, [&](Value row, ArrayRef<Value> at) {
    scaleRow(block, row, at);
    if (isRounded)
      levelRow(block, row);
  });
  for (unsigned map = 0; map < numMaps(); ++map)
    finishFactors(block, map, e.sub(end, first), /*scaled=*/true);
  multiplyBlocks(block, panels, slot, first, end, /*outputs=*/1);
  if (isRounded)
    forEachRow(block, [&](Value row, ArrayRef<Value>) {
      Value total =
          e.load(block.state, e.add(block.sumsAt[0], e.mul(row, target.lanes)));
      scaleOutput(block, 0, row, e.splat(total, tiles.vectorF32()));
    });
}

/// With some more keys seen: adds each map times their values to its output.
void AttentionWriter::stepOnline(const RowBlock &block, const Panels &panels,
                                 Value slot, Value first, Value end) {
  for (unsigned map = 0; map < numMaps(); ++map) {
    rescale(block, map, e.mul(block.tiles, target.rows));
    finishFactors(block, map, e.sub(end, first), /*scaled=*/false);
  }
  multiplyBlocks(block, panels, slot, first, end, /*outputs=*/numMaps());
}

/// The difference of the outputs of both maps.
void AttentionWriter::finishOnline(const RowBlock &block) {
  forEachRow(block, [&](Value row, ArrayRef<Value> at) {
    scaleRow(block, row, at);
    Value distance = e.mul(row, paddedFeatures);
    Values outputs, scales;
    for (unsigned map = 0; map < numMaps(); ++map) {
      outputs.push_back(e.add(block.outputAt[map], distance));
      scales.push_back(e.add(block.scalesAt[map], row));
    }
    subtractMaps(block.state, outputs, block.state, scales);
  });
}

/// The output of the block of rows, from the keys of blocks `first` to `end`:
/// all of them in one step (held), or `keyBlock` at a time.
void AttentionWriter::computeRows(const RowBlock &block, const Panels &panels,
                                  Value slot, Value first, Value end,
                                  Value isHeld) {
  Value count = e.max(e.sub(end, first), e.index(1));
  Value step = e.select(isHeld, count, e.index(plan.keyBlock / target.cols()));
  e.forEach(e.index(0), e.ceilDiv(count, step), 1, [&](Value i) {
    Value start = e.add(first, e.mul(i, step));
    Value stop = e.min(e.add(start, step), end);
    for (unsigned map = 0; map < numMaps(); ++map)
      saveRefs(block, map);
    scoreBlocks(block, panels, slot, start, stop);
    e.whenEither(
        isHeld, [&] { finishHeld(block, panels, slot, start, stop); },
        [&] { stepOnline(block, panels, slot, start, stop); });
  });
  e.whenEither(isHeld, [&] {}, [&] { finishOnline(block); });
}

/// Multiplies the outputs of rows whose refs moved by exp(before - now). What
/// the refs were is in the scales.
void AttentionWriter::rescale(const RowBlock &block, unsigned map,
                              Value count) {
  e.forEach(e.index(0), count, 1, [&](Value row) {
    Value before = e.load(block.state, e.add(block.scalesAt[map], row));
    Value now = e.load(block.state, e.add(block.refsAt[map], row));
    Value moved =
        arith::CmpFOp::create(e, arith::CmpFPredicate::UNE, before, now);
    e.when(moved, [&] {
      Value distance = e.splat(e.subF(before, now), tiles.vectorF32());
      scaleOutput(block, map, row, tiles.weight(e, distance, /*precise=*/true));
    });
  });
}

/// Multiplies a row of an output by a number, of which `factor` is a vector.
void AttentionWriter::scaleOutput(const RowBlock &block, unsigned output,
                                  Value row, Value factor) {
  int64_t lanes = target.lanes;
  Value at = e.add(block.outputAt[output], e.mul(row, paddedFeatures));
  e.forEach(e.index(0), paddedFeatures, lanes, [&](Value i) {
    Value x = e.loadVector(block.state, e.add(at, i), lanes, lanes);
    e.storeVector(e.mulF(x, factor), block.state, e.add(at, i), lanes);
  });
}

void AttentionWriter::forEachRow(
    const RowBlock &block, function_ref<void(Value, ArrayRef<Value>)> body) {
  Values at = block.at;
  e.forEach(e.index(0), block.rows, 1, [&](Value row) {
    at[m] = e.add(block.firstRow, row);
    body(row, at);
  });
}

/// The query rows of a block: if held, as many as leave its weights in the
/// cache (::diffattn::getHeldRows).
Value AttentionWriter::chooseHeight(Value isHeld) {
  Value height = e.index(plan.rowBlock);
  Value most = e.max(mostKeysOf(height), e.index(1));
  Value fitting =
      e.floorDiv(e.index(plan.heldBytes / (4 * int64_t(numMaps()))), most);
  fitting = e.roundDown(fitting, target.rows);
  Value isFew = e.less(fitting, e.index(::diffattn::kFewestHeldRows));
  Value beyond = e.index(::diffattn::kRowsBeyondL2 * plan.rowBlock);
  Value held = e.select(isFew, beyond, e.min(height, fitting));
  height = e.select(isHeld, held, height);
  height = e.min(height, e.mul(e.ceilDiv(rows, target.rows), target.rows));
  return e.max(height, e.index(target.rows));
}

/// The strategy held if `isHeld`, else online.
void AttentionWriter::writePacked(Value isHeld) {
  Panels panels = makePanels();
  int64_t cols = target.cols();
  Value slots = product(panels.outer), inner = product(panels.inner);
  Value one = e.index(1);
  // As many slots at once as fit, in rounds.
  int64_t bytes = tiles.variant.packed.getIntOrFloatBitWidth() / 8;
  Value together =
      e.floorDiv(e.index(kRoundBytes / bytes), e.max(panels.slotSize, one));
  together = e.max(e.min(together, slots), one);
  Value rounds = e.ceilDiv(slots, together);
  Value allocated = memref::AllocOp::create(
      e,
      MemRefType::get({ShapedType::kDynamic, ShapedType::kDynamic},
                      tiles.variant.packed),
      ValueRange{together, panels.slotSize});
  panels.memory = memref::CollapseShapeOp::create(
      e, allocated, ArrayRef<ReassociationIndices>{{0, 1}});

  Value height = chooseHeight(isHeld);
  Value blocks = e.ceilDiv(rows, height);
  Value heldBlocks = e.add(e.ceilDiv(mostKeysOf(height), cols), 1);
  Value blocksAtOnce =
      e.min(e.select(isHeld, heldBlocks, e.index(plan.keyBlock / cols)),
            panels.blocks);
  bool mayBeOnline = getConstantIntValue(isHeld).value_or(0) == 0;
  e.forEach(e.index(0), rounds, 1, [&](Value round) {
    Value firstSlot = e.mul(round, together);
    Value count = e.min(together, e.sub(slots, firstSlot));
    e.forEachInParallel({count, panels.blocks}, [&](ValueRange i) {
      packBlock(panels, e.add(firstSlot, i[0]), i[1], i[0]);
    });
    e.forEachInParallel({count, inner, blocks}, [&](ValueRange i) {
      RowBlock block;
      block.at.resize(sizes.size());
      spread(e.add(firstSlot, i[0]), panels.outer, block.at);
      spread(i[1], panels.inner, block.at);
      block.firstRow = e.mul(chooseBlock(i[2], blocks), height);
      block.rows = e.min(e.sub(rows, block.firstRow), height);
      block.tiles = e.ceilDiv(block.rows, target.rows);
      takeMemory(block, height, blocksAtOnce, mayBeOnline ? numMaps() : 1);
      packRows(block);
      Value first = e.floorDiv(block.firstKey, e.index(cols));
      Value end = e.max(e.ceilDiv(block.keyEnd, cols), first);
      computeRows(block, panels, i[0], first, end, isHeld);
      forEachRow(block, [&](Value row, ArrayRef<Value> at) {
        finishRow(block.state,
                  e.add(block.outputAt[0], e.mul(row, paddedFeatures)), at);
      });
      e.free(block.limits);
      e.free(block.weights);
      e.free(block.state);
    });
  });
  e.free(allocated);
}

/// Threads get neighbouring tasks. With causal the last rows see the most keys:
/// task 0, 1, 2, ... takes block 0, the last, 1, the last but one, ...
Value AttentionWriter::chooseBlock(Value task, Value blocks) {
  if (!op.isPositional())
    return task;
  Value two = e.index(2);
  Value half = e.floorDiv(task, two);
  Value isEven = e.equal(e.remainder(task, two), e.index(0));
  return e.select(isEven, half, e.sub(e.add(blocks, -1), half));
}

AttentionWriter::Panels AttentionWriter::makePanels() {
  Panels panels;
  int64_t cols = target.cols(), pair = tiles.variant.pair();
  for (unsigned dim : batch) {
    bool isOuter = value.has(dim) && llvm::all_of(key, [&](auto &array) {
                     return array.has(dim);
                   });
    (isOuter ? panels.outer : panels.inner).push_back(dim);
  }
  auto innerOf = [&](const AttentionArray &array) {
    DimList dims;
    for (unsigned dim : panels.inner)
      if (array.has(dim))
        dims.push_back(dim);
    return dims;
  };
  panels.blocks = e.ceilDiv(keys, cols);
  panels.blockSize = e.mul(e.ceilDiv(depth, pair), cols * pair);
  panels.keySize = e.mul(panels.blocks, panels.blockSize);
  panels.valueSize = e.mul(e.mul(panels.blocks, cols), paddedFeatures);
  panels.slotSize = e.index(0);
  panels.isShared = numMaps() == 2 && op.getNoiseKey() == op.getSignalKey() &&
                    key[0].dims == key[1].dims;
  for (unsigned map = 0; map < numMaps(); ++map) {
    panels.keyDims.push_back(innerOf(key[map]));
    if (map == 1 && panels.isShared) {
      panels.keysAt.push_back(panels.keysAt[0]);
      continue;
    }
    panels.keysAt.push_back(panels.slotSize);
    panels.slotSize = e.add(
        panels.slotSize, e.mul(product(panels.keyDims[map]), panels.keySize));
  }
  panels.valueDims = innerOf(value);
  panels.valuesAt = panels.slotSize;
  panels.slotSize = e.add(panels.slotSize,
                          e.mul(product(panels.valueDims), panels.valueSize));
  return panels;
}

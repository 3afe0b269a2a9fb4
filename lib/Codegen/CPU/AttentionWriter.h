//===- AttentionWriter.h - kernels of whole attentions ----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Differential attention is (P1 / l1 - lambda P2 / l2) V: with both row sums
// known there is one product with V, 8d operations for each pair of query and
// key where two attentions take 12d. So the weights of a block of query rows
// are kept until their sums are known. lib/TilePlan says when that pays; there
// are three ways:
//
// - held: for a block of rows, all scores of both maps become weights, which
//   stay in the cache. Then, a stretch of keys at a time, they are combined to
//   P1 / l1 - lambda P2 / l2 and multiplied with V.
// - online: the same for a stretch of keys at a time, but each map's weights
//   are multiplied with V and added to an output of their own, which is scaled
//   when the rows' refs move. Nothing grows with the number of keys.
// - split: for few query rows, whose time goes into reading keys and values.
//   They are read where they are, once for all rows that share them. Threads
//   take different keys, and their states are merged, map by map.
//
// held and online pack keys and values into panels first, in rounds of a few
// heads, so that the packed panels stay small. Threads share the blocks of rows
// of a round. How the work is cut depends on the sizes of a head and on how
// many share its keys, never on threads or batch.
//
// The function is written once for all attentions of a kind: sizes and strides
// that are not static, scale, softcap, eps and out_scale are arguments.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_CPU_ATTENTIONWRITER_H
#define DIFFATTN_LIB_CODEGEN_CPU_ATTENTIONWRITER_H

#include "AttentionTiles.h"

#include "diffattn/Codegen/Common/AttentionSpace.h"
#include "diffattn/TilePlan/AttentionPlan.h"

namespace mlir::diffattn {

/// Offsets of the elements along several dims, in row-major order.
struct OffsetTable {
  Value offsets;
  /// Neighbours in the table are neighbours in memory.
  Value isUnit;
};

/// A block of query rows: numbers that its task computes with.
struct RowBlock {
  /// An index for each dim of the op; null: not fixed.
  Values at;
  Value firstRow; ///< of the block
  Value rows;     ///< there are
  Value tiles;    ///< of rows, the last one perhaps partial
  Value height;   ///< rows that memory was taken for, a multiple of tiles
  Value firstKey, keyEnd; ///< that some row sees
  /// Scratch memory and what is where in it, map by map.
  Value state, limits, weights;
  Values refsAt, sumsAt, factorsAt, scalesAt, queriesAt, scoresAt, outputAt,
      weightsAt;
  Value stateHeight; ///< rows, rounded up to vectors
};

/// Writes the function for attentions like one op.
class AttentionWriter : AttentionSpace {
public:
  /// `arguments`: the operands of the op, then scale, softcap, eps, out_scale.
  AttentionWriter(Emitter &e, AttentionOp op, ValueRange arguments,
                  AttentionTiles &tiles, AttentionTiles &rowTiles,
                  const ::diffattn::AttentionPlan &plan);

  void write();

private:
  // The operands (AttentionWriter.cpp).
  OffsetTable makeTable(const AttentionArray &array, ArrayRef<unsigned> dims,
                        Value count);
  Values call(func::FuncOp function, ValueRange arguments) {
    return KernelLibrary::call(e, function, arguments);
  }

  // What rows see (AttentionRows.cpp).
  void writeLimits(RowBlock &block, Value row, ArrayRef<Value> at);
  void readLimits(RowBlock &block);
  Value mostKeysOf(Value rows);
  Values weighArguments(const RowBlock &block, Value scores, Value scoresAt,
                        unsigned map, Value row, Value firstKey, Value count);
  void startRows(RowBlock &block);
  void noteRefs(const RowBlock &block, unsigned map, Value number);
  void finishFactors(const RowBlock &block, unsigned map, Value blocks,
                     bool scaled);

  // Results (AttentionEpilogue.cpp).
  void scaleRow(const RowBlock &block, Value row, ArrayRef<Value> at);
  void levelRow(const RowBlock &block, Value row);
  void finishRow(Value output, Value outputAt, ArrayRef<Value> at);
  void subtractMaps(Value output, ValueRange outputAt, Value scales,
                    ValueRange scalesAt);

  // held and online (AttentionHeld.cpp).
  struct Panels;
  Panels makePanels();
  void packBlock(const Panels &panels, Value outer, Value number, Value slot);
  Value chooseHeight(Value isHeld);
  Value chooseBlock(Value task, Value blocks);
  void takeMemory(RowBlock &block, Value height, Value blocks,
                  unsigned outputs);
  void packRows(RowBlock &block);
  void forEachRow(const RowBlock &block,
                  function_ref<void(Value, ArrayRef<Value>)> body);
  struct TileLimits {
    Value firstKey, keyEnd;           ///< that some row sees
    Value firstWholeKey, wholeKeyEnd; ///< that all rows see
  };
  TileLimits readTileLimits(const RowBlock &block, Value row);
  void scoreBlocks(const RowBlock &block, const Panels &panels, Value slot,
                   Value first, Value end);
  void multiplyBlocks(const RowBlock &block, const Panels &panels, Value slot,
                      Value first, Value end, unsigned outputs);
  void addPanels(const RowBlock &block, const Panels &panels, Value slot,
                 Value first, Value count, unsigned outputs);
  void rescale(const RowBlock &block, unsigned map, Value count);
  void scaleOutput(const RowBlock &block, unsigned output, Value row,
                   Value factor);
  void saveRefs(const RowBlock &block, unsigned map);
  void finishHeld(const RowBlock &block, const Panels &panels, Value slot,
                  Value first, Value end);
  void stepOnline(const RowBlock &block, const Panels &panels, Value slot,
                  Value first, Value end);
  void finishOnline(const RowBlock &block);
  void computeRows(const RowBlock &block, const Panels &panels, Value slot,
                   Value first, Value end, Value isHeld);
  void writePacked(Value isHeld);

  // split (AttentionSplit.cpp).
  struct States;
  struct RowSource {
    Value memory, at, stride;
    Value ahead; ///< from there to what is wanted next
  };
  Value rowsAhead(Value width);
  void takeSplitMemory(RowBlock &block);
  void packSplitRows(RowBlock &block, const States &states);
  RowSource layOut(const AttentionArray &array, const OffsetTable &table,
                   ArrayRef<Value> at, Value firstKey, Value count, Value width,
                   Value ahead, Value scratch);
  void forRows(Value count, ArrayRef<int64_t> steps,
               function_ref<void(Value, int64_t)> body);
  Value aheadOf(const RowSource &source, Value row);
  void scoreTileOfRows(const RowBlock &block, Value firstKey, Value count,
                       Value scoresAt, unsigned map, Value scratch);
  void addTileOfRows(const RowBlock &block, Value firstKey, Value count,
                     ValueRange scoresAt, Value scratch);
  void addKeys(const RowBlock &block, Value firstKey, Value count,
               Value scratch);
  void computePart(RowBlock &block, const States &states, Value group,
                   Value part);
  void mergeParts(const States &states, Value group, Value row);
  void writeSplit();

  AttentionTiles &tiles;
  /// The same with packed f32: for the split strategy.
  AttentionTiles &rowTiles;
  const ::diffattn::AttentionPlan plan;
  const AttentionTarget &target;

  Value scale, cap, eps, outScale;

  Value depth, features; ///< features: of values
  Value panelCount, paddedFeatures;
  SmallVector<OffsetTable, 2> queryFeatures, keyFeatures; ///< map by map
  OffsetTable valueFeatures, outFeatures;
  /// Of keys and values: so many rows behind what is read are asked for
  /// (split).
  Value keysAhead, valuesAhead;
  Value weights; ///< of the norm, as f32; null: none
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_CPU_ATTENTIONWRITER_H

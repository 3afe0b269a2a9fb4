//===- AttentionKernel.h - one kernel for a whole attention -----*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A workgroup computes a block of query rows of one head, or of the heads that
// share their keys; diffattn/TilePlan/GPUPlan.h says why it is cut so. Its
// warps have 16 rows each and go over the keys together:
//
//   queries of the block -> shared memory -> fragments in registers
//   for each step of keys, while copies of later steps are under way:
//     for each map:
//       scores = queries * keys                        (tensor cores, or FMA)
//       hide keys, in steps that some row does not see whole
//       if some row's maximum grew by more than kSlack: rescale its accumulator
//       weights = exp(scores - ref), and their sum
//     accumulator of each map += weights * values      (values fetched once)
//   out = norm(accumulator 1 / l1 - lambda * accumulator 2 / l2)
//
// Fragments. Lane l of a warp has rows l / 4 and l / 4 + 8 of the 16, and of
// each 8 columns numbers 2 (l % 4) and 2 (l % 4) + 1: four numbers, in the
// order of C of mma.m16n8k16. Weights in that layout are what the next product
// takes as its left side, so they never leave their thread.
//
// Refs. What is subtracted from scores need not be the maximum, only near it:
// weights up to 2^kSlack are as exact as those up to 1. So the accumulator,
// much larger than a step's scores, is rescaled now and then only. A row that
// has seen no key has a ref of -inf, one whose scores overflow NaN.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_GPU_ATTENTIONKERNEL_H
#define DIFFATTN_LIB_CODEGEN_GPU_ATTENTIONKERNEL_H

#include "KernelSpace.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::diffattn {

/// How a kernel gets elements.
enum class Access {
  Vectors, ///< 16 bytes at a time: rows are aligned and have no gaps
  Elements ///< one by one, whatever strides and sizes are
};

/// Writes the body of a kernel that computes blocks of rows.
class AttentionKernel : KernelSpace {
public:
  /// `arguments`: those of KernelSpace. If `plan` is for parts of the keys,
  /// the states of rows follow, flat memory of f32 (see StateLayout); then
  /// these are the only result.
  AttentionKernel(WarpEmitter &e, AttentionOp op, ValueRange arguments,
                  const ::diffattn::GPUPlan &plan, Access access, bool isPart);

  void write();

private:
  /// What a thread carries from step to step.
  struct State {
    /// Of each of its maps.
    SmallVector<Values, 2> accumulators; ///< [features / 8][4]
    SmallVector<Values, 2> refs, sums;   ///< of its two rows
    Value slot; ///< of the buffers that this step's keys and values are in
    Values flatten() const;
    static State unflatten(ValueRange values, unsigned maps,
                           unsigned accumulators);
  };
  /// A row that this thread has numbers of.
  struct Row {
    Value number;  ///< in its head
    Values at;     ///< its indices; of the last row if there is no such row
    Value isThere; ///< whether there is such a row
    RowLimits limits;
  };
  /// Keys of a warp or a workgroup, as i32.
  struct Range {
    Value first, end;           ///< that some row sees
    Value firstWhole, endWhole; ///< that all rows see
  };

  // Rows and steps (AttentionKernel.cpp).
  void findPlace();
  Row makeRow(Value number);
  Range rangeOf(ArrayRef<Row> rows);
  Range shareRange(const Range &ofWarp);
  State loop(const Range &ofWarp, const Range &ofBlock);
  State step(Value firstKey, const Range &ofWarp, State state);

  // Copies to shared memory (AttentionCopies.cpp).
  struct Tile {
    Value memory;    ///< all of it, in shared memory
    int64_t rows;    ///< of the tile
    int64_t rowSize; ///< elements from row to row
    int64_t features;
  };
  int64_t chunkSize() const;
  void copyChunk(const AttentionArray &from, ArrayRef<unsigned> dims,
                 Value rowAt, Value isThere, const Tile &to, Value toAt,
                 Value chunk);
  void copyRows(const AttentionArray &from, ArrayRef<unsigned> dims,
                const Tile &to, Value toAt,
                function_ref<std::pair<Value, Value>(Value)> place);
  void copyQueries();
  void copyStep(Value firstKey, Value slot);
  void commitCopies();
  void waitForCopies(int64_t pending);

  // Products (AttentionProducts.cpp).
  void loadQueries();
  Values queryFragment(unsigned map, int64_t step);
  Values loadFragments(const Tile &tile, Value at, int64_t count,
                       bool transposed);
  Values multiplyFragments(ValueRange left, ValueRange right, ValueRange sums);
  Values score(unsigned map, Value slotAt);
  Values scoreByFma(unsigned map, Value keysAt);
  void addValues(State &state, ArrayRef<Values> weights, Value slotAt);
  void addValuesByFma(State &state, ArrayRef<Values> weights, Value valuesAt);

  // Softmax (AttentionSoftmax.cpp).
  Values capScores(Values scores);
  Values maskScores(Values scores, Value firstKey);
  Value maskScore(Value score, const Row &row, Value key);
  Value toRef(Value score);
  Value weight(Value score, Value ref);
  Value isHuge(Value ref);
  void moveToRefs(MutableArrayRef<Value> scores, ArrayRef<Value> refs);
  Value refOfWeights(Value ref);
  double distanceOfRef() const;
  Value growsBeyond(Value maximum, Value ref);
  Value needsCare(const State &state, unsigned map, ValueRange maxima);
  Values maximaOf(ValueRange scores);
  Values toFragments(ValueRange weights);
  Values weigh(State &state, unsigned map, Values scores);
  void rescale(State &state, unsigned map, ArrayRef<Value> maxima);

  // Results (AttentionResults.cpp).
  void finish(State &state);
  Values sumsOf(const State &state, unsigned map);
  void storeLogSumExp(const State &state, unsigned map, ValueRange sums,
                      const AttentionArray &to, Value isMine);
  void storeState(const State &state);
  Values combine(const State &state);
  Values exchange(ValueRange results);
  void normalize(Values &results);
  void storePair(ValueRange pair, Value rowAt, Value feature);
  void storeResults(ValueRange results);

  /// Maps that one warp computes.
  unsigned warpMaps() { return plan.mapsApart ? 1 : numMaps(); }
  bool isHalf() const { return !element.isF32(); }
  int64_t elementBytes() const { return element.getIntOrFloatBitWidth() / 8; }
  bool hasOneKey() const {
    return layout.stageBytes == layout.keyBytes + layout.valueBytes;
  }
  const ::diffattn::GPUPlan plan;
  const Access access;
  const int64_t paddedFeatures, paddedValues;
  /// Whether rows of a workgroup may see different keys.
  const bool limitsVary;
  ::diffattn::SharedLayout layout;
  Value states; ///< null: the kernel computes all keys
  Value part;   ///< of the keys

  // Of this thread.
  Value thread, lane, warp; ///< index
  Value rowWarp;            ///< the warp's number among those of its map
  Value isNoise;            ///< with maps apart: this warp's map is the noise
  Value column;             ///< 2 (lane % 4)
  Value rowInWarp;          ///< lane / 4
  Value head, firstRow;
  Values headAt;
  Value keyEnd; ///< behind the last valid key
  SmallVector<Row, 2> rowsOfLane;

  Tile queryTile, keyTile, valueTile;
  int64_t mapQueries = 0; ///< elements of a map's queries in shared memory
  SmallVector<SmallVector<Values>, 2> queries; ///< [map][step]: fragments
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_GPU_ATTENTIONKERNEL_H

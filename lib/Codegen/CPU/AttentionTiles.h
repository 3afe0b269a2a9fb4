//===- AttentionTiles.h - the inner loops of attention ----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that attention kernels call, each one on a tile that registers
// hold: `rows` query rows by `cols` keys (of scores) or value features (of
// outputs). AttentionWriter.h says what they are for. All are private functions
// of the module, written when first asked for and shared by its attentions.
//
// Memory is flat, addressed by one index: a parameter `xAt` is where in the
// memory `x` something starts. The layouts:
//
//   queries  [row][depth]               packed type, `depth` padded to pairs
//   keys     [block][depth][cols]       packed type, pairs of depth together
//   values   [panel][key][cols]         packed type, pairs of keys together
//   scores   [block][row][cols]         f32; first scores, then weights
//   weights  [row][key]                 packed type, keys of a value product
//   output   [row][panel][cols]         f32
//   refs     [row]                      f32: what was subtracted from scores
//   sums     [row][lanes]               f32: lane by lane sums of weights
//   limits   [3][row]                   index: first and end of the visible
//                                       keys, where the row's mask starts
//
// Scores are kept in units of log(2), so that a weight is exp2(score - ref).
// With a mask of floats they are natural ones: its lowest finite number would
// overflow.
//
// A ref is no maximum, only close to it: it moves when a score exceeds it by
// more than `kSlack`, and weights may be as large as 2^kSlack. So tiles of
// scores mostly become weights while they are in registers. Whether a row's ref
// moves depends on that row's scores alone, not on the rows beside it.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_CPU_ATTENTIONTILES_H
#define DIFFATTN_LIB_CODEGEN_CPU_ATTENTIONTILES_H

#include "diffattn/Codegen/Common/FlatArray.h"
#include "diffattn/Codegen/Common/KernelLibrary.h"

namespace mlir::diffattn {

/// The registers of a tile, and what the target can do with them.
struct AttentionTarget {
  AttentionTarget(int64_t vectorBits, bool bf16Dot)
      : lanes(vectorBits / 32), rows(vectorBits == 512 ? 12 : 6), vectors(2),
        isFused(vectorBits > 128), hasScale(vectorBits == 512),
        bf16Dot(bf16Dot && vectorBits == 512) {}

  int64_t lanes;   ///< f32 numbers of a vector
  int64_t rows;    ///< of a tile
  int64_t vectors; ///< of a row of a tile
  bool isFused;    ///< products are added without rounding in between
  bool hasScale;   ///< vscalefps: x * 2^n in one instruction
  bool bf16Dot;    ///< vdpbf16ps

  int64_t cols() const { return lanes * vectors; }
};

/// What makes functions differ from attention to attention.
struct AttentionVariant {
  Type source;        ///< of query, key and value
  Type packed;        ///< f32, or bf16 where products of pairs are added
  Type mask;          ///< null: none
  bool softcap;       ///< scores are capped
  bool preciseWeight; ///< weights to 2 ulp; else to 2^-18, for bf16
  /// Scores in natural units.
  bool natural() const { return mask && !mask.isInteger(1); }
  /// Elements of depth that one step of a product takes.
  int64_t pair() const { return packed.isBF16() ? 2 : 1; }
};

/// Writes functions for one variant.
class AttentionTiles {
public:
  AttentionTiles(KernelLibrary &library, const AttentionTarget &target,
                 const AttentionVariant &variant);

  /// How far scores may exceed a ref.
  static constexpr double kSlack = 8;
  /// The ref of a row without visible keys.
  static constexpr double kNoRef = -3.40282347e+38;

  // Packing (AttentionPacking.cpp). `offsets` is a table of the offsets of
  // features; `unit`: they are neighbours in memory.

  /// packQueries(source, base, rowStride, offsets, unit, rows, firstRow,
  ///             lastRow, depth, scale, queries, queriesAt): rows behind the
  /// last one repeat it. Without pairs they are scaled.
  func::FuncOp packQueries();
  /// packKeys(source, base, keyStride, offsets, unit, firstKey, lastKey, depth,
  ///          keys, keysAt): a block of keys; those behind the last repeat it.
  func::FuncOp packKeys();
  /// packValues(source, base, keyStride, offsets, unit, firstKey, keyCount,
  ///            firstCol, colCount, values, valuesAt): keyCount keys of a
  /// panel; columns behind colCount, and the key that fills a pair, are 0.
  func::FuncOp packValues();

  // Scores (AttentionScores.cpp).

  /// scoreTile(queries, queriesAt, queryStride, keys, keysAt, depth, scores,
  ///           scoresAt, state, refsAt, sumsAt, scale, raw) -> i1: products of
  /// a tile. If `raw`, or if one exceeds its ref, they are stored as they are
  /// and the result is true: weighRows is to go on. Else weights are stored,
  /// and added to the sums.
  func::FuncOp scoreTile();
  /// weighRows(scores, scoresAt, state, refsAt, sumsAt, limits, limitsAt,
  ///           limitsStride, block, keyEnd, cap, mask..., count): for `count`
  /// rows of a block, whose first key is `block`: caps, masks and hides scores,
  /// moves refs, stores weights, and adds them to the sums. `mask...` is the
  /// mask and the stride of its keys if there is one.
  func::FuncOp weighRows();
  /// scoreRows(queries, queriesAt, queryStride, source, keyAt, keyStride,
  /// ahead,
  ///           count, depth, scores, scoresAt): raw scores of `rows` rows of
  /// queries (f32) and up to `cols` keys as they lie in memory, features side
  /// by side. What is `ahead` of them in memory is wanted next.
  func::FuncOp scoreRows(int64_t rows);

  // Values (AttentionValues.cpp).

  /// combine1/combine2(scores, at1, [at2,] factors, factorsAt1, [factorsAt2,]
  ///                   rows, weights, weightsAt, stride): a block of weights,
  /// each row times its factor, minus the other map's with its factor.
  func::FuncOp combine(unsigned maps);
  /// addValues(weights, weightsAt, stride, values, valuesAt, keys, output,
  ///           outputAt, outputStride): adds to a tile of the output the
  /// product of weights and values of so many keys.
  func::FuncOp addValues();
  /// addRows(weights, weightsAt, stride, source, valueAt, keyStride, ahead,
  ///         keys, cols, output, outputAt, outputStride): the same for `rows`
  /// rows (f32 weights) and values as they lie in memory, columns side by side,
  /// of which there are `cols`. What is `ahead` of them in memory is wanted
  /// next.
  func::FuncOp addRows(int64_t rows);

  // Pieces for the kernels around them.

  /// exp2(x) of x up to about 2^kSlack: within 2 ulp, or 2^-18.
  Value exp2(Emitter &e, Value x, bool precise);
  /// The weight of `distance`, a score minus its ref, in this variant's units.
  Value weight(Emitter &e, Value distance, bool precise);
  VectorType vector(Type element) const {
    return VectorType::get(target.lanes, element);
  }
  VectorType vectorF32() const { return vector(f32); }
  /// Flat memory that the caller of a kernel owns.
  static MemRefType flat(Type element) { return FlatArray::type(element); }
  /// Workspace.
  static MemRefType buffer(Type element) {
    return MemRefType::get(ShapedType::kDynamic, element);
  }

  const AttentionTarget target;
  const AttentionVariant variant;
  KernelLibrary &library;
  const Type f32, index, i1;

private:
  func::FuncOp define(const Twine &name, TypeRange arguments, TypeRange results,
                      KernelLibrary::Body body);
  Values multiply(Emitter &e, Value left, ValueRange leftAt, Value right,
                  Value rightAt, Value steps, ValueRange sums);
  Value addLanes(Emitter &e, Values vectors);
  Values multiplyRows(Emitter &e, Value queries, ValueRange queriesAt,
                      Value source, ValueRange keysAt, Value depth,
                      Value ahead);
  void prefetch(Emitter &e, Value memory, Value at);
  void storeWeights(Emitter &e, ValueRange distances, Value scores, Value at,
                    Value sums, Value sumsAt);
  Values maskRow(Emitter &e, ValueRange scores, Value mask, Value maskAt,
                 Value keyStride, Value block, Value keyEnd);
  Values hideKeys(Emitter &e, ValueRange scores, Value first, Value end);
  Value capScore(Emitter &e, Value score, Value cap);
  Value roundToBF16(Emitter &e, Value low, Value high);
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_CPU_ATTENTIONTILES_H

//===- ContractionKernels.h - functions that contract -----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c[g, m, n] += sum over k of a[g, m, k] * b[g, n, k], where g (batch), m
// (rows), n (cols) and k (depth) stand for up to kMaxDims dims each, of any
// sizes and strides. One function for each combination of element types does
// all of them, so that a model compiles to a few kernels and many calls.
//
// Tables of offsets say where elements are: that of `a` at (g, m, k) is at
// batch[g] + rows[m] + depth[k]. Whether neighbours in a table are neighbours
// in memory, which is what vectors need, is found out at run time: the strides
// of arguments are not known before. No offset is negative: the flat arrays
// start at the lowest address, whatever the signs of the strides.
//
// There are three ways to compute:
// - Weights (`b` is memory that the runtime knows to be constant). The runtime
//   keeps panels of them, packed once: kPanelCols columns side by side at each
//   depth. Rows are packed, too; then each task multiplies a block of them with
//   a few panels. Any number of rows goes this way: a single one reads the
//   panels as fast as memory gives them.
// - Many rows. The same, but each task packs its panels of columns itself, a
//   stretch of `Blocking::depth` at a time.
// - Few rows: nothing is packed, each element of `b` is read once or twice.
//
// Panels consist of words: numbers of the type in which products are summed,
// or, where the target multiplies pairs of bf16 by one instruction, two bf16
// that follow each other along the depth.
//
// Panels of weights may be quantised (ContractQuantized.cpp): integers of a few
// bits and scales, which become words where they are multiplied.
//
// How the work is cut depends on the sizes only, never on the threads. So do
// the results.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_CPU_CONTRACTIONKERNELS_H
#define DIFFATTN_LIB_CODEGEN_CPU_CONTRACTIONKERNELS_H

#include "diffattn/Codegen/CPU/Quantization.h"
#include "diffattn/Codegen/Common/Contraction.h"
#include "diffattn/Codegen/Common/FlatArray.h"
#include "diffattn/Codegen/Common/KernelLibrary.h"

namespace mlir::diffattn {

/// The dims of one class: kMaxDims of them, 1 where there are less. The last
/// one runs fastest.
struct DimClass {
  Values sizes;
  /// In each of the arrays that have these dims.
  SmallVector<Values, 3> strides;
};

/// A contraction as its function takes it. The arrays are flat.
struct ContractionCall {
  Value a, b, c;
  DimClass batch; ///< strides in a, b, c
  DimClass rows;  ///< in a, c
  DimClass cols;  ///< in b, c
  DimClass depth; ///< in a, b
  /// i1: what `c` holds is ignored.
  Value overwrite;
  /// `b` has no batch and may be memory that the runtime knows to be constant.
  bool mayBeWeights = false;
};

/// The runtime's function for panels of weights.
inline constexpr StringLiteral kFindPanels = "diffattn_find_panels";

/// Columns of a panel: the same for all targets.
inline constexpr int64_t kPanelCols = 32;

/// How the registers and caches of a target are used.
struct Blocking {
  Blocking(int64_t vectorBits, int64_t elementBits)
      : lanes(vectorBits / elementBits), rows(vectorBits == 512 ? 12 : 6),
        rowsAtOnce(vectorBits == 512 ? 4 : 2),
        panelsAtOnce(vectorBits == 512 ? 4 : 2) {}

  int64_t lanes; ///< of a vector
  /// A register tile has rows * vectors registers, of 16 or 32 that there are.
  int64_t rows;
  int64_t vectors = 2;
  /// Words that a register tile adds up at once.
  int64_t depth = 256;
  /// Panels of columns in a task: of weights, of other arrays.
  int64_t panelsOfWeights = 4, panels = 2;
  /// With up to this many rows nothing is packed, but for weights.
  int64_t fewRows = 8;
  /// And so many are computed together, with four columns or vectors of them.
  int64_t rowsAtOnce;
  /// Quantised weights: one row is multiplied with so many panels together.
  int64_t panelsAtOnce;
  /// Rows are split to get this many tasks, for many threads, but not in blocks
  /// of less than `fewTiles` tiles, each of which reads its columns again, and
  /// always to blocks of no more than `manyTiles`, whose slabs stay in a cache.
  int64_t enoughTasks = 32, fewTiles = 16, manyTiles = 48;
  /// Columns are rounded up to a multiple of this: threads get as much each.
  int64_t evenColumns = 8;

  int64_t cols() const { return vectors * lanes; }
  /// The heights that tiles may have, for what is left over: 1, 2, 4, ...
  SmallVector<int64_t> heights() const {
    SmallVector<int64_t> result;
    for (int64_t height = 1; height < rows; height *= 2)
      result.push_back(height);
    result.push_back(rows);
    return result;
  }
};

/// The functions of a module that contract; made when first asked for.
class ContractionKernels {
public:
  /// `bf16Dot`: there is an instruction for products of pairs of bf16.
  /// `quantization`: what the runtime keeps of weights.
  ContractionKernels(ModuleOp module, int64_t vectorBits, bool bf16Dot,
                     Quantization quantization)
      : library(module), vectorBits(vectorBits),
        bf16Dot(bf16Dot && vectorBits == 512), quantization(quantization) {}

  /// Whether there are kernels for arrays of these element types.
  static bool supports(Type a, Type b, Type c);

  /// Emits a call that computes `call`.
  void emitCall(Emitter &e, const ContractionCall &call);

private:
  friend class KernelWriter;

  KernelLibrary library;
  int64_t vectorBits;
  bool bf16Dot;
  Quantization quantization;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_CPU_CONTRACTIONKERNELS_H

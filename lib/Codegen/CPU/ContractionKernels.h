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
// There are two ways to compute:
// - Many rows. `a` is packed into panels of `Blocking::rows` rows, in parallel.
//   Then each task packs a few panels of columns of `b`, a stretch of
//   `Blocking::depth` at a time, multiplies them with its block of rows into a
//   slab of its own, and adds the slab to `c` at the end.
// - Few rows: nothing is packed, each element of `b` is read once or twice.
//
// How the work is cut depends on the sizes only, never on the threads. So do
// the results.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_CPU_CONTRACTIONKERNELS_H
#define DIFFATTN_LIB_CODEGEN_CPU_CONTRACTIONKERNELS_H

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
};

/// How the registers and caches of a target are used.
struct Blocking {
  Blocking(int64_t vectorBits, int64_t elementBits)
      : lanes(vectorBits / elementBits), rows(vectorBits == 512 ? 12 : 6),
        rowsAtOnce(vectorBits == 512 ? 4 : 2) {}

  int64_t lanes; ///< of a vector
  /// A register tile has rows * vectors registers, of 16 or 32 that there are.
  int64_t rows;
  int64_t vectors = 2;
  /// Products that a register tile adds up at once.
  int64_t depth = 256;
  /// Panels of columns in a task.
  int64_t panels = 2;
  /// With up to this many rows nothing is packed.
  int64_t fewRows = 8;
  /// And so many are computed together, with four columns or vectors of them.
  int64_t rowsAtOnce;
  /// Rows are split to get this many tasks, for many threads, but not in blocks
  /// of less than `fewTiles` tiles, each of which packs its columns again, and
  /// always to blocks of no more than `manyTiles`, whose slabs stay in a cache.
  int64_t enoughTasks = 32, fewTiles = 16, manyTiles = 64;

  int64_t cols() const { return vectors * lanes; }
};

/// The functions of a module that contract; made when first asked for.
class ContractionKernels {
public:
  ContractionKernels(ModuleOp module, int64_t vectorBits)
      : library(module), vectorBits(vectorBits) {}

  /// Whether there are kernels for arrays of these element types.
  static bool supports(Type a, Type b, Type c);

  /// Emits a call that computes `call`.
  void emitCall(Emitter &e, const ContractionCall &call);

private:
  friend class KernelWriter;

  KernelLibrary library;
  int64_t vectorBits;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_CPU_CONTRACTIONKERNELS_H

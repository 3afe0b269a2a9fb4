//===- Contraction.h - operations that add products -------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_COMMON_CONTRACTION_H
#define DIFFATTN_CODEGEN_COMMON_CONTRACTION_H

#include "diffattn/Codegen/Common/Emitter.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::diffattn {

/// Dims of one class that a contraction may have.
constexpr unsigned kMaxDims = 4;

/// A linalg operation on buffers that computes
///
///   c[g, m, n] += sum over k of a[g, m, k] * b[g, n, k]
///
/// where g (batch), m (rows), n (cols) and k (depth) stand for any number of
/// dims each, up to kMaxDims, in any order. The element types are floats.
struct Contraction {
  linalg::LinalgOp op;
  Value a, b, c;
  AffineMap mapA, mapB, mapC;
  /// Dims of the operation, in the order in which `c` has them (`depth`: `b`):
  /// neighbours in memory come last. There is at least one of `depth`.
  SmallVector<unsigned> batch, rows, cols, depth;

  void swapRowsAndCols() {
    std::swap(a, b);
    std::swap(mapA, mapB);
    std::swap(rows, cols);
  }
};

/// What `op` contracts. Fails for any other operation, and for arrays that are
/// not strided or in another memory space.
FailureOr<Contraction> matchContraction(linalg::LinalgOp op);

/// The fill of `c` with zeros right before the operation, or null: nothing else
/// happens to memory in between, and no input is the same memory.
linalg::FillOp findFill(const Contraction &contraction);

/// i1: whether `arrays`, which stand for `a`, `b` and `c`, have the same size
/// along each dim. Where they do not, some dim is empty and there is nothing to
/// multiply: operands fit each other then whatever their other sizes are.
Value haveSameSizes(Emitter &e, const Contraction &contraction,
                    ValueRange arrays);

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_COMMON_CONTRACTION_H

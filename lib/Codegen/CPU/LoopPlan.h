//===- LoopPlan.h - how an operation on buffers becomes loops ---*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of a linalg.generic on buffers are sorted into three kinds:
//
//   rows         parallel dims, outermost; threads share them
//   reductions   dims that are reduced
//   the lane dim one dim, parallel or reduced, along which most buffers are
//                contiguous or invariant: a vector at a time
//
// Inside of the rows a parallel lane dim is outside of the reductions, which
// then keep vectors of accumulators; a reduced lane dim is innermost, and its
// accumulators are joined at the end.
//
// With a single lane the same loops work on scalars. Everything can be planned
// like that.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_CPU_LOOPPLAN_H
#define DIFFATTN_LIB_CODEGEN_CPU_LOOPPLAN_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::diffattn {

/// How an operand is read or written along the lane dim.
enum class Access {
  Invariant,       ///< one element, or no buffer at all
  Contiguous,      ///< neighbours
  MaybeContiguous, ///< neighbours if a stride turns out to be 1
  Strided          ///< anything else: element by element, through a scratch
};

/// What the lanes of a value in the body have in common.
enum class Lanes {
  Uniform, ///< all the same: a scalar
  Iota,    ///< each one more than the one before: the scalar of the first
  Varying  ///< a vector
};

struct LoopPlan {
  linalg::GenericOp op;
  /// The three kinds of loops, by number.
  SmallVector<unsigned> rows;
  SmallVector<unsigned> reductions;
  std::optional<unsigned> laneDim;
  /// Lanes of a vector; 1: scalars, and neither `accesses` nor `values` say
  /// anything.
  int64_t lanes = 1;
  /// Of each operand.
  SmallVector<Access> accesses;
  /// Of block arguments and results of the body.
  DenseMap<Value, Lanes> values;

  bool reducesLanes() const {
    return laneDim && linalg::GenericOp(op).getIteratorTypesArray()[*laneDim] ==
                          utils::IteratorType::reduction;
  }
  bool hasReductions() const { return !reductions.empty() || reducesLanes(); }
  /// Whether the elements of an output stay in registers during reductions.
  bool isCarried(OpOperand &output) const;
  /// Whether `op` in the body has the same effect and result in every lane.
  bool isUniform(Operation &bodyOp) const;
  Lanes get(Value value) const {
    auto found = values.find(value);
    return found == values.end() ? Lanes::Uniform : found->second;
  }
};

/// The operation behind an output, if it joins the partial results of
/// reductions in any order: `yield combine(accumulator, x)`. Null if not.
Operation *getCombiner(linalg::GenericOp op, unsigned output);

/// Whether loops can be planned for `op` at all: it is on strided buffers.
bool canPlan(linalg::GenericOp op);

/// The best plan for vectors of so many bits.
LoopPlan planLoops(linalg::GenericOp op, int64_t vectorBits);

/// The same loops if strides are not 1.
LoopPlan onStrides(LoopPlan plan);

/// A plan whose parallel dims are all rows: for operations on few elements,
/// which join the rows of others.
LoopPlan planRows(linalg::GenericOp op);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_CPU_LOOPPLAN_H

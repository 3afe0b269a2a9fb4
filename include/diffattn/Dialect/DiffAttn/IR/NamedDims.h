//===- NamedDims.h - the iteration space of a diffattn op -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small questions about dims, maps and sizes that every transform asks.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_DIALECT_DIFFATTN_IR_NAMEDDIMS_H
#define DIFFATTN_DIALECT_DIFFATTN_IR_NAMEDDIMS_H

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"

#include "mlir/Interfaces/ShapedOpInterfaces.h"

namespace mlir::diffattn {

/// Numbers of iteration dims, in the order that an operand is indexed by them.
using DimList = SmallVector<unsigned>;

/// The dims that `map`, a projected permutation, is indexed by.
DimList getDimList(AffineMap map);

/// The projected permutation of `numDims` dims that reads `dims`.
AffineMap getMap(MLIRContext *context, unsigned numDims,
                 ArrayRef<unsigned> dims);

/// The dims of operand `number` of `op`.
DimList getOperandDims(NamedDimsOpInterface op, unsigned number);

/// The dims that occur in any of `lists`, ascending.
DimList unite(ArrayRef<DimList> lists);

/// `dims` without those of `role`.
DimList without(DimsAttr names, ArrayRef<unsigned> dims, Role role);

/// The dims of `dims` that have `role`.
DimList only(DimsAttr names, ArrayRef<unsigned> dims, Role role);

/// The dim that a tensor.dim or memref.dim asks for, if it is a constant and
/// the source is ranked and has it: MLIR's verifier lets any source and number
/// pass.
std::optional<int64_t> getKnownDim(ShapedDimOpInterface op);

/// Shape of a tensor or memref; empty for a scalar.
ArrayRef<int64_t> getShape(Value value);

/// Static sizes of the iteration dims; kDynamic where no operand tells.
SmallVector<int64_t> getStaticSizes(NamedDimsOpInterface op);

/// Sizes of the iteration dims as attributes or as dim ops at `builder`.
SmallVector<OpFoldResult> getDomainSizes(OpBuilder &builder,
                                         NamedDimsOpInterface op);

/// Dims of a map's logsumexp: `m` and the batch-like dims of `operands`.
DimList getRowDims(NamedDimsOpInterface op, ArrayRef<unsigned> operands);

/// Dims of the logsumexp of map `map` (0 signal, 1 noise) of an attention op.
DimList getLogSumExpDims(AttentionOp op, unsigned map);
DimList getLogSumExpDims(OnlineAttentionOp op, unsigned map);

/// Dims of the accumulator of map `map`.
DimList getAccumulatorDims(AttentionOp op, unsigned map);
DimList getAccumulatorDims(OnlineAttentionOp op, unsigned map);

/// The type that sums are kept in: f64 for f64, f32 for all else.
FloatType getAccumulatorType(Type elementType);

} // namespace mlir::diffattn

#endif // DIFFATTN_DIALECT_DIFFATTN_IR_NAMEDDIMS_H

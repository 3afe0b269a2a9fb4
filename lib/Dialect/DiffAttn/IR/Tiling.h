//===- Tiling.h - cutting a tile out of a diffattn op
//-----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by TilingInterface and PartialReductionOpInterface.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_DIALECT_DIFFATTN_IR_TILING_H
#define DIFFATTN_LIB_DIALECT_DIFFATTN_IR_TILING_H

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"

namespace mlir::diffattn::detail {

/// The entries of `all`, one a dim, that an operand with `map` is indexed by.
SmallVector<OpFoldResult> pick(AffineMap map, ArrayRef<OpFoldResult> all);

/// Fails, with the reason, if a dim is cut that can't be.
LogicalResult checkTile(OpBuilder &builder, NamedDimsOpInterface op,
                        ArrayRef<OpFoldResult> sizes);

/// Slices of the inputs of `op` that the tile reads; slice ops are appended to
/// `slices`. A value that is read twice through one map stays one value, so
/// shared keys stay shared.
FailureOr<SmallVector<Value>> sliceInputs(OpBuilder &builder,
                                          NamedDimsOpInterface op,
                                          ArrayRef<OpFoldResult> offsets,
                                          ArrayRef<OpFoldResult> sizes,
                                          SmallVectorImpl<Operation *> &slices);

/// The tile of `op` at `offsets` on `inputs` and `outs`: `op` with its place in
/// the whole attention (query_offset, key_offset) moved.
Operation *createTile(OpBuilder &builder, NamedDimsOpInterface op,
                      ArrayRef<OpFoldResult> offsets, ValueRange inputs,
                      ValueRange outs);

} // namespace mlir::diffattn::detail

#endif // DIFFATTN_LIB_DIALECT_DIFFATTN_IR_TILING_H

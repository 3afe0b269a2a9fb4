//===- Constraints.h - what makes a diffattn op valid
//-----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function a constraint; the labels are those of docs/spec.md. verify()
// calls them in order, and every helper behind it may assume a valid op.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_DIALECT_DIFFATTN_IR_CONSTRAINTS_H
#define DIFFATTN_LIB_DIALECT_DIFFATTN_IR_CONSTRAINTS_H

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"

namespace mlir::diffattn::detail {

/// C1 to C4: dims, maps, sizes, tensors or memrefs.
LogicalResult verifySpace(NamedDimsOpInterface op, ArrayRef<Role> exactlyOne,
                          ArrayRef<Role> atLeastOne, ArrayRef<Role> none);

/// C5: `operand` is indexed by every dim whose role is in `must`, and else only
/// by dims whose role is in `may`.
LogicalResult verifyRoles(NamedDimsOpInterface op, unsigned operand,
                          ArrayRef<Role> must, ArrayRef<Role> may);

/// C6: one element type, f16, bf16, f32 or f64, for `operands`.
LogicalResult verifySameFloat(NamedDimsOpInterface op,
                              ArrayRef<unsigned> operands);

/// C7: the element type of `operand` is one of `allowed`.
LogicalResult verifyElementType(NamedDimsOpInterface op, unsigned operand,
                                ArrayRef<Type> allowed);

/// C8: `first` and `second` are both there or both not.
LogicalResult verifyTogether(Operation *op, StringRef first, bool hasFirst,
                             StringRef second, bool hasSecond);

/// C9: `operand` is indexed by exactly `dims`, in any order.
LogicalResult verifyExactDims(NamedDimsOpInterface op, unsigned operand,
                              ArrayRef<unsigned> dims);

/// C10: as many outs as `counts` allows.
LogicalResult verifyNumOuts(NamedDimsOpInterface op, unsigned found,
                            ArrayRef<unsigned> counts);

/// C11: `name`, rounded to `type`, is finite, and positive if `positive`.
LogicalResult verifyFinite(Operation *op, StringRef name,
                           std::optional<APFloat> value, FloatType type,
                           bool positive = false);

/// C12: `name` is not negative.
LogicalResult verifyNotNegative(Operation *op, StringRef name,
                                std::optional<int64_t> value);

/// C13: `name` may be there only if `needed` is.
LogicalResult verifyNeeds(Operation *op, StringRef name, bool hasName,
                          StringRef needed, bool hasNeeded);

/// C14: the bytes of an array over `dims` fit int64.
LogicalResult verifyCountable(NamedDimsOpInterface op, StringRef what,
                              ArrayRef<unsigned> dims);

} // namespace mlir::diffattn::detail

#endif // DIFFATTN_LIB_DIALECT_DIFFATTN_IR_CONSTRAINTS_H

//===- OutScaleArgument.h - out_scale from a function's caller --*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layers that are alike differ in the out_scale of their attentions, which is
// an attribute. In the function that all of them call, the attribute
// `diffattn.out_scale_argument = N` of a scheduled attention, in the place of
// `out_scale`, says that the argument N of the function, an f32, is the scale.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_DIALECT_DIFFATTN_IR_OUTSCALEARGUMENT_H
#define DIFFATTN_DIALECT_DIFFATTN_IR_OUTSCALEARGUMENT_H

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"

namespace mlir::diffattn {

inline constexpr llvm::StringLiteral kOutScaleArgumentAttr =
    "diffattn.out_scale_argument";

/// Lets the argument `number` of the function around `op` be its scale.
void setOutScaleArgument(AttentionOp op, unsigned number);

/// The argument that is the scale of `op`; null if none is.
Value getOutScaleArgument(AttentionOp op);

/// Checks what stands in `attribute` of `op`.
LogicalResult verifyOutScaleArgument(Operation *op, Attribute attribute);

} // namespace mlir::diffattn

#endif // DIFFATTN_DIALECT_DIFFATTN_IR_OUTSCALEARGUMENT_H

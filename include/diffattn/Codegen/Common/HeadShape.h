//===- HeadShape.h - one head of an attention -------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From an attention to what lib/TilePlan, which knows nothing of MLIR, plans
// by.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_COMMON_HEADSHAPE_H
#define DIFFATTN_CODEGEN_COMMON_HEADSHAPE_H

#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "diffattn/TilePlan/AttentionPlan.h"

namespace mlir::diffattn {

/// The batch-like dims along which keys and values are the same: their rows can
/// read a key together.
DimList getSharingDims(AttentionOp op);

/// One head of `op`, as far as types tell its sizes.
::diffattn::AttentionShape getHeadShape(AttentionOp op);

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_COMMON_HEADSHAPE_H

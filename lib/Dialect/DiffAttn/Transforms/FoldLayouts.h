//===- FoldLayouts.h - patterns that fold views into attention ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_FOLDLAYOUTS_H
#define DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_FOLDLAYOUTS_H

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::diffattn {

inline constexpr llvm::StringLiteral kFoldLayouts = "diffattn-fold-layouts";

/// Whether layouts of `op` are folded: it is on tensors, without logsumexps.
bool hasFoldableLayout(AttentionOp op);

/// Copies and slices of the result.
void populateFoldResultLayouts(RewritePatternSet &patterns);

/// A copy of the result of `op` that is left, and why; null if there is none.
Operation *findCopyOfResult(AttentionOp op, std::string &reason);

/// Concatenations of results of attentions that differ in the value.
void populateFoldConcatenatedValues(RewritePatternSet &patterns);

/// Whether `a` and `b` are computed by the same ops from the same values.
bool areComputedAlike(Value a, Value b);

/// Why the concatenation `op`, of a result of an attention among others, is not
/// folded; empty if it is none.
std::string getReasonAgainstFolding(tensor::ConcatOp op);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_FOLDLAYOUTS_H

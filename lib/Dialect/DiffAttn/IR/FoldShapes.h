//===- FoldShapes.h - transposes and unit dims fold into maps
//---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_DIALECT_DIFFATTN_IR_FOLDSHAPES_H
#define DIFFATTN_LIB_DIALECT_DIFFATTN_IR_FOLDSHAPES_H

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::diffattn::detail {

/// Whether logsumexps or states of `op` have one of `dims` only because operand
/// `operand` is indexed by it, so that the operand must keep it.
bool givesRowsTheirDims(AttentionOp op, unsigned operand,
                        ArrayRef<unsigned> dims);
bool givesRowsTheirDims(OnlineAttentionOp op, unsigned operand,
                        ArrayRef<unsigned> dims);

/// Producers and consumers that only permute or add unit dims.
template <typename OpTy>
void populateFoldShapes(RewritePatternSet &patterns);
extern template void
populateFoldShapes<AttentionOp>(RewritePatternSet &patterns);
extern template void
populateFoldShapes<OnlineAttentionOp>(RewritePatternSet &patterns);

} // namespace mlir::diffattn::detail

#endif // DIFFATTN_LIB_DIALECT_DIFFATTN_IR_FOLDSHAPES_H

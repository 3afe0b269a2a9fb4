//===- Transforms.h - what the passes call
//----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_DIALECT_DIFFATTN_TRANSFORMS_TRANSFORMS_H
#define DIFFATTN_DIALECT_DIFFATTN_TRANSFORMS_TRANSFORMS_H

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::diffattn {

/// Replaces `op` by its definition in linalg. Fails only if an op that is not
/// ours breaks the interface.
LogicalResult decompose(RewriterBase &rewriter, NamedDimsOpInterface op);

/// The two ops that an attention became.
struct OnlineForm {
  OnlineAttentionOp online;
  FinalizeOp finalize;
};

/// Replaces `op`, on tensors, by an empty state, online_attention and finalize.
/// Emits an error for memrefs.
FailureOr<OnlineForm> convertToOnline(RewriterBase &rewriter, AttentionOp op);

/// Tile sizes of an attention; 0: not tiled.
struct AttentionTiling {
  int64_t batch = 0;     ///< along each batch-like dim that can be cut
  int64_t query = 0;     ///< query rows
  int64_t key = 0;       ///< keys, in place
  int64_t keySplits = 0; ///< parts of the keys, in parallel
};

/// Tiles `op`, on tensors, by rows, then by keys.
LogicalResult tileAttention(RewriterBase &rewriter, AttentionOp op,
                            const AttentionTiling &tiling);

/// Tiles the keys of `op`, on tensors, in place or by a parallel split.
LogicalResult tileKeys(RewriterBase &rewriter, OnlineAttentionOp op,
                       const AttentionTiling &tiling);

/// Turns masks of attentions below `root` that are computed from positions and
/// lengths into causal, windows and key_lengths.
void simplifyMasks(Operation *root);

/// Turns a - lambda * b of two ordinary attentions into one with a noise map,
/// below `root`, wherever nothing else uses a and b. Ops that are not needed
/// any more stay.
void fuseDifferences(Operation *root);

/// Makes norms over the value dims of attentions below `root`, weights behind
/// them, constant factors and conversions part of the op, wherever nothing else
/// uses the attention's result. Ops that are not needed any more stay.
void fuseEpilogues(Operation *root);

/// Lets `op` read no keys at or beyond the largest of its key_lengths. Fails
/// for an attention without them, of a tile of keys, or on memrefs.
LogicalResult trimKeys(RewriterBase &rewriter, AttentionOp op);

/// How many attentions there are.
struct AttentionCounts {
  int64_t differential = 0; ///< with a noise map
  int64_t ordinary = 0;
};

/// Counts `diffattn.attention` in `root`.
AttentionCounts countAttentions(Operation *root);

/// The name of the attribute that the counts of a module are kept in.
inline constexpr llvm::StringLiteral kAttentionsAttr = "diffattn.attentions";

/// Lets the public function `name` also return the operands and the result of
/// each attention in it, and describes them in the module's attribute
/// kObservedAttr. Emits an error if there is no such function, if it has no
/// attention, or if one is in a loop or a branch.
LogicalResult observeAttentions(ModuleOp module, StringRef name);

/// The name of the attribute that says which results show which attention.
inline constexpr llvm::StringLiteral kObservedAttr = "diffattn.observed";

/// Folds transposes, broadcasts, slices and concatenations around every
/// attention in `root` into its indexing maps, so that operands are read where
/// they lie and results are written as they are read. Leaves a remark where a
/// copy remains.
LogicalResult foldLayouts(Operation *root);

/// Lets one-shot bufferization handle the dialect: every op bufferizes in
/// place, and only ops that accumulate read their outs.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);

/// Lets -generate-runtime-verification check the dialect: sizes of dynamic dims
/// agree, and key_lengths lie in [0, number of keys].
void registerRuntimeVerifiableOpInterfaceExternalModels(
    DialectRegistry &registry);

} // namespace mlir::diffattn

#endif // DIFFATTN_DIALECT_DIFFATTN_TRANSFORMS_TRANSFORMS_H

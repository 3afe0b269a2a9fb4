//===- AttentionParts.h - an attention taken apart --------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites change a few operands or dims of an attention and keep the rest.
// They take the op apart, change what they mean to by name, and put it together
// again:
//
//   AttentionParts parts = AttentionParts::of(op);
//   parts.signalKey = {key, {"b", "g", "n", "d"}};
//   rewriter.replaceOp(op, parts.create(rewriter, op.getLoc()));
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_DIALECT_DIFFATTN_IR_ATTENTIONPARTS_H
#define DIFFATTN_DIALECT_DIFFATTN_IR_ATTENTIONPARTS_H

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"

namespace mlir::diffattn {

/// A value and the names of the dims that index it; no value if the attention
/// has no such operand.
struct NamedOperand {
  Value value;
  SmallVector<std::string> dims;

  explicit operator bool() const { return static_cast<bool>(value); }
  /// Where the dim called `name` is in the shape of `value`.
  std::optional<unsigned> find(StringRef name) const;
  bool has(StringRef name) const { return find(name).has_value(); }

  bool operator==(const NamedOperand &other) const {
    return value == other.value && dims == other.dims;
  }
};

/// How scores are made: the attributes that both maps share.
struct ScoreOptions {
  /// Of the scores; none: 1 / sqrt(number of features).
  FloatAttr scale;
  bool causal = false;
  Alignment alignment = Alignment::BottomRight;
  IntegerAttr windowLeft, windowRight;
  FloatAttr softcap;

  bool operator==(const ScoreOptions &other) const;
  bool operator!=(const ScoreOptions &other) const { return !(*this == other); }
};

/// Operands and attributes of a `diffattn.attention`.
struct AttentionParts {
  NamedOperand signalQuery, signalKey, noiseQuery, noiseKey, value, lambda,
      mask, keyLengths, normWeight;
  Value queryOffset, keyOffset;
  /// The out, then logsumexps.
  SmallVector<NamedOperand> outs;
  ScoreOptions score;
  LambdaActivation lambdaActivation = LambdaActivation::None;
  NormAttr norm;
  FloatAttr outScale;
  /// How it is computed; null if nothing says so.
  Attribute schedule;

  static AttentionParts of(AttentionOp op);

  /// Makes the op. Batch-like dims, and dims of one role, are numbered in the
  /// order in which the outs, then the other operands name them. On tensors
  /// the results are of the types of the outs.
  AttentionOp create(OpBuilder &builder, Location loc) const;

  /// All operands there are, with maps, in the order of the op.
  SmallVector<NamedOperand *> operands();
  SmallVector<const NamedOperand *> operands() const;

  /// Every dim name in use, in the order of the outs, then of the others.
  SmallVector<std::string> dimNames() const;

  /// Calls a dim by another name in all operands.
  void rename(StringRef from, StringRef to);

  /// A name of the same role as `base` that no dim has: `base`, else `base0`,
  /// `base1`, ... (m, n and split have no numbered names.)
  std::string freshName(StringRef base) const;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_DIALECT_DIFFATTN_IR_ATTENTIONPARTS_H

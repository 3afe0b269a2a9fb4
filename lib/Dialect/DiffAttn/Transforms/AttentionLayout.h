//===- AttentionLayout.h - dims of an attention that fit its operands -----===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Given how the operands of an attention are made from tensors in storage, and
// how its result is looked at, an AttentionLayout divides the dims of the op
// until each of them is a digit of these views or is absent from them (the
// common refinement). Then every operand is read where it lies and the out is
// written as it is looked at.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_ATTENTIONLAYOUT_H
#define DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_ATTENTIONLAYOUT_H

#include "TensorView.h"
#include "diffattn/Dialect/DiffAttn/IR/AttentionParts.h"

namespace mlir::diffattn {

class AttentionLayout {
public:
  /// Of an attention on tensors that has no logsumexps. Operands are views of
  /// what their copies read, if there are copies.
  explicit AttentionLayout(AttentionOp op);

  /// How the out is looked at: a view of the result of the op.
  TensorView result;

  /// Has the value read as `view`, which is indexed by the same dims.
  void setValue(TensorView view);

  /// Divides the dims. Fails, and says why, if an operand that must be read by
  /// its view can't be. Changes no IR.
  LogicalResult decide();
  /// Why decide() failed.
  StringRef getReason() const { return reason; }

  /// Number of copies that operands are read through.
  unsigned getNumCopies() const;

  /// Makes the attention, and of its result a value of `type` that is what
  /// `result` sees.
  Value build(RewriterBase &rewriter, Type type);

private:
  /// Where an input stands in the op, as far as that matters here.
  enum class Place { Value, Lambda, Mask, Other };
  struct Input {
    NamedOperand named;
    Place place;
    /// Behind the copies, and what is used in the end: this or the operand.
    TensorView traced, view;
    bool isTraced = false;
    bool mustBeTraced = false;
  };
  /// A dim of the op and what becomes of it.
  struct Dim {
    std::string name;
    Role role;
    /// Outermost first. Their digits in each input that has the dim, and in
    /// the result.
    SmallVector<Extent> factors;
    SmallVector<SmallVector<DigitList>> inputs;
    SmallVector<DigitList> results;
    /// One for each factor; empty: one index of it is all there is.
    SmallVector<std::string> names;
  };

  /// An attempt with the inputs as they are marked. On failure, `culprit` is
  /// the input that does not fit, if any.
  LogicalResult attempt();
  LogicalResult findFactors(Dim &dim);
  LogicalResult divide(Dim &dim);
  void mergeFactors(Dim &dim);
  bool canMerge(const Dim &dim, unsigned factor) const;
  LogicalResult restrictToResult(Dim &dim);
  bool mustHave(const Input &input, const Dim &dim) const;
  LogicalResult checkPresence(const Dim &dim);
  void nameFactors();
  LogicalResult blame(int input, const Twine &why);

  DigitList getDigits(const Input &input, const Dim &dim) const;
  DigitList getResultDigits(const Dim &dim) const;
  bool isDivided(const Input &input) const;

  using Names = llvm::DenseMap<unsigned, StringRef>;
  NamedOperand buildInput(RewriterBase &rewriter, unsigned input);
  Value viewResult(RewriterBase &rewriter, Value out,
                   ArrayRef<ReassociationIndices> groups, Type type);

  AttentionOp op;
  AttentionParts parts;
  SmallVector<Input, 0> inputs;
  SmallVector<Dim, 0> dims;
  TensorView out;
  std::string reason;
  int culprit = -1;
};

/// The tensor that `view` is, its digits named by `names`; digits without a
/// name are fixed or of size 1. Dims lie as in the source.
NamedOperand buildView(RewriterBase &rewriter, Location loc,
                       const TensorView &view,
                       const llvm::DenseMap<unsigned, StringRef> &names);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_ATTENTIONLAYOUT_H

//===- MaskEmitter.h - conditions of a mask as an op ------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_MASKEMITTER_H
#define DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_MASKEMITTER_H

#include "MaskFormula.h"
#include "diffattn/Dialect/DiffAttn/IR/AttentionParts.h"

namespace mlir::diffattn::detail {

/// Computes conditions on elements of tensors as a tensor of i1.
class MaskEmitter {
public:
  /// The operand that is `tensor` read at `indices`, or none.
  using ReadFn = std::function<NamedOperand(Value, ArrayRef<Index>)>;
  MaskEmitter(const Elements &elements, ReadFn getOperand)
      : elements(elements), getOperand(std::move(getOperand)) {}

  /// Takes in what `condition` reads. Fails if it can't be computed.
  LogicalResult add(const Formula &condition);
  /// The dims of all that is read.
  const SmallVector<std::string> &getDims() const { return dims; }
  /// The op that computes the conjunction of `conditions`, all of them added.
  NamedOperand emit(OpBuilder &builder, Location loc,
                    ArrayRef<Formula> conditions) const;

private:
  /// A tensor, the indices it is read at, and as what operand.
  struct Input {
    Value tensor;
    SmallVector<Index> indices;
    NamedOperand operand;
  };

  LogicalResult add(const Node *node);
  LogicalResult addInput(Value tensor, ArrayRef<Index> indices);
  unsigned findInput(Value tensor, ArrayRef<Index> indices) const;
  Value emit(OpBuilder &builder, Location loc, const Formula &condition,
             ValueRange arguments) const;
  Value emit(OpBuilder &builder, Location loc, const Node *node,
             ValueRange arguments) const;

  const Elements &elements;
  ReadFn getOperand;
  SmallVector<Input> inputs;
  SmallVector<std::string> dims;
};

} // namespace mlir::diffattn::detail

#endif // DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_MASKEMITTER_H

//===- FuseSink.h - a value that may become an attention's result -*- C++ -*-=//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What fusing a difference and fusing an epilogue have in common. A sink is an
// elementwise op behind attentions. Its result, as an expression of elements of
// the attentions' results, decides whether it can be computed by one attention;
// the loops over its result get the names of that attention's dims.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_FUSESINK_H
#define DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_FUSESINK_H

#include "Elements.h"
#include "diffattn/Dialect/DiffAttn/IR/AttentionParts.h"

namespace mlir::diffattn::detail {

/// A remark that `op` could not become part of an attention by `rewrite`.
void remarkMissed(Operation *op, StringRef rewrite, const Twine &reason);
/// A remark that `rewrite` made `op`.
void remarkFused(AttentionOp op, StringRef rewrite);

/// Whether `value` is computed from results of attentions by elementwise ops,
/// sums of one tensor, and views.
bool isBehindAttention(Value value);

/// A product of factors and a number.
struct Product {
  double number = 1;
  SmallVector<const Node *> factors;
};

/// Whether `op` computes one tensor of floats, element by element, from results
/// of attentions.
bool isSink(linalg::LinalgOp op);

class Sink {
public:
  /// The result of `op`, which is elementwise and has one.
  explicit Sink(linalg::LinalgOp op);

  linalg::LinalgOp op;
  Elements elements;
  /// The result's expression.
  const Node *root = nullptr;

  /// The attention whose result `node` is an element of, or null.
  static AttentionOp getAttention(const Node *node);
  /// Whether an element of an attention's result occurs in `node`.
  static bool dependsOnAttention(const Node *node);

  /// Whether only `op` reads what it is computed from; else the user that also
  /// does.
  Operation *findOtherUser(ArrayRef<AttentionOp> attentions) const;

  /// Names the loops after the dims of the result of `parts`, read at
  /// `indices`. Fails if that is not a rearrangement of dims.
  LogicalResult nameLoops(const AttentionParts &parts, ArrayRef<Index> indices);
  /// Renames the batch-like and value dims of `parts`, whose result is read at
  /// `indices`, to what the loops are called; names the loops that have none.
  /// `taken` are the names in use.
  LogicalResult renameDims(AttentionParts &parts, ArrayRef<Index> indices,
                           const AttentionParts &taken);
  /// Names loops without a name as batch-like dims that `parts` lacks.
  void nameOtherLoops(const AttentionParts &parts);
  /// The name of `loop`; empty if it is not a loop over the result.
  StringRef getName(unsigned loop) const;
  /// Loops over the result, none of them split, outermost first.
  SmallVector<unsigned> getLoops() const;

  /// Whether elements `indices` of `tensor` can be read by dims of `roles`.
  bool canRead(const Node *node, ArrayRef<Role> roles) const;
  /// The operand that reads the elements that `node` is, as they are stored.
  NamedOperand read(OpBuilder &builder, const Node *node) const;
  /// Whether `product` can be an operand with dims of `roles`.
  bool canCompute(const Product &product, ArrayRef<Role> roles) const;
  /// The dims of the operand that holds `product`.
  SmallVector<std::string> getDims(const Product &product) const;
  /// An operand of element type `type` that holds `product`. `kept`: other
  /// element types that it may have if it is stored in one of them.
  NamedOperand compute(OpBuilder &builder, const Product &product,
                       FloatType type, ArrayRef<Type> kept = {}) const;
  /// `node` as computed by one op more, or itself.
  const Node *lookInto(const Node *node);

  /// Replaces the result by that of the attention that `parts`, completed by an
  /// out of its shape, describe.
  AttentionOp replace(RewriterBase &rewriter, AttentionParts &parts);

private:
  /// How a dim of a tensor is indexed: by loops, outermost first; none if its
  /// size is 1.
  using DimLoops = SmallVector<unsigned>;
  std::optional<SmallVector<DimLoops>> getDimLoops(const Node *node) const;
  /// Expands the dims of `tensor` to the loops of `dims`.
  Value expand(OpBuilder &builder, Value tensor, ArrayRef<DimLoops> dims) const;
  unsigned addUnitLoop(StringRef name);
  Location getLoc() const { return linalg::LinalgOp(op).getLoc(); }
  /// A name like `base` that no dim of `taken` and no loop has.
  std::string freshName(const AttentionParts &taken, StringRef base) const;

  SmallVector<unsigned> loops;
  /// Loops of size 1 that only exist in the attention's out.
  SmallVector<unsigned> unitLoops;
  std::map<unsigned, std::string> names;
};

/// `node` as a product.
Product getProduct(const Node *node);

} // namespace mlir::diffattn::detail

#endif // DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_FUSESINK_H

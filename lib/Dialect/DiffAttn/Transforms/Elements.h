//===- Elements.h - what one element of a tensor is computed from -*- C++ -*-=//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise code comes in many spellings: one linalg.generic or several,
// broadcasts as maps or as ops, views between them. Seen from one element of
// the result they are all the same expression. `Elements` builds it: element
// [i, j, ...] of a tensor as a tree of scalar ops over elements of other
// tensors.
//
// Terms: a loop is a number that runs from 0 to its size; an index is a sum of
// multiples of loops and of integers known at run time only, plus a constant.
// A collapsed dim is a loop that can be split: h = g * R + r. Splitting is done
// on demand and keeps all expressions that were built before.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_ELEMENTS_H
#define DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_ELEMENTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"
#include <deque>
#include <functional>
#include <map>

namespace mlir::diffattn::detail {

/// An integer: a sum of multiples of atoms, by number, and a constant.
struct Index {
  int64_t constant = 0;
  std::map<unsigned, int64_t> factors;

  static Index of(int64_t constant) { return {constant, {}}; }
  static Index atom(unsigned number) { return {0, {{number, 1}}}; }

  bool isConstant() const { return factors.empty(); }
  /// The atom that this is; nullopt if it is anything else.
  std::optional<unsigned> getAtom() const;
  bool operator==(const Index &other) const {
    return constant == other.constant && factors == other.factors;
  }
  bool operator!=(const Index &other) const { return !(*this == other); }
};

Index operator+(const Index &a, const Index &b);
Index operator*(const Index &a, int64_t factor);
inline Index operator-(const Index &a, const Index &b) { return a + b * -1; }

/// What integers are made of.
struct Atom {
  enum class Kind { Loop, Symbol, Size, Load, Unknown };
  explicit Atom(Kind kind) : kind(kind) {}

  Kind kind;
  /// Loop: its static size, or kDynamic.
  int64_t size = ShapedType::kDynamic;
  /// Loop that was split: outer and inner part.
  SmallVector<unsigned> parts;
  /// Symbol: the integer. Size: the tensor that has it, at the dim that is the
  /// constant of the only index. Load: the tensor of integers that is read at
  /// `indices`.
  Value value;
  SmallVector<Index> indices;
};

/// A scalar expression.
struct Node {
  enum class Kind {
    Number,  ///< a float that is known
    Integer, ///< an index
    Truth,   ///< an i1 that is known
    Element, ///< element `indices` of `value`, or the scalar `value`
    Unknown, ///< of `value`, inside an op that was looked into
    Apply,   ///< `op` of `operands`
    Sum      ///< the sum of operand 0 over `loops`
  };
  Node(Kind kind, Type type) : kind(kind), type(type) {}

  Kind kind;
  Type type;
  double number = 0;
  bool truth = false;
  Index index;
  Value value;
  SmallVector<Index> indices;
  Operation *op = nullptr;
  SmallVector<const Node *> operands;
  SmallVector<unsigned> loops;

  bool isNumber(double expected) const {
    return kind == Kind::Number && number == expected;
  }
  /// Whether this is OpTy of operands.
  template <typename OpTy>
  bool is() const {
    return kind == Kind::Apply && isa<OpTy>(op);
  }
};

/// Builds expressions. Conversions between floats are left out: an expression
/// is meant in the widest type. Results of diffattn ops are never looked into.
class Elements {
public:
  /// `isLeaf` says which tensors are not looked into either. With
  /// `wholeDims`, slices that leave a part of a dim, not one element, are not
  /// looked into: a loop runs over all of a dim then.
  explicit Elements(std::function<bool(Value)> isLeaf, bool wholeDims = false)
      : isLeaf(std::move(isLeaf)), wholeDims(wholeDims) {}

  /// A new loop.
  unsigned addLoop(int64_t size);
  /// The element of `tensor` at `indices`.
  const Node *element(Value tensor, ArrayRef<Index> indices);
  /// `node`, an element, as the one op that made its tensor computes it. The op
  /// does not count as looked into.
  const Node *elementByOneOp(const Node *node);
  /// The element of result `result` of `op` at a new loop for each dim, which
  /// are `loops` then.
  const Node *elementOfResult(OpResult result, SmallVector<unsigned> &loops);

  /// The size of dim `dim` of `tensor`. Sizes of dims that are equal because of
  /// how tensors are made are the same.
  Index size(Value tensor, int64_t dim);
  /// Whether two sizes are the same, or else ops that were looked into fail.
  bool areEqualSizes(const Index &a, const Index &b) const;

  /// `index` in terms of loops that are not split.
  Index resolve(const Index &index) const;
  /// The loops that `loop` was split into, outermost first; itself if none.
  SmallVector<unsigned> getParts(unsigned loop) const;
  const Atom &getAtom(unsigned number) const { return atoms[number]; }

  /// Whether two expressions are the same, loops of sums paired.
  bool equal(const Node *a, const Node *b) const;
  /// The ops that were looked into.
  const llvm::SetVector<Operation *> &getInlined() const { return inlined; }

  const Node *number(double value, Type type);
  const Node *truth(bool value, Type type);
  const Node *integer(Index index, Type type);
  const Node *apply(Operation *op, ArrayRef<const Node *> operands);

private:
  /// Values of scalars in a region that is looked into.
  using Scope = DenseMap<Value, const Node *>;

  Node *make(Node::Kind kind, Type type);
  const Node *leaf(Value value, ArrayRef<Index> indices);
  /// The number of an atom of this description; the same each time.
  unsigned addAtom(Atom::Kind kind, Value value, ArrayRef<Index> indices);
  Index size(OpFoldResult size);
  /// A scalar that is computed inside a region in an unknown way.
  const Node *unknown(Value value);
  const Node *constantElement(arith::ConstantOp op, ArrayRef<Index> indices);
  const Node *collapsed(tensor::CollapseShapeOp op, ArrayRef<Index> indices);
  const Node *expanded(tensor::ExpandShapeOp op, ArrayRef<Index> indices);
  const Node *sliced(tensor::ExtractSliceOp op, ArrayRef<Index> indices);
  const Node *generated(tensor::GenerateOp op, ArrayRef<Index> indices);
  const Node *computed(linalg::LinalgOp op, unsigned result,
                       ArrayRef<Index> indices);
  /// Sizes that `op` demands to be the same are that from now on.
  void matchSizes(linalg::LinalgOp op);
  const Node *reduced(linalg::LinalgOp op, ArrayRef<Index> loopIndices,
                      ArrayRef<unsigned> reductions);
  const Node *scalar(Value value, Scope &scope, ArrayRef<Index> loops);
  const Node *integerOp(Operation *op, ArrayRef<const Node *> operands);
  /// `map` applied to `loops`; nullopt if it is not a sum of multiples.
  std::optional<SmallVector<Index>> evaluate(AffineMap map,
                                             ArrayRef<Index> loops) const;
  /// Indices into dims of `sizes` that make up `index`, row-major; splits loops
  /// where that helps.
  std::optional<SmallVector<Index>> decompose(Index index,
                                              ArrayRef<int64_t> sizes);
  /// The quotient and remainder of `index` by `divisor`.
  std::optional<std::pair<Index, Index>> divide(Index index, int64_t divisor);

  std::function<bool(Value)> isLeaf;
  bool wholeDims;
  /// References to an atom outlive the next.
  std::deque<Atom> atoms;
  std::deque<Node> nodes;
  std::vector<std::pair<Index, Index>> equalSizes;
  llvm::SetVector<Operation *> inlined;
};

} // namespace mlir::diffattn::detail

#endif // DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_ELEMENTS_H

//===- MaskFormula.h - which keys a mask shows, as a formula ----*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_MASKFORMULA_H
#define DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_MASKFORMULA_H

#include "Elements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::diffattn::detail {

/// A condition on indices.
struct Formula {
  enum class Kind {
    Constant, ///< `truth`
    Bound,    ///< `index` >= 0
    Opaque,   ///< `node`, an i1, or its negation
    And,      ///< all of `parts`
    Or        ///< any of `parts`
  } kind = Kind::Constant;
  bool truth = true;
  Index index;
  const Node *node = nullptr;
  bool negated = false;
  std::vector<Formula> parts;

  static Formula constant(bool truth);
  static Formula opaque(const Node *node);
  static Formula all(ArrayRef<Formula> parts);
  static Formula any(ArrayRef<Formula> parts);
  Formula negate() const;

  bool isConstant(bool expected) const {
    return kind == Kind::Constant && truth == expected;
  }
};

/// A value under a condition: an integer or a float.
struct Piece {
  Formula condition;
  bool isFloat = false;
  double number = 0;
  Index index;
};

/// Reads expressions of masks as formulas.
class MaskReader {
public:
  explicit MaskReader(Elements &elements) : elements(elements) {}

  /// Says that `loop` runs to `size`, and at least once.
  void setSize(unsigned loop, Index size);
  /// Whether `size` is that of `loop`.
  bool isSize(unsigned loop, const Index &size) const {
    auto found = sizes.find(loop);
    return found != sizes.end() && elements.areEqualSizes(found->second, size);
  }
  /// Whether `index` is 0 or more for all values of loops.
  bool isNotNegative(const Index &index) const;
  /// `index` >= 0, decided if it can be.
  Formula bound(const Index &index) const;

  /// When `node`, an i1, is true.
  Formula truth(const Node *node);
  /// The values that `node` may have, one of whose conditions holds; nullopt if
  /// it may be anything.
  std::optional<SmallVector<Piece>> pieces(const Node *node);
  /// `formula` with `with` in place of the loop `loop`.
  Formula substitute(const Formula &formula, unsigned loop,
                     const Index &with) const;

private:
  Formula compare(arith::CmpIPredicate predicate, const Index &a,
                  const Index &b, const Node *node);
  Formula compare(const Node *node);
  std::optional<Piece> combine(const Node *node, const Piece &a,
                               const Piece &b) const;

  Elements &elements;
  std::map<unsigned, Index> sizes;
};

} // namespace mlir::diffattn::detail

#endif // DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_MASKFORMULA_H

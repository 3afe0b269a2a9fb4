//===- Sizes.h - sizes of dims as products --------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exporters compute sizes that depend on sizes of inputs by long detours, such
// as "the dim, or what is left over if it is negative". Here a size is a
// constant times sizes that nothing more is known about, which is enough to
// tell how the dims of two shapes correspond. Sizes are taken not to overflow.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_SIZES_H
#define DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_SIZES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::diffattn::raising {

/// A size as a product.
class Size {
public:
  static Size of(int64_t constant);
  static Size of(Value tensor, unsigned dim);
  static Size of(OpFoldResult value);

  std::optional<int64_t> getConstant() const {
    return unknowns.empty() ? std::optional(constant) : std::nullopt;
  }
  bool isOne() const { return constant == 1 && unknowns.empty(); }
  bool operator==(const Size &other) const {
    return constant == other.constant && unknowns == other.unknowns;
  }
  bool operator!=(const Size &other) const { return !(*this == other); }

  Size operator*(const Size &other) const;
  /// The exact quotient, if it is a product too.
  std::optional<Size> operator/(const Size &other) const;

  /// Whether it is a size of a tensor, or a product of such: never negative.
  bool isNatural() const;

private:
  /// Dim of a tensor, or, with dim -1, an integer.
  using Unknown = std::pair<void *, int64_t>;

  static Size ofInteger(Value value, unsigned depth);

  int64_t constant = 1;
  SmallVector<Unknown, 2> unknowns;
};

/// What a condition on sizes always is, given that sizes are not negative.
std::optional<bool> getTruth(Value condition);

/// The size of a dim of `tensor` as it is known without new ops, or null. Then
/// `tensor` and `dim` become where it can be read: destinations and views say
/// how large their results are.
OpFoldResult findSize(Value &tensor, unsigned &dim);

/// The same, or a `tensor.dim` at `builder`.
OpFoldResult emitSize(OpBuilder &builder, Location loc, Value tensor,
                      unsigned dim);

} // namespace mlir::diffattn::raising

#endif // DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_SIZES_H

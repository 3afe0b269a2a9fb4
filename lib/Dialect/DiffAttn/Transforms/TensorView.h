//===- TensorView.h - where the elements of a tensor lie ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models reach attention through chains of reshapes, slices, transposes and
// broadcasts. All of them only say where an element comes from. A TensorView is
// what such a chain amounts to: each dim of the source is a number in mixed
// radix, its digits outermost first, and each dim of the view is made of some
// of these digits, and of digits that are repeated and not stored at all.
//
//   %k : [b, n, 8 * 16] -> [b, n, 8, 16] -> [b, 8, n, 16] -> [b, 8, 3, n, 16]
//      -> [b, 24, n, 16]
//   source dims:  (b) (n) (g d)            g = 8, d = 16
//   view dims:    (b) (g r) (n) (d)        r = 3, not stored
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_TENSORVIEW_H
#define DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_TENSORVIEW_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::diffattn {

/// A number of elements: known, or an index value, or the size of a dim. Two
/// extents are equal only if that is known.
class Extent {
public:
  Extent() = default;
  static Extent of(int64_t number);
  static Extent of(OpFoldResult size);
  /// The size of dim `dim` of `tensor`, found as far up as possible.
  static Extent of(Value tensor, int64_t dim);

  bool isStatic() const { return !ShapedType::isDynamic(number); }
  bool is(int64_t other) const { return isStatic() && number == other; }
  int64_t getNumber() const { return number; }
  OpFoldResult materialize(OpBuilder &builder, Location loc) const;

  bool operator==(const Extent &other) const;
  bool operator!=(const Extent &other) const { return !(*this == other); }

private:
  int64_t number = ShapedType::kDynamic;
  /// An index, or the tensor that has the dim.
  Value value;
  int64_t dim = -1;
};

/// Numbers of digits, outermost first.
using DigitList = SmallVector<unsigned>;

struct Digit {
  /// How many values it takes in the source.
  Extent extent;
  /// Which of them are seen: all, some, or one.
  OpFoldResult offset;
  Extent size;
  bool isFixed = false;
  /// Otherwise repeated: in no dim of the source.
  bool isStored = true;

  bool isWhole() const { return !isFixed && !offset; }
};

struct TensorView {
  Value source;
  SmallVector<Digit> digits;
  /// The digits of each dim of the source: each stored digit once.
  SmallVector<DigitList> sourceDims;
  /// The digits of each dim of the view. Fixed digits are in none.
  SmallVector<DigitList> dims;
  /// Ops on the way that move or repeat elements.
  unsigned numCopies = 0;

  /// `source` as it is.
  static TensorView whole(Value source);

  Digit &operator[](unsigned digit) { return digits[digit]; }
  const Digit &operator[](unsigned digit) const { return digits[digit]; }

  /// Splits a digit into two. Returns the inner one; nullopt if its range does
  /// not allow it.
  std::optional<unsigned> split(unsigned digit, Extent outer, int64_t inner);

  /// How digits are counted: what they take in the source, or what is seen.
  enum class Count { Extents, Sizes };

  /// Splits `list` into lists of the given sizes, splitting digits where
  /// needed.
  std::optional<SmallVector<DigitList>>
  partition(DigitList list, ArrayRef<Extent> sizes, Count count = Count::Sizes);

  /// Sees only `size` values of `list` from `offset` on, each `stride`-th.
  /// Returns what is left of the list. Does not change `dims` but by removing
  /// and splitting digits.
  std::optional<DigitList> slice(DigitList list, int64_t offset, int64_t size,
                                 int64_t stride = 1);

  /// Sees `size` values of one digit from `offset` on.
  bool restrict(unsigned digit, OpFoldResult offset, Extent size);

  /// Sees neighbours that are repeated as one digit, and drops digits of size 1
  /// beside others: both would divide a dim for nothing.
  void simplifyDims();

  /// Whether `list` is one piece of the source, read in order.
  bool isContiguous(ArrayRef<unsigned> list) const;

  /// Product of the sizes; kDynamic if one of them is dynamic.
  int64_t count(ArrayRef<unsigned> list) const;

private:
  void fix(unsigned digit, int64_t index);
  void fix(ArrayRef<unsigned> list, int64_t index);
};

/// The source of `value` behind all reshapes, slices, casts, transposes,
/// broadcasts and copies, and concatenations of slices that lie side by side.
TensorView traceView(Value value);

/// `views` of one source that differ in the index of one digit, seen together:
/// the digit comes first in dim `dim`.
std::optional<TensorView> concatenate(ArrayRef<TensorView> views, unsigned dim);

/// Whether the views see the same elements of one source, divided alike.
bool isSameView(const TensorView &a, const TensorView &b);

/// Whether `op` only moves or repeats the elements of one tensor.
bool isCopy(Operation *op);
/// Whether it repeats some.
bool repeatsElements(Operation *op);
/// Whether `op` is a reshape, slice or cast of a tensor.
bool isReshapeOrSlice(Operation *op);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_DIALECT_DIFFATTN_TRANSFORMS_TENSORVIEW_H

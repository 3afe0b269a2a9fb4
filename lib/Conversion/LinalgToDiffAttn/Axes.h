//===- Axes.h - the dims of an attention, before they have roles ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An axis is a direction in which the tensors of an attention extend: batch,
// head, row, key, feature. A dim of a tensor is a product of axes, the first
// the slowest: collapse_shape makes products, expand_shape takes them apart,
// transposes reorder dims, and none of them changes an axis. Walking up from
// the product with the value, each tensor is thus described by one list of axes
// a dim, and a view between two tensors by nothing at all.
//
// If a tensor further up has a dim for a factor of an axis only, the axis is
// split: what was known about it holds for its parts, the leaves. A slice that
// takes one index of a dim leaves a pinned axis: it counts as a factor of the
// tensors above, but nothing iterates over it.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_AXES_H
#define DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_AXES_H

#include "Sizes.h"

namespace mlir::diffattn::raising {

/// Number of an axis in its table.
using Axis = unsigned;

/// Factors of one dim, the slowest first; empty: a dim of size 1.
using AxisList = SmallVector<Axis, 2>;

/// The axes of each dim of a tensor, or of each iteration dim of an op.
using Axes = SmallVector<AxisList, 4>;

/// The size of an axis, known or to be read from a tensor.
struct Extent {
  int64_t size = ShapedType::kDynamic;
  Value tensor;
  unsigned dim = 0;
  /// If it can't be read.
  Size product = Size::of(1);

  static Extent of(Value tensor, unsigned dim);
  static Extent of(const Size &product);
  bool isStatic() const { return !ShapedType::isDynamic(size); }
  bool isReadable() const { return isStatic() || tensor; }
  Size getSize() const;
};

/// The size as an attribute, or as a value that exists or is made at `builder`.
OpFoldResult emitExtent(OpBuilder &builder, Location loc, const Extent &extent);

/// Owns the axes.
class AxisTable {
public:
  Axis create(const Extent &extent);
  /// An axis of which only `index` is read.
  Axis createPinned(const Extent &extent, OpFoldResult index);

  const Extent &getExtent(Axis axis) const { return axes[axis].extent; }
  bool isPinned(Axis axis) const { return !axes[axis].index.isNull(); }
  OpFoldResult getIndex(Axis axis) const { return axes[axis].index; }

  /// `list` with each axis that was split replaced by its parts.
  AxisList getLeaves(ArrayRef<Axis> list) const;
  /// The leaves of all lists, in order.
  AxisList getLeaves(const Axes &lists) const;
  bool areSame(const Axes &a, const Axes &b) const;

  /// Spreads the factors `list` of a dim over the dims of `extents`, whose
  /// product the dim is, and appends a list for each to `result`. Splits axes
  /// where that needs it. Fails if sizes don't tell what belongs where.
  LogicalResult distribute(ArrayRef<Axis> list, ArrayRef<Extent> extents,
                           Axes &result);

private:
  struct Info {
    Extent extent;
    OpFoldResult index;
    AxisList parts;
  };

  void split(Axis axis, ArrayRef<Extent> extents, AxisList &parts);
  LogicalResult distributeBySize(ArrayRef<Axis> list, ArrayRef<Extent> extents,
                                 Axes &lists);
  LogicalResult distributeByNumber(ArrayRef<Axis> list,
                                   ArrayRef<Extent> extents, Axes &lists);

  SmallVector<Info, 0> axes;
};

} // namespace mlir::diffattn::raising

#endif // DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_AXES_H

//===- Axes.cpp - the dims of an attention, before they have roles --------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Axes.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::raising;

Extent Extent::of(Value tensor, unsigned dim) {
  return {cast<ShapedType>(tensor.getType()).getDimSize(dim), tensor, dim};
}

Extent Extent::of(const Size &product) {
  Extent extent;
  if (std::optional<int64_t> constant = product.getConstant())
    extent.size = *constant;
  extent.product = product;
  return extent;
}

Size Extent::getSize() const {
  if (isStatic())
    return Size::of(size);
  return tensor ? Size::of(tensor, dim) : product;
}

OpFoldResult raising::emitExtent(OpBuilder &builder, Location loc,
                                 const Extent &extent) {
  if (extent.isStatic())
    return builder.getIndexAttr(extent.size);
  return emitSize(builder, loc, extent.tensor, extent.dim);
}

Axis AxisTable::create(const Extent &extent) {
  axes.push_back({extent, {}, {}});
  return axes.size() - 1;
}

Axis AxisTable::createPinned(const Extent &extent, OpFoldResult index) {
  axes.push_back({extent, index, {}});
  return axes.size() - 1;
}

AxisList AxisTable::getLeaves(ArrayRef<Axis> list) const {
  AxisList leaves;
  for (Axis axis : list) {
    if (axes[axis].parts.empty())
      leaves.push_back(axis);
    else
      leaves.append(getLeaves(axes[axis].parts));
  }
  return leaves;
}

AxisList AxisTable::getLeaves(const Axes &lists) const {
  AxisList leaves;
  for (const AxisList &list : lists)
    leaves.append(getLeaves(list));
  return leaves;
}

bool AxisTable::areSame(const Axes &a, const Axes &b) const {
  return a.size() == b.size() && llvm::all_of_zip(a, b, [&](auto &x, auto &y) {
           return getLeaves(x) == getLeaves(y);
         });
}

void AxisTable::split(Axis axis, ArrayRef<Extent> extents, AxisList &parts) {
  for (const Extent &extent : extents)
    parts.push_back(create(extent));
  axes[axis].parts = parts;
}

LogicalResult AxisTable::distribute(ArrayRef<Axis> list,
                                    ArrayRef<Extent> extents, Axes &result) {
  AxisList leaves = getLeaves(list);
  Axes lists(extents.size());
  if (extents.size() == 1)
    lists[0] = leaves;
  else if (failed(distributeBySize(leaves, extents, lists)) &&
           failed(distributeByNumber(leaves, extents, lists)))
    return failure();
  result.append(lists);
  return success();
}

LogicalResult AxisTable::distributeBySize(ArrayRef<Axis> list,
                                          ArrayRef<Extent> extents,
                                          Axes &lists) {
  // From the fastest factor to the slowest: each axis either fits into what is
  // left of the dim, or is cut where dims end.
  auto saved = axes;
  SmallVector<Axis> left(list);
  lists.assign(extents.size(), {});
  auto giveUp = [&] {
    axes = saved;
    return failure();
  };
  for (unsigned dim = extents.size(); dim-- > 0;) {
    Size rest = extents[dim].getSize();
    while (!rest.isOne() && !left.empty()) {
      Axis axis = left.pop_back_val();
      Size size = getExtent(axis).getSize();
      if (std::optional<Size> quotient = rest / size) {
        rest = *quotient;
        lists[dim].insert(lists[dim].begin(), axis);
        continue;
      }
      std::optional<Size> outer = size / rest;
      if (!outer || isPinned(axis))
        return giveUp();
      // The slower part is cut on in the next rounds. Its size is a constant or
      // that of the next dims.
      bool whole = extents[dim].getSize() == rest;
      AxisList parts;
      split(axis, {Extent::of(*outer), whole ? extents[dim] : Extent::of(rest)},
            parts);
      left.push_back(parts[0]);
      lists[dim].insert(lists[dim].begin(), parts[1]);
      rest = Size::of(1);
    }
    if (!rest.isOne())
      return giveUp();
    // An axis of size 1 belongs to a dim of size 1 if there is one.
    if (extents[dim].size == 1 && !left.empty() &&
        getExtent(left.back()).size == 1)
      lists[dim].insert(lists[dim].begin(), left.pop_back_val());
    // What is the whole dim takes its extent from there.
    if (lists[dim].size() == 1 && !getExtent(lists[dim][0]).isReadable())
      axes[lists[dim][0]].extent = extents[dim];
  }
  while (!left.empty() && getExtent(left.back()).size == 1)
    lists[0].insert(lists[0].begin(), left.pop_back_val());
  if (!left.empty())
    return giveUp();
  for (const AxisList &part : lists)
    for (Axis axis : part)
      if (!getExtent(axis).isReadable())
        return giveUp();
  return success();
}

LogicalResult AxisTable::distributeByNumber(ArrayRef<Axis> list,
                                            ArrayRef<Extent> extents,
                                            Axes &lists) {
  // Dims of size 1 need no axis.
  SmallVector<unsigned> dims;
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (extent.size != 1)
      dims.push_back(dim);
  lists.assign(extents.size(), {});
  if (list.size() == 1 && dims.size() > 1 && !isPinned(list.front()) &&
      !getExtent(list.front()).isStatic()) {
    AxisList parts;
    split(list.front(),
          llvm::map_to_vector(dims, [&](unsigned d) { return extents[d]; }),
          parts);
    for (auto [dim, part] : llvm::zip_equal(dims, parts))
      lists[dim] = {part};
    return success();
  }
  if (dims.size() == 1) {
    lists[dims.front()] = AxisList(list);
    return success();
  }
  // One to one, if that follows from the sizes: the product fixes the last.
  if (list.size() != dims.size())
    return failure();
  unsigned unknown = 0;
  for (auto [axis, dim] : llvm::zip_equal(list, dims)) {
    const Extent &a = getExtent(axis), &b = extents[dim];
    if (a.isStatic() && b.isStatic() && a.size != b.size)
      return failure();
    unknown += a.getSize() != b.getSize();
    lists[dim] = {axis};
  }
  return success(unknown <= 1);
}

//===- Axes.cpp - the dims of an attention, before they have roles --------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Axes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::raising;

Extent Extent::of(Value tensor, unsigned dim) {
  return {cast<ShapedType>(tensor.getType()).getDimSize(dim), tensor, dim};
}

/// Follows a dim up to where its size comes from: destinations and views say
/// how large their results are. Returns the size if it is known as a value or
/// number; else `tensor` and `dim` are where it can be read.
static OpFoldResult findSize(Value &tensor, unsigned &dim) {
  MLIRContext *context = tensor.getContext();
  while (true) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!type.isDynamicDim(dim))
      return IntegerAttr::get(IndexType::get(context), type.getDimSize(dim));
    Operation *op = tensor.getDefiningOp();
    if (!op)
      return {};
    if (auto empty = dyn_cast<tensor::EmptyOp>(op))
      return empty.getDynamicSizes()[type.getDynamicDimIndex(dim)];
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      return expand.getMixedOutputShape()[dim];
    if (auto castOp = dyn_cast<tensor::CastOp>(op)) {
      if (!isa<RankedTensorType>(castOp.getSource().getType()))
        return {};
      tensor = castOp.getSource();
    } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
      ReassociationIndices group = collapse.getReassociationIndices()[dim];
      if (group.size() != 1)
        return {};
      tensor = collapse.getSrc();
      dim = group.front();
    } else if (auto destination = dyn_cast<DestinationStyleOpInterface>(op)) {
      tensor = destination.getTiedOpOperand(cast<OpResult>(tensor))->get();
    } else {
      return {};
    }
  }
}

OpFoldResult raising::emitSize(OpBuilder &builder, Location loc, Value tensor,
                               unsigned dim) {
  if (OpFoldResult size = findSize(tensor, dim))
    return size;
  return tensor::getMixedSize(builder, loc, tensor, dim);
}

OpFoldResult raising::emitExtent(OpBuilder &builder, Location loc,
                                 const Extent &extent) {
  if (extent.isStatic())
    return builder.getIndexAttr(extent.size);
  return emitSize(builder, loc, extent.tensor, extent.dim);
}

bool raising::areEqual(const Extent &a, const Extent &b) {
  if (a.isStatic() || b.isStatic())
    return a.size == b.size;
  Value tensorOfA = a.tensor, tensorOfB = b.tensor;
  unsigned dimOfA = a.dim, dimOfB = b.dim;
  OpFoldResult sizeOfA = findSize(tensorOfA, dimOfA);
  OpFoldResult sizeOfB = findSize(tensorOfB, dimOfB);
  return sizeOfA == sizeOfB &&
         (sizeOfA || (tensorOfA == tensorOfB && dimOfA == dimOfB));
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
  if (extents.size() == 1) {
    result.push_back(leaves);
    return success();
  }
  auto isStatic = [](const Extent &extent) { return extent.isStatic(); };
  bool known =
      llvm::all_of(extents, isStatic) && llvm::all_of(leaves, [&](Axis axis) {
        return getExtent(axis).isStatic();
      });
  return known ? distributeStatic(leaves, extents, result)
               : distributeDynamic(leaves, extents, result);
}

LogicalResult AxisTable::distributeStatic(ArrayRef<Axis> list,
                                          ArrayRef<Extent> extents,
                                          Axes &result) {
  // From the fastest factor to the slowest: each axis either fits into what is
  // left of the dim, or is cut where the dim ends.
  Axes lists(extents.size());
  SmallVector<Axis> left(list);
  for (unsigned dim = extents.size(); dim-- > 0;) {
    int64_t rest = extents[dim].size;
    if (rest == 0)
      return failure();
    while (rest > 1 && !left.empty()) {
      Axis axis = left.pop_back_val();
      int64_t size = getExtent(axis).size;
      if (size == 0)
        return failure();
      if (rest % size == 0) {
        rest /= size;
        lists[dim].insert(lists[dim].begin(), axis);
        continue;
      }
      if (size % rest != 0 || isPinned(axis))
        return failure();
      Extent outer, inner;
      outer.size = size / rest;
      inner.size = rest;
      AxisList parts;
      split(axis, {outer, inner}, parts);
      left.push_back(parts[0]);
      lists[dim].insert(lists[dim].begin(), parts[1]);
      rest = 1;
    }
    if (rest != 1)
      return failure();
    // An axis of size 1 belongs to a dim of size 1 if there is one.
    if (extents[dim].size == 1 && !left.empty() &&
        getExtent(left.back()).size == 1)
      lists[dim].insert(lists[dim].begin(), left.pop_back_val());
  }
  while (!left.empty() && getExtent(left.back()).size == 1)
    lists[0].insert(lists[0].begin(), left.pop_back_val());
  if (!left.empty())
    return failure();
  result.append(lists);
  return success();
}

LogicalResult AxisTable::distributeDynamic(ArrayRef<Axis> list,
                                           ArrayRef<Extent> extents,
                                           Axes &result) {
  // Dims of size 1 need no axis.
  SmallVector<unsigned> dims;
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (extent.size != 1)
      dims.push_back(dim);
  Axes lists(extents.size());
  if (list.size() == 1 && dims.size() > 1 && !isPinned(list.front())) {
    AxisList parts;
    split(list.front(),
          llvm::map_to_vector(dims, [&](unsigned d) { return extents[d]; }),
          parts);
    for (auto [dim, part] : llvm::zip_equal(dims, parts))
      lists[dim] = {part};
  } else if (dims.size() == 1) {
    lists[dims.front()] = AxisList(list);
  } else if (list.size() == dims.size()) {
    // One to one, if that follows from the sizes: the product fixes the last.
    unsigned unknown = 0;
    for (auto [axis, dim] : llvm::zip_equal(list, dims)) {
      const Extent &a = getExtent(axis), &b = extents[dim];
      if (a.isStatic() && b.isStatic() && a.size != b.size)
        return failure();
      unknown += !areEqual(a, b);
      lists[dim] = {axis};
    }
    if (unknown > 1)
      return failure();
  } else {
    return failure();
  }
  result.append(lists);
  return success();
}

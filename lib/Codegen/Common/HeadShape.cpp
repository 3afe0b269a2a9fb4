//===- HeadShape.cpp - one head of an attention ---------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/HeadShape.h"

#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::diffattn;

DimList mlir::diffattn::getSharingDims(AttentionOp op) {
  SmallVector<DimList> lists;
  auto add = [&](OpOperand &operand) {
    lists.push_back(getOperandDims(op, operand.getOperandNumber()));
  };
  add(op.getSignalKeyMutable());
  for (OpOperand &noise : op.getNoiseKeyMutable())
    add(noise);
  add(op.getValueMutable());
  DimList used = unite(lists), sharing;
  for (unsigned dim : op.getDims().getDims(Role::Batch))
    if (!llvm::is_contained(used, dim))
      sharing.push_back(dim);
  return sharing;
}

/// The product of the sizes of `dims`; -1 if one is not known.
static int64_t multiply(ArrayRef<int64_t> sizes, ArrayRef<unsigned> dims) {
  int64_t product = 1;
  for (unsigned dim : dims) {
    if (ShapedType::isDynamic(sizes[dim]))
      return -1;
    if (llvm::MulOverflow(product, sizes[dim], product))
      product = std::numeric_limits<int64_t>::max();
  }
  return product;
}

/// The keys that a row sees by its position; -1: any number.
static int64_t getWindow(AttentionOp op) {
  std::optional<int64_t> left = op.getWindowLeft();
  std::optional<int64_t> right = op.getWindowRight();
  if (op.getCausal())
    right = 0;
  if (!left || !right)
    return -1;
  // Wider than that is no window.
  constexpr int64_t widest = int64_t(1) << 40;
  return std::min(*left, widest) + std::min(*right, widest) + 1;
}

::diffattn::AttentionShape mlir::diffattn::getHeadShape(AttentionOp op) {
  SmallVector<int64_t> sizes = getStaticSizes(op);
  auto multiplyRole = [&](Role role) {
    return multiply(sizes, op.getDims().getDims(role));
  };
  Type type = getElementTypeOrSelf(op.getSignalQuery().getType());
  ::diffattn::AttentionShape shape;
  shape.queries = multiplyRole(Role::Query);
  shape.keys = multiplyRole(Role::Key);
  shape.features = multiplyRole(Role::Feature);
  shape.values = multiplyRole(Role::Value);
  shape.maps = op.getNumMaps();
  shape.elementBits = type.getIntOrFloatBitWidth();
  shape.isBF16 = type.isBF16();
  shape.sharing = multiply(sizes, getSharingDims(op));
  shape.window = getWindow(op);
  shape.hasSoftcap = op.getSoftcap().has_value();
  shape.hasOneKey = op.getNoiseKey() == op.getSignalKey();
  return shape;
}

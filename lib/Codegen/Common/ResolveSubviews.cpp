//===- ResolveSubviews.cpp - which unit dimensions a view drops -----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_RESOLVESUBVIEWSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Whether upstream takes the dimensions of the result of `subview` for those
/// that they are. It goes by strides, which may be unknown.
static bool isResolved(memref::SubViewOp subview) {
  llvm::SmallBitVector dropped = subview.getDroppedDims();
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(subview.getStaticSizes()))
    if (!dropped.test(i))
      shape.push_back(size);
  return shape == subview.getType().getShape();
}

/// Groups source dimensions so that each group has one that is kept, which is
/// the last one; sizes decide which.
static SmallVector<ReassociationIndices> groupDims(ArrayRef<int64_t> sizes,
                                                   ArrayRef<int64_t> kept) {
  SmallVector<ReassociationIndices> groups(kept.size());
  size_t group = 0;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    bool isLeft = group < kept.size();
    if (kept.empty())
      break;
    groups[isLeft ? group : kept.size() - 1].push_back(i);
    if (isLeft && size == kept[group])
      ++group;
  }
  return groups;
}

static void resolve(memref::SubViewOp subview) {
  OpBuilder b(subview);
  Location loc = subview.getLoc();
  Value full = memref::SubViewOp::create(
      b, loc, subview.getSource(), subview.getMixedOffsets(),
      subview.getMixedSizes(), subview.getMixedStrides());
  Value view = memref::CollapseShapeOp::create(
      b, loc, full,
      groupDims(subview.getStaticSizes(), subview.getType().getShape()));
  if (view.getType() != subview.getType())
    view = memref::CastOp::create(b, loc, subview.getType(), view);
  subview.replaceAllUsesWith(view);
  subview.erase();
}

void mlir::diffattn::resolveSubviews(Operation *op) {
  op->walk([](memref::SubViewOp subview) {
    if (!isResolved(subview))
      resolve(subview);
  });
}

namespace {
struct ResolveSubviewsPass
    : diffattn::impl::ResolveSubviewsPassBase<ResolveSubviewsPass> {
  void runOnOperation() override { resolveSubviews(getOperation()); }
};
} // namespace

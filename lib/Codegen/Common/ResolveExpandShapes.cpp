//===- ResolveExpandShapes.cpp - expansions by several unknown sizes ------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_RESOLVEEXPANDSHAPESPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Whether a dimension is split into several of unknown size, which upstream
/// can't lower: it would derive the only unknown one from the others.
static bool hasSeveralUnknownSizes(memref::ExpandShapeOp expand) {
  MemRefType type = expand.getResultType();
  return llvm::any_of(expand.getReassociationIndices(),
                      [&](const ReassociationIndices &group) {
                        return llvm::count_if(group, [&](int64_t dim) {
                                 return type.isDynamicDim(dim);
                               }) > 1;
                      });
}

static OpFoldResult multiply(OpBuilder &b, Location loc, OpFoldResult x,
                             OpFoldResult y) {
  AffineExpr s0, s1;
  bindSymbols(b.getContext(), s0, s1);
  return affine::makeComposedFoldedAffineApply(b, loc, s0 * s1, {x, y});
}

static void resolve(memref::ExpandShapeOp expand) {
  OpBuilder b(expand);
  Location loc = expand.getLoc();
  auto source =
      memref::ExtractStridedMetadataOp::create(b, loc, expand.getSrc());
  SmallVector<OpFoldResult> sizes = expand.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(sizes.size());
  SmallVector<OpFoldResult> sourceStrides = source.getConstifiedMixedStrides();
  for (auto [group, stride] :
       llvm::zip_equal(expand.getReassociationIndices(), sourceStrides)) {
    OpFoldResult running = stride;
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = running;
      running = multiply(b, loc, running, sizes[dim]);
    }
  }
  Value view = memref::ReinterpretCastOp::create(
      b, loc, expand.getResultType(), source.getBaseBuffer(),
      source.getConstifiedMixedOffset(), sizes, strides);
  expand.replaceAllUsesWith(view);
  expand.erase();
}

namespace {
struct ResolveExpandShapesPass
    : diffattn::impl::ResolveExpandShapesPassBase<ResolveExpandShapesPass> {
  void runOnOperation() override {
    getOperation()->walk([](memref::ExpandShapeOp expand) {
      if (hasSeveralUnknownSizes(expand))
        resolve(expand);
    });
  }
};
} // namespace

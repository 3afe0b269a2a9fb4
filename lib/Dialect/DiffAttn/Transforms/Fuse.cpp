//===- Fuse.cpp - ordinary attentions become differential -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_FUSEPASS
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

namespace {
struct FusePass : diffattn::impl::FusePassBase<FusePass> {
  void runOnOperation() override {
    Operation *root = getOperation();
    // What has no attention stays as its author wrote it.
    AttentionCounts counts = countAttentions(root);
    if (counts.differential + counts.ordinary == 0)
      return;
    prepare();
    simplifyMasks(root);
    removeDeadCode();
    // Views between attentions and what is done with them go into their maps
    // first, and those behind a fused op after that.
    if (failed(foldLayouts(root)))
      return signalPassFailure();
    prepare();
    fuseDifferences(root);
    removeDeadCode();
    fuseEpilogues(root);
    removeDeadCode();
    if (failed(foldLayouts(root)))
      return signalPassFailure();
  }

private:
  /// Equal values become one, and no size is read from a result.
  void prepare() {
    RewritePatternSet patterns(&getContext());
    memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
    SmallVector<Operation *> dims;
    getOperation()->walk([&](tensor::DimOp op) { dims.push_back(op); });
    (void)applyOpPatternsGreedily(dims, std::move(patterns));
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance(getOperation());
    eliminateCommonSubExpressions(rewriter, dominance, getOperation());
  }

  void removeDeadCode() {
    IRRewriter rewriter(&getContext());
    (void)runRegionDCE(rewriter, getOperation()->getRegions());
  }
};
} // namespace

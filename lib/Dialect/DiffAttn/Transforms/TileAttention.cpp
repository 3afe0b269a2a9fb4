//===- TileAttention.cpp - rows, then keys
//----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_TILEATTENTIONPASS
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Whether an out of `op` has no elements; such ops fold, and have no tiles.
static bool isEmpty(NamedDimsOpInterface op) {
  return llvm::any_of(cast<DestinationStyleOpInterface>(*op).getDpsInits(),
                      [](Value out) {
                        return llvm::is_contained(
                            cast<ShapedType>(out.getType()).getShape(), 0);
                      });
}

/// Tiles `op` with `options` and returns the op inside the loops.
static FailureOr<Operation *> tile(RewriterBase &rewriter,
                                   NamedDimsOpInterface op,
                                   const scf::SCFTilingOptions &options) {
  rewriter.setInsertionPoint(op);
  FailureOr<scf::SCFTilingResult> result =
      scf::tileUsingSCF(rewriter, cast<TilingInterface>(*op), options);
  if (failed(result))
    return failure();
  Operation *inner = result->tiledOps.front();
  rewriter.replaceOp(op, result->replacements);
  return inner;
}

/// Tiles along batch-like dims and rows; returns `op` itself if there is
/// nothing to tile.
static FailureOr<AttentionOp> tileRows(RewriterBase &rewriter, AttentionOp op,
                                       const AttentionTiling &tiling) {
  SmallVector<OpFoldResult> sizes;
  bool any = false;
  for (unsigned dim = 0; dim < op.getDims().size(); ++dim) {
    int64_t size = 0;
    Role role = op.getDims().getRole(dim);
    if (role == Role::Query)
      size = tiling.query;
    else if (role == Role::Batch && op.getReasonAgainstTiling(dim).empty())
      size = tiling.batch;
    any |= size != 0;
    sizes.push_back(rewriter.getIndexAttr(size));
  }
  if (!any || isEmpty(op))
    return op;
  scf::SCFTilingOptions options;
  options.setTileSizes(sizes);
  FailureOr<Operation *> inner = tile(rewriter, op, options);
  if (failed(inner))
    return failure();
  return cast<AttentionOp>(*inner);
}

LogicalResult diffattn::tileKeys(RewriterBase &rewriter, OnlineAttentionOp op,
                                 const AttentionTiling &tiling) {
  unsigned keys = *op.getDims().getDim(Role::Key);
  bool hasKeys = getStaticSizes(op)[keys] != 0;
  if ((tiling.key == 0 && tiling.keySplits == 0) || !hasKeys || isEmpty(op))
    return success();
  SmallVector<OpFoldResult> counts(op.getDims().size(),
                                   rewriter.getIndexAttr(0));
  scf::SCFTilingOptions options;
  if (tiling.key != 0) {
    counts[keys] = rewriter.getIndexAttr(tiling.key);
    options.setTileSizes(counts);
  } else {
    counts[keys] = rewriter.getIndexAttr(tiling.keySplits);
    options.setNumThreads(counts)
        .setLoopType(scf::SCFTilingOptions::LoopType::ForallOp)
        .setReductionTilingStrategy(
            ReductionTilingStrategy::PartialReductionOuterParallel)
        .setReductionDims({keys});
  }
  return tile(rewriter, op, options);
}

LogicalResult diffattn::tileAttention(RewriterBase &rewriter, AttentionOp op,
                                      const AttentionTiling &tiling) {
  FailureOr<AttentionOp> rows = tileRows(rewriter, op, tiling);
  if (failed(rows))
    return failure();
  if (tiling.key == 0 && tiling.keySplits == 0)
    return success();
  FailureOr<OnlineForm> form = convertToOnline(rewriter, *rows);
  if (failed(form))
    return failure();
  return tileKeys(rewriter, form->online, tiling);
}

namespace {
struct TileAttentionPass
    : diffattn::impl::TileAttentionPassBase<TileAttentionPass> {
  using TileAttentionPassBase::TileAttentionPassBase;

  void runOnOperation() override {
    if (failed(checkOptions()))
      return signalPassFailure();
    AttentionTiling tiling{batchTile, queryTile, keyTile, keySplits};
    // Collected first: tiling an attention makes new online ops.
    SmallVector<NamedDimsOpInterface> ops;
    getOperation()->walk([&](NamedDimsOpInterface op) {
      if (isa<AttentionOp, OnlineAttentionOp>(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (NamedDimsOpInterface op : ops) {
      if (op->getNumResults() == 0) {
        op.emitOpError("expected tensors to tile, found memrefs");
        return signalPassFailure();
      }
      auto attention = dyn_cast<AttentionOp>(*op);
      if (failed(attention ? tileAttention(rewriter, attention, tiling)
                           : tileKeys(rewriter, cast<OnlineAttentionOp>(*op),
                                      tiling)))
        return signalPassFailure();
    }
  }

private:
  LogicalResult checkOptions() {
    std::pair<StringRef, int64_t> sizes[] = {{"batch-tile", batchTile},
                                             {"query-tile", queryTile},
                                             {"key-tile", keyTile},
                                             {"key-splits", keySplits}};
    for (auto [name, size] : sizes)
      if (size < 0)
        return getOperation()->emitError("expected ")
               << name << " to be 0 or more, found " << size;
    if (keyTile != 0 && keySplits != 0)
      return getOperation()->emitError(
          "expected one of key-tile and key-splits, found both");
    return success();
  }
};
} // namespace

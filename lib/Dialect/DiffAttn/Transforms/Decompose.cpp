//===- Decompose.cpp - diffattn ops to linalg
//-------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_DECOMPOSEPASS
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

LogicalResult diffattn::decompose(RewriterBase &rewriter,
                                  NamedDimsOpInterface op) {
  auto aggregated = cast<linalg::AggregatedOpInterface>(*op);
  rewriter.setInsertionPoint(op);
  FailureOr<SmallVector<Value>> results =
      aggregated.decomposeOperation(rewriter);
  if (failed(results))
    return rewriter.notifyMatchFailure(op, "decomposition failed");
  if (op->getNumResults() == 0)
    rewriter.eraseOp(op);
  else
    rewriter.replaceOp(op, *results);
  return success();
}

namespace {
struct DecomposePass : diffattn::impl::DecomposePassBase<DecomposePass> {
  using DecomposePassBase::DecomposePassBase;

  void runOnOperation() override {
    SmallVector<NamedDimsOpInterface> ops;
    getOperation()->walk([&](NamedDimsOpInterface op) {
      auto attention = dyn_cast<AttentionOp>(*op);
      if (!keepScheduled || !attention || !isScheduled(attention))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (NamedDimsOpInterface op : ops) {
      if (failed(decompose(rewriter, op)))
        return signalPassFailure();
      ++numDecomposed;
    }
  }
};
} // namespace

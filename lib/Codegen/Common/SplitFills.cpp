//===- SplitFills.cpp - a filled tensor for each writer -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_SPLITFILLSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// The uses of `fill` as a destination, in no particular order.
static SmallVector<OpOperand *> getWriters(linalg::FillOp fill) {
  SmallVector<OpOperand *> writers;
  for (OpOperand &use : fill->getUses()) {
    auto writer = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    if (writer && writer.isDpsInit(&use))
      writers.push_back(&use);
  }
  return writers;
}

/// A repetition of `fill` for one of its users, right before it.
static Value repeat(linalg::FillOp fill, OpOperand &use) {
  OpBuilder b(use.getOwner());
  IRMapping mapping;
  Value destination = fill.getOutputs().front();
  if (auto empty = destination.getDefiningOp<tensor::EmptyOp>())
    b.clone(*empty, mapping);
  return b.clone(*fill, mapping)->getResult(0);
}

void mlir::diffattn::splitFills(Operation *op) {
  SmallVector<linalg::FillOp> fills;
  op->walk([&](linalg::FillOp fill) {
    if (fill.hasPureTensorSemantics() && !fill.getResult(0).hasOneUse())
      fills.push_back(fill);
  });
  for (linalg::FillOp fill : fills) {
    SmallVector<OpOperand *> writers = getWriters(fill);
    for (OpOperand *writer : writers)
      if (!fill.getResult(0).hasOneUse())
        writer->set(repeat(fill, *writer));
  }
}

namespace {
struct SplitFillsPass : diffattn::impl::SplitFillsPassBase<SplitFillsPass> {
  void runOnOperation() override { splitFills(getOperation()); }
};
} // namespace

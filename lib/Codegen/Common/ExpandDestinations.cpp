//===- ExpandDestinations.cpp - results in the shape they are made in -----===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Destinations.h"

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_EXPANDDESTINATIONSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

tensor::EmptyOp mlir::diffattn::findEmpty(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    OpOperand *init = nullptr;
    if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
      init = style.getTiedOpOperand(result);
    else if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      init = loop.getTiedLoopInit(result);
    if (!init)
      return dyn_cast<tensor::EmptyOp>(op);
    value = init->get();
  }
  return nullptr;
}

/// Writes the operand of a collapse_shape to a view of the destination.
static void expandDestination(bufferization::MaterializeInDestinationOp op) {
  auto collapse = op.getSource().getDefiningOp<tensor::CollapseShapeOp>();
  auto destType = dyn_cast<MemRefType>(op.getDest().getType());
  // Without a rank there is nothing to expand.
  if (!collapse || !destType || destType.getRank() == 0)
    return;
  // The view must exist before the tensor that is to be built in it.
  tensor::EmptyOp empty = findEmpty(collapse.getSrc());
  if (!empty || empty.getType() != collapse.getSrcType() ||
      !isa<BlockArgument>(op.getDest()))
    return;
  FailureOr<MemRefType> type = memref::ExpandShapeOp::computeExpandedType(
      destType, collapse.getSrcType().getShape(),
      collapse.getReassociationIndices());
  if (failed(type))
    return;
  OpBuilder b(empty);
  Value view = memref::ExpandShapeOp::create(
      b, op.getLoc(), *type, op.getDest(), collapse.getReassociationIndices(),
      empty.getMixedSizes());
  op.getSourceMutable().assign(collapse.getSrc());
  op.getDestMutable().assign(view);
}

void mlir::diffattn::expandDestinations(Operation *op) {
  op->walk(expandDestination);
}

namespace {
struct ExpandDestinationsPass
    : diffattn::impl::ExpandDestinationsPassBase<ExpandDestinationsPass> {
  void runOnOperation() override { expandDestinations(getOperation()); }
};
} // namespace

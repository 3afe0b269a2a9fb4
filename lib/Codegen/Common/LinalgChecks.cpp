//===- LinalgChecks.cpp - operands of linalg that fit each other ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's check of a linalg operation computes the first and the last index
// of each dimension of each operand: a dozen operations, in a region. Where
// maps only pick and permute loops, equal sizes are all there is to check, and
// most are seen to be equal without any code.
//
//===----------------------------------------------------------------------===//

#include "RunTimeChecks.h"

#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::diffattn;

namespace {
/// A dimension of an operand.
struct OperandDim {
  OpOperand *operand;
  int64_t dim;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sizes without code
//===----------------------------------------------------------------------===//

/// The size of `dim` of `shaped`, as a number, another value, or the dimension
/// of a tensor that is no result of computing in a destination. Equal ones are
/// equal sizes.
static std::pair<OpFoldResult, int64_t> traceSize(Value shaped, int64_t dim) {
  while (true) {
    auto type = cast<ShapedType>(shaped.getType());
    if (!type.isDynamicDim(dim)) {
      Builder b(shaped.getContext());
      return {b.getIndexAttr(type.getDimSize(dim)), 0};
    }
    Operation *source = shaped.getDefiningOp();
    if (auto style = dyn_cast_if_present<DestinationStyleOpInterface>(source)) {
      shaped = style.getTiedOpOperand(cast<OpResult>(shaped))->get();
      continue;
    }
    auto empty = dyn_cast_if_present<tensor::EmptyOp>(source);
    if (!empty)
      return {shaped, dim};
    Value size = empty.getDynamicSize(dim);
    auto known = size.getDefiningOp<tensor::DimOp>();
    std::optional<int64_t> index = known ? getKnownDim(known) : std::nullopt;
    if (!index)
      return {size, -1};
    shaped = known.getSource();
    dim = *index;
  }
}

static bool areEqual(OperandDim a, OperandDim b) {
  return traceSize(a.operand->get(), a.dim) ==
         traceSize(b.operand->get(), b.dim);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// The dimensions that each loop of `op` has the size of, in the order of
/// operands; nothing if a map does more than to pick loops.
static std::optional<SmallVector<SmallVector<OperandDim>>>
groupByLoop(linalg::LinalgOp op) {
  SmallVector<SmallVector<OperandDim>> loops(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (map.getNumSymbols() || !map.isProjectedPermutation())
      return std::nullopt;
    for (auto [dim, loop] : llvm::enumerate(map.getResults())) {
      unsigned position = cast<AffineDimExpr>(loop).getPosition();
      loops[position].push_back({&operand, int64_t(dim)});
    }
  }
  return loops;
}

static Value getSize(OpBuilder &b, Location loc, OperandDim place) {
  Value shaped = place.operand->get();
  if (isa<TensorType>(shaped.getType()))
    return b.createOrFold<tensor::DimOp>(loc, shaped, place.dim);
  return b.createOrFold<memref::DimOp>(loc, shaped, place.dim);
}

bool mlir::diffattn::insertLinalgChecks(linalg::LinalgOp op) {
  auto loops = groupByLoop(op);
  if (!loops)
    return false;
  SmallVector<std::pair<OperandDim, OperandDim>> unequal;
  for (ArrayRef<OperandDim> places : *loops)
    for (OperandDim place : places.drop_front(places.empty() ? 0 : 1))
      if (!areEqual(places.front(), place))
        unequal.emplace_back(places.front(), place);
  if (unequal.empty())
    return true;

  OpBuilder b(op);
  Location loc = op.getLoc();
  // Nothing is wrong with operands that no iteration touches.
  Value zero = arith::ConstantIndexOp::create(b, loc, 0), isEmpty;
  for (ArrayRef<OperandDim> places : *loops) {
    Value none = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                       getSize(b, loc, places.front()), zero);
    isEmpty = isEmpty ? arith::OrIOp::create(b, loc, isEmpty, none) : none;
  }
  for (auto [first, place] : unequal) {
    Value fits =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                              getSize(b, loc, first), getSize(b, loc, place));
    std::string reason = "dimension #" + std::to_string(place.dim) +
                         " of input/output operand #" +
                         std::to_string(place.operand->getOperandNumber()) +
                         " is incompatible with inferred dimension size";
    cf::AssertOp::create(b, loc, arith::OrIOp::create(b, loc, isEmpty, fits),
                         runTimeMessage(op, reason));
  }
  return true;
}

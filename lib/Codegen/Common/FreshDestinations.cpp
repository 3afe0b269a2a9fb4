//===- FreshDestinations.cpp - destinations to overwrite ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Destinations.h"
#include "Readers.h"

#include "diffattn/Codegen/Common/Numbers.h"
#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_FRESHDESTINATIONSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Whether `value` is an argument of a function that must not be written.
static bool isReadOnlyArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !isa<RankedTensorType>(value.getType()))
    return false;
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  if (!function || !argument.getOwner()->isEntryBlock())
    return false;
  auto writable = function.getArgAttrOfType<BoolAttr>(
      argument.getArgNumber(),
      bufferization::BufferizationDialect::kWritableAttrName);
  return !writable || !writable.getValue();
}

/// Replaces read-only destinations of `op` whose contents it ignores.
static void emptyDestinations(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return;
  OpBuilder b(op);
  for (OpOperand &init : op.getDpsInitsMutable()) {
    if (op.payloadUsesValueFromOperand(&init) ||
        !isReadOnlyArgument(init.get()))
      continue;
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(b, op.getLoc(), init.get());
    Value empty = tensor::EmptyOp::create(
        b, op.getLoc(), sizes, getElementTypeOrSelf(init.get().getType()));
    init.set(empty);
  }
}

/// Whether an attention should write elsewhere than to `destination`, whose
/// contents it ignores.
static bool isPoorDestination(Value destination) {
  if (destination.getDefiningOp<tensor::EmptyOp>())
    return !destination.hasOneUse();
  return isReadOnlyArgument(destination) ||
         destination.getDefiningOp<linalg::FillOp>();
}

/// Gives `op` destinations of its own.
static void emptyDestinations(AttentionOp op) {
  if (op->getNumResults() == 0)
    return;
  OpBuilder b(op);
  for (OpOperand &init : op.getOutsMutable()) {
    Value destination = init.get();
    if (!isPoorDestination(destination))
      continue;
    auto fill = destination.getDefiningOp<linalg::FillOp>();
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(
        b, op.getLoc(), fill ? fill.getOutputs().front() : destination);
    init.set(tensor::EmptyOp::create(
        b, op.getLoc(), sizes, getElementTypeOrSelf(destination.getType())));
    if (fill && fill->use_empty())
      fill.erase();
  }
}

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

/// A constant of more bytes than this would make the artifact large.
static constexpr int64_t kLargestSplat = 64 << 10;

/// Whether `constant` repeats one number over many bytes.
static bool isLargeSplat(arith::ConstantOp constant) {
  auto value = dyn_cast<SplatElementsAttr>(constant.getValue());
  if (!value || !isa<RankedTensorType>(value.getType()))
    return false;
  return value.getNumElements() >
         kLargestSplat / bytesOfNumber(value.getElementType());
}

/// Writes large splat constants as fills, which are computed where a buffer of
/// them is needed instead of being stored.
static void fillSplats(Operation *op) {
  op->walk([](arith::ConstantOp constant) {
    if (!isLargeSplat(constant))
      return;
    OpBuilder b(constant);
    Location loc = constant.getLoc();
    auto value = cast<SplatElementsAttr>(constant.getValue());
    Value scalar = arith::ConstantOp::create(
        b, loc, cast<TypedAttr>(value.getSplatValue<Attribute>()));
    Value empty = tensor::EmptyOp::create(b, loc, value.getType().getShape(),
                                          value.getElementType());
    auto fill = linalg::FillOp::create(b, loc, scalar, empty);
    constant.getResult().replaceAllUsesWith(fill.getResult(0));
    constant.erase();
  });
}

/// Gives each operation that writes into a fill its own.
static void splitFills(Operation *op) {
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

/// Gives each operation that writes into an empty tensor its own: where several
/// shared one, their buffer would live from the first to the last of them.
static void splitEmpties(Operation *op) {
  SmallVector<OpOperand *> writers;
  op->walk([&](DestinationStyleOpInterface writer) {
    for (OpOperand &init : writer.getDpsInitsMutable()) {
      auto empty = init.get().getDefiningOp<tensor::EmptyOp>();
      if (empty && !empty->hasOneUse() &&
          empty->getBlock() == writer->getBlock())
        writers.push_back(&init);
    }
  });
  for (OpOperand *writer : writers) {
    OpBuilder b(writer->getOwner());
    writer->set(b.clone(*writer->get().getDefiningOp())->getResult(0));
  }
}

/// A copy of `tensor` in memory of its own.
static Value copyTensor(OpBuilder &b, Location loc, Value tensor) {
  return bufferization::AllocTensorOp::create(
      b, loc, cast<RankedTensorType>(tensor.getType()),
      /*dynamicSizes=*/ValueRange(), /*copy=*/tensor);
}

/// Whether the buffer of `empty`, which may become that of `write`, is written
/// before `reader` has read what was there.
static bool isWrittenBefore(tensor::EmptyOp empty, Operation *reader,
                            Block *block) {
  return llvm::any_of(empty->getUsers(), [&](Operation *user) {
    Operation *writer = block->findAncestorOpInBlock(*user);
    return !writer || !reader->isBeforeInBlock(writer);
  });
}

/// Copies what `write` overwrites while it is still read: what was there if it
/// is read behind the write, what comes there if it may be computed in place.
static void keepContents(bufferization::MaterializeInDestinationOp write) {
  if (!isa<MemRefType>(write.getDest().getType()))
    return;
  Value source = write.getSource();
  OpBuilder b(write);
  // Who reads the new contents, which may be in the same place, may do so.
  Operation *reader = findLastReader(write, source.getDefiningOp());
  if (reader && write->isBeforeInBlock(reader)) {
    for (bufferization::ToTensorOp old : findOldTensors(write)) {
      b.setInsertionPointAfter(old);
      Value copy = copyTensor(b, write.getLoc(), old.getResult());
      old.getResult().replaceAllUsesExcept(copy, copy.getDefiningOp());
    }
    return;
  }
  tensor::EmptyOp empty = findEmpty(source);
  reader = empty ? findLastReader(write) : nullptr;
  if (reader && isWrittenBefore(empty, reader, write->getBlock()))
    write.getSourceMutable().assign(copyTensor(b, write.getLoc(), source));
}

void mlir::diffattn::createFreshDestinations(Operation *op) {
  op->walk([](linalg::LinalgOp nested) { emptyDestinations(nested); });
  op->walk([](AttentionOp nested) { emptyDestinations(nested); });
  fillSplats(op);
  splitFills(op);
  splitEmpties(op);
  op->walk([](bufferization::MaterializeInDestinationOp write) {
    keepContents(write);
  });
}

namespace {
struct FreshDestinationsPass
    : diffattn::impl::FreshDestinationsPassBase<FreshDestinationsPass> {
  void runOnOperation() override { createFreshDestinations(getOperation()); }
};
} // namespace

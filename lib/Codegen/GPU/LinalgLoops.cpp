//===- LinalgLoops.cpp - linalg as loops for a GPU -----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgLoops.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::diffattn;

std::string mlir::diffattn::describeWork(linalg::LinalgOp op) {
  if (!isa<linalg::GenericOp>(op))
    return op->getName().stripDialect().str();
  return op.getNumReductionLoops() ? "reduction" : "elementwise";
}

namespace {
/// A sum of half floats that is computed in f32.
struct WideSum {
  arith::AddFOp add;
  /// What is added, and the product that it is, if it is one.
  Value addend;
  arith::MulFOp product;
};

/// Emits the loops of one operation.
class LoopEmitter {
public:
  explicit LoopEmitter(linalg::LinalgOp op)
      : op(op), b(op.getLoc(), op), indices(op.getNumLoops()) {}

  scf::ParallelOp run();

private:
  /// A destination that the loops of reductions run over, and whose element
  /// therefore is a value that they carry.
  bool isCarried(OpOperand &destination);
  std::optional<WideSum> findWideSum(OpOperand &destination);
  void emitReductions(SmallVector<Value> carried);
  SmallVector<Value> emitBody(ValueRange carried);
  Value emitWideSum(const WideSum &sum, Value carried, IRMapping &mapping);
  Value extend(Value half) {
    return arith::ExtFOp::create(b, b.getF32Type(), half);
  }
  SmallVector<Value> indicesOf(OpOperand &operand);
  Value load(OpOperand &operand);
  void store(Value value, OpOperand &destination);

  linalg::LinalgOp op;
  ImplicitLocOpBuilder b;
  /// The bounds of each dim.
  SmallVector<Range> ranges;
  /// The number of the iteration of each dim.
  SmallVector<Value> indices;
  SmallVector<unsigned> reductions;
  SmallVector<OpOperand *> carriedDestinations;
  /// For each of them.
  SmallVector<std::optional<WideSum>> wideSums;
};
} // namespace

bool LoopEmitter::isCarried(OpOperand &destination) {
  if (reductions.empty())
    return false;
  AffineMap map = op.getMatchingIndexingMap(&destination);
  return llvm::none_of(reductions,
                       [&](unsigned dim) { return map.isFunctionOfDim(dim); });
}

/// How `destination`, which is carried, is summed up, if it is and in half
/// floats.
std::optional<WideSum> LoopEmitter::findWideSum(OpOperand &destination) {
  BlockArgument sum = op.getMatchingBlockArgument(&destination);
  Type type = sum.getType();
  auto add = op.getMatchingYieldValue(&destination)
                 ->get()
                 .getDefiningOp<arith::AddFOp>();
  if (!(type.isF16() || type.isBF16()) || !add || !add->hasOneUse() ||
      !sum.hasOneUse() || !llvm::is_contained(add->getOperands(), sum))
    return std::nullopt;
  Value addend = add.getLhs() == sum ? add.getRhs() : add.getLhs();
  auto product = addend.getDefiningOp<arith::MulFOp>();
  if (product &&
      (!product->hasOneUse() || product->getBlock() != op.getBlock()))
    product = nullptr;
  return WideSum{add, addend, product};
}

/// `carried`, in f32, plus what `sum` adds to it.
Value LoopEmitter::emitWideSum(const WideSum &sum, Value carried,
                               IRMapping &mapping) {
  auto operand = [&](Value value) {
    return extend(mapping.lookupOrDefault(value));
  };
  Value addend;
  if (arith::MulFOp product = sum.product) {
    Value lhs = operand(product.getLhs()), rhs = operand(product.getRhs());
    addend = arith::MulFOp::create(b, lhs, rhs);
  } else {
    addend = operand(sum.addend);
  }
  return arith::AddFOp::create(b, carried, addend);
}

SmallVector<Value> LoopEmitter::indicesOf(OpOperand &operand) {
  SmallVector<Value> result;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (AffineExpr expression : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expression))
      result.push_back(indices[dim.getPosition()]);
    else
      result.push_back(affine::AffineApplyOp::create(
          b, AffineMap::get(map.getNumDims(), 0, expression), indices));
  }
  return result;
}

Value LoopEmitter::load(OpOperand &operand) {
  if (op.isScalar(&operand))
    return operand.get();
  return memref::LoadOp::create(b, operand.get(), indicesOf(operand));
}

void LoopEmitter::store(Value value, OpOperand &destination) {
  memref::StoreOp::create(b, value, destination.get(), indicesOf(destination));
}

/// Repeats the region of the operation. Gives the new values of what is
/// carried, and stores the others.
SmallVector<Value> LoopEmitter::emitBody(ValueRange carried) {
  Block *block = op.getBlock();
  IRMapping mapping;
  llvm::SmallPtrSet<Operation *, 4> isWide;
  for (const std::optional<WideSum> &sum : wideSums)
    if (sum) {
      isWide.insert(sum->add);
      isWide.insert(sum->product);
    }
  unsigned nextCarried = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (llvm::is_contained(carriedDestinations, &operand))
      mapping.map(argument, carried[nextCarried++]);
    else if (!argument.use_empty())
      mapping.map(argument, load(operand));
  }
  for (Operation &nested : block->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(nested))
      mapping.map(index.getResult(), indices[index.getDim()]);
    else if (!isWide.contains(&nested))
      b.clone(nested, mapping);
  }
  SmallVector<Value> next;
  auto yielded = [&](OpOperand &destination) {
    return mapping.lookupOrDefault(
        op.getMatchingYieldValue(&destination)->get());
  };
  for (auto [i, destination] : llvm::enumerate(carriedDestinations))
    next.push_back(wideSums[i] ? emitWideSum(*wideSums[i], carried[i], mapping)
                               : yielded(*destination));
  for (OpOperand &destination : op.getDpsInitsMutable())
    if (!llvm::is_contained(carriedDestinations, &destination))
      store(yielded(destination), destination);
  return next;
}

/// Emits the loops of the reductions. `carried` are what the destinations hold
/// before.
void LoopEmitter::emitReductions(SmallVector<Value> carried) {
  SmallVector<scf::ForOp> loops;
  for (unsigned dim : reductions) {
    auto value = [&](OpFoldResult bound) {
      return getValueOrCreateConstantIndexOp(b, b.getLoc(), bound);
    };
    Value lower = value(ranges[dim].offset), upper = value(ranges[dim].size),
          step = value(ranges[dim].stride);
    auto loop = scf::ForOp::create(b, lower, upper, step, carried);
    loops.push_back(loop);
    indices[dim] = loop.getInductionVar();
    carried.assign(loop.getRegionIterArgs().begin(),
                   loop.getRegionIterArgs().end());
    b.setInsertionPointToStart(loop.getBody());
  }
  SmallVector<Value> results = emitBody(carried);
  for (scf::ForOp loop : llvm::reverse(loops)) {
    b.setInsertionPointToEnd(loop.getBody());
    // Without values to carry, the loop was made with its terminator.
    if (!results.empty())
      scf::YieldOp::create(b, results);
    results.assign(loop.getResults().begin(), loop.getResults().end());
    b.setInsertionPointAfter(loop);
  }
  for (auto [i, destination] : llvm::enumerate(carriedDestinations)) {
    Type type = getElementTypeOrSelf(destination->get());
    if (wideSums[i])
      results[i] = arith::TruncFOp::create(b, type, results[i]);
    store(results[i], *destination);
  }
}

scf::ParallelOp LoopEmitter::run() {
  ranges = op.createLoopRanges(b, b.getLoc());
  SmallVector<unsigned> parallel;
  for (auto [dim, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    (kind == utils::IteratorType::parallel ? parallel : reductions)
        .push_back(dim);
  for (OpOperand &destination : op.getDpsInitsMutable())
    if (isCarried(destination))
      carriedDestinations.push_back(&destination);

  SmallVector<Value> lowers, uppers, steps;
  auto add = [&](SmallVector<Value> &bounds, OpFoldResult bound) {
    bounds.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), bound));
  };
  for (unsigned dim : parallel) {
    add(lowers, ranges[dim].offset);
    add(uppers, ranges[dim].size);
    add(steps, ranges[dim].stride);
  }
  if (parallel.empty()) {
    add(lowers, b.getIndexAttr(0));
    add(uppers, b.getIndexAttr(1));
    add(steps, b.getIndexAttr(1));
  }
  auto loop = scf::ParallelOp::create(b, lowers, uppers, steps);
  for (auto [position, dim] : llvm::enumerate(parallel))
    indices[dim] = loop.getInductionVars()[position];
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> carried;
  for (OpOperand *destination : carriedDestinations) {
    wideSums.push_back(findWideSum(*destination));
    Value before = load(*destination);
    carried.push_back(wideSums.back() ? extend(before) : before);
  }
  emitReductions(carried);
  op->erase();
  return loop;
}

scf::ParallelOp mlir::diffattn::convertToParallelLoop(linalg::LinalgOp op) {
  return LoopEmitter(op).run();
}

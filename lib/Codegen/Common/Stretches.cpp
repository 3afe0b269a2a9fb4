//===- Stretches.cpp - operations that come again and again ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stretches.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Cheap operations
//===----------------------------------------------------------------------===//

bool mlir::diffattn::isCheap(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op))
    return true;
  auto fill = dyn_cast<linalg::FillOp>(op);
  return fill && fill.hasPureTensorSemantics() &&
         matchPattern(fill.getInputs().front(), m_Constant()) &&
         fill.getOutputs().front().getDefiningOp<tensor::EmptyOp>();
}

Operation *mlir::diffattn::getCheapSource(Value value) {
  Operation *op = value.getDefiningOp();
  bool isSource = op && isCheap(op) && !op->hasTrait<OpTrait::ConstantLike>();
  return isSource ? op : nullptr;
}

void mlir::diffattn::walkStretch(Stretch stretch,
                                 function_ref<void(Operation *)> visit) {
  for (Operation *op : stretch)
    op->walk<WalkOrder::PreOrder>(visit);
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// Whether `op` is in the body of a named operation and can't go wrong: bodies
/// that a parser makes have its own locations.
static bool isImplied(Operation *op) {
  auto parent = dyn_cast_if_present<linalg::LinalgOp>(op->getParentOp());
  return parent && !isa<linalg::GenericOp>(*parent) &&
         (isPure(op) || isa<linalg::YieldOp>(op));
}

/// Where the messages of `op` and what is in it point to.
static SmallVector<FileLineColLoc> getPlaces(Operation *op) {
  SmallVector<FileLineColLoc> places;
  op->walk<WalkOrder::PreOrder>([&](Operation *nested) {
    if (!isImplied(nested))
      places.push_back(nested->getLoc()->findInstanceOf<FileLineColLoc>());
  });
  return places;
}

bool Classes::areAlike(Operation *a, Operation *b) const {
  return OperationEquivalence::isEquivalentTo(
             a, b, OperationEquivalence::ignoreValueEquivalence,
             [](Value, Value) {}, OperationEquivalence::IgnoreLocations) &&
         (!withPlaces || getPlaces(a) == getPlaces(b));
}

unsigned Classes::classify(Operation *op) {
  llvm::hash_code hash = 0;
  op->walk<WalkOrder::PreOrder>([&](Operation *nested) {
    hash = llvm::hash_combine(hash,
                              OperationEquivalence::computeHash(
                                  nested, OperationEquivalence::ignoreHashValue,
                                  OperationEquivalence::ignoreHashValue,
                                  OperationEquivalence::IgnoreLocations));
  });
  auto &others = byHash[hash];
  for (auto [other, number] : others)
    if (areAlike(other, op))
      return number;
  others.emplace_back(op, next);
  return next++;
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

/// Whether `op` may be moved to another function, with what is around it.
static bool canMove(Operation *op) {
  return !op->hasTrait<OpTrait::IsTerminator>() && !isa<memref::AllocaOp>(op);
}

Sequence::Sequence(Block &block) : block(block) {
  Classes classes(/*withPlaces=*/true);
  for (Operation &op : block) {
    if (isCheap(&op))
      continue;
    positions[&op] = ops.size();
    ops.push_back(&op);
    numbers.push_back(canMove(&op) ? classes.classify(&op)
                                   : classes.makeUnique());
  }
}

/// Whether anything but the operations from `first` to `end` uses `value`,
/// directly or by cheap ones.
bool Sequence::isUsedOutside(Value value, size_t first, size_t end) const {
  SmallVector<Value> open{value};
  while (!open.empty()) {
    for (Operation *user : open.pop_back_val().getUsers()) {
      Operation *top = block.findAncestorOpInBlock(*user);
      auto position = positions.find(top);
      if (position == positions.end()) {
        // What is in no block of ours is outside.
        if (!top || !isCheap(top))
          return true;
        llvm::append_range(open, top->getResults());
      } else if (position->second < first || position->second >= end) {
        return true;
      }
    }
  }
  return false;
}

SmallVector<OpResult> Sequence::getResults(size_t first, size_t size) const {
  SmallVector<OpResult> results;
  for (Operation *op : get(first, size))
    for (OpResult result : op->getResults())
      if (isUsedOutside(result, first, first + size))
        results.push_back(result);
  return results;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

namespace {
/// How an operand is made.
enum Source : int64_t { Inside, Cheap, Leaf };
} // namespace

StretchInputs::StretchInputs(Stretch stretch, Classes &cheap) {
  auto number = [&](ValueRange values) {
    for (Value value : values)
      numbers.try_emplace(value, numbers.size());
  };
  walkStretch(stretch, [&](Operation *op) {
    number(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        number(block.getArguments());
  });
  walkStretch(stretch, [&](Operation *op) {
    for (Value operand : op->getOperands())
      addOperand(operand, cheap);
  });
}

void StretchInputs::addOperand(Value value, Classes &cheap) {
  if (auto known = numbers.find(value); known != numbers.end()) {
    wiring.append({Source::Inside, known->second});
  } else if (Operation *source = getCheapSource(value)) {
    wiring.append({Source::Cheap, int64_t(cheap.classify(source))});
    // At most a fill of an empty tensor.
    for (Value operand : source->getOperands())
      addOperand(operand, cheap);
  } else {
    wiring.push_back(Source::Leaf);
    leaves.push_back(value);
  }
}

//===- RowGroups.cpp - operations that share their rows -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroups.h"

#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {
/// What is known of the size of a dim: equal keys, equal sizes. A number (no
/// value), a value (no dim), or the dim of a buffer.
using SizeKey = std::pair<Value, int64_t>;
constexpr int64_t kNoDim = -1;
} // namespace

static SizeKey getSizeKey(Value buffer, int64_t dim) {
  while (true) {
    auto type = cast<MemRefType>(buffer.getType());
    if (!type.isDynamicDim(dim))
      return {Value(), type.getDimSize(dim)};
    auto alloc = buffer.getDefiningOp<memref::AllocOp>();
    if (!alloc)
      return {buffer, dim};
    Value size = alloc.getDynamicSizes()[type.getDynamicDimIndex(dim)];
    auto sizeOf = size.getDefiningOp<memref::DimOp>();
    std::optional<int64_t> index = sizeOf ? getKnownDim(sizeOf) : std::nullopt;
    if (!index)
      return {size, kNoDim};
    buffer = sizeOf.getSource();
    dim = *index;
  }
}

/// The keys of loop `dim` of `op`.
static SmallVector<SizeKey> getSizeKeys(linalg::GenericOp op, unsigned dim) {
  SmallVector<SizeKey> keys;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [position, result] : llvm::enumerate(map.getResults()))
      if (auto expr = dyn_cast<AffineDimExpr>(result);
          expr && expr.getPosition() == dim)
        keys.push_back(getSizeKey(operand.get(), position));
  }
  return keys;
}

bool diffattn::hasEqualSizes(linalg::GenericOp op) {
  return llvm::all_of(llvm::seq(op.getNumLoops()), [&](unsigned dim) {
    return llvm::all_equal(getSizeKeys(op, dim));
  });
}

static bool haveEqualRows(LoopPlan &a, LoopPlan &b) {
  if (a.rows.size() != b.rows.size() || a.rows.empty())
    return false;
  for (auto [dimA, dimB] : llvm::zip_equal(a.rows, b.rows)) {
    SmallVector<SizeKey> keys = getSizeKeys(b.op, dimB);
    if (llvm::none_of(getSizeKeys(a.op, dimA), [&](SizeKey key) {
          return llvm::is_contained(keys, key);
        }))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The buffer that `view` is a view of.
static Value getBase(Value view) {
  while (auto op = view.getDefiningOp<ViewLikeOpInterface>())
    view = op.getViewSource();
  return view;
}

/// Whether `base` is memory of its own.
static bool isDistinct(Value base) {
  if (auto argument = dyn_cast<BlockArgument>(base)) {
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    // By the contract of entries; internal calls may pass views.
    return function && function.isPublic() &&
           argument.getOwner()->isEntryBlock();
  }
  return isa_and_present<memref::AllocOp, memref::AllocaOp,
                         memref::GetGlobalOp>(base.getDefiningOp());
}

static bool mayAlias(Value a, Value b) {
  Value baseA = getBase(a), baseB = getBase(b);
  return baseA == baseB || !isDistinct(baseA) || !isDistinct(baseB);
}

/// Whether row r of `b` touches only what row r of `a` does in the buffer that
/// both operands are.
static bool sharesRows(LoopPlan &a, OpOperand &ofA, LoopPlan &b,
                       OpOperand &ofB) {
  AffineMap mapA = a.op.getMatchingIndexingMap(&ofA);
  AffineMap mapB = b.op.getMatchingIndexingMap(&ofB);
  MLIRContext *context = mapA.getContext();
  for (auto [dimA, dimB] : llvm::zip_equal(a.rows, b.rows)) {
    AffineExpr exprA = getAffineDimExpr(dimA, context);
    AffineExpr exprB = getAffineDimExpr(dimB, context);
    if (llvm::none_of(llvm::zip_equal(mapA.getResults(), mapB.getResults()),
                      [&](auto results) {
                        return std::get<0>(results) == exprA &&
                               std::get<1>(results) == exprB;
                      }))
      return false;
  }
  return true;
}

/// The buffers that the body loads from.
static SmallVector<Value> getLoadedBuffers(linalg::GenericOp op) {
  SmallVector<Value> buffers;
  op.getRegion().walk(
      [&](memref::LoadOp load) { buffers.push_back(load.getMemRef()); });
  return buffers;
}

/// Whether a body loads from what the other operation writes.
static bool loadsWhatIsWritten(linalg::GenericOp reader,
                               linalg::GenericOp writer) {
  for (Value buffer : getLoadedBuffers(reader))
    for (Value output : writer.getDpsInits())
      if (mayAlias(buffer, output))
        return true;
  return false;
}

/// Whether the rows of `a` and `b`, which follows, can take turns.
static bool canShareLoop(LoopPlan &a, LoopPlan &b) {
  if (!haveEqualRows(a, b) || loadsWhatIsWritten(a.op, b.op) ||
      loadsWhatIsWritten(b.op, a.op))
    return false;
  for (OpOperand &ofA : a.op->getOpOperands())
    for (OpOperand &ofB : b.op->getOpOperands()) {
      bool writes = a.op.isDpsInit(&ofA) || b.op.isDpsInit(&ofB);
      if (!writes || !isa<MemRefType>(ofA.get().getType()) ||
          !isa<MemRefType>(ofB.get().getType()))
        continue;
      bool isSame = ofA.get() == ofB.get();
      if (isSame ? !sharesRows(a, ofA, b, ofB) : mayAlias(ofA.get(), ofB.get()))
        return false;
    }
  return true;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

static bool canJoin(RowGroup &group, LoopPlan &plan) {
  return llvm::all_of(group.plans, [&](LoopPlan &member) {
    return canShareLoop(member, plan);
  });
}

/// Adds `plan` to `group`, perhaps after one of them turned all its dims into
/// rows.
static bool join(RowGroup &group, LoopPlan plan) {
  if (canJoin(group, plan)) {
    group.plans.push_back(std::move(plan));
    return true;
  }
  LoopPlan asRows = planRows(plan.op);
  if (canJoin(group, asRows)) {
    group.plans.push_back(std::move(asRows));
    return true;
  }
  RowGroup turned = group;
  for (LoopPlan &member : turned.plans)
    member = planRows(member.op);
  if (!canJoin(turned, plan))
    return false;
  for (LoopPlan &member : turned.plans)
    if (!member.reductions.empty())
      return false;
  turned.plans.push_back(std::move(plan));
  group = std::move(turned);
  return true;
}

/// Whether operations may move across `op`: it allocates, checks or computes,
/// but neither reads nor writes memory. If a check fails, what outputs hold is
/// of no interest.
static bool isTransparent(Operation &op) {
  if (isa<memref::AllocOp>(op))
    return true;
  WalkResult result = op.walk([](Operation *nested) {
    // Operations of linalg have effects of their own beside those of their
    // body.
    bool onlyNests = nested->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
                     !isa<MemoryEffectOpInterface>(nested);
    bool passes = isa<cf::AssertOp>(nested) || onlyNests ||
                  nested->hasTrait<OpTrait::IsTerminator>() ||
                  isMemoryEffectFree(nested);
    return passes ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

std::vector<RowGroup> diffattn::groupRows(Block &block, int64_t vectorBits) {
  std::vector<RowGroup> groups;
  bool isOpen = false;
  SmallVector<Operation *> deallocations;
  for (Operation &op : block) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (generic && canPlan(generic)) {
      LoopPlan plan = planLoops(generic, vectorBits);
      if (isOpen && join(groups.back(), plan)) {
        llvm::append_range(groups.back().deallocations, deallocations);
      } else {
        groups.push_back({{std::move(plan)}, {}});
        isOpen = true;
      }
      deallocations.clear();
      continue;
    }
    if (isa<memref::DeallocOp>(op)) {
      deallocations.push_back(&op);
      continue;
    }
    if (!isTransparent(op))
      isOpen = false;
  }
  return groups;
}

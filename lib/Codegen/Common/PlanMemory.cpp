//===- PlanMemory.cpp - buffers in one allocation -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which buffers an arena holds, and when they live. Where a buffer is freed was
// decided with all its aliases in view (bufferization's deallocation), so from
// its first use to its `memref.dealloc` is all there is to know.
//
//===----------------------------------------------------------------------===//

#include "Arena.h"

#include "diffattn/Codegen/Common/Numbers.h"
#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_PLANMEMORYPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Sums of sizes that are known don't overflow: a larger buffer is alone.
static constexpr int64_t kLargestBytes = int64_t(1) << 40;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// The bytes of `type`, dynamic sizes left out; nothing if an arena can't hold
/// it.
static std::optional<int64_t> getKnownBytes(MemRefType type) {
  Type element = type.getElementType();
  if (!type.getLayout().isIdentity() || type.getMemorySpace() ||
      !element.isIntOrIndexOrFloat())
    return std::nullopt;
  int64_t bytes = bytesOfNumber(element);
  for (int64_t size : type.getShape()) {
    if (ShapedType::isDynamic(size))
      continue;
    if (llvm::MulOverflow(bytes, size, bytes) || bytes > kLargestBytes)
      return std::nullopt;
  }
  return bytes;
}

/// The one operation that frees `alloc`, if it is in the same block and nothing
/// else can.
static memref::DeallocOp findDealloc(memref::AllocOp alloc) {
  memref::DeallocOp found;
  for (Operation *user : alloc->getUsers()) {
    if (isa<memref::ReallocOp>(user))
      return nullptr;
    auto dealloc = dyn_cast<memref::DeallocOp>(user);
    if (!dealloc)
      continue;
    if (found || dealloc->getBlock() != alloc->getBlock())
      return nullptr;
    found = dealloc;
  }
  return found;
}

static std::optional<ArenaBuffer> toBuffer(memref::AllocOp alloc,
                                           int64_t alignment) {
  std::optional<int64_t> bytes = getKnownBytes(alloc.getType());
  memref::DeallocOp dealloc = findDealloc(alloc);
  // Without a use it is about to go.
  if (!bytes || !dealloc || alloc->hasOneUse() ||
      !alloc.getSymbolOperands().empty() ||
      alignment % alloc.getAlignment().value_or(1) != 0)
    return std::nullopt;
  return ArenaBuffer{alloc, dealloc, *bytes, /*first=*/0, /*end=*/0};
}

/// Fills in when each of the `buffers` in `block` lives.
static void findLifetimes(Block &block, MutableArrayRef<ArenaBuffer> buffers) {
  DenseMap<Operation *, int64_t> steps;
  for (Operation &op : block)
    steps[&op] = steps.size();
  for (ArenaBuffer &buffer : buffers) {
    buffer.end = steps.at(buffer.dealloc);
    buffer.first = buffer.end;
    for (Operation *user : buffer.alloc->getUsers())
      buffer.first =
          std::min(buffer.first, steps.at(block.findAncestorOpInBlock(*user)));
  }
}

//===----------------------------------------------------------------------===//
// Sizes that are known early
//===----------------------------------------------------------------------===//

/// How many operations are moved for a buffer.
static constexpr size_t kMostMoves = 64;

/// Moves what computes the operands of `op` to before `place`, earlier in the
/// same block. Fails, and moves nothing, if that takes more than arithmetic.
static LogicalResult moveOperandsBefore(Operation *op, Operation *place) {
  SetVector<Operation *> moves;
  auto add = [&](Operation *user) {
    for (Value operand : user->getOperands()) {
      Operation *source = operand.getDefiningOp();
      if (source && source->getBlock() == place->getBlock() &&
          !source->isBeforeInBlock(place))
        moves.insert(source);
    }
  };
  add(op);
  for (size_t i = 0; i < moves.size(); ++i) {
    if (i == kMostMoves || moves[i]->getNumRegions() || !isPure(moves[i]))
      return failure();
    add(moves[i]);
  }
  SmallVector<Operation *> sorted = moves.takeVector();
  llvm::sort(sorted,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *move : sorted)
    move->moveBefore(place);
  return success();
}

/// Takes those of `buffers` whose sizes can be known at the first of them.
static SmallVector<ArenaBuffer>
takeArena(SmallVectorImpl<ArenaBuffer> &buffers) {
  SmallVector<ArenaBuffer> taken, rest;
  Operation *place = buffers.front().alloc;
  for (ArenaBuffer &buffer : buffers) {
    bool isFirst = buffer.alloc == place;
    if (isFirst || succeeded(moveOperandsBefore(buffer.alloc, place)))
      taken.push_back(buffer);
    else
      rest.push_back(buffer);
  }
  buffers = std::move(rest);
  return taken;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static void planBlock(Block &block, int64_t alignment) {
  SmallVector<ArenaBuffer> buffers;
  for (auto alloc : block.getOps<memref::AllocOp>())
    if (std::optional<ArenaBuffer> buffer = toBuffer(alloc, alignment))
      buffers.push_back(*buffer);
  // Sizes that depend on what was computed before give an arena of their own.
  while (buffers.size() > 1) {
    SmallVector<ArenaBuffer> arena = takeArena(buffers);
    if (arena.size() == 1)
      continue;
    findLifetimes(block, arena);
    buildArena(arena, alignment);
  }
}

void mlir::diffattn::planMemory(func::FuncOp function, int64_t alignment) {
  SmallVector<Block *> blocks;
  function.walk([&](Block *block) { blocks.push_back(block); });
  for (Block *block : blocks)
    planBlock(*block, alignment);
}

namespace {
struct PlanMemoryPass : diffattn::impl::PlanMemoryPassBase<PlanMemoryPass> {
  using PlanMemoryPassBase::PlanMemoryPassBase;

  void runOnOperation() override {
    constexpr int64_t most = 1 << 20;
    if (alignment < 1 || alignment > most || !llvm::isPowerOf2_64(alignment)) {
      getOperation().emitError()
          << "alignment is " << alignment.getValue()
          << ", expected a power of two in [1, " << most << "]";
      return signalPassFailure();
    }
    planMemory(getOperation(), alignment);
  }
};
} // namespace

//===- PrepareDeallocation.cpp - allocations for the heap ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Numbers.h"
#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_PREPAREDEALLOCATIONPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// What a function may keep on the stack.
static constexpr int64_t kStackBytes = 4096;

/// The bytes of `type`, or a number above any limit if they aren't known.
static int64_t bytesOf(MemRefType type) {
  constexpr int64_t kUnknown = INT64_MAX;
  if (!type.hasStaticShape() || !type.getElementType().isIntOrIndexOrFloat())
    return kUnknown;
  int64_t bytes = bytesOfNumber(type.getElementType());
  return llvm::MulOverflow(bytes, type.getNumElements(), bytes) ? kUnknown
                                                                : bytes;
}

static void moveToHeap(memref::AllocaOp alloca) {
  OpBuilder b(alloca);
  auto alloc = memref::AllocOp::create(
      b, alloca.getLoc(), alloca.getType(), alloca.getDynamicSizes(),
      alloca.getSymbolOperands(), alloca.getAlignmentAttr());
  alloca.replaceAllUsesWith(alloc.getResult());
  alloca.erase();
}

/// Replaces the scope by a region that runs once, which structured lowering
/// knows; nothing is left on the stack for the scope to free.
static void inlineScope(memref::AllocaScopeOp scope) {
  OpBuilder b(scope);
  auto execute =
      scf::ExecuteRegionOp::create(b, scope.getLoc(), scope.getResultTypes());
  execute.getRegion().takeBody(scope.getBodyRegion());
  for (Block &block : execute.getRegion()) {
    auto ret = dyn_cast<memref::AllocaScopeReturnOp>(block.getTerminator());
    if (!ret)
      continue;
    b.setInsertionPoint(ret);
    scf::YieldOp::create(b, ret.getLoc(), ret.getOperands());
    ret.erase();
  }
  scope.replaceAllUsesWith(execute.getResults());
  scope.erase();
}

/// Marks `dealloc` and the allocation it frees, if that is in sight.
static void markManual(memref::DeallocOp dealloc) {
  UnitAttr unit = UnitAttr::get(dealloc.getContext());
  StringRef name = bufferization::BufferizationDialect::kManualDeallocation;
  dealloc->setAttr(name, unit);
  if (Operation *source = dealloc.getMemref().getDefiningOp())
    if (isa<memref::AllocOp, memref::ReallocOp>(source))
      source->setAttr(name, unit);
}

void mlir::diffattn::prepareDeallocation(func::FuncOp function) {
  int64_t left = kStackBytes;
  SmallVector<memref::AllocaOp> allocas;
  function.walk([&](memref::AllocaOp alloca) { allocas.push_back(alloca); });
  for (memref::AllocaOp alloca : allocas) {
    int64_t bytes = bytesOf(alloca.getType());
    bool isInEntry = alloca->getBlock() == &function.getBody().front();
    if (isInEntry && bytes <= left)
      left -= bytes;
    else
      moveToHeap(alloca);
  }
  function.walk([](memref::AllocaScopeOp scope) { inlineScope(scope); });
  function.walk([](memref::DeallocOp dealloc) { markManual(dealloc); });
}

namespace {
struct PrepareDeallocationPass
    : diffattn::impl::PrepareDeallocationPassBase<PrepareDeallocationPass> {
  void runOnOperation() override {
    if (!getOperation().isExternal())
      prepareDeallocation(getOperation());
  }
};
} // namespace

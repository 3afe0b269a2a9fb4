//===- DropSync.cpp - kernels with one barrier or wait less ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Sim/Passes.h"
#include "diffattn/Codegen/Sim/Transforms.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_DROPSYNCPASS
#include "diffattn/Codegen/Sim/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

SmallVector<Operation *> mlir::diffattn::findSyncs(ModuleOp module) {
  SmallVector<Operation *> syncs;
  for (auto kernels : module.getOps<gpu::GPUModuleOp>())
    kernels.walk([&](Operation *op) {
      // A barrier with a result also computes something.
      bool isSync =
          isa<gpu::BarrierOp, NVVM::Barrier0Op, NVVM::BarrierOp,
              NVVM::BarrierArriveOp, NVVM::SyncWarpOp,
              NVVM::CpAsyncCommitGroupOp, NVVM::CpAsyncWaitGroupOp>(op);
      if (isSync && op->getNumResults() == 0)
        syncs.push_back(op);
    });
  return syncs;
}

LogicalResult mlir::diffattn::dropSync(ModuleOp module, int64_t number) {
  SmallVector<Operation *> syncs = findSyncs(module);
  if (number < 0 || number >= int64_t(syncs.size()))
    return module.emitError()
           << "no barrier, commit or wait has number " << number
           << ": the kernels have " << syncs.size();
  syncs[number]->erase();
  return success();
}

namespace {
struct DropSyncPass : diffattn::impl::DropSyncPassBase<DropSyncPass> {
  using DropSyncPassBase::DropSyncPassBase;

  void runOnOperation() override {
    if (number == -1) {
      for (auto [i, op] : llvm::enumerate(findSyncs(getOperation())))
        op->emitRemark() << "number " << i << ": " << op->getName();
      return markAllAnalysesPreserved();
    }
    if (failed(dropSync(getOperation(), number)))
      signalPassFailure();
  }
};
} // namespace

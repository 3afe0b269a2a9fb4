//===- OutlineKernels.cpp - one module with all kernels ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/GPU/Names.h"
#include "diffattn/Codegen/GPU/Passes.h"
#include "diffattn/Codegen/GPU/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Utils/GPUUtils.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_OUTLINEKERNELSPASS
#include "diffattn/Codegen/GPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

FailureOr<gpu::GPUModuleOp> mlir::diffattn::getKernelsModule(ModuleOp module) {
  Operation *found = module.lookupSymbol(kKernelsModule);
  if (auto kernels = dyn_cast_or_null<gpu::GPUModuleOp>(found))
    return kernels;
  if (found)
    return found->emitError()
           << "symbol '" << kKernelsModule << "' is that of the kernels";
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  b.getUnitAttr());
  return gpu::GPUModuleOp::create(b, module.getLoc(), kKernelsModule);
}

/// "attend_softmax" for a softmax in function "attend".
static std::string nameOf(gpu::LaunchOp launch) {
  auto function = launch->getParentOfType<func::FuncOp>();
  auto work = launch->getAttrOfType<StringAttr>(kKernelNameAttr);
  return (function.getName() + "_" + (work ? work.getValue() : "loop")).str();
}

/// PTX takes letters, digits, _ and $ in names.
static std::string asPTXName(StringRef name) {
  std::string result;
  for (char c : name)
    result += llvm::isAlnum(c) ? c : '_';
  return result.empty() || llvm::isDigit(result[0]) ? "_" + result : result;
}

static void outline(gpu::LaunchOp launch, SymbolTable &kernels) {
  (void)sinkOperationsIntoLaunchOp(launch, [](Operation *op) {
    return op->hasTrait<OpTrait::ConstantLike>();
  });
  SmallVector<Value> operands;
  gpu::GPUFuncOp kernel =
      outlineKernelFunc(launch, asPTXName(nameOf(launch)), operands);
  kernels.insert(kernel);
  OpBuilder b(launch);
  gpu::LaunchFuncOp::create(b, launch.getLoc(), kernel,
                            launch.getGridSizeOperandValues(),
                            launch.getBlockSizeOperandValues(),
                            launch.getDynamicSharedMemorySize(), operands);
  launch.erase();
}

LogicalResult mlir::diffattn::outlineKernels(ModuleOp module) {
  FailureOr<gpu::GPUModuleOp> kernels = getKernelsModule(module);
  if (failed(kernels))
    return failure();
  SymbolTable symbols(*kernels);
  for (auto function : module.getOps<func::FuncOp>()) {
    SmallVector<gpu::LaunchOp> launches;
    function.walk([&](gpu::LaunchOp launch) { launches.push_back(launch); });
    for (gpu::LaunchOp launch : launches)
      outline(launch, symbols);
  }
  return success();
}

namespace {
struct OutlineKernelsPass
    : diffattn::impl::OutlineKernelsPassBase<OutlineKernelsPass> {
  void runOnOperation() override {
    if (failed(outlineKernels(getOperation())))
      signalPassFailure();
  }
};
} // namespace

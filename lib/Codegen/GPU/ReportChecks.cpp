//===- ReportChecks.cpp - failed checks in kernels -----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/GPU/Names.h"
#include "diffattn/Codegen/GPU/Passes.h"
#include "diffattn/Codegen/GPU/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_REPORTCHECKSPASS
#include "diffattn/Codegen/GPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

static constexpr StringRef kStatusWord = "diffattn_status_word";

/// `diffattn_status_word` as host code calls it before contexts are threaded.
static func::FuncOp declareStatusWord(ModuleOp module) {
  if (auto found = module.lookupSymbol<func::FuncOp>(kStatusWord))
    return found;
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  auto type = b.getFunctionType({}, LLVM::LLVMPointerType::get(b.getContext()));
  auto function = func::FuncOp::create(b, module.getLoc(), kStatusWord, type);
  function.setPrivate();
  return function;
}

/// Makes `check` a branch to `fail`, which takes the number of the message.
static void rewriteCheck(cf::AssertOp check, Block *fail, int32_t number) {
  Block *block = check->getBlock();
  Block *next = block->splitBlock(check);
  auto b = ImplicitLocOpBuilder::atBlockEnd(check.getLoc(), block);
  Value message = arith::ConstantIntOp::create(b, b.getI32Type(), number);
  cf::CondBranchOp::create(b, check.getArg(), next, ValueRange(), fail,
                           ValueRange{message});
  check.erase();
}

/// Gives `kernel` an argument for the status word, and a block that ends the
/// thread with a message there.
static Block *addFailure(gpu::GPUFuncOp kernel) {
  Location loc = kernel.getLoc();
  auto b = ImplicitLocOpBuilder(loc, kernel.getContext());
  Type ptr = LLVM::LLVMPointerType::get(kernel.getContext());
  unsigned position = kernel.getNumArguments();
  (void)kernel.insertArgument(position, ptr, DictionaryAttr(), loc);
  Block *fail = &kernel.getBody().emplaceBlock();
  Value number = fail->addArgument(b.getI32Type(), loc);
  b.setInsertionPointToStart(fail);
  LLVM::StoreOp::create(b, number, kernel.getArgument(position));
  gpu::ReturnOp::create(b);
  return fail;
}

/// Passes the status word as the last operand of each launch.
static void passStatusWord(ModuleOp module, gpu::GPUModuleOp kernels,
                           ArrayRef<gpu::GPUFuncOp> changed) {
  llvm::SmallPtrSet<Operation *, 8> isChanged(changed.begin(), changed.end());
  SmallVector<gpu::LaunchFuncOp> launches;
  SymbolTable table(kernels);
  module.walk([&](gpu::LaunchFuncOp launch) {
    if (isChanged.contains(table.lookup(launch.getKernelName())))
      launches.push_back(launch);
  });
  for (gpu::LaunchFuncOp launch : launches) {
    OpBuilder b(launch);
    auto word =
        func::CallOp::create(b, launch.getLoc(), declareStatusWord(module));
    launch.getKernelOperandsMutable().append(word.getResults());
  }
}

void mlir::diffattn::reportChecks(ModuleOp module) {
  auto kernels = module.lookupSymbol<gpu::GPUModuleOp>(kKernelsModule);
  if (!kernels)
    return;
  llvm::MapVector<gpu::GPUFuncOp, SmallVector<cf::AssertOp>> checks;
  kernels.walk([&](cf::AssertOp check) {
    checks[check->getParentOfType<gpu::GPUFuncOp>()].push_back(check);
  });
  llvm::SetVector<Attribute> messages;
  SmallVector<gpu::GPUFuncOp> changed;
  for (auto &[kernel, checksOfKernel] : checks) {
    Block *fail = addFailure(kernel);
    changed.push_back(kernel);
    for (cf::AssertOp check : checksOfKernel) {
      messages.insert(check.getMsgAttr());
      auto position = llvm::find(messages, check.getMsgAttr());
      rewriteCheck(check, fail, position - messages.begin() + 1);
    }
  }
  passStatusWord(module, kernels, changed);
  kernels->setAttr(kMessagesAttr,
                   ArrayAttr::get(module.getContext(), messages.getArrayRef()));
}

namespace {
struct ReportChecksPass
    : diffattn::impl::ReportChecksPassBase<ReportChecksPass> {
  void runOnOperation() override { reportChecks(getOperation()); }
};
} // namespace

//===- EmulatedModule.cpp - kernels in MLIR, run by the emulator ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedModule.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Support/TargetSelect.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::diffattn;
namespace orc = llvm::orc;

/// What brings kernels to the LLVM and NVVM dialects.
static constexpr llvm::StringLiteral kToNVVM =
    "gpu.module(convert-nvgpu-to-nvvm,convert-scf-to-cf,"
    "expand-strided-metadata,lower-affine,"
    "convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=1},"
    "convert-vector-to-llvm,convert-ub-to-llvm,reconcile-unrealized-casts,"
    "canonicalize,cse)";

static const DialectRegistry &allDialects() {
  static DialectRegistry registry = [] {
    registerAllPasses();
    DialectRegistry registry;
    registerAllDialects(registry);
    registerAllExtensions(registry);
    registerBuiltinDialectTranslation(registry);
    registerLLVMDialectTranslation(registry);
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return registry;
  }();
  return registry;
}

EmulatedModule::~EmulatedModule() = default;

EmulatedModule::EmulatedModule(const std::string &file, int64_t dropped) {
  EXPECT_TRUE(compile(INPUTS + file, dropped)) << file;
}

bool EmulatedModule::compile(const std::string &path, int64_t dropped) {
  context = std::make_unique<MLIRContext>(allDialects());
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(path, ParserConfig(context.get()));
  if (!module)
    return false;
  PassManager pm(context.get());
  if (failed(parsePassPipeline(kToNVVM, pm)) || failed(pm.run(*module)))
    return false;
  syncCount = findSyncs(*module).size();
  if (dropped >= 0 && failed(dropSync(*module, dropped)))
    return false;
  SmallVector<SimKernel> emulated;
  return succeeded(lowerToSim(*module, emulated)) && load(*module, emulated);
}

bool EmulatedModule::load(ModuleOp module, ArrayRef<SimKernel> emulated) {
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(module, *llvmContext);
  auto created = orc::LLJITBuilder().create();
  if (!code || !created)
    return false;
  jit = std::move(*created);
  if (jit->addIRModule({std::move(code), std::move(llvmContext)}))
    return false;
  for (const SimKernel &kernel : emulated) {
    auto address = jit->lookup(kernel.symbol);
    if (!address)
      return false;
    names.push_back(kernel.name);
    functions.push_back(address->toPtr<void (*)(void *const *)>());
  }
  for (const std::string &name : names)
    nameTexts.push_back(name.c_str());
  kernels.version = 1;
  kernels.kind = DIFFATTN_KERNELS_EMULATED;
  kernels.count = names.size();
  kernels.names = nameTexts.data();
  kernels.functions = functions.data();
  return true;
}

int32_t EmulatedModule::kernel(const std::string &name) const {
  return std::find(names.begin(), names.end(), name) - names.begin();
}

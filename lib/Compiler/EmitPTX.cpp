//===- EmitPTX.cpp - kernels as text for NVIDIA's driver -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Kernels.h"
#include "Timed.h"

#include "diffattn/Codegen/GPU/DeviceMath.h"
#include "diffattn/Codegen/GPU/Names.h"
#include "diffattn/Compiler/Chip.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LegacyPassManager.h"

using namespace mlir;
using namespace mlir::diffattn;

/// Bytes of parameters that a kernel can take before PTX 8.1, and from then on.
static constexpr uint64_t kParameterBytes = 4096, kMoreParameterBytes = 32764;

static LogicalResult checkKernels(gpu::GPUModuleOp kernels) {
  WalkResult result = kernels.walk([](Operation *op) {
    if (isa_and_present<LLVM::LLVMDialect, NVVM::NVVMDialect>(
            op->getDialect()) ||
        isa<gpu::GPUModuleOp>(op))
      return WalkResult::advance();
    op->emitOpError() << "is not of stage llvm, expected the LLVM and NVVM "
                         "dialects only";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// The bytes that the parameters of `kernel` take.
static uint64_t parameterBytes(const llvm::Function &kernel) {
  const llvm::DataLayout &layout = kernel.getParent()->getDataLayout();
  uint64_t bytes = 0;
  for (const llvm::Argument &argument : kernel.args()) {
    bytes = llvm::alignTo(bytes, layout.getABITypeAlign(argument.getType()));
    bytes += layout.getTypeAllocSize(argument.getType());
  }
  return bytes;
}

/// The version of PTX for `chip` that the kernels in `code` need.
static FailureOr<unsigned>
choosePTXVersion(Session &session, const llvm::Module &code, const Chip &chip) {
  unsigned version = chip.ptxVersion;
  for (const llvm::Function &function : code) {
    if (function.getCallingConv() != llvm::CallingConv::PTX_Kernel)
      continue;
    uint64_t bytes = parameterBytes(function);
    if (bytes > kMoreParameterBytes)
      return session.error("kernel '" + function.getName() + "' takes " +
                           Twine(bytes) +
                           " bytes of arguments, expected at "
                           "most " +
                           Twine(kMoreParameterBytes));
    if (bytes > kParameterBytes)
      version = std::max(version, 81u);
  }
  return version;
}

/// Makes all but kernels internal; nothing may be left to a linker.
static LogicalResult finishSymbols(Session &session, llvm::Module &code) {
  for (llvm::Function &function : code) {
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel ||
        function.isIntrinsic())
      continue;
    if (function.isDeclaration() && !function.use_empty())
      return session.error("kernels call '" + function.getName() +
                           "', which they don't have");
    if (!function.isDeclaration())
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  return success();
}

static FailureOr<std::string> generateText(Session &session, llvm::Module &code,
                                           llvm::TargetMachine &machine) {
  llvm::SmallVector<char, 0> text;
  llvm::raw_svector_ostream os(text);
  llvm::legacy::PassManager codegen;
  if (machine.addPassesToEmitFile(codegen, os, /*DwoOut=*/nullptr,
                                  llvm::CodeGenFileType::AssemblyFile))
    return session.error("no PTX can be written");
  size_t before = session.diagnostics().size();
  codegen.run(code);
  if (session.diagnostics().size() != before)
    return failure();
  return std::string(text.begin(), text.end());
}

FailureOr<std::string> mlir::diffattn::emitPTX(Session &session,
                                               ModuleOp module,
                                               const KernelList &list) {
  Timed timed(session, "emit PTX");
  auto kernels = module.lookupSymbol<gpu::GPUModuleOp>(kKernelsModule);
  if (!kernels)
    return module.emitError() << "has no 'gpu.module @" << kKernelsModule
                              << "', which its kernels are in";
  llvm::Expected<Chip> chip = findChip(list.chip);
  if (!chip)
    return session.error(llvm::toString(chip.takeError()));
  if (failed(checkKernels(kernels)))
    return failure();
  llvm::LLVMContext context;
  reportTo(session, context);
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(kernels, context, kKernelsModule);
  if (!code)
    return failure();
  FailureOr<unsigned> version = choosePTXVersion(session, *code, *chip);
  if (failed(version))
    return failure();
  auto machine = createTargetMachine(*chip, *version);
  if (!machine)
    return session.error(llvm::toString(machine.takeError()));
  code->setTargetTriple((*machine)->getTargetTriple());
  code->setDataLayout((*machine)->createDataLayout());
  if (failed(linkDeviceMath(session, *code, deviceMathForPTX())) ||
      failed(finishSymbols(session, *code)) || failed(verify(session, *code)))
    return failure();
  {
    Timed timed(session, "optimise LLVM IR");
    optimize(*code, **machine, llvm::OptimizationLevel::O3);
  }
  return generateText(session, *code, **machine);
}

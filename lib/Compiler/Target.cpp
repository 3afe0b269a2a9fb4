//===- Target.cpp - the processor to compile for -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Target.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>
#include <mutex>
#include <vector>

using namespace mlir::diffattn;

static void initializeNativeTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    // For assembly that an author writes in the LLVM dialect.
    llvm::InitializeNativeTargetAsmParser();
  });
}

/// The processor that every machine of the architecture can stand for.
static llvm::StringRef baselineCPU(const llvm::Triple &triple) {
  return triple.getArch() == llvm::Triple::x86_64 ? "x86-64" : "generic";
}

/// The features of this machine, sorted: the host's map has no fixed order.
static std::string hostFeatures() {
  std::vector<std::string> names;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    names.push_back((feature.second ? "+" : "-") + feature.first().str());
  std::sort(names.begin(), names.end(), [](auto &a, auto &b) {
    return llvm::StringRef(a).drop_front() < llvm::StringRef(b).drop_front();
  });
  return llvm::join(names, ",");
}

static llvm::Expected<const llvm::Target *>
lookupTarget(const llvm::Triple &triple) {
  initializeNativeTarget();
  std::string error;
  if (const llvm::Target *target =
          llvm::TargetRegistry::lookupTarget(triple, error))
    return target;
  return llvm::createStringError("no code can be generated for '%s': %s",
                                 triple.str().c_str(), error.c_str());
}

static bool hasF16Conversions(const llvm::Triple &triple,
                              const llvm::MCSubtargetInfo &subtarget) {
  if (triple.getArch() == llvm::Triple::x86_64)
    return subtarget.checkFeatures("+f16c");
  return triple.getArch() == llvm::Triple::aarch64;
}

static unsigned widthOfVectors(const llvm::Triple &triple,
                               const llvm::MCSubtargetInfo &subtarget) {
  if (triple.getArch() != llvm::Triple::x86_64)
    return 128;
  if (subtarget.checkFeatures("+avx512f,+avx512vl,+avx512dq"))
    return 512;
  return subtarget.checkFeatures("+avx2,+fma") ? 256 : 128;
}

llvm::Expected<Target> mlir::diffattn::resolveTarget(llvm::StringRef cpu) {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  llvm::Expected<const llvm::Target *> backend = lookupTarget(triple);
  if (!backend)
    return backend.takeError();

  Target target;
  target.triple = triple.str();
  target.cpu = llvm::StringSwitch<llvm::StringRef>(cpu)
                   .Case("native", llvm::sys::getHostCPUName())
                   .Case("generic", baselineCPU(triple))
                   .Default(cpu)
                   .str();
  if (cpu == "native")
    target.features = hostFeatures();
  // Asked of the baseline: LLVM prints a warning about names it doesn't know.
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      (*backend)->createMCSubtargetInfo(triple, baselineCPU(triple), ""));
  if (!known || !known->isCPUStringValid(target.cpu))
    return llvm::createStringError(
        "unknown processor '%s', expected native, generic or a name that LLVM "
        "knows, such as x86-64-v3",
        target.cpu.c_str());
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      (*backend)->createMCSubtargetInfo(triple, target.cpu, target.features));
  target.hasF16Conversions = hasF16Conversions(triple, *subtarget);
  target.vectorBits = widthOfVectors(triple, *subtarget);
  return target;
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
mlir::diffattn::createTargetMachine(const Target &target) {
  llvm::Triple triple(target.triple);
  llvm::Expected<const llvm::Target *> backend = lookupTarget(triple);
  if (!backend)
    return backend.takeError();
  std::unique_ptr<llvm::TargetMachine> machine((*backend)->createTargetMachine(
      triple, target.cpu, target.features, llvm::TargetOptions(),
      llvm::Reloc::PIC_, /*CM=*/std::nullopt, llvm::CodeGenOptLevel::Default));
  if (!machine)
    return llvm::createStringError("no code can be generated for '%s'",
                                   target.triple.c_str());
  return machine;
}

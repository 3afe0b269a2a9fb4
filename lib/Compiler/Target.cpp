//===- Target.cpp - the processor to compile for -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Target.h"
#include "CacheSizes.h"
#include "diffattn/Runtime/CPUFeatures.h"

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

static unsigned numVectorRegisters(const llvm::Triple &triple,
                                   const llvm::MCSubtargetInfo &subtarget) {
  if (triple.getArch() == llvm::Triple::x86_64)
    return subtarget.checkFeatures("+avx512f,+avx512vl") ? 32 : 16;
  return 32;
}

/// Where there are tiles for bf16 (AMX), vdpbf16ps is there for compatibility:
/// it starts every other cycle, at half the rate of products of f32 (measured
/// on Emerald Rapids).
static bool hasBF16Dot(const llvm::Triple &triple,
                       const llvm::MCSubtargetInfo &subtarget) {
  return triple.getArch() == llvm::Triple::x86_64 &&
         subtarget.checkFeatures("+avx512bf16,+avx512vl") &&
         !subtarget.checkFeatures("+amx-bf16");
}

/// What code for `subtarget` may need beyond what code for `baseline` needs.
static std::vector<std::string>
featuresBeyond(const llvm::MCSubtargetInfo &baseline,
               const llvm::MCSubtargetInfo &subtarget) {
  std::vector<std::string> names;
  for (std::string_view name : ::diffattn::codeFeatures()) {
    std::string flag = "+" + std::string(name);
    if (subtarget.checkFeatures(flag) && !baseline.checkFeatures(flag))
      names.emplace_back(name);
  }
  return names;
}

/// Adds "+FEATURE..." of a name to the features of `target`.
static llvm::Error addFeatures(Target &target, llvm::StringRef features,
                               const llvm::MCSubtargetInfo &known) {
  for (llvm::StringRef feature : llvm::split(features, '+')) {
    auto isThis = [&](const auto &entry) { return feature == entry.Key; };
    if (llvm::none_of(known.getAllProcessorFeatures(), isThis))
      return llvm::createStringError(
          "unknown feature '%s' of processor '%s', expected a name that LLVM "
          "knows, such as avx512bf16",
          feature.str().c_str(), target.cpu.c_str());
    target.features += ((target.features.empty() ? "+" : ",+") + feature).str();
  }
  return llvm::Error::success();
}

llvm::Expected<Target> mlir::diffattn::resolveTarget(llvm::StringRef name) {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  llvm::Expected<const llvm::Target *> backend = lookupTarget(triple);
  if (!backend)
    return backend.takeError();

  if (name == "multi")
    return llvm::createStringError(
        "multi is several processors, expected one of them here");
  size_t plus = name.find('+');
  llvm::StringRef cpu = name.take_front(plus);
  if (cpu == "multi")
    return llvm::createStringError(
        "multi takes no features, expected multi alone, found '%s'",
        name.str().c_str());
  Target target;
  target.triple = triple.str();
  target.cpu = llvm::StringSwitch<llvm::StringRef>(cpu)
                   .Case("native", llvm::sys::getHostCPUName())
                   .Case("generic", baselineCPU(triple))
                   .Default(cpu)
                   .str();
  target.name =
      target.cpu + (plus == name.npos ? "" : name.drop_front(plus).str());
  if (cpu == "native")
    target.features = hostFeatures();
  // Asked of the baseline: LLVM prints a warning about names it doesn't know.
  std::unique_ptr<llvm::MCSubtargetInfo> known(
      (*backend)->createMCSubtargetInfo(triple, baselineCPU(triple), ""));
  if (!known || !known->isCPUStringValid(target.cpu))
    return llvm::createStringError(
        "unknown processor '%s', expected native, generic, multi or a name "
        "that LLVM knows, such as x86-64-v3",
        target.cpu.c_str());
  if (plus != name.npos)
    if (llvm::Error error =
            addFeatures(target, name.drop_front(plus + 1), *known))
      return error;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      (*backend)->createMCSubtargetInfo(triple, target.cpu, target.features));
  target.hasF16Conversions = hasF16Conversions(triple, *subtarget);
  target.vectorBits = widthOfVectors(triple, *subtarget);
  target.vectorRegisters = numVectorRegisters(triple, *subtarget);
  target.hasBF16Dot = hasBF16Dot(triple, *subtarget);
  CacheSizes caches =
      getCacheSizes(target.cpu, target.vectorBits, cpu == "native");
  target.l1Bytes = caches.l1;
  target.l2Bytes = caches.l2;
  target.requiredFeatures = featuresBeyond(*known, *subtarget);
  return target;
}

llvm::Expected<std::vector<Target>>
mlir::diffattn::resolveTargets(llvm::StringRef cpu) {
  llvm::SmallVector<llvm::StringRef> names{cpu};
  if (cpu == "multi") {
    llvm::Triple triple(llvm::sys::getProcessTriple());
    if (triple.getArch() != llvm::Triple::x86_64)
      return llvm::createStringError("multi is for x86-64, expected native, "
                                     "generic or LLVM's name of a processor");
    names = {"x86-64-v4+avx512bf16", "x86-64-v4", "x86-64-v3", "x86-64"};
  }
  std::vector<Target> targets;
  for (llvm::StringRef name : names) {
    llvm::Expected<Target> target = resolveTarget(name);
    if (!target)
      return target.takeError();
    targets.push_back(std::move(*target));
  }
  return targets;
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
mlir::diffattn::createTargetMachine(const Target &target, bool optimize) {
  llvm::Triple triple(target.triple);
  llvm::Expected<const llvm::Target *> backend = lookupTarget(triple);
  if (!backend)
    return backend.takeError();
  std::unique_ptr<llvm::TargetMachine> machine((*backend)->createTargetMachine(
      triple, target.cpu, target.features, llvm::TargetOptions(),
      llvm::Reloc::PIC_, /*CM=*/std::nullopt,
      optimize ? llvm::CodeGenOptLevel::Default : llvm::CodeGenOptLevel::None));
  if (!machine)
    return llvm::createStringError("no code can be generated for '%s'",
                                   target.triple.c_str());
  return machine;
}

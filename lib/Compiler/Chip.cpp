//===- Chip.cpp - GPUs to compile for ------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Compiler/Chip.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include <mutex>

using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

llvm::StringRef mlir::diffattn::stringifyDevice(Device device) {
  switch (device) {
  case Device::CPU:
    return "cpu";
  case Device::CUDA:
    return "cuda";
  case Device::Sim:
    return "sim";
  }
  llvm_unreachable("unknown device");
}

llvm::Expected<Device> mlir::diffattn::parseDevice(llvm::StringRef name) {
  for (Device device : {Device::CPU, Device::CUDA, Device::Sim})
    if (stringifyDevice(device) == name)
      return device;
  return llvm::createStringError(
      "unknown target '%s', expected cpu, cuda or sim", name.str().c_str());
}

//===----------------------------------------------------------------------===//
// Chips
//===----------------------------------------------------------------------===//

static constexpr int64_t kKiB = 1024;

/// From Ampere on: kernels need its tensor cores and asynchronous copies.
static constexpr Chip kChips[] = {
    {"sm_80", 80, kKiB * 163},  {"sm_86", 80, kKiB * 99},
    {"sm_87", 80, kKiB * 163},  {"sm_89", 80, kKiB * 99},
    {"sm_90", 80, kKiB * 227},  {"sm_90a", 80, kKiB * 227},
    {"sm_100", 86, kKiB * 227}, {"sm_100a", 86, kKiB * 227},
    {"sm_103", 88, kKiB * 227}, {"sm_103a", 88, kKiB * 227},
    {"sm_120", 87, kKiB * 99},  {"sm_120a", 87, kKiB * 99},
};

llvm::Expected<Chip> mlir::diffattn::findChip(llvm::StringRef name) {
  for (const Chip &chip : kChips)
    if (chip.name == name)
      return chip;
  std::string names = llvm::join(
      llvm::map_range(kChips, [](const Chip &chip) { return chip.name.str(); }),
      ", ");
  return llvm::createStringError("unknown chip '%s', expected one of %s",
                                 name.str().c_str(), names.c_str());
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
mlir::diffattn::createTargetMachine(const Chip &chip, unsigned ptxVersion) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return llvm::createStringError("no PTX can be generated: %s",
                                   error.c_str());
  // LLVM's own default is the first version for the chip, or aborts.
  std::string features = "+ptx" + std::to_string(ptxVersion);
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, chip.name, features, llvm::TargetOptions(), std::nullopt,
      std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

//===- Chip.h - GPUs to compile for -----------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_COMPILER_CHIP_H
#define DIFFATTN_COMPILER_CHIP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::diffattn {

/// Where functions compute.
enum class Device {
  CPU,  ///< the processor that calls them
  CUDA, ///< kernels on an NVIDIA GPU
  Sim,  ///< the same kernels in the emulator
};

/// "cpu", "cuda" or "sim".
llvm::Expected<Device> parseDevice(llvm::StringRef name);
llvm::StringRef stringifyDevice(Device device);

/// An NVIDIA GPU, and the version of PTX that its kernels are written in.
struct Chip {
  llvm::StringLiteral name;
  /// 10 times the version: what drivers must know at least.
  unsigned ptxVersion;
  /// Shared memory that a workgroup can have.
  int64_t sharedBytes;
};

/// The chip called `name`, "sm_80" say. The error lists those there are.
llvm::Expected<Chip> findChip(llvm::StringRef name);

/// Code for `chip`, as PTX text of the version `ptxVersion`, at least that of
/// the chip.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const Chip &chip, unsigned ptxVersion);

} // namespace mlir::diffattn

#endif // DIFFATTN_COMPILER_CHIP_H

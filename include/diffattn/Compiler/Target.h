//===- Target.h - the processor to compile for ------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_COMPILER_TARGET_H
#define DIFFATTN_COMPILER_TARGET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::diffattn {

/// A processor in LLVM's words. The system is always that of this process.
struct Target {
  std::string triple;
  std::string cpu;
  /// "+avx2,-avx512f": what `cpu` does not imply.
  std::string features;
  /// f16 <-> f32 conversions are instructions.
  bool hasF16Conversions = false;
  /// The width of its vectors that code should use.
  unsigned vectorBits = 128;
};

/// The target that `cpu` names: `native` (this machine), `generic` (the
/// baseline of the architecture: code for every machine of it), or a processor
/// that LLVM knows (`x86-64-v3`, `znver4`).
llvm::Expected<Target> resolveTarget(llvm::StringRef cpu);

/// Position-independent code for shared libraries.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const Target &target);

} // namespace mlir::diffattn

#endif // DIFFATTN_COMPILER_TARGET_H

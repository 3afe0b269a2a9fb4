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
#include <vector>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::diffattn {

/// A processor in LLVM's words. The system is always that of this process.
struct Target {
  std::string triple;
  /// `cpu`, and the features that were added to it by name.
  std::string name;
  std::string cpu;
  /// "+avx2,-avx512f": what `cpu` does not imply.
  std::string features;
  /// f16 <-> f32 conversions are instructions.
  bool hasF16Conversions = false;
  /// The width of its vectors that code should use.
  unsigned vectorBits = 128;
  /// The number of its vector registers.
  unsigned vectorRegisters = 16;
  /// There is a dot product of pairs of bf16, accumulated in f32, on vectors of
  /// that width, and it is faster than products of f32.
  bool hasBF16Dot = false;
  /// Bytes of the data caches of a core. Plans depend on them, and results on
  /// plans to the last bit: a name means the same sizes wherever it is
  /// compiled.
  int64_t l1Bytes = 32 << 10, l2Bytes = 1 << 20;
  /// The features that code for it may need and that not every machine of the
  /// architecture has; see diffattn/Runtime/CPUFeatures.h.
  std::vector<std::string> requiredFeatures;
};

/// The target that `cpu` names: `native` (this machine), `generic` (the
/// baseline of the architecture: code for every machine of it), or a processor
/// that LLVM knows (`x86-64-v3`, `znver4`). "+FEATURE" may follow, also several
/// times: `x86-64-v4+avx512bf16`.
llvm::Expected<Target> resolveTarget(llvm::StringRef cpu);

/// The targets that `cpu` names, best first: several for `multi` (x86-64 with
/// AVX-512 and its bf16 dot product, with AVX-512, with AVX2 and FMA, and the
/// baseline), else one.
llvm::Expected<std::vector<Target>> resolveTargets(llvm::StringRef cpu);

/// Position-independent code for shared libraries.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const Target &target, bool optimize = true);

} // namespace mlir::diffattn

#endif // DIFFATTN_COMPILER_TARGET_H

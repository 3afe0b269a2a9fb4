//===- Cubin.h - machine code for NVIDIA GPUs -------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drivers compile PTX themselves when kernels are loaded, which takes about a
// second each. Code that NVIDIA's ptxas made ahead saves that, on the GPU it is
// for. LLVM has no such assembler, so the program is run.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_COMPILER_CUBIN_H
#define DIFFATTN_LIB_COMPILER_CUBIN_H

#include "diffattn/Compiler/Chip.h"

#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace mlir::diffattn {

/// Machine code for one GPU.
struct Cubin {
  std::string chip;
  std::string code;
};

/// Makes it.
class Assembler {
public:
  /// For the chips in `list`, "sm_90,sm_100"; "" for none. `path` is that of
  /// ptxas; "": the one in PATH, else in `bin` of the toolkit (CUDA_HOME), else
  /// of the package nvidia-cuda-nvcc in the Python environment (VIRTUAL_ENV).
  /// Fails if there is no such chip, one is there twice, or no ptxas.
  static llvm::Expected<Assembler> create(llvm::StringRef list,
                                          llvm::StringRef path);

  /// Where ptxas is; "" if there is no chip.
  const std::string &path() const { return program; }

  /// Code of `ptx`, which is for `chip` and newer ones, for each of the chips.
  llvm::Expected<std::vector<Cubin>> assemble(llvm::StringRef ptx,
                                              llvm::StringRef chip) const;

private:
  llvm::Expected<std::string> assembleFor(const Chip &chip,
                                          llvm::StringRef ptx) const;

  llvm::SmallVector<Chip> chips;
  std::string program;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_COMPILER_CUBIN_H

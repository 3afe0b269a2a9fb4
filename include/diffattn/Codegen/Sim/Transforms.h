//===- Transforms.h - the functions behind the passes for sim ---*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each does what Passes.td says of the pass of the same name. All emit an error
// before they fail.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_SIM_TRANSFORMS_H
#define DIFFATTN_CODEGEN_SIM_TRANSFORMS_H

#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir::diffattn {

/// A kernel that became host code.
struct SimKernel {
  std::string name;   ///< in its `gpu.module`
  std::string symbol; ///< of the function for diffattn_kernels.functions, which
                      ///< is `void (ptr)` in the LLVM dialect
};

/// Makes host code of the kernels in `module`; appends them to `kernels`, in
/// the order of the text.
LogicalResult lowerToSim(ModuleOp module, SmallVectorImpl<SimKernel> &kernels);

/// The barriers, arrivals, commits and waits in the kernels of `module`, in the
/// order of the text.
SmallVector<Operation *> findSyncs(ModuleOp module);

/// Removes number `number` of them.
LogicalResult dropSync(ModuleOp module, int64_t number);

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_SIM_TRANSFORMS_H

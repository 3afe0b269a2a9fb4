//===- Transforms.h - the functions behind the passes for GPUs --*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each does what Passes.td says of the pass of the same name. All emit an error
// before they fail.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_GPU_TRANSFORMS_H
#define DIFFATTN_CODEGEN_GPU_TRANSFORMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::diffattn {

/// The `gpu.module` of all kernels of `module`, made at the first call. Emits
/// an error if its name is taken.
FailureOr<gpu::GPUModuleOp> getKernelsModule(ModuleOp module);

/// Whether `op` itself, as code of its place, reads or writes elements of
/// memrefs.
bool touchesElements(Operation *op);

/// Replaces scheduled attentions of `module`, on buffers, by launches. Emits an
/// error where one takes more than `sharedBytes` of shared memory.
LogicalResult lowerAttentionsToGPU(ModuleOp module, int64_t sharedBytes);

/// Replaces matrix products of `module`, on buffers, of at least `smallest`
/// products of numbers by calls of a library.
LogicalResult callMatmuls(ModuleOp module, int64_t smallest);

/// Makes launches of what reduces rows in `function`, whose warps share a row.
void reduceRows(func::FuncOp function);

/// Makes a launch of what computes on elements in `function`.
LogicalResult launchLoops(func::FuncOp function);

/// Moves the bodies of launches in `module` to its kernels.
LogicalResult outlineKernels(ModuleOp module);

/// Replaces elementary functions within `root`, a `gpu.module`, by calls.
LogicalResult callDeviceMath(Operation *root);

/// Turns the checks in kernels of `module` into stores to the status word.
void reportChecks(ModuleOp module);

/// Converts the kernels in `kernels` to the LLVM and NVVM dialects.
LogicalResult convertKernels(gpu::GPUModuleOp kernels);

/// Turns what host code of `module` does with kernels and with memory of a
/// device into calls of the runtime.
LogicalResult lowerLaunches(ModuleOp module, StringRef chip);

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_GPU_TRANSFORMS_H

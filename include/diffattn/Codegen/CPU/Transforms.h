//===- Transforms.h - the functions behind the passes for CPUs
//--------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_CPU_TRANSFORMS_H
#define DIFFATTN_CODEGEN_CPU_TRANSFORMS_H

#include "diffattn/Codegen/CPU/Quantization.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::diffattn {

/// Emits an error, and fails, if no processor has vectors of so many bits.
LogicalResult verifyVectorBits(Operation *op, int64_t vectorBits);

/// Replaces attentions on buffers that have a schedule by calls of kernels with
/// vectors of `vectorBits` bits: 128, 256 or 512. `bf16Dot`: there is an
/// instruction for products of pairs of bf16.
void lowerAttentions(ModuleOp module, int64_t vectorBits, bool bf16Dot);

/// Replaces the contractions on buffers in `module` by calls of kernels with
/// vectors of `vectorBits` bits: 128, 256 or 512. `bf16Dot`: as above.
/// `quantization`: what the runtime keeps of weights. Emits an error before it
/// fails.
LogicalResult lowerContractions(ModuleOp module, int64_t vectorBits,
                                bool bf16Dot, Quantization quantization);

/// Outlines the outermost parallel loops of `module`. Emits an error before it
/// fails.
LogicalResult lowerParallel(ModuleOp module);

/// Replaces elementary functions of f32 vectors within `root` by polynomials.
void approximateMath(Operation *root);

/// Turns linalg operations on strided buffers within `root` into loops with
/// vectors of so many bits, and threads.
void vectorizeLoops(Operation *root, int64_t vectorBits);

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_CPU_TRANSFORMS_H

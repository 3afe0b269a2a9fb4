//===- Passes.h - passes for CPUs
//-------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes.td says what each pass does. Transforms.h has the functions behind
// them.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_CPU_PASSES_H
#define DIFFATTN_CODEGEN_CPU_PASSES_H

#include "diffattn/Codegen/CPU/Quantization.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::diffattn {

#define GEN_PASS_DECL
#include "diffattn/Codegen/CPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "diffattn/Codegen/CPU/Passes.h.inc"

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_CPU_PASSES_H

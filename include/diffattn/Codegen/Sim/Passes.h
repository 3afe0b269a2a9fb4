//===- Passes.h - passes for the emulator -----------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes.td says what each pass does. Transforms.h has the functions behind
// them.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_SIM_PASSES_H
#define DIFFATTN_CODEGEN_SIM_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::diffattn {

#define GEN_PASS_DECL
#include "diffattn/Codegen/Sim/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "diffattn/Codegen/Sim/Passes.h.inc"

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_SIM_PASSES_H

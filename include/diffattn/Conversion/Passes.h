//===- Passes.h - passes between dialects ---------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CONVERSION_PASSES_H
#define DIFFATTN_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::diffattn {

#define GEN_PASS_DECL
#include "diffattn/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "diffattn/Conversion/Passes.h.inc"

} // namespace mlir::diffattn

#endif // DIFFATTN_CONVERSION_PASSES_H

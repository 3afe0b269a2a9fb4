//===- RuntimeFunctions.h - calls of the runtime ----------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_COMMON_RUNTIMEFUNCTIONS_H
#define DIFFATTN_CODEGEN_COMMON_RUNTIMEFUNCTIONS_H

#include "diffattn/Codegen/Common/Emitter.h"

#include "mlir/IR/BuiltinOps.h"

namespace mlir::diffattn {

/// Declares a function of the runtime that takes pointers. Its context comes
/// first later, and a status back (diffattn-thread-status). Emits an error if
/// the module has another symbol of that name.
LogicalResult declareRuntimeFunction(ModuleOp module, StringRef name,
                                     unsigned pointers);

/// The address of the first element of a strided buffer, as !llvm.ptr.
Value emitPointerTo(Emitter &e, Value buffer);

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_COMMON_RUNTIMEFUNCTIONS_H

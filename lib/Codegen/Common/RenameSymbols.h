//===- RenameSymbols.h - new names, in one walk -----------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_COMMON_RENAMESYMBOLS_H
#define DIFFATTN_LIB_CODEGEN_COMMON_RENAMESYMBOLS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::diffattn {

/// Makes what refers to symbols of `module` refer to those of the new names.
/// The symbols themselves stay. (Upstream walks the module for each symbol.)
void replaceSymbolUses(ModuleOp module,
                       const DenseMap<StringAttr, StringAttr> &newNames);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_COMMON_RENAMESYMBOLS_H

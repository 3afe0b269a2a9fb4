//===- LLVMSymbols.h - declarations and constants in LLVM modules -*- C++ -*-=//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_COMMON_LLVMSYMBOLS_H
#define DIFFATTN_LIB_CODEGEN_COMMON_LLVMSYMBOLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::diffattn {

/// Adds functions and constants to a module of the LLVM dialect.
class LLVMSymbols {
public:
  explicit LLVMSymbols(ModuleOp module) : module(module), table(module) {}

  /// The function `name`, declared at the first call.
  LLVM::LLVMFuncOp declare(StringRef name, Type result,
                           ArrayRef<Type> arguments);

  /// A new internal constant: `bytes`, and a NUL.
  LLVM::GlobalOp addString(StringRef name, StringRef bytes);
  /// A new internal constant: i64 `numbers`.
  LLVM::GlobalOp addNumbers(StringRef name, ArrayRef<int64_t> numbers);

  SymbolTable &symbolTable() { return table; }

private:
  LLVM::GlobalOp addConstant(StringRef name, Type type, Attribute value);

  ModuleOp module;
  SymbolTable table;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_COMMON_LLVMSYMBOLS_H

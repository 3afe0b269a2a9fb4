//===- KernelLibrary.h - functions made when first asked for ----*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_COMMON_KERNELLIBRARY_H
#define DIFFATTN_CODEGEN_COMMON_KERNELLIBRARY_H

#include "diffattn/Codegen/Common/Emitter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::diffattn {

/// Private functions of a module that code generators share by name, so that a
/// model compiles to a few kernels and many calls.
class KernelLibrary {
public:
  explicit KernelLibrary(ModuleOp module) : symbols(module) {}

  using Body = function_ref<Values(Emitter &, ValueRange)>;

  /// The function called `name`; `body` writes it if there is none yet, and
  /// gives its results.
  func::FuncOp define(const Twine &name, TypeRange arguments, TypeRange results,
                      Body body);

  static Values call(Emitter &e, func::FuncOp function, ValueRange arguments) {
    return Values(func::CallOp::create(e, function, arguments).getResults());
  }

  /// `type` as a part of a name.
  static std::string nameOf(Type type);

private:
  SymbolTable symbols;
  llvm::StringMap<func::FuncOp> functions;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_COMMON_KERNELLIBRARY_H

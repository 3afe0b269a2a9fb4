//===- Modules.h - modules of the programs ----------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_FUZZ_MODULES_H
#define DIFFATTN_TEST_FUZZ_MODULES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <string>
#include <string_view>

namespace diffattn::fuzz {

/// A context as the compiler has it, and what is done with its modules. It
/// needs the dialect's libraries alone.
class Modules {
public:
  Modules();
  ~Modules();

  /// Text or bytecode; null if it is no valid module.
  mlir::OwningOpRef<mlir::ModuleOp> parse(std::string_view source);
  std::string writeBytecode(mlir::ModuleOp module);
  /// Says what the last steps had to say, and ends the process.
  [[noreturn]] void complain(const char *what, std::string_view module);

  mlir::MLIRContext &context() { return *mlirContext; }
  std::string diagnostics;

private:
  std::unique_ptr<mlir::MLIRContext> mlirContext;
};

/// One of this process, made anew now and then: contexts never give memory
/// back.
Modules &freshModules();

/// The module as text, of each operation's own form or of the generic one.
std::string print(mlir::ModuleOp module, bool generic);

bool isBytecode(std::string_view source);

/// Runs our passes that `list` names on `module`, and verifies what comes out
/// after each; `fail` is called if they fail without a word. Returns what
/// libFuzzer wants to know.
int runPasses(mlir::ModuleOp module, llvm::StringRef list,
              const std::string &diagnostics, llvm::function_ref<void()> fail);

} // namespace diffattn::fuzz

#endif // DIFFATTN_TEST_FUZZ_MODULES_H

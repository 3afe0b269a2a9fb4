//===- lower-layer.cpp - run diffattn's passes ----------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: lower-layer PASSES < in.mlir > out.mlir
//
//===----------------------------------------------------------------------===//

#include "diffattn/InitAll.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: lower-layer PASSES < in.mlir > out.mlir\n";
    return 2;
  }
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  diffattn::registerAllDiffAttnDialects(registry);
  diffattn::registerAllDiffAttnExtensions(registry);
  registerAllPasses();
  diffattn::registerAllDiffAttnPasses();
  MLIRContext context(registry);

  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>("-", &context);
  auto manager = PassManager::on<ModuleOp>(&context);
  if (!module || failed(parsePassPipeline(argv[1], manager)) ||
      failed(manager.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}

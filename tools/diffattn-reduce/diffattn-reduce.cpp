//===- diffattn-reduce.cpp - shrink a module that shows a bug -------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "support/CommandLine.h"

int main(int argc, char **argv) {
  diffattn::tools::reportFatalErrors("diffattn-reduce");
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::diffattn::registerAllDiffAttnDialects(registry);
  mlir::diffattn::registerAllDiffAttnExtensions(registry);
  mlir::diffattn::registerAllDiffAttnPasses();
  mlir::MLIRContext context(registry);
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
}

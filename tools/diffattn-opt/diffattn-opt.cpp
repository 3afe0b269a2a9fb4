//===- diffattn-opt.cpp - mlir-opt with the diffattn dialect and passes ---===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "support/CommandLine.h"

int main(int argc, char **argv) {
  diffattn::tools::reportFatalErrors("diffattn-opt");
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::diffattn::registerAllDiffAttnDialects(registry);
  mlir::diffattn::registerAllDiffAttnExtensions(registry);
  mlir::diffattn::registerAllDiffAttnPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "differential attention optimizer\n", registry));
}

//===- diffattn-translate.cpp - mlir-translate with the diffattn dialect --===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllTranslations.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "support/CommandLine.h"

int main(int argc, char **argv) {
  diffattn::tools::reportFatalErrors("diffattn-translate");
  mlir::registerAllTranslations();
  return mlir::failed(
      mlir::mlirTranslateMain(argc, argv, "differential attention translator"));
}

//===- DiffAttnPlugin.cpp - the dialect and passes for any mlir-opt -------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the mlir-opt of the same LLVM release:
//
//   mlir-opt-22 --load-dialect-plugin=DiffAttnPlugin.so
//               --load-pass-plugin=DiffAttnPlugin.so
//               --pass-pipeline='builtin.module(diffattn-decompose)' in.mlir
//
// Passes go by --pass-pipeline: flags of their own are parsed before plugins
// are loaded.
//
//===----------------------------------------------------------------------===//

#include "diffattn/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

using namespace mlir;

static constexpr const char kName[] = "diffattn";
static constexpr const char kVersion[] = DIFFATTN_VERSION;

extern "C" LLVM_ATTRIBUTE_WEAK
    __attribute__((visibility("default"))) DialectPluginLibraryInfo
    mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, kVersion,
          [](DialectRegistry *registry) {
            diffattn::registerAllDiffAttnDialects(*registry);
            diffattn::registerAllDiffAttnExtensions(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK
    __attribute__((visibility("default"))) PassPluginLibraryInfo
    mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, kVersion,
          diffattn::registerAllDiffAttnPasses};
}

//===- InitDialects.cpp - registers the dialect ---------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"
#include "diffattn/InitAll.h"

using namespace mlir;

void diffattn::registerAllDiffAttnDialects(DialectRegistry &registry) {
  registry.insert<DiffAttnDialect>();
}

void diffattn::registerAllDiffAttnExtensions(DialectRegistry &registry) {
  registerBufferizableOpInterfaceExternalModels(registry);
  registerRuntimeVerifiableOpInterfaceExternalModels(registry);
}

//===- FuzzBytecode.cpp - MLIR bytecode ----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs are bytecode, or text that becomes bytecode before bytes of it change.
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"
#include "Modules.h"

using namespace diffattn::fuzz;
using namespace mlir;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Modules &modules = freshModules();
  if (OwningOpRef<ModuleOp> module = modules.parse(toText(data, size)))
    (void)print(*module, /*generic=*/false);
  return Keep;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  Modules &modules = freshModules();
  if (!isBytecode(toText(data, size)))
    if (OwningOpRef<ModuleOp> module = modules.parse(toText(data, size)))
      size = give(modules.writeBytecode(*module), data, maxSize);
  return LLVMFuzzerMutate(data, size, maxSize);
}

//===- FuzzText.cpp - MLIR text: parse, print, parse again ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the verifiers accept must survive: it prints, and the text of it, and
// its bytecode, are the same module.
//
//===----------------------------------------------------------------------===//

#include "Fuzzing.h"
#include "Modules.h"
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.h"

using namespace diffattn::fuzz;
using namespace mlir;

/// Whether it is ours to say that a module reads back the same. Resources get
/// another name each time, and other dialects' forms are not ours.
static bool isOurs(ModuleOp module, StringRef text) {
  if (text.contains("dense_resource"))
    return false;
  return module
      .walk([](Operation *op) {
        bool isOne =
            isa_and_present<mlir::diffattn::DiffAttnDialect>(op->getDialect());
        return isOne ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Modules &modules = freshModules();
  OwningOpRef<ModuleOp> module = modules.parse(toText(data, size));
  if (!module)
    return Keep;
  std::string generic = print(*module, /*generic=*/true);
  if (!isOurs(*module, generic))
    return Keep;
  for (const std::string &form : {print(*module, /*generic=*/false), generic,
                                  modules.writeBytecode(*module)}) {
    OwningOpRef<ModuleOp> again = modules.parse(form);
    if (!again)
      modules.complain("what was printed does not parse", form);
    else if (print(*again, /*generic=*/true) != generic)
      modules.complain("what was printed is another module", form);
  }
  return Keep;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  return give(mutateText(toText(data, size), seed), data, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data, size_t size,
                                            const uint8_t *other,
                                            size_t otherSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  return give(crossTexts(toText(data, size), toText(other, otherSize), seed),
              out, maxSize);
}

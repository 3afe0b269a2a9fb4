//===- FuzzPasses.cpp - passes on operations of the dialect --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first line of an input has passes with their options:
//
//   // passes: diffattn-fuse,diffattn-decompose{keep-scheduled}
//
// These are the passes of Dialect and Conversion; fuzz-pipelines has all.
//
//===----------------------------------------------------------------------===//

#include "FirstLine.h"
#include "Modules.h"
#include "diffattn/Conversion/Passes.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h"

#include "mlir/Pass/Pass.h"

using namespace diffattn::fuzz;
namespace fuzz = ::diffattn::fuzz;
using namespace mlir;

static bool registerPasses() {
  mlir::diffattn::registerDiffAttnTransformsPasses();
  mlir::diffattn::registerDiffAttnConversionPasses();
  return true;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const bool registered = registerPasses();
  (void)registered;
  Modules &modules = freshModules();
  StringRef how(splitFirstLine(toText(data, size)).how);
  if (!how.consume_front("// passes:"))
    return Reject;
  OwningOpRef<ModuleOp> module = modules.parse(toText(data, size));
  if (!module)
    return Reject;
  return runPasses(*module, how.trim(), modules.diagnostics, [&] {
    modules.complain("passes failed without a word", print(*module, true));
  });
}

std::string fuzz::pickFirstLine(unsigned seed) {
  static constexpr const char *lines[] = {
      "// passes: diffattn-raise,diffattn-fuse",
      "// passes: diffattn-fuse,diffattn-decompose",
      "// passes: diffattn-convert-to-online,diffattn-decompose",
      "// passes: diffattn-decompose{keep-scheduled}",
      "// passes: diffattn-tile-attention{query-tile=2 key-tile=3}",
      "// passes: diffattn-tile-attention{batch-tile=1 key-splits=2}",
      "// passes: diffattn-tile-attention{query-tile=1 batch-tile=2}",
      "// passes: diffattn-fold-layouts,diffattn-trim-keys",
      "// passes: diffattn-record-attentions",
  };
  return lines[seed % std::size(lines)];
}

//===- RenameSymbols.cpp - new names, in one walk -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RenameSymbols.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::diffattn;

void mlir::diffattn::replaceSymbolUses(
    ModuleOp module, const DenseMap<StringAttr, StringAttr> &newNames) {
  AttrTypeReplacer replacer;
  // Only the first name of a path is one of the module.
  replacer.addReplacement(
      [&](SymbolRefAttr reference) -> std::pair<Attribute, WalkResult> {
        auto found = newNames.find(reference.getRootReference());
        if (found == newNames.end())
          return {reference, WalkResult::skip()};
        return {
            SymbolRefAttr::get(found->second, reference.getNestedReferences()),
            WalkResult::skip()};
      });
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    replacer.replaceElementsIn(op);
    // Names in there are of symbols in there.
    bool isOtherTable = op != module && op->hasTrait<OpTrait::SymbolTable>();
    return isOtherTable ? WalkResult::skip() : WalkResult::advance();
  });
}

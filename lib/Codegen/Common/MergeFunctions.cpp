//===- MergeFunctions.cpp - one function for equal ones -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RenameSymbols.h"

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OperationSupport.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_MERGEFUNCTIONSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// A number that functions of equal bodies share.
static llvm::hash_code hashBody(func::FuncOp function) {
  llvm::hash_code hash = hash_value(function.getFunctionType());
  function.getBody().walk([&](Operation *op) {
    hash = llvm::hash_combine(
        hash, OperationEquivalence::computeHash(
                  op, OperationEquivalence::ignoreHashValue,
                  OperationEquivalence::ignoreHashValue,
                  OperationEquivalence::Flags::IgnoreLocations));
  });
  return hash;
}

/// The attributes of `function` but for its name.
static DictionaryAttr getAttributes(func::FuncOp function) {
  NamedAttrList attributes(function->getAttrDictionary());
  attributes.erase(SymbolTable::getSymbolAttrName());
  return attributes.getDictionary(function.getContext());
}

static bool areEqual(func::FuncOp a, func::FuncOp b) {
  return getAttributes(a) == getAttributes(b) &&
         OperationEquivalence::isRegionEquivalentTo(
             &a.getBody(), &b.getBody(),
             OperationEquivalence::Flags::IgnoreLocations);
}

/// Erases functions that equal an earlier one. Returns whether there were any.
static bool mergeOnce(ModuleOp module) {
  DenseMap<size_t, SmallVector<func::FuncOp>> byHash;
  DenseMap<StringAttr, StringAttr> newNames;
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (!function.isPrivate() || function.isExternal())
      continue;
    SmallVector<func::FuncOp> &others = byHash[hashBody(function)];
    auto other = llvm::find_if(others, [&](func::FuncOp candidate) {
      return areEqual(candidate, function);
    });
    if (other == others.end()) {
      others.push_back(function);
      continue;
    }
    newNames[function.getSymNameAttr()] = other->getSymNameAttr();
    function.erase();
  }
  replaceSymbolUses(module, newNames);
  return !newNames.empty();
}

void mlir::diffattn::mergeFunctions(ModuleOp module) {
  // Callers of what was merged may be equal now.
  while (mergeOnce(module)) {
  }
}

namespace {
struct MergeFunctionsPass
    : diffattn::impl::MergeFunctionsPassBase<MergeFunctionsPass> {
  void runOnOperation() override { mergeFunctions(getOperation()); }
};
} // namespace

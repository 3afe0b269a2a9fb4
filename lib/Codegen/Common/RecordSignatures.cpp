//===- RecordSignatures.cpp - what LLVM would forget ---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RenameSymbols.h"

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Signature.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_RECORDSIGNATURESPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Sets the signature of `function`, whose symbol must not be among `symbols`.
static LogicalResult record(func::FuncOp function,
                            llvm::StringMap<std::string> &symbols) {
  if (failed(describeArguments(function)))
    return failure();
  FailureOr<FunctionSignature> signature = signatureOf(function);
  if (failed(signature))
    return failure();
  auto [other, isNew] =
      symbols.try_emplace(signature->symbol(), signature->name);
  if (!isNew)
    return function.emitError()
           << "entry of function '" << signature->name << "' would be called '"
           << signature->symbol() << "', as that of function '" << other->second
           << "'";
  function->setAttr(kSignatureAttr,
                    encodeSignature(function.getContext(), *signature));
  // The signature says it all, and LLVM knows nothing of these.
  for (unsigned i : llvm::seq(function.getNumArguments()))
    for (StringRef name : {kNameAttr, kKindAttr, kSizesFromAttr})
      function.removeArgAttr(i, name);
  // An author's request for upstream's interface, which nobody would call.
  function->removeAttr("llvm.emit_c_interface");
  function.setPrivate();
  return success();
}

/// Renames every function with a body and every global.
static LogicalResult renameSymbols(ModuleOp module) {
  SymbolTable symbols(module);
  DenseMap<StringAttr, StringAttr> newNames;
  for (Operation &op : module.getOps()) {
    auto function = dyn_cast<func::FuncOp>(op);
    if (!(function && !function.isExternal()) && !isa<memref::GlobalOp>(op))
      continue;
    StringAttr oldName = SymbolTable::getSymbolName(&op);
    newNames[oldName] = StringAttr::get(module.getContext(),
                                        "diffattn_local_" + oldName.getValue());
  }
  for (auto [oldName, newName] : newNames) {
    Operation *op = symbols.lookup(oldName);
    if (symbols.lookup(newName) && !newNames.contains(newName))
      return op->emitError() << "can't be renamed to " << newName
                             << ", which is another's name";
    SymbolTable::setSymbolName(op, newName);
  }
  replaceSymbolUses(module, newNames);
  return success();
}

LogicalResult mlir::diffattn::recordSignatures(ModuleOp module) {
  llvm::StringMap<std::string> symbols;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal() &&
        failed(record(function, symbols)))
      return failure();
  return renameSymbols(module);
}

namespace {
struct RecordSignaturesPass
    : diffattn::impl::RecordSignaturesPassBase<RecordSignaturesPass> {
  void runOnOperation() override {
    if (failed(recordSignatures(getOperation())))
      signalPassFailure();
  }
};
} // namespace

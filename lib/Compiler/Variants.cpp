//===- Variants.cpp - code for several processors in one module ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "llvm/IR/IRBuilder.h"

using namespace mlir;
using namespace mlir::diffattn;

/// The symbol of an entry's code for `target`.
static std::string variantSymbol(const FunctionSignature &entry,
                                 const Target &target) {
  return entry.symbol() + "." + target.name;
}

void mlir::diffattn::makeVariant(llvm::Module &code,
                                 ArrayRef<FunctionSignature> entries,
                                 const Target &target) {
  for (llvm::GlobalValue &value : code.global_values())
    if (!value.isDeclaration() && !value.hasAppendingLinkage() &&
        !value.hasPrivateLinkage())
      value.setLinkage(llvm::GlobalValue::InternalLinkage);
  // Where a constant is does not matter: those of all variants can be one.
  for (llvm::GlobalVariable &global : code.globals())
    if (global.isConstant() && global.hasLocalLinkage())
      global.setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  // The linker takes what is external, and what that needs.
  for (const FunctionSignature &entry : entries) {
    llvm::Function *function = code.getFunction(entry.symbol());
    function->setName(variantSymbol(entry, target));
    function->setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
  for (llvm::Function &function : code) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", target.cpu);
    if (!target.features.empty())
      function.addFnAttr("target-features", target.features);
  }
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// The variants as diffattn_choose_variant reads them: for each one its name
/// and features, each ended by a NUL, and a NUL; another NUL after the last.
static std::string listVariants(ArrayRef<Target> targets) {
  std::string text;
  for (const Target &target : targets) {
    text += target.name + '\0';
    for (const std::string &feature : target.requiredFeatures)
      text += feature + '\0';
    text += '\0';
  }
  return text;
}

namespace {
/// Emits the entries of a module with variants.
class DispatchEmitter {
public:
  DispatchEmitter(llvm::Module &code, ArrayRef<Target> targets)
      : code(code), targets(targets), b(code.getContext()) {}

  void emitEntry(const FunctionSignature &entry);
  void emitChoice();

private:
  llvm::Function *addFunction(const Twine &name,
                              llvm::GlobalValue::LinkageTypes linkage,
                              ArrayRef<llvm::Type *> arguments);
  llvm::BasicBlock *addBlock(const Twine &name) {
    llvm::Function *function = b.GetInsertBlock()->getParent();
    return llvm::BasicBlock::Create(code.getContext(), name, function);
  }
  void emitCalls(const FunctionSignature &entry, llvm::Value *variant);

  llvm::Module &code;
  ArrayRef<Target> targets;
  llvm::IRBuilder<> b;
  /// Gives the number of the variant to use, for a context; below 0: none.
  llvm::Function *choice = nullptr;
};
} // namespace

/// A function that returns an i32, with its first block.
llvm::Function *
DispatchEmitter::addFunction(const Twine &name,
                             llvm::GlobalValue::LinkageTypes linkage,
                             ArrayRef<llvm::Type *> arguments) {
  auto *type = llvm::FunctionType::get(b.getInt32Ty(), arguments,
                                       /*isVarArg=*/false);
  auto *function = llvm::Function::Create(type, linkage, name, code);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  b.SetInsertPoint(
      llvm::BasicBlock::Create(code.getContext(), "start", function));
  return function;
}

/// The choice is kept in a global. Threads may make it at the same time; all
/// make the same.
void DispatchEmitter::emitChoice() {
  auto *chosen = new llvm::GlobalVariable(
      code, b.getInt32Ty(), /*isConstant=*/false,
      llvm::GlobalValue::InternalLinkage, b.getInt32(-1), "diffattn_variant");
  auto *list = b.CreateGlobalString(listVariants(targets), "diffattn_variants",
                                    /*AddressSpace=*/0, &code);
  choice = addFunction("diffattn_chosen_variant",
                       llvm::GlobalValue::InternalLinkage, {b.getPtrTy()});
  llvm::BasicBlock *ask = addBlock("ask"), *done = addBlock("done");
  llvm::Value *known =
      b.CreateAlignedLoad(b.getInt32Ty(), chosen, llvm::Align(4), "known");
  llvm::cast<llvm::LoadInst>(known)->setAtomic(llvm::AtomicOrdering::Monotonic);
  b.CreateCondBr(b.CreateICmpSLT(known, b.getInt32(0)), ask, done);

  b.SetInsertPoint(ask);
  llvm::FunctionCallee runtime = code.getOrInsertFunction(
      "diffattn_choose_variant", b.getInt32Ty(), b.getPtrTy(), b.getPtrTy());
  llvm::Value *answer = b.CreateCall(runtime, {choice->getArg(0), list});
  b.CreateAlignedStore(answer, chosen, llvm::Align(4))
      ->setAtomic(llvm::AtomicOrdering::Monotonic);
  b.CreateRet(answer);

  b.SetInsertPoint(done);
  b.CreateRet(known);
}

/// Goes on to the code of `variant`.
void DispatchEmitter::emitCalls(const FunctionSignature &entry,
                                llvm::Value *variant) {
  llvm::Function *function = b.GetInsertBlock()->getParent();
  SmallVector<llvm::Value *> arguments(
      llvm::make_pointer_range(function->args()));
  llvm::BasicBlock *fail = addBlock("fail");
  llvm::SwitchInst *cases = b.CreateSwitch(variant, fail, targets.size());
  for (auto [i, target] : llvm::enumerate(targets)) {
    llvm::BasicBlock *block = addBlock(target.name);
    cases->addCase(b.getInt32(i), block);
    b.SetInsertPoint(block);
    llvm::Function *callee = code.getFunction(variantSymbol(entry, target));
    callee->setLinkage(llvm::GlobalValue::InternalLinkage);
    llvm::CallInst *call = b.CreateCall(callee, arguments);
    call->setTailCallKind(llvm::CallInst::TCK_Tail);
    b.CreateRet(call);
  }
  b.SetInsertPoint(fail);
  b.CreateRet(b.getInt32(DIFFATTN_FAILED));
}

void DispatchEmitter::emitEntry(const FunctionSignature &entry) {
  llvm::Function *function =
      addFunction(entry.symbol(), llvm::GlobalValue::ExternalLinkage,
                  {b.getPtrTy(), b.getPtrTy(), b.getInt64Ty()});
  emitCalls(entry, b.CreateCall(choice, {function->getArg(0)}));
}

void mlir::diffattn::addDispatch(llvm::Module &code,
                                 ArrayRef<FunctionSignature> entries,
                                 ArrayRef<Target> targets) {
  DispatchEmitter emitter(code, targets);
  emitter.emitChoice();
  for (const FunctionSignature &entry : entries)
    emitter.emitEntry(entry);
}

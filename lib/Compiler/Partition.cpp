//===- Partition.cpp - where modules are cut ------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"

using namespace mlir;
using namespace mlir::diffattn;

/// Instructions of a module that is cut: with less, that costs more than it
/// saves.
static constexpr size_t kLargeModule = 16000;

/// Bytes of variables in a module that is cut: each part reads all.
static constexpr uint64_t kMostData = 1 << 20;

/// Instructions in a part, about, and the most parts: models have few groups of
/// functions that are worth one.
static constexpr size_t kPartSize = 4000, kMostParts = 8;

/// Instructions of a function that LLVM does not copy to several callers.
static constexpr size_t kLargeFunction = 400;

static uint64_t countData(const llvm::Module &code) {
  uint64_t bytes = 0;
  for (const llvm::GlobalVariable &global : code.globals())
    bytes += code.getDataLayout().getTypeAllocSize(global.getValueType());
  return bytes;
}

bool mlir::diffattn::isWorthParts(const llvm::Module &code) {
  if (code.getInstructionCount() < kLargeModule ||
      countData(code) > kMostData ||
      !code.getTargetTriple().isOSBinFormatELF() ||
      !code.getModuleInlineAsm().empty() || !code.alias_empty() ||
      !code.ifunc_empty())
    return false;
  return llvm::all_of(code.global_values(), [](const auto &value) {
    return value.hasDefaultVisibility() && !value.hasComdat() &&
           !value.hasAppendingLinkage();
  });
}

namespace {
/// Functions that stay together.
struct Group {
  size_t size;
  size_t number;
  SmallVector<llvm::Function *> functions;
};

/// Cuts a module.
class Partitioner {
public:
  explicit Partitioner(llvm::Module &code) : code(code) {}

  /// See partition().
  std::vector<llvm::StringSet<>> run();

private:
  void collectUses();
  bool staysApart(const llvm::Function *function) const;
  void assignFunctions(size_t most);
  void assignGlobals();
  void hideShared();

  /// The definitions that `user` refers to.
  using References = llvm::SmallSetVector<llvm::GlobalValue *, 8>;
  void addReferences(llvm::Value *operand, References &references);

  llvm::Module &code;
  llvm::MapVector<llvm::GlobalValue *, References> references;
  /// Who calls a function.
  using Callers = llvm::SmallSetVector<llvm::Function *, 4>;
  llvm::MapVector<llvm::Function *, Callers> callers;
  DenseMap<llvm::GlobalValue *, size_t> sizes;
  DenseMap<llvm::GlobalValue *, unsigned> partOf;
  size_t numParts = 0;
};
} // namespace

void Partitioner::addReferences(llvm::Value *operand, References &references) {
  SmallVector<llvm::Value *> worklist{operand};
  SmallPtrSet<llvm::Value *, 8> seen;
  while (!worklist.empty()) {
    llvm::Value *value = worklist.pop_back_val();
    if (auto *global = dyn_cast<llvm::GlobalValue>(value)) {
      if (!global->isDeclaration())
        references.insert(global);
      continue;
    }
    auto *constant = dyn_cast<llvm::Constant>(value);
    if (constant && seen.insert(constant).second)
      llvm::append_range(worklist, constant->operands());
  }
}

void Partitioner::collectUses() {
  for (llvm::Function &function : code) {
    if (function.isDeclaration())
      continue;
    sizes[&function] = function.getInstructionCount();
    References &found = references[&function];
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &op : block) {
        for (llvm::Value *operand : op.operands())
          if (isa<llvm::Constant>(operand))
            addReferences(operand, found);
        auto *call = dyn_cast<llvm::CallBase>(&op);
        llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
        if (callee && !callee->isDeclaration())
          callers[callee].insert(&function);
      }
  }
  for (llvm::GlobalVariable &global : code.globals())
    if (!global.isDeclaration())
      addReferences(global.getInitializer(), references[&global]);
}

/// Whether LLVM optimises callers of `function` without a look into it.
bool Partitioner::staysApart(const llvm::Function *function) const {
  return sizes.lookup(function) >= kLargeFunction &&
         !function->hasFnAttribute(llvm::Attribute::NoInline);
}

/// Keeps what calls each other together, and shares the rest out evenly: each
/// group, large ones first, goes to the part with the least in it.
void Partitioner::assignFunctions(size_t most) {
  llvm::EquivalenceClasses<llvm::Function *> groups;
  for (auto &[value, uses] : references)
    if (auto *function = dyn_cast<llvm::Function>(value))
      groups.insert(function);
  for (auto &[callee, uses] : callers)
    if (uses.size() == 1 || !staysApart(callee))
      for (llvm::Function *caller : uses)
        groups.unionSets(caller, callee);
  // In the order of the module: that of the groups depends on addresses.
  std::vector<Group> order;
  DenseMap<llvm::Function *, size_t> groupOf;
  for (auto &[value, uses] : references)
    if (auto *function = dyn_cast<llvm::Function>(value)) {
      auto [place, isNew] =
          groupOf.try_emplace(groups.getLeaderValue(function), order.size());
      if (isNew)
        order.push_back({/*size=*/0, /*number=*/order.size(), {}});
      Group &group = order[place->second];
      group.size += sizes.lookup(function);
      group.functions.push_back(function);
    }
  llvm::sort(order, [](const Group &a, const Group &b) {
    return std::make_pair(b.size, a.number) < std::make_pair(a.size, b.number);
  });
  numParts = std::min(most, order.size());
  SmallVector<size_t> load(numParts);
  for (const Group &group : order) {
    unsigned part = llvm::min_element(load) - load.begin();
    load[part] += group.size;
    for (llvm::Function *function : group.functions)
      partOf[function] = part;
  }
}

/// Puts variables where the first function is that needs them.
void Partitioner::assignGlobals() {
  for (auto &[value, uses] : references) {
    if (!isa<llvm::Function>(value))
      continue;
    SmallVector<llvm::GlobalValue *> worklist(uses.begin(), uses.end());
    while (!worklist.empty()) {
      llvm::GlobalValue *used = worklist.pop_back_val();
      if (isa<llvm::Function>(used) ||
          !partOf.try_emplace(used, partOf.lookup(value)).second)
        continue;
      const References &more = references.find(used)->second;
      worklist.append(more.begin(), more.end());
    }
  }
  for (auto &[value, uses] : references)
    partOf.try_emplace(value, 0);
}

/// Lets parts see what they use of others.
void Partitioner::hideShared() {
  for (auto &[user, uses] : references)
    for (llvm::GlobalValue *used : uses) {
      if (!used->hasLocalLinkage() ||
          partOf.lookup(user) == partOf.lookup(used))
        continue;
      used->setLinkage(llvm::GlobalValue::ExternalLinkage);
      used->setVisibility(llvm::GlobalValue::HiddenVisibility);
    }
}

std::vector<llvm::StringSet<>> Partitioner::run() {
  collectUses();
  assignFunctions(std::min(code.getInstructionCount() / kPartSize, kMostParts));
  if (numParts < 2)
    return {};
  assignGlobals();
  hideShared();
  std::vector<llvm::StringSet<>> names(numParts);
  for (auto &[value, uses] : references) {
    if (!value->hasName())
      value->setName("diffattn_unnamed");
    names[partOf.lookup(value)].insert(value->getName());
  }
  return names;
}

std::vector<llvm::StringSet<>> mlir::diffattn::partition(llvm::Module &code) {
  if (!isWorthParts(code))
    return {};
  return Partitioner(code).run();
}

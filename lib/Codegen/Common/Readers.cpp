//===- Readers.cpp - who reads what memory held at first ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Readers.h"

#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::diffattn;

SmallVector<bufferization::ToTensorOp> mlir::diffattn::findOldTensors(
    bufferization::MaterializeInDestinationOp write) {
  Value memory = write.getDest();
  while (auto view = memory.getDefiningOp<ViewLikeOpInterface>())
    memory = view.getViewSource();
  SetVector<Value> views;
  views.insert(memory);
  SmallVector<bufferization::ToTensorOp> tensors;
  for (unsigned i = 0; i < views.size(); ++i)
    for (Operation *user : views[i].getUsers()) {
      Operation *top = write->getBlock()->findAncestorOpInBlock(*user);
      if (isa<ViewLikeOpInterface>(user))
        views.insert_range(user->getResults());
      else if (auto tensor = dyn_cast<bufferization::ToTensorOp>(user);
               tensor && (!top || top->isBeforeInBlock(write)))
        tensors.push_back(tensor);
    }
  return tensors;
}

/// Adds the results of the user of `use`, and arguments of its regions, that
/// may share memory with the operand.
static void addAliases(OpOperand &use, SetVector<Value> &aliases) {
  Operation *user = use.getOwner();
  auto isTensor = [](Value value) { return isa<TensorType>(value.getType()); };
  if (auto style = dyn_cast<DestinationStyleOpInterface>(user)) {
    if (style.isDpsInit(&use))
      aliases.insert_range(
          llvm::make_filter_range(user->getResults(), isTensor));
    return;
  }
  aliases.insert_range(llvm::make_filter_range(user->getResults(), isTensor));
  for (Region &region : user->getRegions())
    for (Block &block : region)
      aliases.insert_range(
          llvm::make_filter_range(block.getArguments(), isTensor));
  // What a region yields.
  if (user->hasTrait<OpTrait::IsTerminator>())
    if (Operation *parent = user->getParentOp();
        !isa<FunctionOpInterface>(parent))
      aliases.insert_range(
          llvm::make_filter_range(parent->getResults(), isTensor));
}

Operation *
mlir::diffattn::findLastReader(bufferization::MaterializeInDestinationOp write,
                               Operation *stop) {
  SetVector<Value> aliases;
  for (bufferization::ToTensorOp tensor : findOldTensors(write))
    aliases.insert(tensor.getResult());
  Operation *last = nullptr;
  for (unsigned i = 0; i < aliases.size(); ++i)
    for (OpOperand &use : aliases[i].getUses()) {
      Operation *top =
          write->getBlock()->findAncestorOpInBlock(*use.getOwner());
      if (!top || top == stop || top == write)
        continue;
      if (!last || last->isBeforeInBlock(top))
        last = top;
      addAliases(use, aliases);
    }
  return last;
}

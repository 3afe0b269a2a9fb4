//===- DescribeArguments.cpp - names and kinds of arguments --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Signature.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_DESCRIBEARGUMENTSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Appends what `call` calls `operand` inside its callee. Returns false if that
/// isn't known.
static bool followCall(func::CallOp call, OpOperand &operand,
                       llvm::SetVector<Value> &aliases) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee || callee.isExternal())
    return false;
  aliases.insert(callee.getArgument(operand.getOperandNumber()));
  return true;
}

/// Whether `operand` may be written by its owner. Values that alias it go to
/// `aliases`.
static bool mayWrite(OpOperand &operand, llvm::SetVector<Value> &aliases) {
  Operation *op = operand.getOwner();
  if (auto call = dyn_cast<func::CallOp>(op))
    return !followCall(call, operand, aliases);
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return true;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffectsOnValue(operand.get(), instances);
  for (const MemoryEffects::EffectInstance &instance : instances)
    if (!isa<MemoryEffects::Read>(instance.getEffect()))
      return true;
  // What is neither a view nor free of memrefs may hand the buffer on.
  for (Value result : op->getResults())
    if (isa<BaseMemRefType>(result.getType()))
      aliases.insert(result);
  return op->hasTrait<OpTrait::IsTerminator>();
}

/// Whether anything may write through `buffer` or a view of it.
static bool mayBeWritten(Value buffer) {
  llvm::SetVector<Value> aliases;
  aliases.insert(buffer);
  for (size_t i = 0; i < aliases.size(); ++i)
    for (OpOperand &use : aliases[i].getUses())
      if (mayWrite(use, aliases))
        return true;
  return false;
}

LogicalResult mlir::diffattn::describeArguments(func::FuncOp function) {
  Builder b(function.getContext());
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    if (!function.getArgAttr(i, kNameAttr))
      function.setArgAttr(i, kNameAttr,
                          b.getStringAttr(nameOrDefault({}, "arg", i)));
    if (function.getArgAttr(i, kKindAttr))
      continue;
    bool isOutput =
        isa<BaseMemRefType>(argument.getType()) && mayBeWritten(argument);
    function.setArgAttr(i, kKindAttr,
                        b.getStringAttr(isOutput ? "output" : "input"));
  }
  return signatureOf(function);
}

namespace {
struct DescribeArgumentsPass
    : diffattn::impl::DescribeArgumentsPassBase<DescribeArgumentsPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal() &&
          failed(describeArguments(function)))
        return signalPassFailure();
  }
};
} // namespace

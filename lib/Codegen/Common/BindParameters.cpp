//===- BindParameters.cpp - weights become arguments ----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Signature.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_BINDPARAMETERSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Whether the data of `global` comes from outside.
static bool isExtern(ml_program::GlobalOp global) {
  return global.getValue() && isa<ml_program::ExternAttr>(*global.getValue());
}

static LogicalResult checkParameter(ml_program::GlobalOp global) {
  if (global.getIsMutable())
    return global.emitOpError() << "is mutable, expected a constant parameter; "
                                   "state must be an argument";
  auto type = dyn_cast<RankedTensorType>(global.getType());
  if (!type || !type.hasStaticShape())
    return global.emitOpError() << "has type " << global.getType()
                                << ", expected a tensor of static shape";
  return success();
}

namespace {
/// Threads the parameters of one module through its functions.
class ParameterBinder {
public:
  explicit ParameterBinder(ModuleOp module) : module(module) {}

  LogicalResult run();

private:
  /// The parameters that a function needs, for itself and for what it calls.
  using Needs = llvm::SetVector<ml_program::GlobalOp>;

  ml_program::GlobalOp lookup(Operation *load);
  void collectLoads(func::FuncOp function);
  void propagateNeeds();
  void addArguments(func::FuncOp function);
  void passArguments(func::CallOp call);
  Value getArgument(func::FuncOp function, ml_program::GlobalOp global);

  ModuleOp module;
  llvm::MapVector<func::FuncOp, Needs> needs;
  /// Number of arguments that a function had by itself.
  DenseMap<func::FuncOp, unsigned> ownArguments;
  SmallVector<Operation *> loads;
  SmallVector<func::CallOp> calls;
};
} // namespace

/// The extern global that `load` reads; null if it is something else.
ml_program::GlobalOp ParameterBinder::lookup(Operation *op) {
  SymbolRefAttr symbol;
  if (auto load = dyn_cast<ml_program::GlobalLoadConstOp>(op))
    symbol = load.getGlobal();
  else if (auto load = dyn_cast<ml_program::GlobalLoadOp>(op))
    symbol = load.getGlobal();
  if (!symbol)
    return {};
  auto global =
      SymbolTable::lookupNearestSymbolFrom<ml_program::GlobalOp>(op, symbol);
  return global && isExtern(global) ? global : ml_program::GlobalOp();
}

void ParameterBinder::collectLoads(func::FuncOp function) {
  Needs &mine = needs[function];
  ownArguments[function] = function.getNumArguments();
  function.walk([&](Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op))
      calls.push_back(call);
    if (ml_program::GlobalOp global = lookup(op)) {
      mine.insert(global);
      loads.push_back(op);
    }
  });
}

/// A caller needs what its callees need. Functions may call each other in
/// circles, so this goes on until nothing changes.
void ParameterBinder::propagateNeeds() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (func::CallOp call : calls) {
      auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
      auto caller = call->getParentOfType<func::FuncOp>();
      if (!callee || !needs.contains(callee))
        continue;
      for (ml_program::GlobalOp global : Needs(needs[callee]))
        changed |= needs[caller].insert(global);
    }
  }
}

void ParameterBinder::addArguments(func::FuncOp function) {
  Builder b(module.getContext());
  for (ml_program::GlobalOp global : needs[function]) {
    NamedAttrList attrs;
    attrs.set(kNameAttr, global.getSymNameAttr());
    attrs.set(kKindAttr, b.getStringAttr("parameter"));
    attrs.set(bufferization::BufferizationDialect::kWritableAttrName,
              b.getBoolAttr(false));
    (void)function.insertArgument(function.getNumArguments(), global.getType(),
                                  attrs.getDictionary(b.getContext()),
                                  global.getLoc());
  }
}

Value ParameterBinder::getArgument(func::FuncOp function,
                                   ml_program::GlobalOp global) {
  Needs &mine = needs[function];
  unsigned position = llvm::find(mine, global) - mine.begin();
  return function.getArgument(ownArguments[function] + position);
}

void ParameterBinder::passArguments(func::CallOp call) {
  auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
  if (!callee || !needs.contains(callee))
    return;
  SmallVector<Value> operands(call.getOperands());
  for (ml_program::GlobalOp global : needs[callee])
    operands.push_back(
        getArgument(call->getParentOfType<func::FuncOp>(), global));
  call.getOperandsMutable().assign(operands);
}

LogicalResult ParameterBinder::run() {
  SmallVector<ml_program::GlobalOp> globals;
  for (auto global : module.getOps<ml_program::GlobalOp>())
    if (isExtern(global))
      globals.push_back(global);
  for (ml_program::GlobalOp global : globals)
    if (failed(checkParameter(global)))
      return failure();
  if (globals.empty())
    return success();
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      collectLoads(function);
  propagateNeeds();
  for (auto &entry : needs)
    addArguments(entry.first);
  for (func::CallOp call : calls)
    passArguments(call);
  for (Operation *load : loads) {
    auto function = load->getParentOfType<func::FuncOp>();
    load->getResult(0).replaceAllUsesWith(getArgument(function, lookup(load)));
    load->erase();
  }
  for (ml_program::GlobalOp global : globals)
    global.erase();
  return success();
}

LogicalResult mlir::diffattn::bindParameters(ModuleOp module) {
  return ParameterBinder(module).run();
}

namespace {
struct BindParametersPass
    : diffattn::impl::BindParametersPassBase<BindParametersPass> {
  void runOnOperation() override {
    if (failed(bindParameters(getOperation())))
      signalPassFailure();
  }
};
} // namespace

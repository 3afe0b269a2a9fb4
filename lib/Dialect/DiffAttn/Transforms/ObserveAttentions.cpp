//===- ObserveAttentions.cpp - attentions show what they compute with -----===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnDialect.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_OBSERVEATTENTIONSPASS
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// The names of the dims of an operand: "b h m d".
static std::string nameDims(AttentionOp op, unsigned operand) {
  auto names = llvm::map_range(getOperandDims(op, operand), [&](unsigned dim) {
    return op.getDims().getName(dim);
  });
  return llvm::join(names, " ");
}

/// The attributes that say what `op` computes, by the names that they have in
/// its text.
static DictionaryAttr describeOptions(AttentionOp op) {
  Builder builder(op.getContext());
  NamedAttrList options;
  auto add = [&](StringRef name, Attribute value) {
    if (value)
      options.append(name, value);
  };
  add("scale", op.getScaleAttr());
  if (op.getCausal())
    add("causal", builder.getBoolAttr(true));
  add("alignment",
      builder.getStringAttr(stringifyAlignment(op.getAlignment())));
  add("window_left", op.getWindowLeftAttr());
  add("window_right", op.getWindowRightAttr());
  add("softcap", op.getSoftcapAttr());
  add("lambda_activation", builder.getStringAttr(stringifyLambdaActivation(
                               op.getLambdaActivation())));
  if (std::optional<NormAttr> norm = op.getNorm())
    add("norm_eps", norm->getEps());
  add("out_scale", op.getOutScaleAttr());
  return options.getDictionary(op.getContext());
}

namespace {
/// The results that one function gets.
class Observer {
public:
  explicit Observer(func::FuncOp function)
      : function(function), builder(function.getContext()),
        end(function.getBody().back().getTerminator()) {}

  /// Adds results for `op`, and returns what they are.
  DictionaryAttr observe(AttentionOp op);
  /// Gives the function the results. Its other results come first.
  void finish();

private:
  /// Adds a result called `name`.
  void add(const Twine &name, Value value);

  func::FuncOp function;
  Builder builder;
  Operation *end;
  SmallVector<Value> values;
  SmallVector<StringAttr> names;
  unsigned numObserved = 0;
};
} // namespace

void Observer::add(const Twine &name, Value value) {
  values.push_back(value);
  names.push_back(builder.getStringAttr(name));
}

DictionaryAttr Observer::observe(AttentionOp op) {
  std::string prefix = "attention" + std::to_string(numObserved++) + ".";
  NamedAttrList arrays;
  auto show = [&](StringRef label, Value value, unsigned operand) {
    std::string role = label.str();
    llvm::replace(role, ' ', '_');
    add(prefix + role, value);
    arrays.append(
        role, builder.getDictionaryAttr(
                  {builder.getNamedAttr("result", names.back()),
                   builder.getNamedAttr(
                       "dims", builder.getStringAttr(nameDims(op, operand)))}));
  };
  unsigned firstOut = op.getDpsInitOperand(0)->getOperandNumber();
  for (unsigned operand = 0; operand < firstOut; ++operand)
    show(op.getOperandLabel(operand), op->getOperand(operand), operand);
  show("out", op->getResult(0), firstOut);
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("options", describeOptions(op)),
       builder.getNamedAttr("arrays", arrays.getDictionary(op.getContext()))});
}

void Observer::finish() {
  unsigned numResults = function.getNumResults();
  SmallVector<unsigned> places(values.size(), numResults);
  SmallVector<DictionaryAttr> attributes;
  for (StringAttr name : names)
    attributes.push_back(
        builder.getDictionaryAttr(builder.getNamedAttr(kNameAttr, name)));
  // A func.func takes results of any type.
  (void)function.insertResults(places, ValueRange(values).getTypes(),
                               attributes);
  end->insertOperands(numResults, values);
}

/// Why the attentions of a function can't be results.
static LogicalResult checkObservable(ModuleOp module, StringRef name,
                                     func::FuncOp function) {
  if (!function || !function.isPublic() || function.isExternal())
    return module.emitError()
           << "observe: expected a public function with a body, found '" << name
           << "'";
  if (!function.getBody().hasOneBlock())
    return function.emitError()
           << "observe: expected a function of one block, found "
           << function.getBody().getBlocks().size();
  if (!SymbolTable::symbolKnownUseEmpty(function, module))
    return function.emitError()
           << "observe: expected a function that nothing calls, found calls";
  return success();
}

LogicalResult diffattn::observeAttentions(ModuleOp module, StringRef name) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (failed(checkObservable(module, name, function)))
    return failure();
  Observer observer(function);
  SmallVector<Attribute> observed;
  WalkResult walk = function.walk([&](AttentionOp op) {
    bool isHidden = op->getBlock() != &function.getBody().front();
    if (isHidden || !op.hasPureTensorSemantics()) {
      op.emitError() << "observe: expected an attention on tensors, in no loop "
                        "or branch, found one "
                     << (isHidden ? "in such" : "on memrefs");
      return WalkResult::interrupt();
    }
    observed.push_back(observer.observe(op));
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  if (observed.empty())
    return function.emitError() << "observe: expected attentions, found none";
  observer.finish();
  Builder builder(module.getContext());
  NamedAttrList functions(module->getAttrOfType<DictionaryAttr>(kObservedAttr));
  functions.set(name, builder.getArrayAttr(observed));
  module->setAttr(kObservedAttr, functions.getDictionary(module.getContext()));
  return success();
}

namespace {
struct ObserveAttentionsPass
    : diffattn::impl::ObserveAttentionsPassBase<ObserveAttentionsPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(observeAttentions(getOperation(), function)))
      signalPassFailure();
  }
};
} // namespace

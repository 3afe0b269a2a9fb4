//===- CallDeviceMath.cpp - elementary functions of kernels --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions are in DeviceMath.c: diffattn_exp for f64, diffattn_expf for
// f32.
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/GPU/Passes.h"
#include "diffattn/Codegen/GPU/Transforms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_CALLDEVICEMATHPASS
#include "diffattn/Codegen/GPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// The function on f64 that computes what `op` does, without its prefix; empty
/// if PTX has instructions for it. `math.sincos` has two.
static SmallVector<StringRef, 2> functionsOf(Operation *op) {
  if (isa<math::SincosOp>(op))
    return {"sin", "cos"};
  StringRef name =
      llvm::TypeSwitch<Operation *, StringRef>(op)
          .Case<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp,
                math::AtanOp, math::AtanhOp, math::Atan2Op, math::CbrtOp,
                math::CosOp, math::CoshOp, math::ErfOp, math::ErfcOp,
                math::ExpOp, math::Exp2Op, math::ExpM1Op, math::LogOp,
                math::Log10Op, math::Log1pOp, math::Log2Op, math::SinOp,
                math::SinhOp, math::TanOp, math::TanhOp>(
              [](Operation *op) { return op->getName().stripDialect(); })
          .Case([](math::PowFOp) { return StringRef("pow"); })
          .Case([](math::FPowIOp) { return StringRef("powi"); })
          .Case([](math::IPowIOp) { return StringRef("ipowi"); })
          .Case([](arith::RemFOp) { return StringRef("fmod"); })
          .Default(StringRef());
  if (name.empty())
    return {};
  return {name};
}

namespace {
/// Replaces operations within a module of kernels.
class Rewriter {
public:
  explicit Rewriter(Operation *root) : root(root), symbols(root) {}

  LogicalResult rewrite(Operation *op);

private:
  Value callEach(ImplicitLocOpBuilder &b, StringRef function, Operation *op);
  Value call(ImplicitLocOpBuilder &b, StringRef function, ValueRange operands);
  LLVM::LLVMFuncOp declare(StringRef name, Type result,
                           ArrayRef<Type> operands);

  Operation *root;
  SymbolTable symbols;
};
} // namespace

LLVM::LLVMFuncOp Rewriter::declare(StringRef name, Type result,
                                   ArrayRef<Type> operands) {
  if (auto found = symbols.lookup<LLVM::LLVMFuncOp>(name))
    return found;
  OpBuilder b = OpBuilder::atBlockBegin(&root->getRegion(0).front());
  auto function = LLVM::LLVMFuncOp::create(
      b, root->getLoc(), name, LLVM::LLVMFunctionType::get(result, operands));
  symbols.insert(function);
  return function;
}

/// Integers as i64, with their sign.
static Value widen(ImplicitLocOpBuilder &b, Value value) {
  Type i64 = b.getI64Type();
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(b, i64, value);
  if (value.getType().isInteger(64) || !value.getType().isInteger())
    return value;
  return arith::ExtSIOp::create(b, i64, value);
}

/// Calls `function` with numbers.
Value Rewriter::call(ImplicitLocOpBuilder &b, StringRef function,
                     ValueRange operands) {
  Type type = operands.front().getType();
  SmallVector<Value> arguments;
  for (Value operand : operands)
    arguments.push_back(widen(b, operand));
  SmallVector<Type> types(ValueRange(arguments).getTypes());
  std::string name = ("diffattn_" + function + (type.isF32() ? "f" : "")).str();
  LLVM::LLVMFuncOp callee = declare(name, types.front(), types);
  Value result = LLVM::CallOp::create(b, callee, arguments).getResult();
  if (result.getType() == type)
    return result;
  if (type.isIndex())
    return arith::IndexCastOp::create(b, type, result);
  return arith::TruncIOp::create(b, type, result);
}

/// Calls `function` with the operands of `op`, element by element.
Value Rewriter::callEach(ImplicitLocOpBuilder &b, StringRef function,
                         Operation *op) {
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  if (!type)
    return call(b, function, op->getOperands());
  Value result = ub::PoisonOp::create(b, type);
  SmallVector<int64_t> strides = computeStrides(type.getShape());
  for (int64_t i : llvm::seq(type.getNumElements())) {
    SmallVector<int64_t> position = delinearize(i, strides);
    SmallVector<Value> elements;
    for (Value operand : op->getOperands())
      elements.push_back(
          isa<VectorType>(operand.getType())
              ? Value(vector::ExtractOp::create(b, operand, position))
              : operand);
    result = vector::InsertOp::create(b, call(b, function, elements), result,
                                      position);
  }
  return result;
}

LogicalResult Rewriter::rewrite(Operation *op) {
  Type type = op->getResult(0).getType();
  Type element = getElementTypeOrSelf(type);
  auto vector = dyn_cast<VectorType>(type);
  if (!(element.isF32() || element.isF64() || element.isIntOrIndex()) ||
      (vector && vector.isScalable()))
    return op->emitOpError() << "of type " << type << " has no code for GPUs";
  ImplicitLocOpBuilder b(op->getLoc(), op);
  SmallVector<Value> results;
  for (StringRef function : functionsOf(op))
    results.push_back(callEach(b, function, op));
  op->replaceAllUsesWith(results);
  op->erase();
  return success();
}

LogicalResult mlir::diffattn::callDeviceMath(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (!functionsOf(op).empty())
      ops.push_back(op);
  });
  Rewriter rewriter(root);
  for (Operation *op : ops)
    if (failed(rewriter.rewrite(op)))
      return failure();
  return success();
}

namespace {
struct CallDeviceMathPass
    : diffattn::impl::CallDeviceMathPassBase<CallDeviceMathPass> {
  void runOnOperation() override {
    if (failed(callDeviceMath(getOperation())))
      signalPassFailure();
  }
};
} // namespace

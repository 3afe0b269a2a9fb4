//===- MoveHalves.cpp - half floats that are moved as integers ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/HalfFloats.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::diffattn;

/// The integers with the bits of `type`, a half float or a vector of them.
static Type getBits(Type type) {
  Type integer = IntegerType::get(type.getContext(), 16);
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(integer);
  return integer;
}

/// The bits of a constant, if they are in the module.
static TypedAttr getBits(Attribute value) {
  return llvm::TypeSwitch<Attribute, TypedAttr>(value)
      .Case([](FloatAttr number) {
        return IntegerAttr::get(getBits(number.getType()),
                                number.getValue().bitcastToAPInt());
      })
      .Case([](DenseElementsAttr elements) {
        return elements.bitcast(
            getElementTypeOrSelf(getBits(elements.getElementType())));
      })
      .Default(TypedAttr());
}

/// Whether `op` does the same with any numbers of 16 bits.
static bool isMove(Operation *op) {
  if (auto constant = dyn_cast<LLVM::ConstantOp>(op))
    return isHalf(constant.getType()) && getBits(constant.getValue());
  return isa<LLVM::LoadOp, LLVM::StoreOp, LLVM::MaskedLoadOp,
             LLVM::MaskedStoreOp, LLVM::masked_gather, LLVM::masked_scatter,
             LLVM::masked_expandload, LLVM::masked_compressstore,
             LLVM::InsertElementOp, LLVM::ExtractElementOp,
             LLVM::ShuffleVectorOp, LLVM::vector_insert, LLVM::vector_extract,
             LLVM::SelectOp, LLVM::FreezeOp, LLVM::PoisonOp, LLVM::UndefOp,
             LLVM::ZeroOp, LLVM::BitcastOp>(op) ||
         isa<BranchOpInterface>(op);
}

/// `value` in `type`, of as many bits, for `user`.
static Value castFor(Operation *user, Value value, Type type) {
  OpBuilder b(user);
  return LLVM::BitcastOp::create(b, user->getLoc(), type, value);
}

namespace {
/// Changes the types of one function.
class Mover {
public:
  explicit Mover(LLVM::LLVMFuncOp function) : function(function) {}

  void run() {
    for (Block &block : llvm::drop_begin(function.getBody()))
      for (BlockArgument argument : block.getArguments())
        change(argument);
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      changeResults(op);
    for (Operation *op : ops)
      changeOperands(op);
  }

private:
  void change(Value value) {
    if (!isHalf(value.getType()))
      return;
    types[value] = value.getType();
    value.setType(getBits(value.getType()));
  }

  void changeResults(Operation *op) {
    if (!isMove(op) || !llvm::any_of(op->getResultTypes(), isHalf))
      return;
    if (auto constant = dyn_cast<LLVM::ConstantOp>(op))
      constant.setValueAttr(getBits(constant.getValue()));
    for (Value result : op->getResults())
      change(result);
  }

  void changeOperands(Operation *op) {
    // A cast takes either.
    if (isa<LLVM::BitcastOp>(op))
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      auto was = types.find(value);
      if (isMove(op) && isHalf(value.getType()))
        operand.set(castFor(op, value, getBits(value.getType())));
      else if (!isMove(op) && was != types.end())
        operand.set(castFor(op, value, was->second));
    }
  }

  LLVM::LLVMFuncOp function;
  /// What values were, whose type is another now.
  DenseMap<Value, Type> types;
};
} // namespace

void mlir::diffattn::moveHalvesAsIntegers(ModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal())
      Mover(function).run();
}

//===- OutScaleArgument.cpp - out_scale from a function's caller ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/OutScaleArgument.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::diffattn;

void mlir::diffattn::setOutScaleArgument(AttentionOp op, unsigned number) {
  op.removeOutScaleAttr();
  op->setAttr(kOutScaleArgumentAttr,
              Builder(op.getContext()).getI64IntegerAttr(number));
}

Value mlir::diffattn::getOutScaleArgument(AttentionOp op) {
  auto number = op->getAttrOfType<IntegerAttr>(kOutScaleArgumentAttr);
  if (!number)
    return Value();
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function.getArgument(number.getInt());
}

/// The argument of the function around `op` that `attribute` means, if it is
/// there.
static Value findArgument(Operation *op, Attribute attribute) {
  auto number = dyn_cast<IntegerAttr>(attribute);
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!number || !number.getType().isSignlessInteger(64) || !function ||
      function.isExternal() || number.getInt() < 0 ||
      number.getInt() >= function.getNumArguments())
    return Value();
  return function.getArgument(number.getInt());
}

LogicalResult mlir::diffattn::verifyOutScaleArgument(Operation *op,
                                                     Attribute attribute) {
  auto attention = dyn_cast<AttentionOp>(op);
  if (!attention || !op->hasAttr(DiffAttnDialect::kScheduleAttrName))
    return op->emitOpError()
           << "expected a scheduled diffattn.attention for '"
           << kOutScaleArgumentAttr << "', found "
           << (attention ? "one without a schedule" : "another op");
  if (attention.getOutScaleAttr())
    return op->emitOpError() << "has both 'out_scale' and '"
                             << kOutScaleArgumentAttr << "', expected one";
  Value argument = findArgument(op, attribute);
  if (!argument || !argument.getType().isF32())
    return op->emitOpError()
           << "expected '" << kOutScaleArgumentAttr
           << "' to be the number, i64, of an argument of type f32, found "
           << attribute;
  return success();
}

//===- KernelSpace.cpp - what kernels of an attention have in common ------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelSpace.h"

#include "diffattn/Codegen/Common/HeadShape.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <limits>

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Dims
//===----------------------------------------------------------------------===//

bool KernelSpace::isInNaturalUnits(AttentionOp op) {
  return op.getMask() &&
         isa<FloatType>(getElementTypeOrSelf(op.getMask().getType()));
}

bool KernelSpace::isScaledFirst(AttentionOp op) {
  if (isInNaturalUnits(op) || op.getSoftcap())
    return true;
  std::optional<APFloat> scale = op.getScale();
  return scale && !(static_cast<float>(scale->convertToDouble()) > 0);
}

DimList KernelSpace::getRowDims(AttentionOp op) {
  DimList lengths;
  for (OpOperand &operand : op.getKeyLengthsMutable())
    lengths = getOperandDims(op, operand.getOperandNumber());
  // What lies behind a length must not be multiplied, not even by 0: rows that
  // a workgroup computes together have the same.
  DimList dims;
  for (unsigned dim : getSharingDims(op))
    if (!llvm::is_contained(lengths, dim))
      dims.push_back(dim);
  dims.push_back(*op.getDims().getDim(Role::Query));
  return dims;
}

DimList KernelSpace::getHeadDims(AttentionOp op) {
  DimList rows = getRowDims(op), dims;
  for (unsigned dim : op.getDims().getDims(Role::Batch))
    if (!llvm::is_contained(rows, dim))
      dims.push_back(dim);
  return dims;
}

KernelSpace::KernelSpace(WarpEmitter &e, AttentionOp op, ValueRange arguments)
    : AttentionSpace(e, op, arguments), e(e),
      element(getElementTypeOrSelf(op.getValue().getType())),
      f32(e.getF32Type()), rowDims(getRowDims(op)), headDims(getHeadDims(op)),
      featureDims(op.getDims().getDims(Role::Feature)),
      valueDims(op.getDims().getDims(Role::Value)),
      features(getHeadShape(op).features), values(getHeadShape(op).values),
      maskIsFloat(isInNaturalUnits(op)) {
  ValueRange numbers = arguments.drop_front(op->getNumOperands());
  scale = numbers[0];
  cap = numbers[1];
  eps = numbers[2];
  outScale = numbers[3];
  rowCount = product(rowDims);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Value KernelSpace::invert(Value x) {
  Value zero = e.zero(x.getType());
  Value isZero = arith::CmpFOp::create(e, arith::CmpFPredicate::OEQ, x, zero);
  return e.select(isZero, zero, e.divF(e.real(1, x.getType()), x));
}

Value KernelSpace::usableRef(Value ref) {
  Value none = e.real(-std::numeric_limits<double>::infinity(), f32);
  Value isNone = arith::CmpFOp::create(e, arith::CmpFPredicate::OEQ, ref, none);
  return e.select(isNone, e.zero(f32), ref);
}

Value KernelSpace::distance(Value to, Value from) {
  Value x = e.subF(to, from);
  if (isNatural())
    x = e.mulF(x, e.real(1.4426950408889634, f32));
  return e.fastExp2(x);
}

Value KernelSpace::lambdaOf(ArrayRef<Value> at) {
  Value factor = e.convert(e.load(lambda.memory, lambda.offset(e, at)), f32);
  if (op.getLambdaActivation() != LambdaActivation::Sigmoid)
    return factor;
  Value power = math::ExpOp::create(e, arith::NegFOp::create(e, factor));
  Value one = e.real(1, f32);
  return e.divF(one, e.addF(one, power));
}

/// Without a visible key both are -inf.
Value KernelSpace::logOf(Value ref, Value sum) {
  if (!isNatural())
    ref = e.mulF(ref, e.real(0.69314718055994531, f32));
  Value log = math::LogOp::create(e, sum);
  return e.addF(ref, log);
}

Value KernelSpace::normFactor(Value squares) {
  Value mean = e.divF(squares, e.real(values, f32));
  Value root = math::SqrtOp::create(e, e.addF(mean, eps));
  // With eps = 0 a row of zeros stays a row of zeros.
  return e.mulF(outScale, invert(root));
}

Value KernelSpace::featureOffset(const AttentionArray &array,
                                 ArrayRef<unsigned> dims, Value feature,
                                 bool isUnit) {
  Values at(sizes.size());
  spread(feature, dims, at);
  Value offset = e.index(0);
  for (unsigned dim : dims) {
    bool isOne = isUnit && dim == dims.back();
    Value step = isOne ? at[dim] : e.mul(at[dim], array.stride(e, dim));
    offset = e.add(offset, step);
  }
  return offset;
}

Value KernelSpace::roundResult(Value result, Value feature) {
  if (normWeight) {
    Value at =
        e.add(normWeight.origin, featureOffset(normWeight, valueDims, feature));
    result = e.mulF(result, e.convert(e.load(normWeight.memory, at), f32));
  }
  return e.convert(result, getElementTypeOrSelf(out.memory.getType()));
}

void KernelSpace::storeResult(Value result, Value rowAt, Value feature) {
  e.store(roundResult(result, feature), out.memory,
          e.add(rowAt, featureOffset(out, valueDims, feature)));
}

Value KernelSpace::stateAt(Value head, Value row, Value parts, Value part,
                           Value map) {
  Value number = e.add(e.mul(head, rowCount), row);
  number = e.add(e.mul(number, parts), part);
  number = e.add(e.mul(number, numMaps()), map);
  return e.mul(number, values + 2);
}

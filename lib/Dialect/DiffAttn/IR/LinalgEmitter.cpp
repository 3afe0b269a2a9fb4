//===- LinalgEmitter.cpp - writes plain linalg over named dims
//--------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgEmitter.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

Value Scalars::constant(double value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getFloatAttr(type, value));
}

Value Scalars::minusInfinity() {
  return constant(-std::numeric_limits<double>::infinity());
}

Value Scalars::add(Value a, Value b) {
  return arith::AddFOp::create(builder, loc, a, b);
}
Value Scalars::subtract(Value a, Value b) {
  return arith::SubFOp::create(builder, loc, a, b);
}
Value Scalars::multiply(Value a, Value b) {
  return arith::MulFOp::create(builder, loc, a, b);
}
Value Scalars::divide(Value a, Value b) {
  return arith::DivFOp::create(builder, loc, a, b);
}
Value Scalars::multiplyAdd(Value a, Value b, Value c) {
  return math::FmaOp::create(builder, loc, a, b, c);
}
Value Scalars::maximum(Value a, Value b) {
  return arith::MaximumFOp::create(builder, loc, a, b);
}
Value Scalars::exp(Value a) { return math::ExpOp::create(builder, loc, a); }

Value Scalars::sigmoid(Value a) {
  Value one = constant(1);
  Value power = exp(arith::NegFOp::create(builder, loc, a));
  return divide(one, add(one, power));
}

Value Scalars::divideOrZero(Value a, Value b) {
  Value zero = constant(0);
  Value isZero =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, b, zero);
  return arith::SelectOp::create(builder, loc, isZero, zero, divide(a, b));
}

Value Scalars::expBelow(Value a, Value maximum) {
  // -inf - -inf would be NaN; against 0, exp(-inf) is 0.
  Value nothing = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ,
                                        maximum, minusInfinity());
  Value finite =
      arith::SelectOp::create(builder, loc, nothing, constant(0), maximum);
  return exp(subtract(a, finite));
}

Value Scalars::logSumExp(Value maximum, Value sum) {
  Value isZero = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ,
                                       sum, constant(0));
  Value log = math::LogOp::create(builder, loc, sum);
  return arith::SelectOp::create(builder, loc, isZero, minusInfinity(),
                                 add(maximum, log));
}

//===----------------------------------------------------------------------===//
// LinalgEmitter
//===----------------------------------------------------------------------===//

LinalgEmitter::LinalgEmitter(OpBuilder &builder, NamedDimsOpInterface op,
                             FloatType accumulatorType)
    : builder(builder), op(op), loc(op.getLoc()), type(accumulatorType),
      onBuffers(
          cast<DestinationStyleOpInterface>(*op).hasPureBufferSemantics()),
      sizes(getDomainSizes(builder, op)) {}

Array LinalgEmitter::get(OpOperand &operand) const {
  return {operand.get(), getOperandDims(op, operand.getOperandNumber())};
}

Array LinalgEmitter::empty(ArrayRef<unsigned> dims) {
  auto shape = llvm::map_to_vector(dims, [&](unsigned d) { return sizes[d]; });
  if (!onBuffers)
    return {tensor::EmptyOp::create(builder, loc, shape, type), DimList(dims)};
  SmallVector<int64_t> staticShape;
  SmallVector<Value> dynamicSizes;
  dispatchIndexOpFoldResults(shape, dynamicSizes, staticShape);
  auto buffer = memref::AllocOp::create(
      builder, loc, MemRefType::get(staticShape, type), dynamicSizes);
  // finish() frees it, so the deallocation pass need not.
  buffer->setAttr(bufferization::BufferizationDialect::kManualDeallocation,
                  builder.getUnitAttr());
  temporaries.push_back(buffer);
  return {buffer, DimList(dims)};
}

Array LinalgEmitter::fill(Array array, double value) {
  Value scalar = scalars().constant(value);
  auto fill = linalg::FillOp::create(builder, loc, scalar, array.value);
  return {onBuffers ? array.value : fill.getResult(0), array.dims};
}

Array LinalgEmitter::filled(ArrayRef<unsigned> dims, double value) {
  return fill(empty(dims), value);
}

/// `value` as a float of type `to`; what is no float stays as it is.
static Value convertFloat(OpBuilder &builder, Location loc, Value value,
                          Type to) {
  auto from = dyn_cast<FloatType>(value.getType());
  if (!from || from == to)
    return value;
  if (from.getWidth() < cast<FloatType>(to).getWidth())
    return arith::ExtFOp::create(builder, loc, to, value);
  return arith::TruncFOp::create(builder, loc, to, value);
}

Array LinalgEmitter::combine(ArrayRef<Array> inputs, Array out, BodyFn body) {
  // Loops: the dims of out, in its own order, then those that are reduced.
  DimList loops = out.dims;
  for (const Array &input : inputs)
    for (unsigned dim : input.dims)
      if (!llvm::is_contained(loops, dim))
        loops.push_back(dim);
  auto getLoop = [&](unsigned dim) -> unsigned {
    return llvm::find(loops, dim) - loops.begin();
  };
  auto getLoopMap = [&](const Array &array) {
    return getMap(builder.getContext(), loops.size(),
                  llvm::map_to_vector(array.dims, getLoop));
  };
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (const Array &input : inputs) {
    values.push_back(input.value);
    maps.push_back(getLoopMap(input));
  }
  maps.push_back(getLoopMap(out));
  SmallVector<utils::IteratorType> iterators(loops.size(),
                                             utils::IteratorType::reduction);
  std::fill_n(iterators.begin(), out.dims.size(),
              utils::IteratorType::parallel);
  SmallVector<Type> results;
  if (!onBuffers)
    results.push_back(out.value.getType());
  Type stored = getElementTypeOrSelf(out.value.getType());
  auto generic = linalg::GenericOp::create(
      builder, loc, results, values, ValueRange{out.value}, maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        Scalars scalars(nested, loc, type);
        auto index = [&](unsigned dim) -> Value {
          return linalg::IndexOp::create(nested, loc, getLoop(dim));
        };
        auto wide = llvm::map_to_vector(args, [&](Value arg) {
          return convertFloat(nested, loc, arg, type);
        });
        Value result = body(scalars, wide, index);
        linalg::YieldOp::create(nested, loc,
                                convertFloat(nested, loc, result, stored));
      });
  return {onBuffers ? out.value : generic.getResult(0), out.dims};
}

Value LinalgEmitter::size(unsigned dim) {
  return getValueOrCreateConstantIndexOp(builder, loc, sizes[dim]);
}

Value LinalgEmitter::floatProduct(ArrayRef<unsigned> dims) {
  Value product = arith::ConstantIndexOp::create(builder, loc, 1);
  for (unsigned dim : dims)
    product = builder.createOrFold<arith::MulIOp>(loc, product, size(dim));
  Value integer =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), product);
  return arith::SIToFPOp::create(builder, loc, type, integer);
}

SmallVector<Value> LinalgEmitter::finish(ArrayRef<Array> results) {
  for (Value buffer : temporaries) {
    auto free = memref::DeallocOp::create(builder, loc, buffer);
    free->setAttr(bufferization::BufferizationDialect::kManualDeallocation,
                  builder.getUnitAttr());
  }
  if (onBuffers)
    return {};
  return llvm::map_to_vector(results,
                             [](const Array &array) { return array.value; });
}

//===- AttentionSpace.cpp - the operands of an attention in a kernel ------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/AttentionSpace.h"
#include "diffattn/Codegen/Common/FlatArray.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Value AttentionArray::offset(Emitter &e, ArrayRef<Value> at) const {
  Value result = origin;
  for (auto [dim, stride] : llvm::zip_equal(dims, strides))
    if (at[dim])
      result = e.add(result, e.mul(at[dim], stride));
  return result;
}

Value AttentionArray::stride(Emitter &e, unsigned dim) const {
  for (auto [here, stride] : llvm::zip_equal(dims, strides))
    if (here == dim)
      return stride;
  return e.index(0);
}

AttentionArray AttentionSpace::read(Value buffer, unsigned number) {
  AttentionArray result;
  result.dims = getOperandDims(op, number);
  auto type = cast<MemRefType>(buffer.getType());
  // Booleans are bytes in memory, and vectors can hold bytes.
  if (type.getElementType().isInteger(1)) {
    auto bytes = MemRefType::get(type.getShape(), e.getI8Type(),
                                 type.getLayout(), type.getMemorySpace());
    buffer = UnrealizedConversionCastOp::create(e, bytes, buffer).getResult(0);
  }
  FlatArray flat(e, buffer);
  result.memory = flat.memory;
  result.strides = flat.strides;
  result.origin = flat.origin(e);
  for (auto [dim, size] : llvm::zip_equal(result.dims, flat.sizes))
    if (!sizes[dim] || !getConstantIntValue(sizes[dim]))
      sizes[dim] = size;
  return result;
}

AttentionSpace::AttentionSpace(Emitter &e, AttentionOp op, ValueRange arguments)
    : e(e), op(op), sizes(op.getDims().size()),
      m(*op.getDims().getDim(Role::Query)), n(*op.getDims().getDim(Role::Key)),
      batch(op.getDims().getDims(Role::Batch)) {
  auto readIfThere = [&](MutableOperandRange operands,
                         unsigned which = 0) -> AttentionArray {
    if (operands.size() <= which)
      return {};
    unsigned number = operands[which].getOperandNumber();
    return read(arguments[number], number);
  };
  auto offset = [&](MutableOperandRange operands) -> Value {
    return operands.empty() ? Value()
                            : arguments[operands[0].getOperandNumber()];
  };
  query.push_back(readIfThere(op.getSignalQueryMutable()));
  key.push_back(readIfThere(op.getSignalKeyMutable()));
  logSumExp.push_back(readIfThere(op.getOutsMutable(), 1));
  if (op.hasNoise()) {
    query.push_back(readIfThere(op.getNoiseQueryMutable()));
    key.push_back(readIfThere(op.getNoiseKeyMutable()));
    logSumExp.push_back(readIfThere(op.getOutsMutable(), 2));
  }
  value = readIfThere(op.getValueMutable());
  lambda = readIfThere(op.getLambdaMutable());
  mask = readIfThere(op.getMaskMutable());
  lengths = readIfThere(op.getKeyLengthsMutable());
  normWeight = readIfThere(op.getNormWeightMutable());
  out = readIfThere(op.getOutsMutable());
  queryOffset = offset(op.getQueryOffsetMutable());
  keyOffset = offset(op.getKeyOffsetMutable());
  rows = sizes[m];
  keys = sizes[n];
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Value AttentionSpace::product(ArrayRef<unsigned> dims) {
  Value result = e.index(1);
  for (unsigned dim : dims)
    result = e.mul(result, sizes[dim]);
  return result;
}

void AttentionSpace::spread(Value linear, ArrayRef<unsigned> dims, Values &at) {
  for (auto [left, dim] : llvm::enumerate(llvm::reverse(dims))) {
    bool isFirst = left + 1 == dims.size();
    at[dim] = isFirst ? linear : e.remainder(linear, sizes[dim]);
    linear = isFirst ? linear : e.floorDiv(linear, sizes[dim]);
  }
}

Value AttentionSpace::gather(ArrayRef<unsigned> dims, ArrayRef<Value> at) {
  Value result = e.index(0);
  for (unsigned dim : dims)
    result = e.add(e.mul(result, sizes[dim]), at[dim]);
  return result;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

Value AttentionSpace::lengthOf(ArrayRef<Value> at) {
  Value end = keyOffset ? e.add(keys, keyOffset) : keys;
  if (!lengths)
    return end;
  Value length = e.load(lengths.memory, lengths.offset(e, at));
  if (!length.getType().isIndex())
    length = arith::IndexCastOp::create(e, e.getIndexType(), length);
  return e.min(e.max(length, e.index(0)), end);
}

RowLimits AttentionSpace::limitsOf(ArrayRef<Value> at) {
  Value end = lengthOf(at), zero = e.index(0);
  bool bottomRight = op.getAlignment() == Alignment::BottomRight;
  Value position = at[m];
  if (queryOffset)
    position = e.add(position, queryOffset);
  else if (bottomRight)
    position = e.sub(position, rows);
  if (bottomRight)
    position = e.add(position, end);
  // From here on keys are counted from key 0 of the operand.
  auto relative = [&](Value key) {
    return keyOffset ? e.sub(key, keyOffset) : key;
  };
  Value first = zero;
  end = relative(end);
  position = relative(position);
  auto stopBehind = [&](int64_t distance) {
    end = e.min(end, e.add(position, distance + 1));
  };
  if (op.getCausal())
    stopBehind(0);
  if (std::optional<int64_t> right = op.getWindowRight())
    stopBehind(std::min(*right, kWidest));
  if (std::optional<int64_t> left = op.getWindowLeft())
    first = e.max(first, e.add(position, -std::min(*left, kWidest)));
  auto clamp = [&](Value key) { return e.max(e.min(key, keys), zero); };
  return {clamp(first), clamp(end)};
}

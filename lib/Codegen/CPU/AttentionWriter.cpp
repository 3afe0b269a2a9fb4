//===- AttentionWriter.cpp - kernels of whole attentions ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionWriter.h"

#include "diffattn/Codegen/CPU/Schedule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <functional>

using namespace mlir;
using namespace mlir::diffattn;

using PlannedStrategy = ::diffattn::Strategy;

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

AttentionArray AttentionWriter::read(Value buffer, unsigned number) {
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

/// Whether neighbours among `count` offsets are neighbours in memory.
static Value areNeighbours(Emitter &e, Value offsets, Value count) {
  return e.iterate(
      e.index(1), count, 1, e.trueValue(), [&](Value i, ValueRange so) {
        Value here = e.load(offsets, i);
        Value before = e.load(offsets, e.add(i, -1));
        return Values{e.both(so[0], e.equal(here, e.add(before, 1)))};
      })[0];
}

OffsetTable AttentionWriter::makeTable(const AttentionArray &array,
                                       ArrayRef<unsigned> dims, Value count) {
  OffsetTable table;
  table.offsets = e.allocate(e.getIndexType(), count);
  std::function<void(unsigned, Value, Value)> fill =
      [&](unsigned next, Value position, Value offset) {
        if (next == dims.size())
          return e.store(offset, table.offsets, position);
        Value size = sizes[dims[next]];
        e.forEach(e.index(0), size, 1, [&](Value i) {
          fill(next + 1, e.add(e.mul(position, size), i),
               e.add(offset, e.mul(i, array.stride(e, dims[next]))));
        });
      };
  fill(0, e.index(0), e.index(0));
  table.isUnit = dims.size() == 1
                     ? e.equal(array.stride(e, dims[0]), e.index(1))
                     : areNeighbours(e, table.offsets, count);
  return table;
}

Value AttentionWriter::product(ArrayRef<unsigned> dims) {
  Value result = e.index(1);
  for (unsigned dim : dims)
    result = e.mul(result, sizes[dim]);
  return result;
}

/// The indices of `dims` that make up the number `linear`, in row-major order.
void AttentionWriter::spread(Value linear, ArrayRef<unsigned> dims,
                             Values &at) {
  for (auto [left, dim] : llvm::enumerate(llvm::reverse(dims))) {
    bool isFirst = left + 1 == dims.size();
    at[dim] = isFirst ? linear : e.remainder(linear, sizes[dim]);
    linear = isFirst ? linear : e.floorDiv(linear, sizes[dim]);
  }
}

/// The inverse of spread().
Value AttentionWriter::gather(ArrayRef<unsigned> dims, ArrayRef<Value> at) {
  Value result = e.index(0);
  for (unsigned dim : dims)
    result = e.add(e.mul(result, sizes[dim]), at[dim]);
  return result;
}

AttentionWriter::AttentionWriter(Emitter &e, AttentionOp op,
                                 ValueRange arguments, AttentionTiles &tiles,
                                 AttentionTiles &rowTiles,
                                 const ::diffattn::AttentionPlan &plan)
    : e(e), op(op), tiles(tiles), rowTiles(rowTiles), plan(plan),
      target(tiles.target), sizes(op.getDims().size()),
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
  maps.resize(op.getNumMaps());
  maps[0].query = readIfThere(op.getSignalQueryMutable());
  maps[0].key = readIfThere(op.getSignalKeyMutable());
  maps[0].logSumExp = readIfThere(op.getOutsMutable(), 1);
  if (op.hasNoise()) {
    maps[1].query = readIfThere(op.getNoiseQueryMutable());
    maps[1].key = readIfThere(op.getNoiseKeyMutable());
    maps[1].logSumExp = readIfThere(op.getOutsMutable(), 2);
  }
  value = readIfThere(op.getValueMutable());
  lambda = readIfThere(op.getLambdaMutable());
  mask = readIfThere(op.getMaskMutable());
  lengths = readIfThere(op.getKeyLengthsMutable());
  normWeight = readIfThere(op.getNormWeightMutable());
  out = readIfThere(op.getOutsMutable());
  queryOffset = offset(op.getQueryOffsetMutable());
  keyOffset = offset(op.getKeyOffsetMutable());
  ValueRange numbers = arguments.take_back(4);
  scale = numbers[0];
  cap = numbers[1];
  eps = numbers[2];
  outScale = numbers[3];
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

void AttentionWriter::write() {
  DimList featureDims = op.getDims().getDims(Role::Feature);
  DimList valueDims = op.getDims().getDims(Role::Value);
  rows = sizes[m];
  keys = sizes[n];
  depth = product(featureDims);
  features = product(valueDims);
  panelCount = e.ceilDiv(features, target.cols());
  paddedFeatures = e.mul(panelCount, target.cols());

  Values toFree;
  auto table = [&](const AttentionArray &array, ArrayRef<unsigned> dims,
                   Value count) {
    OffsetTable result = makeTable(array, dims, count);
    toFree.push_back(result.offsets);
    return result;
  };
  for (AttentionMap &map : maps) {
    map.queryFeatures = table(map.query, featureDims, depth);
    map.keyFeatures = table(map.key, featureDims, depth);
  }
  valueFeatures = table(value, valueDims, features);
  outFeatures = table(out, valueDims, features);
  if (normWeight) {
    OffsetTable offsets = table(normWeight, valueDims, features);
    weights = e.allocate(tiles.f32, paddedFeatures);
    toFree.push_back(weights);
    e.forEach(e.index(0), features, 1, [&](Value i) {
      Value at = e.add(normWeight.origin, e.load(offsets.offsets, i));
      e.store(e.convert(e.load(normWeight.memory, at), tiles.f32), weights, i);
    });
    e.forEach(features, paddedFeatures, 1,
              [&](Value i) { e.store(e.zero(tiles.f32), weights, i); });
  }

  Value isShort =
      e.less(mostKeysOf(e.index(plan.rowBlock)), e.index(plan.heldKeys + 1));
  switch (plan.strategy) {
  case PlannedStrategy::Held:
    writePacked(e.trueValue());
    break;
  case PlannedStrategy::Online:
    writePacked(e.falseValue());
    break;
  case PlannedStrategy::Split:
    writeSplit();
    break;
  case PlannedStrategy::Auto: {
    Value sharing = e.mul(product(getSharingDims(op)), rows);
    Value few = e.less(sharing, e.index(plan.splitRows + 1));
    e.whenEither(few, [&] { writeSplit(); }, [&] { writePacked(isShort); });
    break;
  }
  }
  for (Value memory : toFree)
    e.free(memory);
}

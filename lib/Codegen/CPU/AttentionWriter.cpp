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

AttentionWriter::AttentionWriter(Emitter &e, AttentionOp op,
                                 ValueRange arguments, AttentionTiles &tiles,
                                 AttentionTiles &rowTiles,
                                 const ::diffattn::AttentionPlan &plan)
    : AttentionSpace(e, op, arguments), tiles(tiles), rowTiles(rowTiles),
      plan(plan), target(tiles.target) {
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
  for (unsigned map = 0; map < numMaps(); ++map) {
    queryFeatures.push_back(table(query[map], featureDims, depth));
    keyFeatures.push_back(table(key[map], featureDims, depth));
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

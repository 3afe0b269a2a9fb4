//===- AttentionRows.cpp - which keys rows see, and their sums ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Causal, windows and lengths: the keys that a row sees are an interval. Blocks
// of keys that no row sees are skipped, and only those that some row does not
// see whole are masked.
//
//===----------------------------------------------------------------------===//

#include "AttentionWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Writes the limits of the row at `at` to those of row `row` of the block.
void AttentionWriter::writeLimits(RowBlock &block, Value row,
                                  ArrayRef<Value> at) {
  RowLimits limits = limitsOf(at);
  e.store(limits.first, block.limits, row);
  e.store(limits.end, block.limits, e.add(row, block.stateHeight));
  if (mask)
    e.store(mask.offset(e, at), block.limits,
            e.add(row, e.mul(block.stateHeight, 2)));
}

/// Sums up the limits of all rows of the block.
void AttentionWriter::readLimits(RowBlock &block) {
  Values all =
      e.iterate(e.index(0), block.rows, 1, {keys, e.index(0)},
                [&](Value row, ValueRange before) {
                  Value first = e.load(block.limits, row);
                  Value end =
                      e.load(block.limits, e.add(row, block.stateHeight));
                  return Values{e.min(before[0], first), e.max(before[1], end)};
                });
  block.firstKey = all[0];
  block.keyEnd = all[1];
}

/// A bound on the keys that a block of so many rows sees, from the sizes alone.
Value AttentionWriter::mostKeysOf(Value rows) {
  std::optional<int64_t> left = op.getWindowLeft();
  std::optional<int64_t> right = op.getWindowRight();
  if (op.getCausal())
    right = std::min<int64_t>(right.value_or(0), 0);
  if (!left || !right)
    return keys;
  int64_t reach = std::min(*left, kWidest) + std::min(*right, kWidest);
  return e.min(keys, e.add(rows, std::max<int64_t>(reach, 0)));
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

/// The state of rows that have seen no key.
void AttentionWriter::startRows(RowBlock &block) {
  int64_t lanes = target.lanes;
  for (unsigned map = 0; map < numMaps(); ++map) {
    e.forEach(e.index(0), block.stateHeight, lanes, [&](Value row) {
      e.storeVector(e.real(AttentionTiles::kNoRef, tiles.vectorF32()),
                    block.state, e.add(block.refsAt[map], row), lanes);
      e.storeVector(e.zero(tiles.vectorF32()), block.state,
                    e.add(block.scalesAt[map], row), lanes);
    });
    e.forEach(e.index(0), block.height, 1, [&](Value row) {
      Value at = e.add(block.sumsAt[map], e.mul(row, lanes));
      e.storeVector(e.zero(tiles.vectorF32()), block.state, at, lanes);
    });
  }
}

/// Arguments of weighRows for `count` rows of a map from `row` on.
Values AttentionWriter::weighArguments(const RowBlock &block, Value scores,
                                       Value scoresAt, unsigned map, Value row,
                                       Value firstKey, Value count) {
  Values arguments{scores,
                   scoresAt,
                   block.state,
                   e.add(block.refsAt[map], row),
                   e.add(block.sumsAt[map], e.mul(row, target.lanes)),
                   block.limits,
                   row,
                   block.stateHeight,
                   firstKey,
                   keys,
                   cap};
  if (mask) {
    arguments.push_back(mask.memory);
    arguments.push_back(mask.stride(e, n));
  }
  arguments.push_back(count);
  return arguments;
}

/// Remembers what was subtracted from the scores of the block of keys `number`.
void AttentionWriter::noteRefs(const RowBlock &block, unsigned map,
                               Value number) {
  int64_t lanes = target.lanes;
  Value to = e.add(block.factorsAt[map], e.mul(number, block.stateHeight));
  e.forEach(e.index(0), block.stateHeight, lanes, [&](Value row) {
    Value refs =
        e.loadVector(block.state, e.add(block.refsAt[map], row), lanes, lanes);
    e.storeVector(refs, block.state, e.add(to, row), lanes);
  });
}

/// Turns what noteRefs() wrote for `blocks` blocks into what their weights are
/// to be multiplied by: exp(then - now), times the rows' scales if `scaled`.
void AttentionWriter::finishFactors(const RowBlock &block, unsigned map,
                                    Value blocks, bool scaled) {
  int64_t lanes = target.lanes;
  auto load = [&](Value at) {
    return e.loadVector(block.state, at, lanes, lanes);
  };
  e.forEach(e.index(0), blocks, 1, [&](Value number) {
    Value at = e.add(block.factorsAt[map], e.mul(number, block.stateHeight));
    e.forEach(e.index(0), block.stateHeight, lanes, [&](Value row) {
      Value now = load(e.add(block.refsAt[map], row));
      Value distance = e.subF(load(e.add(at, row)), now);
      Value factor = tiles.weight(e, distance, /*precise=*/true);
      if (scaled)
        factor = e.mulF(factor, load(e.add(block.scalesAt[map], row)));
      e.storeVector(factor, block.state, e.add(at, row), lanes);
    });
  });
}

//===- AttentionCopies.cpp - from global to shared memory -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All threads of a workgroup copy a tile together, 16 bytes each at a time.
// Rows that are not there, and features up to the next multiple of 16, become
// 0: a product with what lay there before might be NaN.
//
//===----------------------------------------------------------------------===//

#include "AttentionKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::diffattn;

/// How many elements are copied at once.
int64_t AttentionKernel::chunkSize() const {
  return access == Access::Vectors ? 16 / elementBytes() : 1;
}

/// Copies chunk number `chunk` of the row that starts at `rowAt`, or zeros.
void AttentionKernel::copyChunk(const AttentionArray &from,
                                ArrayRef<unsigned> dims, Value rowAt,
                                Value isThere, const Tile &to, Value toAt,
                                Value chunk) {
  int64_t count = chunkSize();
  Value first = e.mul(chunk, count);
  if (access == Access::Vectors) {
    Value valid = e.max(e.sub(e.index(to.features), first), e.index(0));
    valid = e.select(isThere, e.min(valid, count), e.index(0));
    // An address of the row, even if nothing is read from there.
    Value read =
        e.select(e.less(first, e.index(to.features)), first, e.index(0));
    Value at = e.add(rowAt, featureOffset(from, dims, read, /*isUnit=*/true));
    e.copyAsync(from.memory, at, to.memory, toAt, count, valid);
    return;
  }
  Value isFeature = e.less(first, e.index(to.features));
  Value feature = e.min(first, to.features - 1);
  Value x =
      e.load(from.memory, e.add(rowAt, featureOffset(from, dims, feature)));
  e.store(e.select(e.both(isThere, isFeature), x, e.zero(element)), to.memory,
          toAt);
}

/// Copies all rows of a tile to its place at `toAt`. `place`, of a row of the
/// tile: where it starts in memory, and whether there is one.
void AttentionKernel::copyRows(
    const AttentionArray &from, ArrayRef<unsigned> dims, const Tile &to,
    Value toAt, function_ref<std::pair<Value, Value>(Value)> place) {
  int64_t perChunk = chunkSize();
  int64_t chunks = ::diffattn::getPaddedFeatures(to.features) / perChunk;
  auto copy = [&](Value number) {
    Value row = e.floorDiv(number, e.index(chunks));
    Value chunk = e.remainder(number, e.index(chunks));
    auto [rowAt, isThere] = place(row);
    Value at =
        e.add(e.add(toAt, e.mul(row, to.rowSize)), e.mul(chunk, perChunk));
    copyChunk(from, dims, rowAt, isThere, to, at, chunk);
  };
  int64_t all = to.rows * chunks, threads = plan.threads();
  // Unrolled, addresses of all chunks would be in registers at once.
  constexpr int64_t mostUnrolled = 8;
  if (access == Access::Elements || all > mostUnrolled * threads)
    return e.forEach(thread, e.index(all), threads, copy);
  for (int64_t done = 0; done < all; done += threads) {
    Value number = e.add(thread, done);
    if (done + threads <= all)
      copy(number);
    else
      e.when(e.less(number, e.index(all)), [&] { copy(number); });
  }
}

void AttentionKernel::copyQueries() {
  for (unsigned map = 0; map < numMaps(); ++map)
    copyRows(query[map], featureDims, queryTile, e.index(map * mapQueries),
             [&](Value row) -> std::pair<Value, Value> {
               Row place = makeRow(e.add(firstRow, row));
               return {query[map].offset(e, place.at), place.isThere};
             });
}

/// Requests keys and values from `firstKey` on for the buffers of `slot`.
void AttentionKernel::copyStep(Value firstKey, Value slot) {
  Value to = e.mul(slot, layout.stageBytes / elementBytes());
  auto copy = [&](const AttentionArray &from, ArrayRef<unsigned> dims,
                  const Tile &tile, Value toAt) {
    Value base = from.offset(e, headAt), stride = from.stride(e, n);
    copyRows(from, dims, tile, toAt, [&](Value row) -> std::pair<Value, Value> {
      Value number = e.add(firstKey, row);
      Value isThere = e.less(number, keyEnd);
      Value last = e.add(keys, -1);
      return {e.add(base, e.mul(e.min(number, last), stride)), isThere};
    });
  };
  for (unsigned map = 0; map < (hasOneKey() ? 1 : numMaps()); ++map) {
    copy(key[map], featureDims, keyTile, to);
    to = e.add(to, layout.keyBytes / elementBytes());
  }
  copy(value, valueDims, valueTile, to);
}

/// Ends a group of copies. What is copied element by element is there at once.
void AttentionKernel::commitCopies() {
  if (access == Access::Vectors)
    e.commitCopies();
}

void AttentionKernel::waitForCopies(int64_t pending) {
  if (access == Access::Vectors)
    e.waitForCopies(pending);
}

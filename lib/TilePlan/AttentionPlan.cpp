//===- AttentionPlan.cpp - the sizes of a plan ----------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/TilePlan/AttentionPlan.h"
#include <algorithm>
#include <initializer_list>

using namespace diffattn;

/// Rows of a block.
static constexpr int64_t kRows = 24;
/// How far scores of a block beyond L2 may be too many for it and still be
/// held.
static constexpr int64_t kMostBeyondL2 = 32;
/// Accumulators are read and written once in so many keys at least, and at most
/// that matter.
static constexpr int64_t kShortestStep = 256, kLongestStep = 1024;
/// Keys of a product with the value: more gain nothing.
static constexpr int64_t kLongestProduct = 256;
/// Rows that share a key and still wait for memory.
static constexpr int64_t kSplitRows = 8;
/// Keys of a part: merging its state costs a thousandth of reading it, and
/// starting it a hundredth.
static constexpr int64_t kSplitKeys = 1024;
/// Rows that split computes together.
static constexpr int64_t kRowsOfSplit = 32;
/// Features that are not known are taken for these.
static constexpr int64_t kUsualFeatures = 64, kUsualValues = 128;

static constexpr int64_t kScoreBytes = 4;
/// More than any memory holds.
static constexpr int64_t kLargest = int64_t(1) << 60;

static int64_t roundUp(int64_t number, int64_t multiple) {
  int64_t rest = number % multiple;
  return rest == 0 ? number : std::min(number, kLargest) + multiple - rest;
}

/// The product, or kLargest if that is less: sizes of types can be anything.
static int64_t multiply(std::initializer_list<int64_t> factors) {
  double product = 1;
  for (int64_t factor : factors)
    product *= static_cast<double>(factor);
  return product < static_cast<double>(kLargest) ? static_cast<int64_t>(product)
                                                 : kLargest;
}

int64_t AttentionShape::rows() const {
  return queries < 0 || sharing < 0 ? -1 : multiply({queries, sharing});
}

int64_t AttentionShape::keysOf(int64_t count) const {
  if (window < 0)
    return keys;
  int64_t reach = std::min(window, kLargest) + count - 1;
  return keys < 0 ? reach : std::min(keys, reach);
}

/// The largest power of two times `first` within [first, last] for which
/// `fits`. `first` if there is none.
template <typename Predicate>
static int64_t grow(int64_t first, int64_t last, Predicate fits) {
  int64_t size = first;
  while (size * 2 <= last && fits(size * 2))
    size *= 2;
  return size;
}

/// Bytes of a packed query, key or value element.
static int64_t getPackedBytes(const AttentionShape &shape,
                              const Machine &machine) {
  return shape.isBF16 && machine.hasBF16Dot ? 2 : 4;
}

RegisterTile diffattn::getRegisterTile(const Machine &machine) {
  return {machine.registers >= 32 ? 12 : 6, 2 * machine.vectorBits / 32};
}

static int64_t planKeyBlock(const AttentionShape &shape, const Machine &machine,
                            RegisterTile tile) {
  int64_t features = shape.features < 0 ? kUsualFeatures : shape.features;
  int64_t values = shape.values < 0 ? kUsualValues : shape.values;
  int64_t packedBytes = getPackedBytes(shape, machine);
  int64_t keyBytes = multiply({shape.keySets(), features, packedBytes}) +
                     multiply({values, packedBytes});
  int64_t first = std::max(kShortestStep, tile.cols);
  return grow(first, kLongestStep, [&](int64_t keys) {
    return multiply({keys, keyBytes}) <= machine.l2Bytes / 2;
  });
}

static int64_t planHeldKeys(const AttentionShape &shape, RegisterTile tile,
                            int64_t heldBytes) {
  // One map gains nothing by waiting, so its blocks don't shrink for it.
  int64_t keys = heldBytes / (kRows * kScoreBytes);
  if (shape.maps == 2)
    keys =
        kMostBeyondL2 * heldBytes / (2 * kRowsBeyondL2 * kRows * kScoreBytes);
  return std::max(keys / tile.cols, int64_t(1)) * tile.cols;
}

AttentionPlan diffattn::planAttention(const AttentionShape &shape,
                                      const Machine &machine) {
  RegisterTile tile = getRegisterTile(machine);
  AttentionPlan plan;
  plan.strategy = Strategy::Auto;
  plan.rowBlock = kRows;
  plan.keyBlock = planKeyBlock(shape, machine, tile);
  int64_t weightBytes = plan.rowBlock * getPackedBytes(shape, machine);
  plan.valueBlock = grow(tile.cols, kLongestProduct, [&](int64_t keys) {
    return keys * weightBytes <= machine.l1Bytes * 3 / 4;
  });
  plan.heldBytes = machine.l2Bytes * 3 / 4;
  plan.heldKeys = planHeldKeys(shape, tile, plan.heldBytes);
  plan.splitRows = kSplitRows;
  plan.splitKeys = kSplitKeys;
  plan.strategy = resolveStrategy(plan, shape);
  return plan;
}

Strategy diffattn::resolveStrategy(const AttentionPlan &plan,
                                   const AttentionShape &shape) {
  if (plan.strategy != Strategy::Auto)
    return plan.strategy;
  // Many queries are many rows, however many heads share their keys.
  bool hasManyRows =
      shape.queries > plan.splitRows || shape.rows() > plan.splitRows;
  if (!hasManyRows)
    return shape.rows() < 0 ? Strategy::Auto : Strategy::Split;
  int64_t most = shape.keysOf(plan.rowBlock);
  if (most >= 0 && most <= plan.heldKeys)
    return Strategy::Held;
  return shape.keys < 0 ? Strategy::Auto : Strategy::Online;
}

int64_t diffattn::getHeldRows(const AttentionPlan &plan, int64_t maps,
                              int64_t keys, int64_t tileRows) {
  int64_t rowBytes = std::max(multiply({maps, keys, kScoreBytes}), int64_t(1));
  int64_t rows = plan.heldBytes / rowBytes / tileRows * tileRows;
  return rows < kFewestHeldRows ? kRowsBeyondL2 * plan.rowBlock
                                : std::min(rows, plan.rowBlock);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Whether the memory of `strategy` follows from what is known of `shape`.
static bool isKnown(Strategy strategy, const AttentionShape &shape) {
  if (strategy == Strategy::Auto || shape.features < 0 || shape.values < 0 ||
      shape.keys < 0)
    return false;
  return strategy != Strategy::Split || shape.rows() >= 0;
}

/// Two numbers, a vector, and a number for each of `blocks`, of `rows` rows of
/// each map.
static int64_t getStatistics(int64_t maps, int64_t rows, int64_t blocks,
                             int64_t lanes) {
  int64_t height = roundUp(rows, lanes);
  return multiply({maps, height, blocks + 2, 4}) +
         multiply({maps, rows, lanes, 4});
}

static Workspace getSplitWorkspace(const AttentionPlan &plan,
                                   const AttentionShape &shape,
                                   RegisterTile tile, int64_t lanes) {
  int64_t maps = shape.maps, rows = std::min(shape.rows(), kRowsOfSplit);
  int64_t features = roundUp(shape.features, lanes);
  int64_t values = roundUp(shape.values, tile.cols);
  int64_t parts = std::max(roundUp(shape.keys, plan.splitKeys) / plan.splitKeys,
                           int64_t(1));
  Workspace memory;
  memory.scores = multiply({maps, rows, kSplitBlock, kScoreBytes});
  memory.weights = multiply({std::max(shape.features, shape.values), tile.cols,
                             shape.elementBits / 8});
  memory.accumulators = multiply({maps, rows, values, 4});
  memory.queries = multiply({maps, rows, features, 4});
  memory.statistics = getStatistics(maps, rows, 0, lanes);
  memory.packed = 0;
  memory.states = multiply({parts, maps, shape.rows(), values + lanes, 4});
  return memory;
}

/// held or online.
static Workspace getPackedWorkspace(const AttentionPlan &plan,
                                    const AttentionShape &shape, bool isHeld,
                                    RegisterTile tile, int64_t lanes,
                                    int64_t packedBytes) {
  int64_t maps = shape.maps, outputs = isHeld ? 1 : maps;
  int64_t values = roundUp(shape.values, tile.cols);
  int64_t allKeys = roundUp(shape.keys, tile.cols);
  int64_t rows = plan.rowBlock;
  if (isHeld)
    rows = getHeldRows(plan, maps, shape.keysOf(rows), tile.rows);
  if (shape.queries >= 0)
    rows =
        std::min(rows, roundUp(std::max(shape.queries, int64_t(1)), tile.rows));
  // The keys that rows see start anywhere in a tile.
  int64_t keys = isHeld ? roundUp(shape.keysOf(rows), tile.cols) + tile.cols
                        : roundUp(plan.keyBlock, tile.cols);
  keys = std::min(keys, allKeys);
  Workspace memory;
  memory.scores = multiply({maps, rows, keys, kScoreBytes});
  memory.weights = multiply({outputs, rows, plan.valueBlock, packedBytes});
  memory.accumulators = multiply({outputs, rows, values, 4});
  memory.queries = multiply({maps, rows, shape.features, packedBytes});
  memory.statistics = getStatistics(maps, rows, keys / tile.cols, lanes);
  memory.packed =
      multiply({shape.keySets(), shape.features, allKeys, packedBytes}) +
      multiply({values, allKeys, packedBytes});
  memory.states = 0;
  return memory;
}

std::optional<Workspace> diffattn::getWorkspace(const AttentionPlan &plan,
                                                const AttentionShape &shape,
                                                const Machine &machine) {
  Strategy strategy = resolveStrategy(plan, shape);
  if (!isKnown(strategy, shape))
    return std::nullopt;
  RegisterTile tile = getRegisterTile(machine);
  int64_t lanes = machine.vectorBits / 32;
  if (strategy == Strategy::Split)
    return getSplitWorkspace(plan, shape, tile, lanes);
  return getPackedWorkspace(plan, shape, strategy == Strategy::Held, tile,
                            lanes, getPackedBytes(shape, machine));
}

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

/// Register tiles of a block of rows.
static constexpr int64_t kTilesOfRows = 4;
/// Register tiles of the smallest block of rows that held may shrink to.
static constexpr int64_t kFewestTiles = 2;
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
  int64_t vectors = machine.registers >= 32 ? 4 : 2;
  return {6, vectors * machine.vectorBits / 32};
}

static int64_t planKeyBlock(const AttentionShape &shape, const Machine &machine,
                            RegisterTile tile) {
  int64_t features = shape.features < 0 ? kUsualFeatures : shape.features;
  int64_t values = shape.values < 0 ? kUsualValues : shape.values;
  int64_t packedBytes = getPackedBytes(shape, machine);
  int64_t keyBytes = multiply({shape.maps, features, packedBytes}) +
                     multiply({values, packedBytes});
  int64_t first = std::max(kShortestStep, tile.cols);
  return grow(first, kLongestStep, [&](int64_t keys) {
    return tile.rows * keys * kScoreBytes <= machine.l1Bytes / 2 &&
           multiply({keys, keyBytes}) <= machine.l2Bytes / 2;
  });
}

static int64_t planHeldKeys(const AttentionShape &shape, RegisterTile tile,
                            int64_t heldBytes) {
  // One map gains nothing by waiting, so its blocks don't shrink for it.
  int64_t tiles = shape.maps == 2 ? kFewestTiles : kTilesOfRows;
  int64_t keys = heldBytes / (shape.maps * tiles * tile.rows * kScoreBytes);
  return std::max(keys / tile.cols, int64_t(1)) * tile.cols;
}

AttentionPlan diffattn::planAttention(const AttentionShape &shape,
                                      const Machine &machine) {
  RegisterTile tile = getRegisterTile(machine);
  AttentionPlan plan;
  plan.strategy = Strategy::Auto;
  plan.rowBlock = kTilesOfRows * tile.rows;
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
  if (shape.keys < 0)
    return Strategy::Auto;
  return shape.keys <= plan.heldKeys ? Strategy::Held : Strategy::Online;
}

int64_t diffattn::getHeldRows(const AttentionPlan &plan, int64_t maps,
                              int64_t keys, int64_t tileRows) {
  int64_t rowBytes = std::max(multiply({maps, keys, kScoreBytes}), int64_t(1));
  int64_t rows = plan.heldBytes / rowBytes / tileRows * tileRows;
  return std::min(std::max(rows, kFewestTiles * tileRows), plan.rowBlock);
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

std::optional<Workspace> diffattn::getWorkspace(const AttentionPlan &plan,
                                                const AttentionShape &shape,
                                                const Machine &machine) {
  Strategy strategy = resolveStrategy(plan, shape);
  if (!isKnown(strategy, shape))
    return std::nullopt;
  RegisterTile tile = getRegisterTile(machine);
  int64_t packedBytes = getPackedBytes(shape, machine), maps = shape.maps;
  int64_t keys = roundUp(shape.keys, tile.cols);
  int64_t values = roundUp(shape.values, tile.cols);

  if (strategy == Strategy::Split) {
    int64_t rows = shape.rows();
    int64_t length = std::min(keys, plan.splitKeys);
    int64_t parts =
        std::max(roundUp(keys, plan.splitKeys) / plan.splitKeys, int64_t(1));
    return Workspace{multiply({maps, rows, length, kScoreBytes}),
                     0,
                     multiply({maps, rows, values, 4}),
                     multiply({maps, rows, shape.features, 4}),
                     0,
                     multiply({parts, maps, rows, values + 2, 4})};
  }

  bool isHeld = strategy == Strategy::Held;
  int64_t rows =
      isHeld ? getHeldRows(plan, maps, shape.keys, tile.rows) : plan.rowBlock;
  int64_t length = isHeld ? keys : std::min(keys, plan.keyBlock);
  return Workspace{
      multiply({maps, rows, length, kScoreBytes}),
      multiply({rows, std::min(keys, plan.valueBlock), packedBytes}),
      multiply({isHeld ? 1 : maps, rows, values, 4}),
      multiply({maps, rows, shape.features, packedBytes}),
      multiply({maps, shape.features, keys, packedBytes}) +
          multiply({values, keys, packedBytes}),
      0};
}

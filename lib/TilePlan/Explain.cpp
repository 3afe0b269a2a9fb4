//===- Explain.cpp - plans in words ---------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/TilePlan/AttentionPlan.h"
#include <algorithm>
#include <cmath>

using namespace diffattn;

const char *diffattn::spell(Strategy strategy) {
  switch (strategy) {
  case Strategy::Auto:
    return "auto";
  case Strategy::Held:
    return "held";
  case Strategy::Online:
    return "online";
  case Strategy::Split:
    return "split";
  }
  return "";
}

/// One decimal, unless it is 0.
static std::string spellTenths(double number) {
  int64_t tenths = std::llround(number * 10);
  std::string text = std::to_string(tenths / 10);
  return tenths % 10 ? text + "." + std::to_string(tenths % 10) : text;
}

std::string diffattn::spellBytes(int64_t bytes) {
  if (bytes < 1024)
    return std::to_string(bytes) + " bytes";
  if (bytes < 1024 * 1024)
    return spellTenths(bytes / 1024.0) + " KiB";
  return spellTenths(bytes / 1024.0 / 1024.0) + " MiB";
}

/// "4 rows by 10 keys of 2 maps".
static std::string spellScores(int64_t rows, int64_t keys, int64_t maps) {
  return std::to_string(rows) + " rows by " + std::to_string(keys) +
         " keys of " + std::to_string(maps) + (maps == 1 ? " map" : " maps");
}

static std::string explainHeld(const AttentionPlan &plan,
                               const AttentionShape &shape,
                               const Machine &machine) {
  std::string reason = shape.maps == 2
                           ? "so one product with the value serves both maps"
                           : "so nothing is ever rescaled";
  int64_t keys = shape.keysOf(plan.rowBlock);
  if (keys < 0)
    return "scores of a block of rows wait in " + spellBytes(plan.heldBytes) +
           " of the cache, " + reason;
  RegisterTile tile = getRegisterTile(machine);
  int64_t rows = getHeldRows(plan, shape.maps, keys, tile.rows);
  double scores = 4.0 * shape.maps * rows * keys;
  auto bytes = static_cast<int64_t>(std::min(scores, 1e18));
  const char *fit = bytes <= plan.heldBytes ? " fit in " : " exceed ";
  return spellScores(rows, keys, shape.maps) + ", " + spellBytes(bytes) + "," +
         fit + spellBytes(plan.heldBytes) + " of the cache, " + reason;
}

static std::string explainOnline(const AttentionPlan &plan,
                                 const AttentionShape &shape) {
  std::string steps = "steps of " + std::to_string(plan.keyBlock) +
                      " keys carry maximum, sum and accumulator";
  int64_t keys = shape.keysOf(plan.rowBlock);
  if (keys <= plan.heldKeys)
    return steps;
  return std::to_string(keys) + " keys are more than the " +
         std::to_string(plan.heldKeys) +
         " whose scores can wait in the cache, so " + steps;
}

static std::string explainSplit(const AttentionPlan &plan,
                                const AttentionShape &shape) {
  std::string parts =
      "parts of " + std::to_string(plan.splitKeys) + " keys go to threads";
  int64_t rows = shape.rows();
  if (rows < 0 || rows > plan.splitRows)
    return parts + ", each key is read once";
  return std::to_string(rows) +
         (rows == 1 ? " row shares its keys" : " rows share their keys") +
         ", so reading these takes the time, once and where they lie, and " +
         parts;
}

static std::string explainAuto(const AttentionPlan &plan) {
  return "sizes are known at run time only: split up to " +
         std::to_string(plan.splitRows) +
         " rows that share keys, else held up to " +
         std::to_string(plan.heldKeys) + " keys, else online";
}

std::string diffattn::explain(const AttentionPlan &plan,
                              const AttentionShape &shape,
                              const Machine &machine) {
  std::string start = spell(plan.strategy) + std::string(": ");
  switch (plan.strategy) {
  case Strategy::Held:
    return start + explainHeld(plan, shape, machine);
  case Strategy::Online:
    return start + explainOnline(plan, shape);
  case Strategy::Split:
    return start + explainSplit(plan, shape);
  case Strategy::Auto:
    break;
  }
  return start + explainAuto(plan);
}

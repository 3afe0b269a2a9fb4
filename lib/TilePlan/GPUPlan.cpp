//===- GPUPlan.cpp - how a GPU should compute an attention ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/TilePlan/GPUPlan.h"
#include <algorithm>

using namespace diffattn;

/// Addresses, maxima, sums, limits, and what the assembler needs to overlap
/// loads with products.
static constexpr int64_t kOtherRegisters = 40;
/// The widest features that kernels are made for.
static constexpr int64_t kWidest = 256;
/// Fragments of wider queries leave too little to everything else.
static constexpr int64_t kWidestHeld = 192;
/// Rows of 4 warps; 8 of them where each map has its own.
static constexpr int64_t kRowWarps = 4;
/// Few rows leave a GPU idle unless parts of the keys are computed at once.
static constexpr int64_t kSplitRows = 16, kSplitKeys = 1024;

//===----------------------------------------------------------------------===//
// What a plan needs
//===----------------------------------------------------------------------===//

SharedLayout diffattn::getSharedLayout(const GPUPlan &plan,
                                       const AttentionShape &shape) {
  int64_t bytes = shape.elementBits / 8;
  int64_t keyRow = getSharedRow(shape.features, shape.elementBits) * bytes;
  int64_t valueRow = getSharedRow(shape.values, shape.elementBits) * bytes;
  SharedLayout layout;
  layout.limits = 0;
  layout.queries = 16 * plan.threads() / 32;
  layout.stages = layout.queries + shape.maps * plan.rows() * keyRow;
  layout.keyBytes = plan.keyTile * keyRow;
  layout.valueBytes = plan.keyTile * valueRow;
  layout.stageBytes = shape.keySets() * layout.keyBytes + layout.valueBytes;
  int64_t buffers = plan.stages * layout.stageBytes;
  // The result of the noise is handed over where keys and values were.
  if (plan.mapsApart)
    buffers =
        std::max(buffers, plan.rows() * getSharedRow(shape.values, 32) * 4);
  layout.size = layout.stages + buffers;
  return layout;
}

int64_t diffattn::estimateRegisters(const GPUPlan &plan,
                                    const AttentionShape &shape) {
  int64_t maps = plan.mapsApart ? 1 : shape.maps;
  int64_t accumulators = maps * getPaddedFeatures(shape.values) / 2;
  int64_t scores = maps * plan.keyTile / 2;
  int64_t weights = maps * plan.keyTile * shape.elementBits / 64;
  int64_t queries =
      plan.queriesHeld ? maps * getPaddedFeatures(shape.features) / 4 : 8;
  // Several scores are on their way through the tangent.
  int64_t softcap = shape.hasSoftcap ? 32 : 0;
  return accumulators + scores + weights + queries + softcap + kOtherRegisters;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

std::string diffattn::getReasonAgainstGPUKernel(const AttentionShape &shape) {
  auto refuse = [](const char *what, int64_t features) {
    std::string count =
        features < 0 ? "an unknown number of" : std::to_string(features);
    return std::string(what) + " have " + count +
           " features, kernels are made for 1 to " + std::to_string(kWidest);
  };
  if (shape.features < 1 || shape.features > kWidest)
    return refuse("queries", shape.features);
  if (shape.values < 1 || shape.values > kWidest)
    return refuse("values", shape.values);
  return "";
}

/// Completes `plan`, whose steps have `keyTiles` keys, the first that fits.
static bool planSteps(GPUPlan &plan, std::initializer_list<int64_t> keyTiles,
                      const AttentionShape &shape, const GPU &gpu) {
  for (bool held : {true, false})
    for (bool apart : {false, true})
      for (int64_t keyTile : keyTiles)
        for (int64_t stages : {3, 2}) {
          // One map needs no warps for another, FMA no fragments of queries.
          if ((apart && shape.maps == 1) || (held && shape.elementBits != 16))
            continue;
          if (held && shape.features > kWidestHeld)
            continue;
          plan.keyTile = keyTile;
          plan.stages = stages;
          plan.mapsApart = apart;
          plan.queriesHeld = held;
          if (estimateRegisters(plan, shape) <= gpu.registers &&
              getSharedLayout(plan, shape).size <= gpu.sharedBytes)
            return true;
        }
  return false;
}

std::optional<GPUPlan> diffattn::planGPUAttention(const AttentionShape &shape,
                                                  const GPU &gpu) {
  GPUPlan plan{kRowWarps, 16, 2, false, false, kSplitRows, kSplitKeys};
  // In steps of 16 keys the softmax has too little to overlap with. But those
  // of f32 are unrolled product by product: few keys make much code.
  if (shape.elementBits == 16 && planSteps(plan, {64, 32}, shape, gpu))
    return plan;
  // Fewer rows leave more of shared memory to wide keys.
  for (; plan.rowWarps >= 1; plan.rowWarps /= 2)
    if (planSteps(plan, {16}, shape, gpu))
      return plan;
  return std::nullopt;
}

GPUPlan diffattn::planParts(const GPUPlan &plan, const AttentionShape &shape) {
  GPUPlan parts = plan;
  int64_t warps = (plan.splitRows + 15) / 16;
  parts.rowWarps = std::clamp(warps, int64_t(1), plan.rowWarps);
  parts.mapsApart = shape.maps == 2;
  return parts;
}

std::string diffattn::explain(const GPUPlan &plan,
                              const AttentionShape &shape) {
  std::string text = std::to_string(plan.rows()) + " rows by steps of " +
                     std::to_string(plan.keyTile) + " keys, ";
  if (shape.maps == 2)
    text += plan.mapsApart ? "each map by warps of its own, "
                           : "both maps in each warp, ";
  text += plan.queriesHeld ? "queries in registers; about "
                           : "queries in shared memory; about ";
  return text + std::to_string(estimateRegisters(plan, shape)) +
         " registers and " + spellBytes(getSharedLayout(plan, shape).size) +
         " of shared memory with " + std::to_string(plan.stages) + " stages";
}

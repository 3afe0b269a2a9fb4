//===- GPUPlan.h - how a GPU should compute an attention --------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CPU keeps the scores of a block of rows in its cache until their sums are
// known, and saves a third of the work (AttentionPlan.h). On a GPU the cache
// that could do that, shared memory, holds 64 rows by 600 keys at best, and a
// first pass for the sums alone costs what it would save. So both maps are
// computed online, 12d flops a pair, and the gain is in what the maps share:
//
//   out = (P1 / l1 - lambda * P2 / l2) * V
//
// - V is fetched from memory once, and its fragments from shared memory once,
//   for both products. Two kernels of ordinary attention fetch it twice.
// - The two maps are independent chains: while one waits for its maximum, the
//   other multiplies. One map alone must be interleaved with its next step.
// - The difference, the norm and the scale are computed in registers.
//
// Registers. A warp computes 16 rows, the height of a product of tensor cores.
// A thread holds of each map E / 2 numbers of the accumulator (E features of
// the value: 16 rows * E / 32 threads), D / 4 registers of the query as 16 bit,
// and of a step of n keys n / 2 scores and n / 4 registers of weights. (Scores
// of both maps count: those of one are multiplied while those of the other
// become weights.) About 40 more go to addresses, maxima, sums. With D = 64, E
// = 128 and two maps: 128 + 32 + 32 + 16 + 40 of 255 at n = 32; n = 64 does not
// fit. If n = 32 does not fit either, each map gets warps of its own
// (`mapsApart`), and the warps of the noise hand their result over at the end.
// They fetch V from shared memory for themselves, which costs half as many
// bytes a flop more. Where queries still take too many registers, they are read
// from shared memory again in each step.
//
// Shared memory. Keys and values of a step arrive while those before are used:
// `stages` buffers, filled by asynchronous copies. A row is 16 bytes longer
// than its elements: so many bytes are an odd number of 16, and eight rows,
// which a product reads together, lie in different banks. (Swizzling would save
// 12 % of the memory, and cost an address for each fragment.)
//
// f32. There are no products of tensor cores for f32 that keep its precision.
// Fragments stay what they are, in the same threads, and are multiplied by FMA.
//
// Split. Few rows, decoding above all, leave most of a GPU idle: parts of the
// keys go to workgroups of their own, and the states of the parts are merged
// before the subtraction. Rows of all heads that share keys are computed
// together, whatever the strategy: so keys are read once for all of them.
//
// As on CPUs, what decides the order of sums (steps and parts) follows from the
// shape of one head, the element type and the chip.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TILEPLAN_GPUPLAN_H
#define DIFFATTN_TILEPLAN_GPUPLAN_H

#include "diffattn/TilePlan/AttentionPlan.h"
#include <optional>

namespace diffattn {

/// What of a GPU decides a plan. The defaults are those of sm_80.
struct GPU {
  int64_t registers = 255;          ///< of a thread, 32 bit each
  int64_t sharedBytes = 163 * 1024; ///< that a workgroup can have
};

inline GPU makeGPU(int64_t sharedBytes) {
  GPU gpu;
  gpu.sharedBytes = sharedBytes;
  return gpu;
}

/// How to compute an attention.
struct GPUPlan {
  int64_t rowWarps;  ///< warps of 16 rows in a workgroup
  int64_t keyTile;   ///< keys of a step
  int64_t stages;    ///< steps whose keys and values have a place
  bool mapsApart;    ///< each map has warps of its own
  bool queriesHeld;  ///< fragments of queries stay in registers
  int64_t splitRows; ///< up to so many rows that share keys: split
  int64_t splitKeys; ///< keys of a part

  int64_t rows() const { return 16 * rowWarps; }
  int64_t threads() const { return 32 * rowWarps * (mapsApart ? 2 : 1); }
};

/// The features of queries or values as fragments have them: a multiple of 16.
constexpr int64_t getPaddedFeatures(int64_t features) {
  return (features + 15) / 16 * 16;
}

/// Elements of a row in shared memory: 16 bytes more than its features.
constexpr int64_t getSharedRow(int64_t features, int64_t elementBits) {
  return getPaddedFeatures(features) + 128 / elementBits;
}

/// Where things are in the shared memory of a workgroup, in bytes.
struct SharedLayout {
  int64_t limits;               ///< of rows: [warps][4] i32, two used
  int64_t queries;              ///< [maps][rows][features]
  int64_t stages;               ///< [stages]: keys of each map, then values
  int64_t keyBytes, valueBytes; ///< of one map's keys, of the values of a step
  int64_t stageBytes;
  int64_t size; ///< of all
};

SharedLayout getSharedLayout(const GPUPlan &plan, const AttentionShape &shape);

/// Registers of a thread, by the arithmetic above.
int64_t estimateRegisters(const GPUPlan &plan, const AttentionShape &shape);

/// Why no kernel is made for `shape`; empty if one is.
std::string getReasonAgainstGPUKernel(const AttentionShape &shape);

/// The plan for a shape that kernels are made for; none if no plan fits in the
/// shared memory of `gpu`.
std::optional<GPUPlan> planGPUAttention(const AttentionShape &shape,
                                        const GPU &gpu);

/// How the kernel for parts of the keys computes them: with warps for few rows
/// only, each for one map, as it waits for memory anyway.
GPUPlan planParts(const GPUPlan &plan, const AttentionShape &shape);

/// One sentence: why this plan.
std::string explain(const GPUPlan &plan, const AttentionShape &shape);

} // namespace diffattn

#endif // DIFFATTN_TILEPLAN_GPUPLAN_H

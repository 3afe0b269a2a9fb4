//===- GPUPlanTest.cpp - sizes of workgroups and steps --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/TilePlan/GPUPlan.h"
#include "gtest/gtest.h"

using namespace diffattn;

namespace {
AttentionShape shape(int64_t features, int64_t values, int64_t maps,
                     int64_t bits = 16) {
  return {1024, 1024, features, values, maps, bits};
}

GPUPlan plan(const AttentionShape &shape) {
  return planGPUAttention(shape, GPU()).value();
}
} // namespace

TEST(GPUPlan, RegistersOfTheEssay) {
  GPUPlan v1 = plan(shape(64, 128, 2));
  EXPECT_EQ(v1.keyTile, 32);
  EXPECT_EQ(v1.stages, 3);
  EXPECT_FALSE(v1.mapsApart);
  EXPECT_TRUE(v1.queriesHeld);
  EXPECT_EQ(v1.rows(), 64);
  EXPECT_EQ(v1.threads(), 128);
  EXPECT_EQ(estimateRegisters(v1, shape(64, 128, 2)), 128 + 32 + 32 + 16 + 40);
  v1.keyTile = 64;
  EXPECT_GT(estimateRegisters(v1, shape(64, 128, 2)), GPU().registers);
}

TEST(GPUPlan, WideMapsHaveWarpsOfTheirOwn) {
  GPUPlan wide = plan(shape(128, 256, 2));
  EXPECT_TRUE(wide.mapsApart);
  EXPECT_EQ(wide.threads(), 256);
  EXPECT_EQ(wide.rows(), 64);
  // Two accumulators of 128 features fit, but not with two queries of 128.
  EXPECT_TRUE(plan(shape(128, 128, 2)).mapsApart);
  EXPECT_TRUE(plan(shape(128, 128, 2)).queriesHeld);
  EXPECT_FALSE(plan(shape(256, 256, 2)).queriesHeld);
}

TEST(GPUPlan, OneMapTakesMoreKeysAtOnce) {
  GPUPlan ordinary = plan(shape(128, 128, 1));
  EXPECT_EQ(ordinary.keyTile, 64);
  EXPECT_FALSE(ordinary.mapsApart);
  EXPECT_FALSE(plan(shape(256, 256, 1)).mapsApart);
}

TEST(GPUPlan, EveryShapeFits) {
  for (int64_t bits : {16, 32})
    for (int64_t maps : {1, 2})
      for (int64_t features = 1; features <= 256; features += 5)
        for (int64_t values = 1; values <= 256; values += 5) {
          AttentionShape some = shape(features, values, maps, bits);
          ASSERT_EQ(getReasonAgainstGPUKernel(some), "");
          GPUPlan found = plan(some);
          EXPECT_LE(estimateRegisters(found, some), GPU().registers)
              << features << " " << values << " " << maps << " " << bits;
          EXPECT_LE(getSharedLayout(found, some).size, GPU().sharedBytes)
              << features << " " << values << " " << maps << " " << bits;
        }
}

// What sm_86 has. Wide keys of f32 fit with few rows only, the widest not at
// all.
TEST(GPUPlan, LittleSharedMemory) {
  GPU small = makeGPU(99 * 1024);
  EXPECT_FALSE(planGPUAttention(shape(256, 256, 2, 32), small));
  EXPECT_EQ(planGPUAttention(shape(64, 128, 2), small)->rows(), 64);
  for (int64_t features = 1; features <= 256; features += 5) {
    AttentionShape some = shape(features, features, 2);
    std::optional<GPUPlan> found = planGPUAttention(some, small);
    ASSERT_TRUE(found) << features;
    EXPECT_LE(getSharedLayout(*found, some).size, small.sharedBytes);
  }
}

TEST(GPUPlan, RowsOfSharedMemoryLieInDifferentBanks) {
  for (int64_t features = 1; features <= 256; ++features)
    for (int64_t bits : {16, 32}) {
      int64_t bytes = getSharedRow(features, bits) * bits / 8;
      EXPECT_EQ(bytes % 32, 16) << features << " of " << bits << " bits";
    }
}

TEST(GPUPlan, SharedMemoryOfV1) {
  AttentionShape v1 = shape(64, 128, 2);
  SharedLayout layout = getSharedLayout(plan(v1), v1);
  EXPECT_EQ(layout.keyBytes, 32 * 72 * 2);
  EXPECT_EQ(layout.valueBytes, 32 * 136 * 2);
  EXPECT_EQ(layout.stageBytes, 2 * layout.keyBytes + layout.valueBytes);
  EXPECT_EQ(layout.size, 64 + 2 * 64 * 72 * 2 + 3 * layout.stageBytes);
  // Maps with the same keys fetch them once.
  v1.hasOneKey = true;
  EXPECT_EQ(getSharedLayout(plan(v1), v1).stageBytes,
            layout.keyBytes + layout.valueBytes);
}

TEST(GPUPlan, PartsHaveWarpsForFewRows) {
  AttentionShape v1 = shape(64, 128, 2);
  GPUPlan parts = planParts(plan(v1), v1);
  EXPECT_EQ(parts.rowWarps, 1);
  EXPECT_TRUE(parts.mapsApart);
  EXPECT_EQ(parts.threads(), 64);
  EXPECT_EQ(planParts(plan(shape(64, 64, 1)), shape(64, 64, 1)).threads(), 32);
}

TEST(GPUPlan, SaysWhatItDoesNotTake) {
  EXPECT_EQ(getReasonAgainstGPUKernel(shape(-1, 64, 2)),
            "queries have an unknown number of features, kernels are made for "
            "1 to 256");
  EXPECT_EQ(getReasonAgainstGPUKernel(shape(64, 257, 2)),
            "values have 257 features, kernels are made for 1 to 256");
  EXPECT_NE(getReasonAgainstGPUKernel(shape(0, 64, 2)), "");
}

TEST(GPUPlan, Explains) {
  AttentionShape v1 = shape(64, 128, 2);
  EXPECT_EQ(explain(plan(v1), v1),
            "64 rows by steps of 32 keys, both maps in each warp, queries in "
            "registers; about 248 registers and 70.6 KiB of shared memory with "
            "3 stages");
}

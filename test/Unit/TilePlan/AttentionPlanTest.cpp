//===- AttentionPlanTest.cpp - strategies, blocks and memory --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/TilePlan/AttentionPlan.h"
#include "gtest/gtest.h"

using namespace diffattn;

namespace {
constexpr Machine kAVX512{512, 32, 32 << 10, 1 << 20, true};
constexpr Machine kAVX2{256, 16, 32 << 10, 512 << 10, false};
constexpr Machine kSSE{128, 16, 32 << 10, 1 << 20, false};

/// V1 with 64 features.
AttentionShape differential(int64_t queries, int64_t keys) {
  return {queries, keys, 64, 128, 2, 32};
}

Strategy choose(const AttentionShape &shape, const Machine &machine = kAVX512) {
  return planAttention(shape, machine).strategy;
}
} // namespace

TEST(RegisterTile, FillsTheRegisters) {
  EXPECT_EQ(getRegisterTile(kAVX512).rows, 12);
  EXPECT_EQ(getRegisterTile(kAVX512).cols, 32);
  EXPECT_EQ(getRegisterTile(kAVX2).rows, 6);
  EXPECT_EQ(getRegisterTile(kAVX2).cols, 16);
  EXPECT_EQ(getRegisterTile(kSSE).cols, 8);
}

TEST(PlanAttention, SizesOfTheEssay) {
  AttentionPlan plan = planAttention(differential(2048, 2048), kAVX512);
  EXPECT_EQ(plan.strategy, Strategy::Held);
  EXPECT_EQ(plan.rowBlock, 24);
  EXPECT_EQ(plan.keyBlock, 512);
  EXPECT_EQ(plan.valueBlock, 256);
  EXPECT_EQ(plan.heldBytes, 768 << 10);
  EXPECT_EQ(plan.heldKeys, 65536);
  EXPECT_EQ(plan.splitRows, 8);
  EXPECT_EQ(plan.splitKeys, 1024);
}

TEST(PlanAttention, BlocksAreWholeTilesThatFit) {
  for (const Machine &machine : {kAVX512, kAVX2, kSSE})
    for (int64_t features : {-1, 0, 1, 64, 128, 576, 100000})
      for (int64_t maps : {1, 2}) {
        AttentionShape shape{100, 100, features, 2 * features, maps, 32};
        if (features < 0)
          shape.values = -1;
        AttentionPlan plan = planAttention(shape, machine);
        RegisterTile tile = getRegisterTile(machine);
        EXPECT_EQ(plan.rowBlock % tile.rows, 0);
        EXPECT_EQ(plan.keyBlock % tile.cols, 0);
        EXPECT_EQ(plan.valueBlock % tile.cols, 0);
        EXPECT_EQ(plan.heldKeys % tile.cols, 0);
        EXPECT_EQ(plan.splitKeys % tile.cols, 0);
        // Weights of a product stay in L1; half of the scores of a tile in L2.
        EXPECT_LE(plan.rowBlock * plan.valueBlock * 4, machine.l1Bytes * 3 / 4);
        EXPECT_LE(maps * plan.rowBlock * plan.heldKeys * 4,
                  16 * machine.l2Bytes * 3 / 4);
        EXPECT_GE(plan.keyBlock, 256);
      }
}

TEST(PlanAttention, StepsShrinkForWideHeads) {
  AttentionShape shape = differential(16384, 16384);
  EXPECT_EQ(planAttention(shape, kAVX512).keyBlock, 512);
  shape.features = 128;
  shape.values = 256;
  EXPECT_EQ(planAttention(shape, kAVX512).keyBlock, 256);
  // Pairs of bf16 are packed as they are.
  shape.elementBits = 16;
  shape.isBF16 = true;
  EXPECT_EQ(planAttention(shape, kAVX512).keyBlock, 512);
}

TEST(PlanAttention, TinyCachesGiveTheSmallestBlocks) {
  Machine tiny{512, 32, 1, 1, false};
  AttentionPlan plan = planAttention(differential(100, 100), tiny);
  EXPECT_EQ(plan.valueBlock, 32);
  EXPECT_EQ(plan.keyBlock, 256);
  EXPECT_EQ(plan.heldKeys, 32);
  EXPECT_EQ(plan.strategy, Strategy::Online);
}

TEST(PlanAttention, HeldAsLongAsThreadsHaveTheMemory) {
  EXPECT_EQ(choose(differential(8192, 65536)), Strategy::Held);
  EXPECT_EQ(choose(differential(8192, 65537)), Strategy::Online);
  Machine large = kAVX512;
  large.l2Bytes = 2 << 20;
  EXPECT_EQ(choose(differential(16384, 131072), large), Strategy::Held);
  EXPECT_EQ(choose(differential(16384, 131073), large), Strategy::Online);
}

TEST(PlanAttention, OneMapIsHeldAsLongAsWholeBlocksFit) {
  AttentionShape shape{8192, 8192, 128, 128, 1, 32};
  EXPECT_EQ(planAttention(shape, kAVX512).heldKeys, 8192);
  EXPECT_EQ(choose(shape), Strategy::Held);
  shape.keys = 8193;
  EXPECT_EQ(choose(shape), Strategy::Online);
}

TEST(PlanAttention, FewRowsAreSplit) {
  EXPECT_EQ(choose(differential(1, 16384)), Strategy::Split);
  EXPECT_EQ(choose(differential(8, 10)), Strategy::Split);
  EXPECT_EQ(choose(differential(9, 10)), Strategy::Held);
  AttentionShape grouped = differential(2, 16384);
  grouped.sharing = 4;
  EXPECT_EQ(choose(grouped), Strategy::Split);
  grouped.queries = 3;
  EXPECT_EQ(choose(grouped), Strategy::Held);
  EXPECT_EQ(choose(differential(0, 0)), Strategy::Split);
}

TEST(PlanAttention, WhatIsNotKnownIsLeftToTheKernel) {
  EXPECT_EQ(choose(differential(-1, 100)), Strategy::Auto);
  EXPECT_EQ(choose(differential(100, -1)), Strategy::Auto);
  AttentionShape shape = differential(4, 100);
  shape.sharing = -1;
  EXPECT_EQ(choose(shape), Strategy::Auto);
  // What is known may be enough.
  EXPECT_EQ(choose(differential(1, -1)), Strategy::Split);
  shape.queries = 100;
  EXPECT_EQ(choose(shape), Strategy::Held);
}

TEST(PlanAttention, LimitsAreTheSameWhateverIsKnown) {
  // So a static shape and the same shape at run time give the same bits.
  AttentionPlan known = planAttention(differential(2048, 2048), kAVX512);
  AttentionPlan open = planAttention(differential(-1, -1), kAVX512);
  EXPECT_EQ(open.keyBlock, known.keyBlock);
  EXPECT_EQ(open.valueBlock, known.valueBlock);
  EXPECT_EQ(open.heldKeys, known.heldKeys);
  EXPECT_EQ(open.splitRows, known.splitRows);
  EXPECT_EQ(open.splitKeys, known.splitKeys);
  EXPECT_EQ(resolveStrategy(open, differential(2048, 2048)), Strategy::Held);
  EXPECT_EQ(resolveStrategy(open, differential(9, 65537)), Strategy::Online);
  EXPECT_EQ(resolveStrategy(open, differential(8, 65537)), Strategy::Split);
}

TEST(ResolveStrategy, WhatIsForcedStays) {
  AttentionPlan plan = planAttention(differential(1, 1), kAVX512);
  plan.strategy = Strategy::Online;
  EXPECT_EQ(resolveStrategy(plan, differential(1, 1)), Strategy::Online);
}

TEST(HeldRows, ShrinkWithTheNumberOfKeys) {
  AttentionPlan plan = planAttention(differential(9000, 2048), kAVX512);
  EXPECT_EQ(getHeldRows(plan, 2, 0, 12), 24);
  EXPECT_EQ(getHeldRows(plan, 2, 2048, 12), 24);
  EXPECT_EQ(getHeldRows(plan, 2, 4096, 12), 24);
  EXPECT_EQ(getHeldRows(plan, 2, 4097, 12), 12);
  EXPECT_EQ(getHeldRows(plan, 2, 4097, 6), 18);
  EXPECT_EQ(getHeldRows(plan, 2, 8192, 12), 12);
  // What leaves the cache in any case.
  EXPECT_EQ(getHeldRows(plan, 2, 8193, 12), 48);
  EXPECT_EQ(getHeldRows(plan, 2, int64_t(1) << 62, 12), 48);
  EXPECT_EQ(getHeldRows(plan, 1, 8192, 12), 24);
  plan.rowBlock = 12;
  EXPECT_EQ(getHeldRows(plan, 2, 2048, 12), 12);
}

TEST(PlanAttention, RowsOfAWindowWaitForFewKeys) {
  AttentionShape shape = differential(100000, 100000);
  shape.window = 513;
  EXPECT_EQ(shape.keysOf(24), 536);
  EXPECT_EQ(choose(shape), Strategy::Held);
  // Also where nobody knows how many keys there are.
  shape.keys = -1;
  EXPECT_EQ(shape.keysOf(24), 536);
  EXPECT_EQ(choose(shape), Strategy::Held);
  shape.window = 70000;
  EXPECT_EQ(choose(shape), Strategy::Auto);
  shape.keys = 100;
  EXPECT_EQ(shape.keysOf(24), 100);
  EXPECT_EQ(choose(shape), Strategy::Held);
  shape.keys = 80000;
  EXPECT_EQ(choose(shape), Strategy::Online);
}

TEST(Workspace, Held) {
  AttentionShape shape = differential(2048, 2048);
  auto memory = getWorkspace(planAttention(shape, kAVX512), shape, kAVX512);
  ASSERT_TRUE(memory);
  EXPECT_EQ(memory->scores, 2 * 24 * 2048 * 4);
  EXPECT_EQ(memory->weights, 24 * 256 * 4);
  EXPECT_EQ(memory->accumulators, 24 * 128 * 4);
  EXPECT_EQ(memory->queries, 2 * 24 * 64 * 4);
  EXPECT_EQ(memory->statistics, 2 * 32 * (64 + 2) * 4 + 2 * 24 * 16 * 4);
  EXPECT_EQ(memory->packed, (2 * 64 + 128) * 2048 * 4);
  EXPECT_EQ(memory->states, 0);
  EXPECT_EQ(memory->perThread(), memory->scores + memory->weights +
                                     memory->accumulators + memory->queries +
                                     memory->statistics);
  EXPECT_EQ(memory->perHead(), memory->packed);
}

TEST(Workspace, OneKeyIsPackedOnce) {
  AttentionShape shape = differential(2048, 2048);
  shape.hasOneKey = true;
  auto memory = getWorkspace(planAttention(shape, kAVX512), shape, kAVX512);
  EXPECT_EQ(memory->packed, (64 + 128) * 2048 * 4);
}

TEST(Workspace, FewQueriesAreOneTile) {
  AttentionShape shape = differential(10, 2048);
  auto memory = getWorkspace(planAttention(shape, kAVX512), shape, kAVX512);
  EXPECT_EQ(memory->scores, 2 * 12 * 2048 * 4);
}

TEST(Workspace, AWindowStartsAnywhereInATile) {
  AttentionShape shape = differential(100000, 100000);
  shape.window = 1;
  auto memory = getWorkspace(planAttention(shape, kAVX512), shape, kAVX512);
  EXPECT_EQ(memory->scores, 2 * 24 * 64 * 4);
}

TEST(Workspace, PairsOfBF16ArePackedAsTheyAre) {
  AttentionShape shape = differential(2048, 2048);
  shape.elementBits = 16;
  shape.isBF16 = true;
  auto memory = getWorkspace(planAttention(shape, kAVX512), shape, kAVX512);
  EXPECT_EQ(memory->packed, (2 * 64 + 128) * 2048 * 2);
  EXPECT_EQ(memory->weights, 24 * 256 * 2);
  memory = getWorkspace(planAttention(shape, kAVX2), shape, kAVX2);
  EXPECT_EQ(memory->packed, (2 * 64 + 128) * 2048 * 4);
}

TEST(Workspace, OnlineDoesNotGrowWithTheKeys) {
  AttentionShape shape = differential(70000, 70000), longer = shape;
  longer.keys = 1 << 20;
  AttentionPlan plan = planAttention(shape, kAVX512);
  ASSERT_EQ(plan.strategy, Strategy::Online);
  auto memory = getWorkspace(plan, shape, kAVX512);
  EXPECT_EQ(memory->scores, 2 * 24 * 512 * 4);
  EXPECT_EQ(memory->weights, 2 * 24 * 256 * 4);
  EXPECT_EQ(memory->accumulators, 2 * 24 * 128 * 4);
  EXPECT_EQ(getWorkspace(plan, longer, kAVX512)->perThread(),
            memory->perThread());
}

TEST(Workspace, Split) {
  AttentionShape shape = differential(1, 2500);
  shape.sharing = 4;
  AttentionPlan plan = planAttention(shape, kAVX512);
  auto memory = getWorkspace(plan, shape, kAVX512);
  EXPECT_EQ(memory->scores, 2 * 4 * 256 * 4);
  EXPECT_EQ(memory->weights, 128 * 32 * 4);
  EXPECT_EQ(memory->packed, 0);
  EXPECT_EQ(memory->states, 3 * 2 * 4 * (128 + 16) * 4);
  // By force: 32 rows at a time.
  plan.strategy = Strategy::Split;
  shape.queries = 100;
  memory = getWorkspace(plan, shape, kAVX512);
  EXPECT_EQ(memory->scores, 2 * 32 * 256 * 4);
  EXPECT_EQ(memory->states, 3 * 2 * 400 * (128 + 16) * 4);
}

TEST(Workspace, NothingWithoutSizes) {
  AttentionPlan plan = planAttention(differential(2048, 2048), kAVX512);
  EXPECT_FALSE(getWorkspace(plan, differential(2048, -1), kAVX512));
  AttentionShape shape = differential(2048, 2048);
  shape.features = -1;
  EXPECT_FALSE(getWorkspace(plan, shape, kAVX512));
  plan.strategy = Strategy::Split;
  EXPECT_FALSE(getWorkspace(plan, differential(-1, 2048), kAVX512));
}

TEST(Workspace, SizesThatNoMemoryHolds) {
  constexpr int64_t huge = int64_t(1) << 62, limit = int64_t(1) << 60;
  for (int64_t queries : {int64_t(1), huge})
    for (int64_t maps : {1, 2}) {
      AttentionShape shape{queries, huge, huge, huge, maps, 32};
      shape.sharing = huge;
      AttentionPlan plan = planAttention(shape, kAVX512);
      EXPECT_EQ(plan.strategy, Strategy::Online);
      EXPECT_EQ(getWorkspace(plan, shape, kAVX512)->accumulators, limit);
      plan.strategy = Strategy::Held;
      EXPECT_EQ(getWorkspace(plan, shape, kAVX512)->scores, limit);
      plan.strategy = Strategy::Split;
      EXPECT_EQ(getWorkspace(plan, shape, kAVX512)->states, limit);
    }
}

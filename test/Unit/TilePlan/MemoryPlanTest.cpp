//===- MemoryPlanTest.cpp - arrays that share one block of memory ---------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/TilePlan/MemoryPlan.h"
#include "gtest/gtest.h"
#include <random>

using namespace diffattn;

namespace {
using Arrays = std::vector<LivingArray>;
using Numbers = std::vector<int64_t>;

/// Up to 40 arrays in 30 steps, some of them empty or never used.
Arrays randomArrays(std::mt19937 &random) {
  Arrays arrays(random() % 41);
  for (LivingArray &array : arrays) {
    array.first = random() % 30;
    array.end = array.first + random() % (31 - array.first);
    array.size = random() % 4 ? 1 + random() % 100 : 0;
  }
  return arrays;
}

bool liveTogether(const LivingArray &a, const LivingArray &b) {
  return std::max(a.first, b.first) < std::min(a.end, b.end);
}

/// Where a start at `offset` units of `unit` bytes, on `level`, comes to lie.
int64_t toBytes(int64_t offset, int64_t level, int64_t unit) {
  constexpr int64_t alignment = 64;
  return (offset * unit + alignment - 1) / alignment * alignment +
         level * alignment;
}
} // namespace

TEST(MemoryPlan, NothingNeedsNothing) {
  MemoryPlan plan = planMemory({});
  EXPECT_EQ(plan.size, 0);
  EXPECT_EQ(plan.live, 0);
  EXPECT_EQ(plan.numLevels, 0);
  EXPECT_EQ(plan.numPlaces(), 0);
}

TEST(MemoryPlan, ChainsNeedTwoPlaces) {
  MemoryPlan plan = planMemory({{0, 2, 8}, {1, 3, 8}, {2, 4, 8}, {3, 5, 8}});
  EXPECT_EQ(plan.offsets, (Numbers{0, 8, 0, 8}));
  EXPECT_EQ(plan.levels, (Numbers{0, 1, 0, 1}));
  EXPECT_EQ(plan.size, 16);
  EXPECT_EQ(plan.live, 16);
  EXPECT_EQ(plan.numLevels, 2);
  EXPECT_EQ(plan.numPlaces(), 2);
}

TEST(MemoryPlan, AnArrayEndsBeforeTheNextBegins) {
  EXPECT_EQ(planMemory({{0, 1, 5}, {1, 2, 7}}).size, 7);
  EXPECT_EQ(planMemory({{0, 2, 5}, {1, 3, 7}}).size, 12);
}

TEST(MemoryPlan, TakesTheSmallestGapThatFits) {
  // When the last one comes, there are gaps of 30 and of 20 units.
  MemoryPlan plan = planMemory({{0, 9, 100},
                                {0, 2, 30},
                                {0, 9, 28},
                                {0, 2, 20},
                                {0, 9, 19},
                                {3, 5, 18}});
  EXPECT_EQ(plan.offsets[5], plan.offsets[3]);
  EXPECT_EQ(plan.size, plan.live);
}

TEST(MemoryPlan, OrderOfTimeWinsWhereSizesGrow) {
  // By size, 3 and 2 leave no room of 2 for what lives beside both.
  MemoryPlan plan = planMemory({{0, 2, 1}, {1, 4, 2}, {3, 5, 3}});
  EXPECT_EQ(plan.size, 5);
  EXPECT_EQ(plan.live, 5);
}

TEST(MemoryPlan, NothingThatLivesTogetherOverlaps) {
  std::mt19937 random(11);
  for (int round = 0; round < 500; ++round) {
    Arrays arrays = randomArrays(random);
    MemoryPlan plan = planMemory(arrays);
    int64_t all = 0;
    for (size_t i = 0; i < arrays.size(); ++i) {
      all += arrays[i].size;
      EXPECT_GE(plan.offsets[i], 0);
      EXPECT_LE(plan.offsets[i] + arrays[i].size, plan.size);
      EXPECT_LT(plan.levels[i], plan.numLevels);
      for (size_t j = 0; j < i; ++j) {
        if (!liveTogether(arrays[i], arrays[j]) || !arrays[i].size ||
            !arrays[j].size)
          continue;
        bool isBelow = plan.offsets[i] < plan.offsets[j];
        size_t lower = isBelow ? i : j, upper = isBelow ? j : i;
        for (int64_t unit : {0, 1, 3, 64, 1000})
          EXPECT_LE(toBytes(plan.offsets[lower], plan.levels[lower], unit) +
                        arrays[lower].size * unit,
                    toBytes(plan.offsets[upper], plan.levels[upper], unit));
      }
    }
    EXPECT_LE(plan.live, plan.size);
    EXPECT_LE(plan.size, all);
  }
}

TEST(MemoryPlan, RandomArraysComeCloseToTheLowerBound) {
  std::mt19937 random(12);
  int64_t sizes = 0, live = 0;
  for (int round = 0; round < 500; ++round) {
    MemoryPlan plan = planMemory(randomArrays(random));
    sizes += plan.size;
    live += plan.live;
  }
  EXPECT_LE(sizes, live * 1.05);
}

TEST(MemoryPlan, SamePlanEachTime) {
  std::mt19937 random(13);
  Arrays arrays = randomArrays(random);
  MemoryPlan first = planMemory(arrays), second = planMemory(arrays);
  EXPECT_EQ(first.offsets, second.offsets);
  EXPECT_EQ(first.levels, second.levels);
}

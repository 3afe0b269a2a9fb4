//===- ExplainTest.cpp - plans in words -----------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/TilePlan/AttentionPlan.h"
#include "gtest/gtest.h"

using namespace diffattn;

namespace {
constexpr Machine kMachine{512, 32, 32 << 10, 1 << 20, true};

std::string explainPlan(AttentionShape shape) {
  return explain(planAttention(shape, kMachine), shape, kMachine);
}

std::string explainForced(Strategy strategy, AttentionShape shape) {
  AttentionPlan plan = planAttention(shape, kMachine);
  plan.strategy = strategy;
  return explain(plan, shape, kMachine);
}
} // namespace

TEST(Explain, Held) {
  EXPECT_EQ(explainPlan({2048, 2048, 64, 128, 2}),
            "held: 24 rows by 2048 keys of 2 maps, 384 KiB, fit in 768 KiB of "
            "the cache, so one product with the value serves both maps");
  EXPECT_EQ(explainPlan({2048, 6000, 64, 128, 2}),
            "held: 12 rows by 6000 keys of 2 maps, 562.5 KiB, fit in 768 KiB "
            "of the cache, so one product with the value serves both maps");
  EXPECT_EQ(explainPlan({100, 100, 64, 64, 1}),
            "held: 24 rows by 100 keys of 1 map, 9.4 KiB, fit in 768 KiB of "
            "the cache, so nothing is ever rescaled");
}

TEST(Explain, HeldByForce) {
  EXPECT_EQ(explainForced(Strategy::Held, {100, 16384, 64, 128, 2}),
            "held: 48 rows by 16384 keys of 2 maps, 6 MiB, exceed 768 KiB of "
            "the cache, so one product with the value serves both maps");
  EXPECT_EQ(explainForced(Strategy::Held, {-1, -1, 64, 128, 2}),
            "held: scores of a block of rows wait in 768 KiB of the cache, so "
            "one product with the value serves both maps");
}

TEST(Explain, Online) {
  EXPECT_EQ(explainPlan({70000, 70000, 64, 128, 2}),
            "online: 70000 keys are more than the 65536 whose scores can wait "
            "in the cache, so steps of 512 keys carry maximum, sum and "
            "accumulator");
  EXPECT_EQ(explainForced(Strategy::Online, {100, 100, 64, 128, 2}),
            "online: steps of 512 keys carry maximum, sum and accumulator");
}

TEST(Explain, Split) {
  EXPECT_EQ(explainPlan({1, 16384, 64, 128, 2}),
            "split: 1 row shares its keys, so reading these takes the time, "
            "once and where they lie, and parts of 1024 keys go to threads");
  EXPECT_EQ(explainPlan({2, -1, 64, 128, 2, 32, false, 4}),
            "split: 8 rows share their keys, so reading these takes the time, "
            "once and where they lie, and parts of 1024 keys go to threads");
  EXPECT_EQ(explainForced(Strategy::Split, {100, 100, 64, 128, 2}),
            "split: parts of 1024 keys go to threads, each key is read once");
}

TEST(Explain, Auto) {
  EXPECT_EQ(explainPlan({-1, -1, 64, 128, 2}),
            "auto: sizes are known at run time only: split up to 8 rows that "
            "share keys, else held up to 65536 keys, else online");
}

TEST(SpellBytes, OneDecimal) {
  EXPECT_EQ(spellBytes(0), "0 bytes");
  EXPECT_EQ(spellBytes(1023), "1023 bytes");
  EXPECT_EQ(spellBytes(1024), "1 KiB");
  EXPECT_EQ(spellBytes(1536), "1.5 KiB");
  EXPECT_EQ(spellBytes(3 << 20), "3 MiB");
}

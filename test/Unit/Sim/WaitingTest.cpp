//===- WaitingTest.cpp - divergence, barriers, deadlocks ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulator.h"
#include <gtest/gtest.h>

/// Launches under each schedule; every message must have `text` in it, or be
/// empty if that is.
template <ThreadFn Thread>
static void expectMessage(int64_t threads, const std::string &text) {
  for (const char *options : kSchedules) {
    SCOPED_TRACE(options);
    std::string message =
        Emulator(options).launch<Thread>(Sizes::of(1, threads));
    EXPECT_TEXT(text, message);
    EXPECT_EQ(message.empty(), text.empty()) << message;
  }
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

/// The halves of the warp shuffle at different operations, with these masks.
template <unsigned LowMask, unsigned HighMask>
static void shuffleApart(void *const *) {
  if (threadId() < 16)
    diffattn_sim_shuffle(DIFFATTN_SIM_SHUFFLE_XOR, LowMask, 0, 1, 31, "low");
  else
    diffattn_sim_shuffle(DIFFATTN_SIM_SHUFFLE_XOR, HighMask, 0, 1, 31, "high");
  diffattn_sim_warp_sync(-1, "end");
}

TEST(WaitingTest, divergedWarp) {
  expectMessage<shuffleApart<~0u, ~0u>>(
      32, "threads of a warp have diverged: thread (");
  // Each half for itself is fine.
  expectMessage<shuffleApart<0xFFFF, 0xFFFF0000>>(32, "");
}

TEST(WaitingTest, divergenceNamesBothOperations) {
  EXPECT_EQ((Emulator().launch<shuffleApart<~0u, ~0u>>(Sizes::of(1, 32))),
            "block (0, 0, 0), thread (16, 0, 0), at high: "
            "threads of a warp have diverged: thread (0, 0, 0) waits at low");
}

TEST(WaitingTest, lanesMustNameThemselves) {
  expectMessage<shuffleApart<0xFFFF, 0xFFFE0000>>(
      32, "at high: the mask 0xfffe0000 does not name lane 16, which "
          "runs it");
}

/// Lanes name different masks at one operation.
static void nameDifferently(void *const *) {
  diffattn_sim_warp_sync(threadId() == 7 ? -1 : 0xFFFF, "sync");
}

TEST(WaitingTest, masksDiffer) {
  expectMessage<nameDifferently>(16, "at the same operation");
  EXPECT_EQ((Emulator().launch<nameDifferently>(Sizes::of(1, 16))),
            "block (0, 0, 0), thread (7, 0, 0), at sync: names the lanes "
            "0xffffffff, but thread (0, 0, 0) of the warp names 0xffff at the "
            "same operation");
}

/// Lane 9 returns, the others go on without it or not.
template <unsigned Mask>
static void returnEarly(void *const *) {
  if (threadId() == 9)
    return;
  diffattn_sim_warp_sync(Mask, "sync");
}

TEST(WaitingTest, lanesThatHaveReturned) {
  expectMessage<returnEarly<~(1u << 9)>>(32, "");
  expectMessage<returnEarly<~0u>>(32, "which has returned");
}

/// The lane returns while others wait for it.
TEST(WaitingTest, whoWaitsForLanesThatReturn) {
  EXPECT_EQ((Emulator().launch<returnEarly<~0u>>(Sizes::of(1, 32))),
            "block (0, 0, 0), thread (0, 0, 0), at sync: waits for thread "
            "(9, 0, 0), which has returned");
}

/// Some lanes go to the block's barrier, the others to a shuffle.
static void barrierOrShuffle(void *const *) {
  if (threadId() % 32 < 4)
    diffattn_sim_barrier(0, 0, "barrier");
  else
    diffattn_sim_shuffle(DIFFATTN_SIM_SHUFFLE_XOR, -1, 0, 1, 31, "shuffle");
}

TEST(WaitingTest, barrierInDivergedWarp) {
  expectMessage<barrierOrShuffle>(64,
                                  "threads of a warp have diverged: thread (");
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// Warp 1 returns before the barrier.
static void returnBeforeBarrier(void *const *) {
  if (diffattn_sim_warp_id() == 1)
    return;
  diffattn_sim_barrier(0, 0, "barrier");
}

TEST(WaitingTest, nobodyWaitsForThreadsThatHaveReturned) {
  expectMessage<returnBeforeBarrier>(96, "");
}

/// Warps that wait for each other at different barriers.
static void crossBarriers(void *const *) {
  diffattn_sim_barrier(diffattn_sim_warp_id() == 0 ? 1 : 2, 64, "barrier");
}

TEST(WaitingTest, deadlock) {
  expectMessage<crossBarriers>(
      64, "block (0, 0, 0), thread (0, 0, 0), at barrier: "
          "deadlock: 64 of 64 threads have not returned; 64 wait at barrier "
          "(first: (0, 0, 0)) for barrier 1, where 32 of 64 are for barrier 2, "
          "where 32 of 64 are");
}

/// One warp waits for another that never comes.
static void waitForNobody(void *const *) {
  if (diffattn_sim_warp_id() == 1)
    diffattn_sim_barrier(3, 64, "barrier");
}

TEST(WaitingTest, deadlockAfterReturns) {
  expectMessage<waitForNobody>(
      64, "thread (32, 0, 0), at barrier: deadlock: 32 of 64 threads "
          "have not returned; 32 wait at barrier (first: (32, 0, 0)) "
          "for barrier 3, where 32 of 64 are");
}

template <int Id, int Low, int High>
static void barrierOfSome(void *const *) {
  diffattn_sim_barrier(Id, diffattn_sim_warp_id() == 0 ? Low : High, "barrier");
}

TEST(WaitingTest, wrongBarriers) {
  expectMessage<barrierOfSome<15, 64, 64>>(64, "");
  expectMessage<barrierOfSome<16, 64, 64>>(
      64, "barrier 16 does not exist: there are 0 to 15");
  expectMessage<barrierOfSome<1, 40, 40>>(
      64, "waits for 40 threads, expected a multiple of 32, at most "
          "the 64 of the block");
  expectMessage<barrierOfSome<1, 96, 96>>(64, "waits for 96 threads");
  // The last warp counts as a whole one.
  expectMessage<barrierOfSome<1, 64, 64>>(48, "");
  expectMessage<barrierOfSome<1, 64, 0>>(64, "at barrier 1, but");
  EXPECT_EQ((Emulator().launch<barrierOfSome<1, 64, 0>>(Sizes::of(1, 64))),
            "block (0, 0, 0), thread (32, 0, 0), at barrier: waits for 0 "
            "threads at barrier 1, but barrier for 64");
}

/// A barrier passed many times.
static void passOften(void *const *) {
  for (int i = 0; i < 1000; ++i)
    diffattn_sim_barrier(0, 0, "barrier");
}

TEST(WaitingTest, manyBarriers) { expectMessage<passOften>(96, ""); }

static void callTrap(void *const *) { diffattn_sim_trap("trap"); }

TEST(WaitingTest, trap) { expectMessage<callTrap>(1, "at trap: trap"); }

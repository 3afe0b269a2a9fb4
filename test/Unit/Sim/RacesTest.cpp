//===- RacesTest.cpp - accesses without a barrier between -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each wrong kernel is found in every schedule: what is checked is the order
// that barriers make, not the one that happened.
//
//===----------------------------------------------------------------------===//

#include "Emulator.h"
#include <gtest/gtest.h>

template <ThreadFn Thread>
static void expectFine(int64_t threads) {
  for (const char *options : kSchedules)
    EXPECT_EQ(Emulator(options).launch<Thread>(Sizes::of(3, threads)), "")
        << options;
}

template <ThreadFn Thread>
static void expectRace(int64_t threads, const std::string &text) {
  for (const char *options : kSchedules)
    EXPECT_TEXT(text, Emulator(options).launch<Thread>(Sizes::of(3, threads)))
        << options;
}

/// Each thread writes its element and reads that of the thread `Distance` away.
template <int Distance, bool BlockBarrier, bool WarpBarrier>
static void exchange(void *const *) {
  int16_t *values = sharedArray<int16_t>();
  int32_t other = (threadId() + Distance) % diffattn_sim_block_size(0);
  store(values + threadId(), int16_t(7), "store");
  if (BlockBarrier)
    diffattn_sim_barrier(0, 0, "barrier");
  if (WarpBarrier)
    diffattn_sim_warp_sync(-1, "warp barrier");
  load(values + other, "load");
}

TEST(RacesTest, exchangeInABlock) {
  expectFine<exchange<32, true, false>>(128);
  expectFine<exchange<1, true, true>>(96);
  // Threads read what may be there, or not.
  expectRace<exchange<32, false, false>>(128, "of shared memory, which");
  // A barrier of the warp orders nothing between warps.
  expectRace<exchange<32, false, true>>(128, "of shared memory, which");
}

TEST(RacesTest, exchangeInAWarp) {
  expectFine<exchange<1, false, true>>(32);
  expectRace<exchange<1, false, false>>(32, "of shared memory, which");
}

/// Warp 0 reads, then warp 1 overwrites.
template <bool Barrier>
static void overwrite(void *const *) {
  int32_t *values = sharedArray<int32_t>();
  store(values + threadId(), 1, "first store");
  diffattn_sim_barrier(0, 0, "first barrier");
  if (threadId() < 32)
    load(values + threadId() + 32, "load");
  if (Barrier)
    diffattn_sim_barrier(0, 0, "second barrier");
  if (threadId() >= 32)
    store(values + threadId(), 2, "second store");
}

TEST(RacesTest, overwriteWhatOthersRead) {
  expectFine<overwrite<true>>(64);
  expectRace<overwrite<false>>(64, "of shared memory, which thread (");
}

/// Both warps write one element.
template <bool Barrier>
static void writeTwice(void *const *) {
  int32_t *values = sharedArray<int32_t>();
  if (threadId() == 0)
    store(values, 1, "one");
  if (Barrier)
    diffattn_sim_barrier(0, 0, "barrier");
  if (threadId() == 63)
    store(values, 2, "two");
}

TEST(RacesTest, writeTwice) {
  expectFine<writeTwice<true>>(64);
  expectRace<writeTwice<false>>(64, "writes byte 0 of shared memory, which "
                                    "thread (");
}

/// Warps 0 and 1 meet at barrier 1, then 1 and 2 at barrier 2: what 0 wrote
/// reaches 2 through 1, but not 3, and not what 0 wrote in between.
template <int Reader, int Element>
static void chain(void *const *) {
  int32_t *values = sharedArray<int32_t>();
  int32_t warp = diffattn_sim_warp_id();
  if (threadId() == 0)
    store(values, 1, "first store");
  if (warp < 2)
    diffattn_sim_barrier(1, 64, "barrier 1");
  if (threadId() == 0)
    store(values + 1, 2, "second store");
  if (warp == 1 || warp == 2)
    diffattn_sim_barrier(2, 64, "barrier 2");
  // For in-order runs: without it the reader would find nothing written.
  if (warp == Reader && diffattn_sim_lane_id() == 0)
    load(values + Element, "load");
}

TEST(RacesTest, barriersOrderThoseThatMeet) {
  expectFine<chain<1, 0>>(128);
  expectFine<chain<2, 0>>(128);
  expectRace<chain<3, 0>>(128, "at load: reads byte 0 of shared memory");
  expectRace<chain<2, 1>>(128, "at load: reads byte 4 of shared memory");
}

/// A producer arrives without waiting; consumers wait.
template <bool WriteAfter>
static void produce(void *const *) {
  int32_t *values = sharedArray<int32_t>();
  int32_t lane = diffattn_sim_lane_id();
  if (diffattn_sim_warp_id() == 0) {
    store(values + lane, 1, "store");
    diffattn_sim_barrier_arrive(1, 64, "arrive");
    if (WriteAfter)
      store(values + lane, 2, "late store");
  } else {
    diffattn_sim_barrier(1, 64, "wait");
    load(values + lane, "load");
  }
}

TEST(RacesTest, producerArrives) {
  expectFine<produce<false>>(64);
  expectRace<produce<true>>(64, "of shared memory, which thread (");
}

/// All threads count; then the count is read.
template <bool Barrier>
static void countTogether(void *const *) {
  int32_t *counter = sharedArray<int32_t>();
  if (threadId() == 0)
    store(counter, 0, "zero");
  diffattn_sim_barrier(0, 0, "barrier");
  diffattn_sim_atomic(counter, 4, 4, "atomic");
  ++*counter;
  if (Barrier)
    diffattn_sim_barrier(0, 0, "second barrier");
  if (threadId() == 5)
    load(counter, "load");
}

TEST(RacesTest, atomicOperations) {
  expectFine<countTogether<true>>(64);
  expectRace<countTogether<false>>(64, "of shared memory, which thread (");
}

/// Eight bytes that four lanes write two each, as one word.
static void shareWords(void *const *) {
  int16_t *values = sharedArray<int16_t>();
  store(values + threadId(), int16_t(1), "store");
  diffattn_sim_warp_sync(-1, "warp barrier");
  load(reinterpret_cast<int64_t *>(values) + threadId() / 4, "wide load");
}

TEST(RacesTest, neighboursInAWordDoNotRace) { expectFine<shareWords>(32); }

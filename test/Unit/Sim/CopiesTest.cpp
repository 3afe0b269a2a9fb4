//===- CopiesTest.cpp - cp.async ------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulator.h"
#include <gtest/gtest.h>
#include <numeric>

/// The steps of a copy that may be left out.
enum Step { None, Commit, Wait, Barrier };

/// Each thread copies 4 numbers to shared memory and writes those that the next
/// thread copied to its output.
template <Step Missing>
static void copyBlock(void *const *arguments) {
  auto *from = argument<const int32_t *>(arguments, 0);
  auto *to = argument<int32_t *>(arguments, 1);
  int32_t *values = sharedArray<int32_t>();
  int32_t thread = threadId(), next = (thread + 1) % diffattn_sim_block_size(0);
  diffattn_sim_cp_async(values + 4 * thread, from + 4 * thread, 16, 16, "copy");
  if (Missing != Commit)
    diffattn_sim_cp_async_commit();
  if (Missing != Wait)
    diffattn_sim_cp_async_wait(0);
  if (Missing != Barrier)
    diffattn_sim_barrier(0, 0, "barrier");
  for (int i = 0; i < 4; ++i)
    store(to + 4 * thread + i, load(values + 4 * next + i, "load"), "store");
}

template <Step Missing>
static std::string launchCopy(const char *options) {
  Emulator emulator(options);
  std::vector<int32_t> values(256);
  std::iota(values.begin(), values.end(), 0);
  int32_t *from = emulator.upload(values);
  int32_t *to = emulator.allocate<int32_t>(256);
  std::string message =
      emulator.launch<copyBlock<Missing>>(Sizes::of(1, 64), from, to);
  if (message.empty()) {
    std::rotate(values.begin(), values.begin() + 4, values.end());
    EXPECT_EQ(emulator.download(to, 256), values);
  }
  return message;
}

TEST(CopiesTest, everyStepIsNeeded) {
  for (const char *options : kSchedules) {
    EXPECT_EQ(launchCopy<None>(options), "");
    EXPECT_TEXT("while the copy to it has not arrived that thread (",
                launchCopy<Commit>(options))
        << options;
    EXPECT_TEXT("while the copy to it has not arrived that thread (",
                launchCopy<Wait>(options))
        << options;
    EXPECT_NE(launchCopy<Barrier>(options), "") << options;
  }
}

/// Four stages, of which two are on their way at a time; `Pending` groups may
/// be when one is used.
template <int Pending>
static void pipeline(void *const *arguments) {
  auto *from = argument<const int32_t *>(arguments, 0);
  int32_t *values = sharedArray<int32_t>();
  auto issue = [&](int stage) {
    if (stage < 4)
      diffattn_sim_cp_async(values + stage, from + stage, 4, 4, "copy");
    diffattn_sim_cp_async_commit();
  };
  issue(0);
  issue(1);
  for (int stage = 0; stage < 4; ++stage) {
    diffattn_sim_cp_async_wait(Pending);
    load(values + stage, "load");
    issue(stage + 2);
  }
}

TEST(CopiesTest, groupsArriveInOrder) {
  Emulator emulator;
  int32_t *from = emulator.upload(std::vector<int32_t>(4));
  EXPECT_EQ((emulator.launch<pipeline<1>, false>(Sizes(), from)), "");
  EXPECT_TEXT("at load: reads byte 0 of shared memory, while the "
              "copy to it has not arrived that thread (0, 0, 0) "
              "issued at copy",
              (emulator.launch<pipeline<2>, false>(Sizes(), from)));
}

/// Copies fewer bytes than it fills, none of them from nowhere.
static void copyPart(void *const *arguments) {
  auto *from = argument<const int32_t *>(arguments, 0);
  auto *to = argument<int32_t *>(arguments, 1);
  int32_t *values = sharedArray<int32_t>();
  diffattn_sim_cp_async(values, from, 16, 8, "copy");
  diffattn_sim_cp_async(values + 4, nullptr, 16, 0, "copy of nothing");
  diffattn_sim_cp_async_commit();
  diffattn_sim_cp_async_wait(0);
  for (int i = 0; i < 8; ++i)
    store(to + i, load(values + i, "load"), "store");
}

TEST(CopiesTest, theRestIsZero) {
  Emulator emulator;
  int32_t *from = emulator.upload(std::vector<int32_t>{5, 6});
  int32_t *to = emulator.allocate<int32_t>(8);
  EXPECT_EQ((emulator.launch<copyPart, false>(Sizes(), from, to)), "");
  EXPECT_EQ(emulator.download(to, 8),
            (std::vector<int32_t>{5, 6, 0, 0, 0, 0, 0, 0}));
}

/// Issues one copy as it is told.
static void copyOnce(void *const *arguments) {
  diffattn_sim_cp_async(diffattn_sim_shared(argument<int32_t>(arguments, 1)),
                        argument<const char *>(arguments, 0),
                        argument<int32_t>(arguments, 2),
                        argument<int32_t>(arguments, 3), "copy");
}

TEST(CopiesTest, wrongOperands) {
  Emulator emulator;
  const char *from = emulator.upload(std::vector<char>(16));
  const char *fresh = emulator.allocate<char>(16);
  auto launch = [&](const char *source, int offset, int bytes, int given) {
    return emulator.launch<copyOnce, false>(Sizes(), source, offset, bytes,
                                            given);
  };
  EXPECT_EQ(launch(from, 0, 16, 16), "");
  EXPECT_TEXT("at copy: copies to shared memory at an address that "
              "is no multiple of 16 bytes",
              launch(from, 8, 16, 16));
  EXPECT_TEXT("at copy: copies from global memory at an address that "
              "is no multiple of 16 bytes",
              launch(from + 8, 0, 16, 8));
  EXPECT_EQ(launch(from + 8, 0, 8, 8), "");
  EXPECT_TEXT("are in no allocation", launch(from + 16, 0, 4, 4));
  EXPECT_TEXT("uninitialised", launch(fresh, 0, 4, 4));
  EXPECT_EQ(launch(from, 1020, 4, 4), "");
  EXPECT_TEXT("copies to bytes 1024 to 1027 of shared memory, which "
              "has 1024 bytes",
              launch(from, 1024, 4, 4));
  EXPECT_TEXT("copies 8 bytes of 4", launch(from, 0, 4, 8));
}

/// A copy to what another warp still reads.
template <bool Barrier>
static void reuse(void *const *arguments) {
  int32_t *values = sharedArray<int32_t>();
  store(values + threadId(), 1, "store");
  diffattn_sim_barrier(0, 0, "first barrier");
  load(values + 63 - threadId(), "load");
  if (Barrier)
    diffattn_sim_barrier(0, 0, "second barrier");
  diffattn_sim_cp_async(values + threadId(),
                        argument<const int32_t *>(arguments, 0), 4, 4, "copy");
}

TEST(CopiesTest, destinationIsInUse) {
  for (const char *options : kSchedules) {
    Emulator emulator(options);
    int32_t *from = emulator.upload(std::vector<int32_t>(1));
    EXPECT_EQ(emulator.launch<reuse<true>>(Sizes::of(1, 64), from), "");
    EXPECT_NE(emulator.launch<reuse<false>>(Sizes::of(1, 64), from), "");
  }
}

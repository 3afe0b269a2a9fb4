//===- MemoryTest.cpp - bounds, alignment, uninitialised bytes ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulator.h"
#include <gtest/gtest.h>

/// Adds 1 to each element of its array of 64. As compiled kernels are, it is
/// not instrumented: its variable is on the stack.
__attribute__((no_sanitize("address"))) static void
increment(void *const *arguments) {
  int32_t *values = argument<int32_t *>(arguments, 0);
  int32_t index =
      diffattn_sim_block_id(0) * diffattn_sim_block_size(0) + threadId();
  int32_t local = 0; // on the stack: not an allocation, but the thread's own
  store(&local, load(values + index, "load"), "to stack");
  store(values + index, load(&local, "from stack") + 1, "store");
}

TEST(MemoryTest, kernelsReadAndWriteAllocations) {
  for (const char *options : kSchedules) {
    Emulator emulator(options);
    std::vector<int32_t> values(64);
    for (int i = 0; i < 64; ++i)
      values[i] = i;
    int32_t *memory = emulator.upload(values);
    EXPECT_EQ((emulator.launch<increment, false>(Sizes::of(4, 16), memory)),
              "");
    EXPECT_EQ((emulator.launch<increment, true>(Sizes::of(2, 32), memory)), "");
    std::vector<int32_t> result = emulator.download(memory, 64);
    for (int i = 0; i < 64; ++i)
      EXPECT_EQ(result[i], i + 2);
  }
}

TEST(MemoryTest, accessBehindAnAllocation) {
  Emulator emulator;
  int32_t *memory = emulator.upload(std::vector<int32_t>(63));
  EXPECT_EQ((emulator.launch<increment, false>(Sizes::of(4, 16), memory)),
            "block (3, 0, 0), thread (15, 0, 0), at load: reads "
            "4 bytes at " +
                [&] {
                  char text[32];
                  std::snprintf(text, sizeof text, "%p",
                                static_cast<void *>(memory + 63));
                  return std::string(text);
                }() +
                ", which are in no allocation; the one below has 252 bytes, "
                "these begin at byte 252 of it");
}

TEST(MemoryTest, nothingHappensAfterAnError) {
  Emulator emulator;
  int32_t *memory = emulator.upload(std::vector<int32_t>(63));
  (void)emulator.launch<increment, false>(Sizes::of(4, 16), memory - 63);
  EXPECT_EQ(emulator.download(memory, 63), std::vector<int32_t>(63));
}

TEST(MemoryTest, freedMemory) {
  Emulator emulator;
  int32_t *memory = emulator.upload(std::vector<int32_t>(64));
  emulator.device->free(memory);
  EXPECT_TEXT("which are in no allocation",
              (emulator.launch<increment, true>(Sizes::of(1, 64), memory)));
}

TEST(MemoryTest, uninitialisedGlobalMemory) {
  Emulator emulator;
  int32_t *memory = emulator.allocate<int32_t>(64);
  EXPECT_TEXT("at load: reads 4 bytes of global memory, some of them "
              "uninitialised",
              (emulator.launch<increment, true>(Sizes::of(1, 64), memory)));
}

TEST(MemoryTest, misalignedAccess) {
  Emulator emulator;
  char *memory = emulator.upload(std::vector<char>(300));
  EXPECT_TEXT("at load: reads at an address that is no multiple of 4 "
              "bytes: 0x",
              (emulator.launch<increment, true>(Sizes::of(1, 64), memory + 2)));
}

/// Writes its dynamic shared memory at an index it is given, and reads it back.
static void useShared(void *const *arguments) {
  int32_t index = argument<int32_t>(arguments, 0);
  int32_t *values = sharedArray<int32_t>(kStaticBytes);
  store(values + index, 1, "shared store");
  load(values + index, "shared load");
  load(values + argument<int32_t>(arguments, 1), "second load");
}

static Sizes withDynamicBytes(int64_t bytes) {
  Sizes sizes;
  sizes.dynamicBytes = bytes;
  return sizes;
}

TEST(MemoryTest, dynamicSharedMemory) {
  Emulator emulator;
  EXPECT_EQ((emulator.launch<useShared>(withDynamicBytes(64), 15, 15)), "");
}

TEST(MemoryTest, accessOutsideSharedMemory) {
  Emulator emulator;
  EXPECT_EQ((emulator.launch<useShared>(withDynamicBytes(62), 15, 15)),
            "block (0, 0, 0), thread (0, 0, 0), at shared "
            "store: writes bytes 1084 to 1087 of shared memory, which has 1086 "
            "bytes");
  EXPECT_TEXT("writes bytes 1024 to 1027 of shared memory, which has 1024",
              emulator.launch<useShared>(Sizes(), 0, 0));
  EXPECT_TEXT("writes bytes -4 to -1 of shared memory",
              emulator.launch<useShared>(Sizes(), -257, 0));
  // Further away it is like any other address.
  EXPECT_TEXT("at shared store: writes 4 bytes at 0x",
              emulator.launch<useShared>(Sizes(), 1 << 20, 0));
}

TEST(MemoryTest, uninitialisedSharedMemory) {
  Emulator emulator;
  EXPECT_TEXT("at second load: reads byte 1080 of shared memory, "
              "which is uninitialised",
              (emulator.launch<useShared>(withDynamicBytes(64), 15, 14)));
}

/// The first block writes shared memory, the second one reads it.
static void readOtherBlocks(void *const *) {
  if (diffattn_sim_block_id(0) == 0)
    store(sharedArray<int32_t>(), 1, "store");
  else
    load(sharedArray<int32_t>(), "load");
}

TEST(MemoryTest, eachBlockBeginsUninitialised) {
  Emulator emulator;
  EXPECT_TEXT("block (1, 0, 0), thread (0, 0, 0), at load: reads "
              "byte 0 of shared memory, which is uninitialised",
              (emulator.launch<readOtherBlocks>(Sizes::of(2, 1))));
}

static void count(void *const *arguments) {
  int32_t *counter = argument<int32_t *>(arguments, 0);
  diffattn_sim_atomic(counter, 4, 4, "atomic");
  ++*counter;
}

TEST(MemoryTest, everyThreadOfEveryBlockRunsOnce) {
  Sizes sizes;
  std::copy_n(std::begin({3, 5, 2}), 3, sizes.grid);
  std::copy_n(std::begin({7, 2, 3}), 3, sizes.block);
  for (const char *options : kSchedules) {
    Emulator emulator(options);
    int32_t *counter = emulator.upload(std::vector<int32_t>(1));
    EXPECT_EQ((emulator.launch<count, false>(sizes, counter)), "");
    EXPECT_EQ((emulator.launch<count, true>(sizes, counter)), "");
    EXPECT_EQ(emulator.download(counter, 1)[0], 2 * 30 * 42);
  }
}

/// An atomic operation reads what is there before it writes.
TEST(MemoryTest, atomicOutsideAllocations) {
  Emulator emulator;
  int32_t *counter = emulator.allocate<int32_t>(1);
  EXPECT_TEXT("at atomic: reads and writes 4 bytes of global memory, some of "
              "them uninitialised",
              (emulator.launch<count, true>(Sizes(), counter)));
  EXPECT_TEXT("at atomic: reads and writes 4 bytes at 0x",
              (emulator.launch<count, true>(Sizes(), counter + 1)));
}

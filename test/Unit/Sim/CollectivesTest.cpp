//===- CollectivesTest.cpp - shuffles, votes, matrices --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulator.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// What each lane gets of the numbers 100 + lane.
static void shuffleOnce(void *const *arguments) {
  int64_t *to = argument<int64_t *>(arguments, 0);
  int32_t lane = diffattn_sim_lane_id();
  int64_t result = diffattn_sim_shuffle(
      argument<int32_t>(arguments, 1), -1, 100 + lane,
      argument<int32_t>(arguments, 2), argument<int32_t>(arguments, 3), "shfl");
  store(to + lane, result, "store");
}

/// The lane whose value each lane got, negative if that is out of range.
static std::vector<int> sources(int32_t kind, int32_t offset, int32_t clamp,
                                int threads = 32) {
  Emulator emulator;
  int64_t *to = emulator.allocate<int64_t>(threads);
  EXPECT_EQ(emulator.launch<shuffleOnce>(Sizes::of(1, threads), to, kind,
                                         offset, clamp),
            "");
  std::vector<int> lanes;
  for (int64_t result : emulator.download(to, threads)) {
    bool inRange = result >> 32;
    lanes.push_back((int32_t(result) - 100) * (inRange ? 1 : -1));
  }
  return lanes;
}

TEST(CollectivesTest, shuffleXor) {
  std::vector<int> lanes = sources(DIFFATTN_SIM_SHUFFLE_XOR, 5, 31);
  for (int lane = 0; lane < 32; ++lane)
    EXPECT_EQ(lanes[lane], lane ^ 5);
}

TEST(CollectivesTest, shuffleUpAndDown) {
  std::vector<int> up = sources(DIFFATTN_SIM_SHUFFLE_UP, 3, 0);
  std::vector<int> down = sources(DIFFATTN_SIM_SHUFFLE_DOWN, 3, 31);
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(up[lane], lane >= 3 ? lane - 3 : -lane);
    EXPECT_EQ(down[lane], lane <= 28 ? lane + 3 : -lane);
  }
}

TEST(CollectivesTest, shuffleWithinSegments) {
  // Segments of 8 lanes: (32 - 8) << 8 | 7.
  std::vector<int> index = sources(DIFFATTN_SIM_SHUFFLE_INDEX, 2, 0x1807);
  std::vector<int> down = sources(DIFFATTN_SIM_SHUFFLE_DOWN, 6, 0x1807);
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(index[lane], lane / 8 * 8 + 2);
    EXPECT_EQ(down[lane], lane % 8 < 2 ? lane + 6 : -lane);
  }
}

TEST(CollectivesTest, shuffleFromLanesThatAreNotThere) {
  std::vector<int> lanes = sources(DIFFATTN_SIM_SHUFFLE_XOR, 16, 31, 20);
  EXPECT_EQ(lanes[0], 16);
  EXPECT_EQ(lanes[17], 1);
  EXPECT_EQ(lanes[4], -1 - 100); // all ones
}

//===----------------------------------------------------------------------===//
// Votes and reductions
//===----------------------------------------------------------------------===//

/// Votes of each kind and reductions of each kind over lanes 0 to 15, which
/// bring 3 * lane - 20; the others do nothing.
static void voteAndReduce(void *const *arguments) {
  int32_t *to = argument<int32_t *>(arguments, 0);
  int32_t lane = diffattn_sim_lane_id();
  if (lane >= 16)
    return;
  int32_t value = 3 * lane - 20;
  for (int kind = 0; kind < 4; ++kind) {
    int32_t some = diffattn_sim_vote(kind, 0xFFFF, value > 0, "vote");
    int32_t all = diffattn_sim_vote(kind, 0xFFFF, 1, "vote of all");
    if (lane == 3) {
      store(to + kind, some, "store");
      store(to + 4 + kind, all, "store");
    }
  }
  for (int kind = 0; kind < 8; ++kind) {
    int32_t result = diffattn_sim_reduce(kind, 0xFFFF, value, "redux");
    if (lane == 5)
      store(to + 8 + kind, result, "store");
  }
}

TEST(CollectivesTest, votesAndReductions) {
  Emulator emulator;
  int32_t *to = emulator.allocate<int32_t>(16);
  // A vote that names lanes that have returned would be an error: they are not
  // named.
  ASSERT_EQ(emulator.launch<voteAndReduce>(Sizes::of(1, 32), to), "");
  std::vector<int32_t> result = emulator.download(to, 16);
  int32_t sum = 0, all = -1, any = 0, odd = 0;
  for (int lane = 0; lane < 16; ++lane) {
    int32_t value = 3 * lane - 20;
    sum += value;
    all &= value;
    any |= value;
    odd ^= value;
  }
  EXPECT_EQ(result, (std::vector<int32_t>{1, 0, 0xFF80, 0, 1, 1, 0xFFFF, 1, sum,
                                          all, any, odd, -20, 25, 1, -2}));
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// Loads four 8x8 matrices of the numbers 0 to 255, and writes the registers.
static void loadFour(void *const *arguments) {
  auto *to = argument<uint16_t *>(arguments, 0);
  auto *values = sharedArray<uint16_t>();
  int32_t lane = diffattn_sim_lane_id();
  for (int i = 0; i < 8; ++i)
    store(values + 8 * lane + i, uint16_t(8 * lane + i), "store");
  diffattn_sim_warp_sync(-1, "warp barrier");
  uint16_t registers[8];
  diffattn_sim_ldmatrix(registers, values + 8 * lane, 4,
                        argument<int32_t>(arguments, 1), "ldmatrix");
  for (int i = 0; i < 8; ++i)
    store(to + 8 * lane + i, registers[i], "store result");
}

TEST(CollectivesTest, loadMatrices) {
  for (int transposed : {0, 1}) {
    Emulator emulator;
    auto *to = emulator.allocate<uint16_t>(256);
    ASSERT_EQ(emulator.launch<loadFour>(Sizes::of(1, 32), to, transposed), "");
    std::vector<uint16_t> result = emulator.download(to, 256);
    for (int lane = 0; lane < 32; ++lane)
      for (int i = 0; i < 8; ++i) {
        int row = lane / 4, column = lane % 4 * 2 + i % 2;
        if (transposed)
          std::swap(row, column);
        EXPECT_EQ(result[8 * lane + i], i / 2 * 64 + row * 8 + column);
      }
  }
}

/// Loads rows that nobody wrote.
static void loadNothing(void *const *) {
  uint16_t registers[2];
  diffattn_sim_ldmatrix(
      registers, sharedArray<uint16_t>() + 8 * (diffattn_sim_lane_id() % 8), 1,
      0, "ldmatrix");
}

TEST(CollectivesTest, loadUninitialisedMatrices) {
  EXPECT_TEXT("thread (0, 0, 0), at ldmatrix: reads byte 0 of shared "
              "memory, which is uninitialised",
              Emulator().launch<loadNothing>(Sizes::of(1, 32)));
  EXPECT_TEXT("at ldmatrix: needs 32 threads, but the warp has 16",
              Emulator().launch<loadNothing>(Sizes::of(1, 16)));
}

/// d = a b + c, the operands in memory as PTX's registers, [lane][register].
static void multiplyOnce(void *const *arguments) {
  auto *a = argument<const uint32_t *>(arguments, 0);
  auto *b = argument<const uint32_t *>(arguments, 1);
  auto *c = argument<const float *>(arguments, 2);
  auto *d = argument<float *>(arguments, 3);
  int32_t type = argument<int32_t>(arguments, 4);
  int32_t depth = argument<int32_t>(arguments, 5);
  int32_t lane = diffattn_sim_lane_id();
  int registers = depth / (type == DIFFATTN_SIM_MMA_TF32 ? 4 : 8);
  diffattn_sim_mma(d + 4 * lane, a + 2 * registers * lane, b + registers * lane,
                   c + 4 * lane, type, depth, "mma");
}

namespace {
/// The type of the multiplicands: how many there are in a register, and what
/// their bits stand for.
struct MmaType {
  int32_t type;
  int perRegister;
  float (*value)(uint32_t bits);
};
} // namespace

static float asFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

static float f16Value(uint32_t bits) {
  int exponent = bits >> 10 & 31;
  float mantissa = float(bits & 0x3FF) + (exponent ? 1024 : 0);
  float magnitude = std::ldexp(mantissa, (exponent ? exponent : 1) - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

static const MmaType kF16 = {DIFFATTN_SIM_MMA_F16, 2, f16Value};
static const MmaType kBF16 = {DIFFATTN_SIM_MMA_BF16, 2, [](uint32_t bits) {
                                return asFloat(bits << 16);
                              }};
static const MmaType kTF32 = {DIFFATTN_SIM_MMA_TF32, 1, [](uint32_t bits) {
                                return asFloat(bits >> 13 << 13);
                              }};

/// Bits of numbers around 1, of either sign, and (f16) some subnormal ones.
static uint32_t randomElement(const MmaType &type, std::mt19937 &random) {
  uint32_t sign = random() & 1;
  switch (type.type) {
  case DIFFATTN_SIM_MMA_F16:
    return sign << 15 |
           (random() % 8 ? 0x3800 + random() % 0xC00 : random() % 0x400);
  case DIFFATTN_SIM_MMA_BF16:
    return sign << 15 | (0x3F00 + random() % 0x180);
  default:
    return sign << 31 | (0x3F000000 + random() % 0x1800000);
  }
}

/// Where PTX says that elements are (m16n8k16 and the like): row and k of
/// element i of a register, for the operands a and b.
static int kOf(const MmaType &type, int lane, int step, int i) {
  return (4 * step + lane % 4) * type.perRegister + i;
}

static void checkMultiply(const MmaType &type, int depth) {
  SCOPED_TRACE(testing::Message() << "type " << type.type << " k " << depth);
  std::mt19937 random(type.type * 100 + depth);
  int steps = depth / (4 * type.perRegister);
  int bits = 32 / type.perRegister;
  float a[16][16], b[16][8], c[16][8];
  std::vector<uint32_t> aBits(32 * 2 * steps), bBits(32 * steps);
  std::vector<float> cValues(32 * 4);
  for (int lane = 0; lane < 32; ++lane) {
    for (int step = 0; step < steps; ++step)
      for (int i = 0; i < type.perRegister; ++i) {
        int k = kOf(type, lane, step, i);
        for (int below = 0; below < 2; ++below) {
          uint32_t element = randomElement(type, random);
          a[lane / 4 + 8 * below][k] = type.value(element);
          aBits[(lane * steps + step) * 2 + below] |= element << bits * i % 32;
        }
        uint32_t element = randomElement(type, random);
        b[k][lane / 4] = type.value(element);
        bBits[lane * steps + step] |= element << bits * i % 32;
      }
    for (int i = 0; i < 4; ++i) {
      cValues[4 * lane + i] = float(random() % 1000) / 7;
      c[lane / 4 + i / 2 * 8][lane % 4 * 2 + i % 2] = cValues[4 * lane + i];
    }
  }
  Emulator emulator;
  uint32_t *aMemory = emulator.upload(aBits), *bMemory = emulator.upload(bBits);
  float *cMemory = emulator.upload(cValues);
  float *dMemory = emulator.allocate<float>(128);
  // The kernel writes d past the checks, as if it were on its stack.
  dMemory = emulator.upload(std::vector<float>(128));
  ASSERT_EQ(emulator.launch<multiplyOnce>(Sizes::of(1, 32), aMemory, bMemory,
                                          cMemory, dMemory, type.type, depth),
            "");
  std::vector<float> d = emulator.download(dMemory, 128);
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < 4; ++i) {
      int row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
      float sum = c[row][column];
      for (int k = 0; k < depth; ++k)
        sum += a[row][k] * b[k][column];
      EXPECT_EQ(d[4 * lane + i], sum) << row << ", " << column;
    }
}

TEST(CollectivesTest, multiply) {
  checkMultiply(kF16, 16);
  checkMultiply(kF16, 8);
  checkMultiply(kBF16, 16);
  checkMultiply(kBF16, 8);
  checkMultiply(kTF32, 8);
  checkMultiply(kTF32, 4);
}

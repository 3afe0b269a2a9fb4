//===- SimKernelsTest.cpp - kernels in MLIR, run by the emulator ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedModule.h"

#include "diffattn/Sim/Create.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace {
/// A device of the emulator, and arrays in its memory.
class Emulator {
public:
  explicit Emulator(const char *options) {
    char error[256];
    device.reset(static_cast<diffattn::Device *>(
        diffattn_sim_create(options, error, sizeof error)));
  }

  template <typename T>
  T *upload(const std::vector<T> &values) {
    T *memory = allocate<T>(values.size());
    (void)!device->write(memory, values.data(), values.size() * sizeof(T),
                         nullptr);
    return memory;
  }
  template <typename T>
  T *allocate(size_t count) {
    return static_cast<T *>(*device->allocate(count * sizeof(T)));
  }
  template <typename T>
  std::vector<T> download(const T *memory, size_t count) {
    std::vector<T> values(count);
    (void)!device->read(values.data(), memory, count * sizeof(T), nullptr);
    return values;
  }

  /// Launches blocks in x with threads in x; returns the message of a failure.
  template <typename... Arguments>
  std::string launch(const EmulatedModule &module, const char *kernel,
                     int64_t blocks, int64_t threads, int64_t dynamicBytes,
                     Arguments... arguments) {
    if (module.kernel(kernel) == module.table().count)
      return std::string("there is no kernel ") + kernel;
    int64_t sizes[7] = {blocks, 1, 1, threads, 1, 1, dynamicBytes};
    void *pointers[] = {&arguments...};
    diffattn::Status status = device->launch(
        module.table(), module.kernel(kernel), sizes, pointers, nullptr);
    return status ? "" : status.message();
  }

private:
  std::unique_ptr<diffattn::Device> device;
};

} // namespace

static const char *const kSchedules[] = {
    "", "schedule=random", "schedule=random,seed=1", "schedule=ahead"};

static uint32_t floatBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Quarters of integers, within the f16s that are not subnormal.
static uint16_t f16Bits(int number) {
  if (number == 0)
    return 0;
  uint32_t bits = floatBits(float(number) / 4);
  return (bits >> 16 & 0x8000) | (((bits & 0x7FFFFFFF) - 0x38000000) >> 13);
}

static uint16_t bf16Bits(int number) {
  return floatBits(float(number) / 4) >> 16;
}

namespace {
/// A B of integers / 4, B by columns, and its exact result.
struct Product {
  int rows, columns, depth;
  std::vector<int> a, b;

  Product(int rows, int columns, int depth)
      : rows(rows), columns(columns), depth(depth), a(rows * depth),
        b(columns * depth) {
    std::mt19937 random(rows + columns + depth);
    for (int &number : a)
      number = int(random() % 101) - 50;
    for (int &number : b)
      number = int(random() % 101) - 50;
  }

  std::vector<float> result() const {
    std::vector<float> c;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column) {
        int sum = 0;
        for (int k = 0; k < depth; ++k)
          sum += a[row * depth + k] * b[column * depth + k];
        c.push_back(float(sum) / 16);
      }
    return c;
  }
};
} // namespace

static std::vector<uint16_t> encode(const std::vector<int> &numbers,
                                    uint16_t (*bits)(int)) {
  std::vector<uint16_t> encoded;
  for (int number : numbers)
    encoded.push_back(bits(number));
  return encoded;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Runs @multiply_f16 or @multiply_bf16; returns the message of a failure.
static std::string runMultiply(const EmulatedModule &module, bool isBF16,
                               const char *options) {
  Product product(32, 16, 64);
  auto bits = isBF16 ? bf16Bits : f16Bits;
  std::vector<int> b = product.b;
  if (isBF16) // by rows
    for (int k = 0; k < 64; ++k)
      for (int column = 0; column < 16; ++column)
        b[k * 16 + column] = product.b[column * 64 + k];
  Emulator emulator(options);
  uint16_t *aMemory = emulator.upload(encode(product.a, bits));
  uint16_t *bMemory = emulator.upload(encode(b, bits));
  float *c = emulator.allocate<float>(32 * 16);
  std::string message =
      emulator.launch(module, isBF16 ? "multiply_bf16" : "multiply_f16", 1, 64,
                      0, aMemory, bMemory, c);
  if (message.empty()) {
    EXPECT_EQ(emulator.download(c, 32 * 16), product.result());
  }
  return message;
}

TEST(SimKernelsTest, multiply) {
  EmulatedModule module("multiply.mlir");
  for (const char *options : kSchedules)
    for (bool isBF16 : {false, true})
      EXPECT_EQ(runMultiply(module, isBF16, options), "") << options;
}

/// Each barrier, commit and wait is needed: without it the emulator complains,
/// whatever the schedule.
TEST(SimKernelsTest, multiplyWithoutOneSync) {
  int64_t count = EmulatedModule("multiply.mlir").syncs();
  // Two kernels: two commits, a wait, two barriers each.
  ASSERT_EQ(count, 10);
  for (int64_t i = 0; i < count; ++i) {
    EmulatedModule module("multiply.mlir", i);
    for (const char *options : kSchedules)
      EXPECT_NE(runMultiply(module, i >= 5, options), "")
          << "without " << i << " under '" << options << "'";
  }
}

/// Runs @tile; returns the message of a failure.
static std::string runTile(const EmulatedModule &module, const char *options) {
  Product product(16, 8, 16);
  Emulator emulator(options);
  uint16_t *a = emulator.upload(encode(product.a, f16Bits));
  uint16_t *b = emulator.upload(encode(product.b, f16Bits));
  float *c = emulator.allocate<float>(16 * 8);
  float *largest = emulator.allocate<float>(32);
  std::string message =
      emulator.launch(module, "tile", 1, 32, 0, a, b, c, largest);
  if (!message.empty())
    return message;
  std::vector<float> expected = product.result();
  EXPECT_EQ(emulator.download(c, 16 * 8), expected);
  std::vector<float> found = emulator.download(largest, 32);
  for (int lane = 0; lane < 32; ++lane)
    EXPECT_EQ(found[lane],
              *std::max_element(expected.begin() + lane / 4 * 8,
                                expected.begin() + lane / 4 * 8 + 8));
  return "";
}

TEST(SimKernelsTest, tile) {
  EmulatedModule module("tile.mlir");
  for (const char *options : kSchedules)
    EXPECT_EQ(runTile(module, options), "") << options;
}

/// In one warp nothing but the shadow of shared memory tells that the barrier
/// is missing: results are right in any order.
TEST(SimKernelsTest, tileWithoutOneSync) {
  const char *const expected[] = {
      "while the copy to it has not arrived",      // no commit
      "while the copy to it has not arrived",      // no wait
      "writes at nvvm.cp.async.shared.global tile" // no barrier
  };
  ASSERT_EQ(EmulatedModule("tile.mlir").syncs(), 3);
  for (int64_t i = 0; i < 3; ++i)
    EXPECT_PRED_FORMAT2(testing::IsSubstring, expected[i],
                        runTile(EmulatedModule("tile.mlir", i), ""));
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

static std::string runSum(const EmulatedModule &module, const char *options,
                          int64_t dynamicBytes) {
  Emulator emulator(options);
  std::vector<float> numbers(256);
  for (int i = 0; i < 256; ++i)
    numbers[i] = float(i);
  float *from = emulator.upload(numbers);
  float *to = emulator.upload(std::vector<float>{0.5f});
  std::string message =
      emulator.launch(module, "sum", 2, 128, dynamicBytes, from, to);
  if (message.empty()) {
    EXPECT_EQ(emulator.download(to, 1)[0], 255 * 128 + 0.5f);
  }
  return message;
}

TEST(SimKernelsTest, sum) {
  EmulatedModule module("sum.mlir"), wrong("sum.mlir", 0);
  ASSERT_EQ(module.syncs(), 1);
  for (const char *options : kSchedules) {
    EXPECT_EQ(runSum(module, options, 16), "") << options;
    EXPECT_NE(runSum(wrong, options, 16), "") << options;
  }
  EXPECT_PRED_FORMAT2(testing::IsSubstring,
                      "of shared memory, which has 12 bytes",
                      runSum(module, "", 12));
}

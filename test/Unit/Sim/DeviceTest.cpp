//===- DeviceTest.cpp - options and limits of the emulator ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emulator.h"
#include <gtest/gtest.h>

static std::string createError(const char *options) {
  char error[256] = "";
  std::unique_ptr<diffattn::Device> device(static_cast<diffattn::Device *>(
      diffattn_sim_create(options, error, sizeof error)));
  EXPECT_EQ(device == nullptr, *error != 0);
  return error;
}

TEST(DeviceTest, options) {
  EXPECT_EQ(createError(nullptr), "");
  EXPECT_EQ(createError(""), "");
  EXPECT_EQ(createError("seed=3,schedule=random"), "");
  EXPECT_EQ(createError("schedule=ahead"), "");
  EXPECT_EQ(createError("schedule=order"), "");
  EXPECT_EQ(createError("schedule=never"),
            "expected schedule order, random or ahead, found 'never'");
  EXPECT_EQ(createError("seed=x3"), "expected a number of seed, found 'x3'");
  EXPECT_EQ(createError("seed=3,speed=1"),
            "expected options 'seed' and 'schedule', found 'speed'");
}

TEST(DeviceTest, errorsAreCutToTheBuffer) {
  char error[4];
  EXPECT_EQ(diffattn_sim_create("speed=1", error, sizeof error), nullptr);
  EXPECT_STREQ(error, "exp");
}

TEST(DeviceTest, name) {
  EXPECT_EQ(Emulator("seed=3").device->name(), "sim:seed=3");
  EXPECT_EQ(Emulator().device->name(), "sim");
}

TEST(DeviceTest, memory) {
  diffattn::Device &device = *Emulator().device.release();
  auto memory = device.allocate(0);
  ASSERT_TRUE(memory);
  EXPECT_NE(*memory, nullptr);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(*memory) % 256, 0u);
  int value = 0;
  EXPECT_TRUE(device.write(*memory, &value, 0, nullptr));
  EXPECT_TEXT("can't write 4 bytes at 0x",
              device.write(*memory, &value, 4, nullptr).message());
  EXPECT_TEXT("they are in no allocation of the device",
              device.read(&value, &value, 4, nullptr).message());
  device.free(*memory);
  device.free(nullptr);
  EXPECT_FALSE(device.allocate(INT64_MAX));
  delete &device;
}

TEST(DeviceTest, kernelsOfOtherKinds) {
  diffattn_kernels kernels{};
  kernels.kind = DIFFATTN_KERNELS_PTX;
  EXPECT_EQ(Emulator().device->prepare(kernels).message(),
            "the kernels are not for the emulator: compile with --target=sim");
}

static void doNothing(void *const *) {}

template <int64_t StaticBytes, int64_t MaxThreads, int32_t Version>
static std::string launchLimited(int64_t threads, int64_t dynamicBytes = 0) {
  static const diffattn_sim_kernel kernel{Version, 1, StaticBytes, MaxThreads,
                                          doNothing};
  void (*function)(void *const *) = [](void *const *arguments) {
    diffattn_sim_run(&kernel, arguments);
  };
  const char *name = "limited";
  diffattn_kernels kernels{};
  kernels.names = &name;
  kernels.functions = &function;
  int64_t sizes[7] = {1, 1, 1, threads, 1, 1, dynamicBytes};
  Emulator emulator;
  diffattn::Status status =
      emulator.device->launch(kernels, 0, sizes, nullptr, nullptr);
  return status ? "" : status.message();
}

TEST(DeviceTest, limitsOfKernels) {
  EXPECT_EQ((launchLimited<48 * 1024, 64, 1>(64)), "");
  EXPECT_EQ((launchLimited<0, 64, 1>(65)),
            "the block has 65 threads, but the kernel is for "
            "at most 64");
  EXPECT_EQ((launchLimited<48 * 1024 + 16, 0, 1>(64)),
            "it has 49168 bytes of static shared memory, "
            "expected at most 49152");
  EXPECT_EQ((launchLimited<16, 0, 1>(64, 227 * 1024 - 16)), "");
  EXPECT_EQ((launchLimited<16, 0, 1>(64, 227 * 1024)),
            "static and dynamic shared memory have 232464 bytes, expected at "
            "most 232448");
  EXPECT_EQ((launchLimited<0, 0, 2>(64)), "it is of version 2, expected 1");
}

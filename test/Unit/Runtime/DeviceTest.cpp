//===- DeviceTest.cpp -----------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordingDevice.h"
#include "gtest/gtest.h"

namespace {

using Log = std::vector<std::string>;

/// A device, and a context that does not use it.
class Devices : public ::testing::Test {
protected:
  ~Devices() override { diffattn_context_destroy(context); }
  std::string error() const { return diffattn_context_error(context); }
  void expectNoDevice(const char *name, const std::string &message) {
    EXPECT_EQ(diffattn_device_open(context, name), nullptr);
    EXPECT_EQ(error(), message);
  }

  std::shared_ptr<RecordingDevice> device = std::make_shared<RecordingDevice>();
  diffattn_device handle = {device};
  diffattn_context *context = diffattn_context_create();
};

} // namespace

TEST_F(Devices, UnknownNames) {
  expectNoDevice(nullptr, "the name of the device is NULL");
  for (std::string name : {"", "cpu", "cudas", "simulator:3", ":", "cuda:",
                           "cuda:x", "cuda:-1", "cuda:1x", "cuda:99999999999"})
    expectNoDevice(name.c_str(),
                   "unknown device '" + name +
                       "', expected cuda, cuda:NUMBER, sim or sim:OPTIONS");
  EXPECT_EQ(diffattn_device_open(nullptr, "cpu"), nullptr);
}

TEST_F(Devices, NullHandles) {
  diffattn_device_close(nullptr);
  diffattn_device_free(nullptr, nullptr);
  EXPECT_STREQ(diffattn_device_name(nullptr), "");
  EXPECT_EQ(diffattn_device_allocate(context, nullptr, 8), nullptr);
  EXPECT_EQ(error(), "the device is NULL");
  char byte;
  EXPECT_EQ(diffattn_device_write(context, nullptr, &byte, &byte, 1),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "the device is NULL");
  EXPECT_EQ(diffattn_device_read(context, nullptr, &byte, &byte, 1),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "the device is NULL");
}

TEST_F(Devices, MemoryIsAllocatedCopiedAndFreed) {
  void *memory = diffattn_device_allocate(context, &handle, 4);
  ASSERT_NE(memory, nullptr) << error();
  int32_t in = 42, out = 0;
  EXPECT_EQ(diffattn_device_write(context, &handle, memory, &in, 4), 0);
  EXPECT_EQ(diffattn_device_read(context, &handle, &out, memory, 4), 0);
  EXPECT_EQ(out, 42);
  diffattn_device_free(&handle, memory);
  EXPECT_EQ(device->held, 0);
  EXPECT_EQ(device->log, (Log{"write 4", "synchronize", "read 4", "free 4"}));
}

TEST_F(Devices, CopiesComeAfterTheWorkOfTheContext) {
  void *stream = reinterpret_cast<void *>(3);
  ASSERT_EQ(diffattn_context_use_device(context, &handle, stream), 0);
  int32_t in = 42, out = 0;
  device->log.clear();
  EXPECT_EQ(diffattn_device_write(context, &handle, &out, &in, 4), 0);
  EXPECT_EQ(diffattn_device_read(context, &handle, &out, &in, 4), 0);
  EXPECT_EQ(device->log,
            (Log{"write 4 on 3", "synchronize on 3", "read 4 on 3"}));
}

TEST_F(Devices, SizesAreChecked) {
  char byte;
  EXPECT_EQ(diffattn_device_allocate(context, &handle, -1), nullptr);
  EXPECT_EQ(error(), "can't allocate -1 bytes: the size is negative");
  EXPECT_EQ(diffattn_device_write(context, &handle, &byte, &byte, -2),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "can't copy -2 bytes: the size is negative");
  EXPECT_EQ(diffattn_device_read(context, &handle, &byte, &byte, -3),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "can't copy -3 bytes: the size is negative");
}

TEST_F(Devices, FailuresNameTheDevice) {
  EXPECT_EQ(diffattn_device_allocate(context, &handle, 1 << 21), nullptr);
  EXPECT_EQ(error(), "recorder: can't allocate 2097152 bytes: full");
  char byte;
  for (const char *part : {"write", "synchronize"}) {
    device->breaks = part;
    EXPECT_EQ(diffattn_device_write(context, &handle, &byte, &byte, 0),
              DIFFATTN_FAILED);
    EXPECT_EQ(error(), "recorder: broken");
  }
  device->breaks = "read";
  EXPECT_EQ(diffattn_device_read(context, &handle, &byte, &byte, 0),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "recorder: broken");
}

TEST_F(Devices, ContextsKeepADeviceThatIsClosed) {
  auto *own = new diffattn_device{device};
  ASSERT_EQ(diffattn_context_use_device(context, own, nullptr), 0);
  diffattn_device_close(own);
  handle.device.reset();
  std::weak_ptr<RecordingDevice> watched = device;
  device.reset();
  EXPECT_NE(diffattn_allocate(context, 100), nullptr) << error();
  EXPECT_FALSE(watched.expired());
  EXPECT_EQ(diffattn_context_use_device(context, nullptr, nullptr), 0);
  EXPECT_TRUE(watched.expired());
}

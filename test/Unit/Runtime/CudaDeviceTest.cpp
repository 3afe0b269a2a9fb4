//===- CudaDeviceTest.cpp - finding GPUs, and their memory ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda/FakeCudaTest.h"

namespace {

class CudaDevice : public FakeCudaTest {
protected:
  void expectNoDevice(const char *name, const std::string &message) {
    EXPECT_FALSE(open(name));
    EXPECT_EQ(error(), message);
  }
};

} // namespace

static const std::string artifacts = ARTIFACTS;

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

TEST_F(CudaDevice, TheFirst) {
  fake->capability = 90;
  ASSERT_TRUE(open()) << error();
  EXPECT_STREQ(diffattn_device_name(device), "cuda:0 (Fake GPU 0, sm_90)");
}

TEST_F(CudaDevice, ByNumber) {
  fake->deviceCount = 2;
  ASSERT_TRUE(open("cuda:1")) << error();
  EXPECT_STREQ(diffattn_device_name(device), "cuda:1 (Fake GPU 1, sm_80)");
}

TEST_F(CudaDevice, BeyondTheLast) {
  expectNoDevice("cuda:1",
                 "no device 'cuda:1': the number of CUDA devices is 1");
}

TEST_F(CudaDevice, NoGpu) {
  fake->deviceCount = 0;
  expectNoDevice("cuda", "no CUDA device: cuInit: CUDA_ERROR_NO_DEVICE (no "
                         "CUDA-capable device is detected)");
}

TEST_F(CudaDevice, NoDriver) {
  setenv("DIFFATTN_CUDA_DRIVER", "/nowhere/libcuda.so.1", 1);
  expectNoDevice("cuda", "no CUDA driver: /nowhere/libcuda.so.1: cannot open "
                         "shared object file: No such file or directory");
}

TEST_F(CudaDevice, ADriverThatIsTooOld) {
  std::string path = artifacts + "Exp.so";
  setenv("DIFFATTN_CUDA_DRIVER", path.c_str(), 1);
  expectNoDevice("cuda", "no CUDA driver: '" + path +
                             "' has no cuInit, expected that of CUDA 11.0 or "
                             "newer");
}

TEST_F(CudaDevice, EveryFailureNamesItsFunction) {
  for (std::string function :
       {"cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetName",
        "cuDeviceGetAttribute", "cuDevicePrimaryCtxRetain"}) {
    fake->failing = function;
    expectNoDevice("cuda", function + ": CUDA_ERROR_UNKNOWN (unknown error)");
  }
}

TEST_F(CudaDevice, ErrorsThatTheDriverCantName) {
  fake->failing = "cuDeviceGetCount";
  fake->failure = 12345;
  expectNoDevice("cuda", "cuDeviceGetCount: CUDA error 12345");
  fake->failure = 998;
  expectNoDevice("cuda", "cuDeviceGetCount: CUDA_ERROR_NAMELESS");
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST_F(CudaDevice, MemoryIsAllocatedCopiedAndFreed) {
  ASSERT_TRUE(open()) << error();
  void *memory = diffattn_device_allocate(context, device, 12);
  ASSERT_NE(memory, nullptr) << error();
  EXPECT_EQ(fake->held, 12);
  int32_t in[3] = {1, 2, 3}, out[3] = {};
  EXPECT_EQ(diffattn_device_write(context, device, memory, in, 12), 0);
  EXPECT_EQ(diffattn_device_read(context, device, out, memory, 12), 0);
  EXPECT_EQ(out[2], 3);
  diffattn_device_free(device, memory);
  diffattn_device_free(device, nullptr);
}

TEST_F(CudaDevice, NoBytes) {
  ASSERT_TRUE(open()) << error();
  void *memory = diffattn_device_allocate(context, device, 0);
  EXPECT_NE(memory, nullptr) << error();
  EXPECT_EQ(diffattn_device_write(context, device, nullptr, nullptr, 0), 0);
  EXPECT_EQ(diffattn_device_read(context, device, nullptr, nullptr, 0), 0);
  EXPECT_EQ(countCalls("cuMemcpyHtoDAsync"), 0);
  EXPECT_EQ(countCalls("cuMemcpyDtoHAsync"), 0);
  diffattn_device_free(device, memory);
}

TEST_F(CudaDevice, MoreThanThereIs) {
  fake->memory = 1 << 20;
  ASSERT_TRUE(open()) << error();
  EXPECT_EQ(diffattn_device_allocate(context, device, 2 << 20), nullptr);
  EXPECT_EQ(error(), "cuda:0 (Fake GPU 0, sm_80): can't allocate 2097152 "
                     "bytes: cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (out of "
                     "memory)");
}

TEST_F(CudaDevice, FailuresOfMemoryNameTheirFunction) {
  ASSERT_TRUE(open()) << error();
  void *memory = diffattn_device_allocate(context, device, 4);
  int32_t word = 0;
  auto message = [](const std::string &function) {
    return "cuda:0 (Fake GPU 0, sm_80): " + function +
           ": CUDA_ERROR_UNKNOWN (unknown error)";
  };
  for (const char *function :
       {"cuCtxPushCurrent", "cuMemcpyHtoDAsync", "cuStreamSynchronize"}) {
    fake->failing = function;
    EXPECT_EQ(diffattn_device_write(context, device, memory, &word, 4), 1);
    EXPECT_EQ(error(), message(function));
  }
  for (const char *function :
       {"cuCtxPushCurrent", "cuMemcpyDtoHAsync", "cuStreamSynchronize"}) {
    fake->failing = function;
    EXPECT_EQ(diffattn_device_read(context, device, &word, memory, 4), 1);
    EXPECT_EQ(error(), message(function));
  }
  fake->failing = "cuCtxPushCurrent";
  EXPECT_EQ(diffattn_device_allocate(context, device, 4), nullptr);
  EXPECT_EQ(error(), "cuda:0 (Fake GPU 0, sm_80): can't allocate 4 bytes: "
                     "cuCtxPushCurrent: CUDA_ERROR_UNKNOWN (unknown error)");
  fake->failing = "";
  // What is queued still: the copy that nobody could wait for.
  EXPECT_EQ(diffattn_device_read(context, device, &word, memory, 4), 0);
  diffattn_device_free(device, memory);
}

TEST_F(CudaDevice, WorkspaceIsGivenUpAfterTheWorkOnIt) {
  use(reinterpret_cast<void *>(5));
  int32_t word = 1;
  for (int64_t bytes = 64; bytes < 5000; bytes *= 2) {
    void *memory = diffattn_allocate(context, bytes);
    ASSERT_NE(memory, nullptr) << error();
    EXPECT_EQ(diffattn_device_write(context, device, memory, &word, 4), 0);
    diffattn_release(context, memory);
  }
  EXPECT_EQ(diffattn_context_workspace(context), fake->held);
  EXPECT_LE(fake->held, 5000);
}

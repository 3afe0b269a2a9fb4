//===- FakeCudaTest.h - tests on the fake CUDA driver ---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_UNIT_RUNTIME_FAKECUDA_FAKECUDATEST_H
#define DIFFATTN_TEST_UNIT_RUNTIME_FAKECUDA_FAKECUDATEST_H

#include "FakeCuda.h"
#include "diffattn-c/Runtime.h"
#include "diffattn/Runtime/CudaDriver.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>

/// A new driver for each test, and what is left over at its end.
class FakeCudaTest : public ::testing::Test {
protected:
  FakeCudaTest() {
    setenv("DIFFATTN_CUDA_DRIVER", FAKE_CUDA, 1);
    library = dlopen(FAKE_CUDA, RTLD_NOW);
    EXPECT_NE(library, nullptr) << dlerror();
    find<FakeCudaReset>("fakeCudaReset")();
    fake = find<FakeCudaState>("fakeCudaState")();
  }
  ~FakeCudaTest() override {
    diffattn_context_destroy(context);
    diffattn_device_close(device);
    EXPECT_EQ(fake->faults, std::vector<std::string>());
    if (!isBroken) {
      EXPECT_EQ(fake->held, 0) << "memory is left over";
      EXPECT_EQ(fake->modules, 0) << "kernels are left over";
    }
    EXPECT_EQ(fake->contexts, 0) << "the primary context is retained";
    using namespace diffattn::cuda;
    auto pop = find<CUresult (*)(CUcontext *)>("cuCtxPopCurrent_v2");
    CUcontext popped = nullptr;
    EXPECT_NE(pop(&popped), CUDA_SUCCESS)
        << "a context is current that was not before";
  }

  template <typename T>
  T find(const char *symbol) const {
    return reinterpret_cast<T>(dlsym(library, symbol));
  }
  std::string error() const { return diffattn_context_error(context); }
  bool open(const char *name = "cuda") {
    device = diffattn_device_open(context, name);
    return device;
  }
  /// Opens a device that the context uses.
  void use(void *stream = nullptr) {
    ASSERT_TRUE(open()) << error();
    ASSERT_EQ(diffattn_context_use_device(context, device, stream), 0)
        << error();
  }
  int64_t countCalls(const char *function) const {
    return std::count(fake->calls.begin(), fake->calls.end(), function);
  }

  FakeCuda *fake;
  diffattn_context *context = diffattn_context_create();
  diffattn_device *device = nullptr;
  /// The GPU has stopped to work, so nothing could be given back.
  bool isBroken = false;

private:
  void *library;
};

#endif // DIFFATTN_TEST_UNIT_RUNTIME_FAKECUDA_FAKECUDATEST_H

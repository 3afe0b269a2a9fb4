//===- CudaLaunchTest.cpp - kernels on GPUs -------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda/FakeCudaTest.h"
#include <numeric>
#include <thread>

namespace {

/// Launches the fake driver's kernel "scale", as compiled code would.
class CudaLaunch : public FakeCudaTest {
protected:
  diffattn_status begin() {
    static const int64_t signature[] = {1, 0};
    return diffattn_bind_device_arguments(context, &kernels, "f", signature,
                                          nullptr, 0, nullptr);
  }
  diffattn_status launch() {
    void *out = nullptr, *in = nullptr;
    float factor = 2;
    int64_t n = 0;
    void *arguments[] = {&out, &in, &factor, &n};
    return diffattn_launch(context, &kernels, 0, sizes, arguments);
  }
  void expectBeginError(const std::string &message) {
    EXPECT_EQ(begin(), DIFFATTN_FAILED);
    EXPECT_EQ(error(), "f: cuda:0 (Fake GPU 0, sm_" +
                           std::to_string(fake->capability) + "): " + message);
  }
  void expectLaunchError(const std::string &message) {
    ASSERT_EQ(begin(), DIFFATTN_OK) << error();
    EXPECT_EQ(launch(), DIFFATTN_FAILED);
    EXPECT_EQ(error(),
              "kernel 'scale' on cuda:0 (Fake GPU 0, sm_80): " + message);
  }

  const char *names[1] = {"scale"};
  diffattn_kernels kernels = {
      1,       DIFFATTN_KERNELS_PTX,           1,       0, names,  nullptr,
      "sm_80", ".version 7.0\n.entry scale()", nullptr, 0, nullptr};
  int64_t sizes[7] = {1, 1, 1, 32, 1, 1, 0};
};

} // namespace

//===----------------------------------------------------------------------===//
// Loading kernels
//===----------------------------------------------------------------------===//

TEST_F(CudaLaunch, KernelsAreLoadedOnce) {
  use();
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(begin(), DIFFATTN_OK) << error();
  diffattn_context *other = diffattn_context_create();
  std::swap(context, other);
  ASSERT_EQ(diffattn_context_use_device(context, device, nullptr), 0);
  EXPECT_EQ(begin(), DIFFATTN_OK) << error();
  std::swap(context, other);
  diffattn_context_destroy(other);
  EXPECT_EQ(countCalls("cuModuleLoadDataEx"), 1);
}

TEST_F(CudaLaunch, ArtifactsThatComeToLieWhereAnotherWas) {
  use();
  ASSERT_EQ(begin(), DIFFATTN_OK) << error();
  ASSERT_EQ(launch(), DIFFATTN_OK) << error();
  kernels.ptx = ".version 7.0\n.entry scale()\n.entry check()";
  ASSERT_EQ(begin(), DIFFATTN_OK) << error();
  EXPECT_EQ(fake->modules, 1);
  EXPECT_EQ(countCalls("cuModuleLoadDataEx"), 2);
  const char *others[1] = {"check"};
  kernels.names = others;
  ASSERT_EQ(begin(), DIFFATTN_OK) << error();
  EXPECT_EQ(countCalls("cuModuleLoadDataEx"), 3);
}

TEST_F(CudaLaunch, NoKernelsNeedNoCompiler) {
  use();
  kernels.count = 0;
  EXPECT_EQ(begin(), DIFFATTN_OK) << error();
  EXPECT_EQ(countCalls("cuModuleLoadDataEx"), 0);
  EXPECT_EQ(launch(), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "kernel 0 is launched, but the artifact has 0 kernels");
}

TEST_F(CudaLaunch, TheLogOfTheDriversCompilerIsInTheMessage) {
  use();
  kernels.ptx = "rubbish that is no PTX";
  expectBeginError("can't compile the kernels: cuModuleLoadDataEx: "
                   "CUDA_ERROR_INVALID_PTX (a PTX JIT compilation failed): "
                   "ptxas fatal   : Missing .version near 'rubbish '");
  kernels.ptx = ".version 7.0\n.entry scale()";
  EXPECT_EQ(begin(), DIFFATTN_OK) << "the next try is a new one: " << error();
}

TEST_F(CudaLaunch, KernelsThatThePtxLacks) {
  use();
  names[0] = "nothing";
  expectBeginError("kernel 'nothing': cuModuleGetFunction: "
                   "CUDA_ERROR_NOT_FOUND (named symbol not found)");
}

TEST_F(CudaLaunch, MachineCodeForItsChip) {
  constexpr char sm80[] = "\x7F"
                          "ELF sm_80 .entry scale()";
  constexpr char sm90a[] = "\x7F"
                           "ELF sm_90a .entry scale()";
  const diffattn_cubin cubins[] = {{"sm_80", sm80, sizeof(sm80)},
                                   {"sm_90a", sm90a, sizeof(sm90a)}};
  kernels.cubins = cubins;
  kernels.cubin_count = 2;
  struct Case {
    int version, capability, cubins;
  };
  // Of version 1, nothing that comes last is looked at.
  for (Case chip : {Case{2, 80, 1}, {2, 90, 1}, {2, 86, 0}, {1, 80, 0}}) {
    kernels.version = chip.version;
    fake->capability = chip.capability;
    fake->cubins = 0;
    use();
    ASSERT_EQ(begin(), DIFFATTN_OK) << error();
    EXPECT_EQ(launch(), DIFFATTN_OK) << error();
    EXPECT_EQ(fake->cubins, chip.cubins) << chip.capability;
    EXPECT_EQ(fake->modules, 1);
    ASSERT_EQ(diffattn_context_use_device(context, nullptr, nullptr), 0);
    diffattn_device_close(device);
    device = nullptr;
  }
}

TEST_F(CudaLaunch, MachineCodeThatTheDriverDoesNotKnow) {
  use();
  constexpr char newer[] = "\x7F"
                           "ELF of times to come";
  const diffattn_cubin cubin = {"sm_80", newer, sizeof(newer)};
  kernels.cubins = &cubin;
  kernels.cubin_count = 1;
  kernels.version = 2;
  EXPECT_EQ(begin(), DIFFATTN_OK) << "it compiles the PTX: " << error();
  EXPECT_EQ(fake->cubins, 0);
  EXPECT_EQ(countCalls("cuModuleLoadDataEx"), 2);
  EXPECT_EQ(launch(), DIFFATTN_OK) << error();
}

TEST_F(CudaLaunch, FailuresOfLoadingNameTheirFunction) {
  use();
  fake->failing = "cuModuleLoadDataEx";
  expectBeginError("can't compile the kernels: cuModuleLoadDataEx: "
                   "CUDA_ERROR_UNKNOWN (unknown error)");
  fake->failing = "cuModuleGetFunction";
  expectBeginError("kernel 'scale': cuModuleGetFunction: CUDA_ERROR_UNKNOWN "
                   "(unknown error)");
  for (std::string function : {"cuFuncGetAttribute", "cuCtxPushCurrent"}) {
    fake->failing = function;
    expectBeginError(function + ": CUDA_ERROR_UNKNOWN (unknown error)");
  }
}

TEST_F(CudaLaunch, ChipsRunWhatIsForThem) {
  struct Case {
    const char *chip;
    int capability;
    const char *message; ///< null: it runs
  };
  for (const Case &chip : std::vector<Case>{
           {"sm_80", 80, nullptr},
           {"sm_80", 86, nullptr},
           {"sm_80", 90, nullptr},
           {"sm_80", 103, nullptr},
           {"sm_80", 75, "the kernels are for sm_80 and newer chips"},
           {"sm_90", 89, "the kernels are for sm_90 and newer chips"},
           {"sm_90a", 90, nullptr},
           {"sm_90a", 80,
            "the kernels are for sm_90a, which runs on sm_90 only"},
           {"sm_90a", 100,
            "the kernels are for sm_90a, which runs on sm_90 only"},
           {"sm_100f", 103, nullptr},
           {"sm_100f", 120,
            "the kernels are for sm_100f and newer chips of its family"},
           {"sm_103f", 100,
            "the kernels are for sm_103f and newer chips of its family"},
           {"sm_80x", 80,
            "the kernels are for an unknown chip, expected one like sm_80, "
            "found 'sm_80x'"},
           {"gfx90a", 90,
            "the kernels are for an unknown chip, expected one like sm_80, "
            "found 'gfx90a'"},
           {"sm_", 90,
            "the kernels are for an unknown chip, expected one like sm_80, "
            "found 'sm_'"},
           {"", 90,
            "the kernels are for an unknown chip, expected one like sm_80, "
            "found ''"}}) {
    fake->capability = chip.capability;
    kernels.chip = chip.chip;
    use();
    if (chip.message)
      expectBeginError(chip.message);
    else
      EXPECT_EQ(begin(), DIFFATTN_OK) << chip.chip << ": " << error();
    ASSERT_EQ(diffattn_context_use_device(context, nullptr, nullptr), 0);
    diffattn_device_close(device);
    device = nullptr;
  }
}

TEST_F(CudaLaunch, KernelsOfTheEmulatorAreRefused) {
  use();
  kernels.kind = DIFFATTN_KERNELS_EMULATED;
  expectBeginError("the kernels are for the emulator (sim)");
}

//===----------------------------------------------------------------------===//
// Launching
//===----------------------------------------------------------------------===//

TEST_F(CudaLaunch, SizesAndStreamArePassedOn) {
  void *stream = reinterpret_cast<void *>(6);
  use(stream);
  ASSERT_EQ(begin(), DIFFATTN_OK) << error();
  int64_t wanted[7] = {2, 3, 4, 8, 5, 6, 1000};
  std::copy(wanted, wanted + 7, sizes);
  ASSERT_EQ(launch(), DIFFATTN_OK) << error();
  const FakeLaunch &found = fake->launches.at(0);
  EXPECT_EQ(found.kernel, "scale");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(found.grid[i], wanted[i]);
    EXPECT_EQ(found.block[i], wanted[3 + i]);
  }
  EXPECT_EQ(found.shared, 1000u);
  EXPECT_EQ(found.stream, stream);
}

TEST_F(CudaLaunch, TheGpusLimits) {
  use();
  sizes[1] = 70000;
  expectLaunchError("expected 0 to 65535 blocks in y, found 70000");
  sizes[1] = 1;
  sizes[0] = int64_t(1) << 31;
  expectLaunchError("expected 0 to 2147483647 blocks in x, found 2147483648");
  sizes[0] = 1;
  sizes[3] = 1025;
  expectLaunchError("expected 1 to 1024 threads of a block in x, found 1025");
  sizes[3] = 32;
  sizes[6] = 164 * 1024;
  expectLaunchError("expected 0 to 166912 bytes of shared memory, found "
                    "167936");
  EXPECT_EQ(fake->launches.size(), 0u);
}

TEST_F(CudaLaunch, TheLimitsOfAKernel) {
  fake->kernelThreads = 256;
  fake->staticShared = 1024;
  use();
  sizes[3] = 257;
  expectLaunchError("expected at most 256 threads of a block (its registers "
                    "allow no more), found 257");
  sizes[3] = 32;
  sizes[6] = 163 * 1024;
  expectLaunchError("expected at most 165888 bytes of dynamic shared memory "
                    "beside 1024 static ones, found 166912");
  EXPECT_EQ(fake->launches.size(), 0u);
}

TEST_F(CudaLaunch, MuchSharedMemoryIsAskedForOnce) {
  fake->staticShared = 1024;
  use();
  ASSERT_EQ(begin(), DIFFATTN_OK) << error();
  sizes[6] = 47 * 1024;
  EXPECT_EQ(launch(), DIFFATTN_OK) << error();
  EXPECT_EQ(countCalls("cuFuncSetAttribute"), 0);
  for (int64_t bytes : {47 * 1024 + 1, 100 * 1024, 162 * 1024}) {
    sizes[6] = bytes;
    EXPECT_EQ(launch(), DIFFATTN_OK) << error();
  }
  EXPECT_EQ(countCalls("cuFuncSetAttribute"), 1);
  EXPECT_EQ(fake->launches.size(), 4u);
}

TEST_F(CudaLaunch, AGpuWithoutMoreSharedMemory) {
  fake->sharedOptIn = 0;
  use();
  sizes[6] = 48 * 1024 + 1;
  expectLaunchError("expected 0 to 49152 bytes of shared memory, found 49153");
}

TEST_F(CudaLaunch, FailuresOfLaunchesNameTheirFunction) {
  use();
  sizes[6] = 100 * 1024;
  for (std::string function :
       {"cuFuncSetAttribute", "cuLaunchKernel", "cuCtxPushCurrent"}) {
    ASSERT_EQ(begin(), DIFFATTN_OK) << error();
    fake->failing = function;
    EXPECT_EQ(launch(), DIFFATTN_FAILED);
    EXPECT_EQ(error(), "kernel 'scale' on cuda:0 (Fake GPU 0, sm_80): " +
                           function + ": CUDA_ERROR_UNKNOWN (unknown error)");
    fake->failing = "";
  }
}

TEST_F(CudaLaunch, AKernelThatLeavesItsMemory) {
  use();
  isBroken = true;
  ASSERT_EQ(begin(), DIFFATTN_OK) << error();
  void *out = nullptr;
  float factor = 2;
  int64_t n = 1000;
  void *arguments[] = {&out, &out, &factor, &n};
  ASSERT_EQ(diffattn_launch(context, &kernels, 0, sizes, arguments), 0);
  EXPECT_EQ(diffattn_synchronize(context), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "cuda:0 (Fake GPU 0, sm_80): cuStreamSynchronize: "
                     "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was "
                     "encountered)");
}

//===----------------------------------------------------------------------===//
// Artifacts
//===----------------------------------------------------------------------===//

namespace {

/// An artifact written by hand, on vectors of `n` floats: 0, 1, 2, ...
class CudaArtifact : public FakeCudaTest {
protected:
  ~CudaArtifact() override { diffattn_artifact_close(artifact); }

  void load(const char *file, const char *function) {
    std::string path = std::string(ARTIFACTS) + file;
    artifact = diffattn_artifact_load(context, path.c_str());
    ASSERT_NE(artifact, nullptr) << error();
    entry = diffattn_artifact_entry(context, artifact, function);
    ASSERT_NE(entry, nullptr) << error();
  }

  /// Memory of the device with the bytes of `values`.
  template <typename T>
  void *upload(const std::vector<T> &values) {
    int64_t bytes = int64_t(values.size() * sizeof(T));
    void *memory = diffattn_device_allocate(context, device, bytes);
    EXPECT_NE(memory, nullptr) << error();
    EXPECT_EQ(
        diffattn_device_write(context, device, memory, values.data(), bytes), 0)
        << error();
    return memory;
  }

  /// Calls `scale` of the artifact with `factor` and `offset` on `n` elements.
  /// Returns y, empty if the call or waiting for it failed.
  std::vector<float> scale(diffattn_context *caller, int64_t n, float factor,
                           int64_t offset) {
    std::vector<float> values(n);
    std::iota(values.begin(), values.end(), 0.f);
    void *x = upload(values);
    void *y = upload(std::vector<float>(n, -1.f));
    void *place = upload(std::vector<int64_t>{offset});
    diffattn_tensor arguments[] = {{x, &n, nullptr, 1, DIFFATTN_F32},
                                   {&factor, nullptr, nullptr, 0, DIFFATTN_F32},
                                   {place, nullptr, nullptr, 0, DIFFATTN_I64},
                                   {y, &n, nullptr, 1, DIFFATTN_F32}};
    bool failed = entry(caller, arguments, 4) || diffattn_synchronize(caller);
    message = diffattn_context_error(caller);
    if (!failed)
      EXPECT_EQ(diffattn_device_read(context, device, values.data(), y,
                                     n * int64_t(sizeof(float))),
                0)
          << error();
    for (void *memory : {x, y, place})
      diffattn_device_free(device, memory);
    return failed ? std::vector<float>() : values;
  }

  diffattn_artifact *artifact = nullptr;
  diffattn_entry entry = nullptr;
  std::string message;
};

} // namespace

TEST_F(CudaArtifact, ComputesOnTheDevice) {
  load("ScaleOnDevice.so", "scale");
  EXPECT_STREQ(diffattn_artifact_device(artifact), "cuda");
  use();
  for (int64_t n : {1, 5, 1000}) {
    std::vector<float> y = scale(context, n, 3, 0);
    ASSERT_EQ(y.size(), size_t(n)) << message;
    for (int64_t i = 0; i < n; ++i)
      EXPECT_EQ(y[i], 9.f * i);
  }
  ASSERT_EQ(fake->launches.size(), 9u);
  EXPECT_EQ(fake->launches[7].kernel, "scale");
  EXPECT_EQ(fake->launches[7].grid[0], 4u);
}

TEST_F(CudaArtifact, TheOrderOfACall) {
  load("ScaleOnDevice.so", "scale");
  use();
  scale(context, 5, 3, 0);
  fake->calls.clear();
  scale(context, 5, 3, 0);
  // All but making the context current, which goes around each of them.
  std::vector<std::string> calls;
  for (const std::string &call : fake->calls)
    if (call.rfind("cuCtx", 0) != 0)
      calls.push_back(call);
  EXPECT_EQ(
      calls,
      (std::vector<std::string>{
          // x, y and offset.
          "cuMemAlloc", "cuMemcpyHtoDAsync", "cuStreamSynchronize",
          "cuMemAlloc", "cuMemcpyHtoDAsync", "cuStreamSynchronize",
          "cuMemAlloc", "cuMemcpyHtoDAsync", "cuStreamSynchronize",
          // The entry reads offset, and with it the status word; kernels
          // and workspace are there.
          "cuMemcpyDtoHAsync", "cuStreamSynchronize", "cuMemcpyDtoHAsync",
          "cuStreamSynchronize", "cuLaunchKernel", "cuLaunchKernel",
          "cuLaunchKernel",
          // diffattn_synchronize looks at the word again.
          "cuStreamSynchronize", "cuMemcpyDtoHAsync", "cuStreamSynchronize",
          // y.
          "cuMemcpyDtoHAsync", "cuStreamSynchronize", "cuMemFree", "cuMemFree",
          "cuMemFree"}));
}

TEST_F(CudaArtifact, NoElements) {
  load("ScaleOnDevice.so", "scale");
  use();
  scale(context, 0, 3, 0);
  EXPECT_EQ(message, "");
  EXPECT_EQ(fake->launches.size(), 1u) << "the check alone";
}

TEST_F(CudaArtifact, AFailedCheckShowsWhenTheHostWaits) {
  load("ScaleOnDevice.so", "scale");
  use();
  EXPECT_TRUE(scale(context, 5, 3, -1).empty());
  EXPECT_EQ(message, "offset is negative");
  EXPECT_FALSE(scale(context, 5, 3, 0).empty()) << message;
}

TEST_F(CudaArtifact, AContextWithoutDevice) {
  load("ScaleOnDevice.so", "scale");
  ASSERT_TRUE(open()) << error();
  EXPECT_TRUE(scale(context, 5, 3, 0).empty());
  EXPECT_EQ(message, "scale: the function runs on a CUDA device, but the "
                     "context has no device (diffattn_context_use_device)");
}

TEST_F(CudaArtifact, AnOlderGpu) {
  fake->capability = 75;
  load("ScaleOnDevice.so", "scale");
  use();
  EXPECT_TRUE(scale(context, 5, 3, 0).empty());
  EXPECT_EQ(message, "scale: cuda:0 (Fake GPU 0, sm_75): the kernels are for "
                     "sm_80 and newer chips");
}

TEST_F(CudaArtifact, AnArtifactOfTheCPU) {
  load("Exp.so", "exp");
  use();
  float value = 1;
  int64_t size = 1;
  diffattn_tensor tensor = {&value, &size, nullptr, 1, DIFFATTN_F32};
  diffattn_tensor arguments[] = {tensor, tensor};
  EXPECT_EQ(entry(context, arguments, 2), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "exp: the function runs on the CPU, but the context is "
                     "for cuda:0 (Fake GPU 0, sm_80)");
}

TEST_F(CudaArtifact, ContextsOfManyThreadsShareADevice) {
  load("ScaleOnDevice.so", "scale");
  ASSERT_TRUE(open()) << error();
  // All in one chip of memory, which the threads only compute in.
  const int64_t n = 100;
  float factor = 2;
  void *x = upload(std::vector<float>(n, 1.f));
  void *offset = upload(std::vector<int64_t>{0});
  std::vector<diffattn_context *> contexts;
  std::vector<void *> results;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    contexts.push_back(diffattn_context_create());
    results.push_back(upload(std::vector<float>(n, -1.f)));
    threads.emplace_back([&, context = contexts[t], y = results[t], t] {
      void *stream = reinterpret_cast<void *>(uintptr_t(100 + t));
      EXPECT_EQ(diffattn_context_use_device(context, device, stream), 0);
      diffattn_tensor arguments[] = {
          {x, &n, nullptr, 1, DIFFATTN_F32},
          {&factor, nullptr, nullptr, 0, DIFFATTN_F32},
          {offset, nullptr, nullptr, 0, DIFFATTN_I64},
          {y, &n, nullptr, 1, DIFFATTN_F32}};
      for (int i = 0; i < 50; ++i)
        EXPECT_EQ(entry(context, arguments, 4), 0)
            << diffattn_context_error(context);
      EXPECT_EQ(diffattn_synchronize(context), 0);
    });
  }
  for (std::thread &thread : threads)
    thread.join();
  for (int t = 0; t < 4; ++t) {
    std::vector<float> y(n);
    EXPECT_EQ(diffattn_device_read(context, device, y.data(), results[t],
                                   n * int64_t(sizeof(float))),
              0);
    EXPECT_EQ(y, std::vector<float>(n, 4.f));
    diffattn_context_destroy(contexts[t]);
    diffattn_device_free(device, results[t]);
  }
  diffattn_device_free(device, x);
  diffattn_device_free(device, offset);
  EXPECT_EQ(countCalls("cuModuleLoadDataEx"), 1);
}

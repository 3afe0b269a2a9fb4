//===- EmulatorBenchmarks.cpp - what emulated operations cost -------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One block of 4 warps repeats one operation. each: time of the process for
// one of them, which for shuffles, products, ldmatrix and barriers is one of a
// whole warp.
//
//===----------------------------------------------------------------------===//

#include "../Unit/Sim/Emulator.h"
#include <benchmark/benchmark.h>

static constexpr int kRepeats = 256, kWarps = 4, kThreads = 32 * kWarps;

/// Repeats `operation` in the running thread.
template <typename Operation>
static void repeat(Operation operation) {
  for (int i = 0; i < kRepeats; ++i)
    operation();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static void shuffle(void *const *) {
  repeat([] {
    benchmark::DoNotOptimize(
        diffattn_sim_shuffle(DIFFATTN_SIM_SHUFFLE_XOR, -1, 0, 1, 31, "shfl"));
  });
}

static void barrier(void *const *) {
  repeat([] { diffattn_sim_barrier(0, 0, "barrier"); });
}

static void multiply(void *const *) {
  // Ones, as pairs of f16.
  uint32_t a[4], b[2];
  std::fill_n(a, 4, 0x3C003C00);
  std::fill_n(b, 2, 0x3C003C00);
  float c[4] = {};
  repeat(
      [&] { diffattn_sim_mma(c, a, b, c, DIFFATTN_SIM_MMA_F16, 16, "mma"); });
}

/// The 16 bytes of shared memory of the running thread, written.
static float *ownShared() {
  float *own = sharedArray<float>(kStaticBytes) + 4 * threadId();
  for (int i = 0; i < 4; ++i)
    store(own + i, 1.0f, "first store");
  return own;
}

static void loadMatrices(void *const *) {
  float *row = ownShared();
  diffattn_sim_warp_sync(-1, "sync");
  uint32_t registers[4];
  repeat([&] { diffattn_sim_ldmatrix(registers, row, 4, 0, "ldmatrix"); });
}

static void loadShared(void *const *) {
  float *own = ownShared();
  repeat([&] { diffattn_sim_load(own, 16, 16, "load"); });
}

static void storeShared(void *const *) {
  float *own = ownShared();
  repeat([&] { diffattn_sim_store(own, 16, 16, "store"); });
}

static void loadGlobal(void *const *arguments) {
  auto *own = argument<const float *>(arguments, 0) + threadId();
  repeat([&] { diffattn_sim_load(own, 4, 4, "load"); });
}

static void storeGlobal(void *const *arguments) {
  auto *own = argument<float *>(arguments, 0) + threadId();
  repeat([&] { diffattn_sim_store(own, 4, 4, "store"); });
}

static void copy(void *const *arguments) {
  auto *from = argument<const float *>(arguments, 0) + 4 * threadId();
  float *own = sharedArray<float>(kStaticBytes) + 4 * threadId();
  repeat([&] {
    diffattn_sim_cp_async(own, from, 16, 16, "copy");
    diffattn_sim_cp_async_commit();
    diffattn_sim_cp_async_wait(0);
  });
}

static void nothing(void *const *) {}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// `Operations`: that one launch does.
template <ThreadFn Thread, int Operations>
static void launch(benchmark::State &state) {
  Emulator emulator;
  float *memory = emulator.upload(std::vector<float>(4 * kThreads, 1.0f));
  Sizes sizes = Sizes::of(1, kThreads);
  sizes.dynamicBytes = 16 * kThreads;
  for (auto _ : state) {
    std::string message = emulator.launch<Thread>(sizes, memory);
    if (!message.empty())
      state.SkipWithError(message.c_str());
  }
  state.counters["each"] = benchmark::Counter(
      double(Operations) * double(state.iterations()),
      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

static constexpr int perWarp = kRepeats * kWarps;
static constexpr int perThread = kRepeats * kThreads;
BENCHMARK_TEMPLATE(launch, shuffle, perWarp);
BENCHMARK_TEMPLATE(launch, barrier, perWarp);
BENCHMARK_TEMPLATE(launch, multiply, perWarp);
BENCHMARK_TEMPLATE(launch, loadMatrices, perWarp);
BENCHMARK_TEMPLATE(launch, loadShared, perThread);
BENCHMARK_TEMPLATE(launch, storeShared, perThread);
BENCHMARK_TEMPLATE(launch, loadGlobal, perThread);
BENCHMARK_TEMPLATE(launch, storeGlobal, perThread);
BENCHMARK_TEMPLATE(launch, copy, perThread);
BENCHMARK_TEMPLATE(launch, nothing, 1);

BENCHMARK_MAIN();

//===- ParallelBenchmarks.cpp - what a parallel loop costs ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that do nothing, on 1, 2 and all threads: what is left is the price of
// handing them out and waiting for all. `pause` is what the caller does, alone,
// between two loops, in microseconds: as long as it is below libomp's block
// time (200 ms), the other threads still wait actively. Beside the mean,
// least_ns is the best of all batches: what it costs where nothing else runs.
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;

static void doNothing(void *, int64_t) {}

static diffattn_status succeed(diffattn_context *, void *, int64_t) {
  return DIFFATTN_OK;
}

namespace {
/// Times calls, and finds the shortest.
class Stopwatch {
public:
  explicit Stopwatch(benchmark::State &state) : state(state) {}
  ~Stopwatch() { state.counters["least_ns"] = least * 1e9; }

  /// One iteration of the benchmark: `count` calls of `call`.
  template <typename Call>
  void time(int count, Call call) {
    Clock::time_point start = Clock::now();
    for (int i = 0; i < count; ++i)
      call();
    std::chrono::duration<double> elapsed = Clock::now() - start;
    least = std::min(least, elapsed.count() / count);
    state.SetIterationTime(elapsed.count() / count);
  }

private:
  benchmark::State &state;
  double least = 1;
};
} // namespace

constexpr int batch = 32;

/// What hosts and kernels call.
static void parallelFor(benchmark::State &state) {
  diffattn_set_num_threads(static_cast<int32_t>(state.range(0)));
  int64_t n = state.range(1);
  Stopwatch watch(state);
  for (auto _ : state)
    watch.time(batch, [&] { diffattn_parallel_for(doNothing, nullptr, n); });
}

/// What compiled code calls.
static void runParallel(benchmark::State &state) {
  diffattn_set_num_threads(static_cast<int32_t>(state.range(0)));
  int64_t n = state.range(1);
  Stopwatch watch(state);
  for (auto _ : state)
    watch.time(batch,
               [&] { diffattn_run_parallel(nullptr, succeed, nullptr, n); });
}

/// The first loop after some time without one.
static void parallelForAfterPause(benchmark::State &state) {
  diffattn_set_num_threads(static_cast<int32_t>(state.range(0)));
  std::chrono::microseconds pause(state.range(1));
  Stopwatch watch(state);
  for (auto _ : state) {
    Clock::time_point until = Clock::now() + pause;
    while (Clock::now() < until)
      benchmark::ClobberMemory();
    watch.time(1, [&] { diffattn_parallel_for(doNothing, nullptr, 2); });
  }
}

int main(int argc, char **argv) {
  int64_t all = std::max(1u, std::thread::hardware_concurrency());
  std::vector<int64_t> threads{1, 2};
  if (all > 2)
    threads.push_back(all);
  for (auto [name, run] : {std::pair{"parallelFor", &parallelFor},
                           std::pair{"runParallel", &runParallel}})
    benchmark::RegisterBenchmark(name, run)
        ->ArgNames({"threads", "n"})
        ->ArgsProduct({threads, {2, 64}})
        ->UseManualTime();
  benchmark::RegisterBenchmark("parallelForAfterPause", parallelForAfterPause)
      ->ArgNames({"threads", "pause"})
      ->ArgsProduct({{2}, {10, 1000}})
      ->UseManualTime();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

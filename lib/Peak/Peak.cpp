//===- Peak.cpp - how fast this processor can go --------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Peak/Peak.h"
#include "Kernels.h"
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <sched.h>
#include <sys/mman.h>
#include <thread>
#include <vector>

using namespace diffattn;
using namespace diffattn::peak;

using Clock = std::chrono::steady_clock;

static double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Binds this thread to the processor number `index` of those that the process
/// may use, if there are so many. A failure costs accuracy, no more.
static void pinToProcessor(int32_t index, const cpu_set_t &allowed) {
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &allowed) || index-- > 0)
      continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    (void)sched_setaffinity(0, sizeof one, &one);
    return;
  }
}

/// Runs `body(thread, arrive)` on `threads` new threads and returns the sum of
/// what they return. `arrive` waits until all have come so far.
static double sumOverThreads(
    int32_t threads,
    const std::function<double(int32_t, std::function<void()>)> &body) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  (void)sched_getaffinity(0, sizeof allowed, &allowed);
  std::atomic<int32_t> arrived{0};
  auto arrive = [&] {
    ++arrived;
    while (arrived.load() < threads)
      std::this_thread::yield();
  };
  std::vector<double> results(threads);
  std::vector<std::thread> team;
  for (int32_t i = 0; i < threads; ++i)
    team.emplace_back([&, i] {
      pinToProcessor(i, allowed);
      results[i] = body(i, arrive);
    });
  double sum = 0;
  for (int32_t i = 0; i < threads; ++i) {
    team[i].join();
    sum += results[i];
  }
  return sum;
}

/// Calls `work` until `seconds` have passed. Returns calls a second.
static double callsPerSecond(double seconds,
                             const std::function<void()> &work) {
  Clock::time_point start = Clock::now();
  int64_t calls = 0;
  double elapsed;
  do {
    work();
    ++calls;
    elapsed = secondsSince(start);
  } while (elapsed < seconds);
  return calls / elapsed;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static std::optional<double> measure(ArithmeticKernel kernel, int32_t threads,
                                     double seconds) {
  if (!kernel.run)
    return std::nullopt;
  // About 50 us: the clock is looked at seldom.
  constexpr int64_t iterations = 10'000;
  double calls = sumOverThreads(threads, [&](int32_t, auto arrive) {
    arrive();
    // Wide vectors may first have to be powered up.
    callsPerSecond(seconds / 5, [&] { kernel.run(iterations); });
    return callsPerSecond(seconds, [&] { kernel.run(iterations); });
  });
  return calls * iterations * kernel.flopsPerIteration / 1e9;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// More than caches hold; made once, kept as long as the process lives. Null if
/// the machine has no memory for it.
static constexpr size_t kReadBytes = size_t{256} << 20;
static float *readBuffer() {
  static float *buffer = [] {
    void *memory = mmap(nullptr, kReadBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      return static_cast<float *>(nullptr);
    (void)madvise(memory, kReadBytes, MADV_HUGEPAGE);
    // Pages that nobody wrote to are all the same one.
    auto *floats = static_cast<float *>(memory);
    for (size_t i = 0; i < kReadBytes / sizeof(float); ++i)
      floats[i] = 0.5f;
    return floats;
  }();
  return buffer;
}

static std::optional<double> measureRead(int32_t threads, double seconds) {
  float *buffer = readBuffer();
  if (!buffer)
    return std::nullopt;
  // Pieces of 1 MiB, a part of the buffer for each thread.
  constexpr size_t piece = size_t{1} << 18;
  size_t piecesPerThread =
      std::max<size_t>(1, kReadBytes / sizeof(float) / piece / threads);
  ReadKernel kernel = selectRead(vectorBits());
  double pieces = sumOverThreads(threads, [&](int32_t thread, auto arrive) {
    const float *part = buffer + (thread * piecesPerThread * piece) %
                                     (kReadBytes / sizeof(float));
    size_t next = 0;
    arrive();
    return callsPerSecond(seconds, [&] {
      kernel(part + next * piece, piece);
      next = (next + 1) % piecesPerThread;
    });
  });
  return pieces * piece * sizeof(float) / 1e9;
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

int32_t diffattn::peakVectorBits() { return vectorBits(); }

bool diffattn::hasPeak(PeakUnit unit) {
  return unit != PeakUnit::BF16 || selectBF16(vectorBits()).run;
}

std::optional<double> diffattn::measurePeak(PeakUnit unit, int32_t threads,
                                            double seconds) {
  switch (unit) {
  case PeakUnit::F32:
    return measure(selectF32(vectorBits()), threads, seconds);
  case PeakUnit::BF16:
    return measure(selectBF16(vectorBits()), threads, seconds);
  case PeakUnit::Read:
    return measureRead(threads, seconds);
  }
  return std::nullopt;
}

//===- Parallel.cpp - the parallel loop of compiled code ------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"
#include <algorithm>
#include <atomic>
#include <omp.h>

/// The host's pool; null: libomp.
static std::atomic<diffattn_parallel_for_fn> hostPool{nullptr};
/// What the host asked for; 0: libomp's own choice.
static std::atomic<int32_t> requestedThreads{0};

static void parallelForOnLibomp(void (*fn)(void *ctx, int64_t i), void *ctx,
                                int64_t n) {
  int threads = diffattn_get_num_threads();
  // Nested loops run where they are: the outer one has all the threads.
  if (n < 2 || threads < 2 || omp_in_parallel()) {
    for (int64_t i = 0; i < n; ++i)
      fn(ctx, i);
    return;
  }
  threads = static_cast<int>(std::min<int64_t>(threads, n));
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int64_t i = 0; i < n; ++i)
    fn(ctx, i);
}

namespace {
/// A loop of compiled code, as what diffattn_parallel_for calls.
struct ParallelCall {
  static void run(void *self, int64_t i) {
    auto *call = static_cast<ParallelCall *>(self);
    if (call->body(call->context, call->state, i) != DIFFATTN_OK)
      call->failed.store(true, std::memory_order_relaxed);
  }
  diffattn_context *context;
  diffattn_status (*body)(diffattn_context *context, void *state, int64_t i);
  void *state;
  std::atomic<bool> failed{false};
};
} // namespace

extern "C" {

diffattn_status diffattn_run_parallel(
    diffattn_context *context,
    diffattn_status (*body)(diffattn_context *context, void *state, int64_t i),
    void *state, int64_t n) {
  ParallelCall call{context, body, state};
  diffattn_parallel_for(ParallelCall::run, &call, n);
  return call.failed ? DIFFATTN_FAILED : DIFFATTN_OK;
}

void diffattn_parallel_for(void (*fn)(void *ctx, int64_t i), void *ctx,
                           int64_t n) {
  if (diffattn_parallel_for_fn pool = hostPool.load())
    return pool(fn, ctx, n);
  parallelForOnLibomp(fn, ctx, n);
}

void diffattn_set_parallel_for(diffattn_parallel_for_fn parallel_for) {
  hostPool.store(parallel_for);
}

void diffattn_set_num_threads(int32_t count) {
  requestedThreads.store(std::max(count, 0));
}

int32_t diffattn_get_num_threads(void) {
  int32_t requested = requestedThreads.load();
  return requested ? requested : omp_get_max_threads();
}

} // extern "C"

//===- ParallelTest.cpp ---------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"
#include "gtest/gtest.h"
#include <atomic>
#include <set>
#include <thread>
#include <vector>

namespace {
/// Counts the calls for each index and remembers the threads.
struct Recorder {
  explicit Recorder(int64_t n) : calls(n), threads(n) {}
  static void run(void *self, int64_t i) {
    auto *recorder = static_cast<Recorder *>(self);
    ++recorder->calls[i];
    recorder->threads[i] = std::this_thread::get_id();
  }
  std::vector<std::atomic<int>> calls;
  std::vector<std::thread::id> threads;
};

class Parallel : public ::testing::Test {
protected:
  ~Parallel() override {
    diffattn_set_num_threads(0);
    diffattn_set_parallel_for(nullptr);
  }
};
} // namespace

TEST_F(Parallel, CallsEachIndexOnce) {
  for (int64_t n : {0, 1, 2, 3, 7, 1000}) {
    Recorder recorder(n);
    diffattn_parallel_for(Recorder::run, &recorder, n);
    for (auto &calls : recorder.calls)
      EXPECT_EQ(calls, 1);
  }
}

TEST_F(Parallel, NegativeCountIsNone) {
  Recorder recorder(1);
  diffattn_parallel_for(Recorder::run, &recorder, -5);
  EXPECT_EQ(recorder.calls[0], 0);
}

TEST_F(Parallel, SplitsIntoOneRangeAThread) {
  diffattn_set_num_threads(3);
  EXPECT_EQ(diffattn_get_num_threads(), 3);
  Recorder recorder(9);
  diffattn_parallel_for(Recorder::run, &recorder, 9);
  std::set<std::thread::id> threads(recorder.threads.begin(),
                                    recorder.threads.end());
  EXPECT_EQ(threads.size(), 3u);
  for (int i = 0; i < 9; ++i)
    EXPECT_EQ(recorder.threads[i], recorder.threads[i / 3 * 3]);
}

TEST_F(Parallel, OneThreadIsTheCaller) {
  diffattn_set_num_threads(1);
  Recorder recorder(4);
  diffattn_parallel_for(Recorder::run, &recorder, 4);
  for (std::thread::id thread : recorder.threads)
    EXPECT_EQ(thread, std::this_thread::get_id());
}

TEST_F(Parallel, ZeroThreadsRestoresTheDefault) {
  int32_t before = diffattn_get_num_threads();
  EXPECT_GE(before, 1);
  diffattn_set_num_threads(7);
  diffattn_set_num_threads(0);
  EXPECT_EQ(diffattn_get_num_threads(), before);
  diffattn_set_num_threads(-2);
  EXPECT_EQ(diffattn_get_num_threads(), before);
}

TEST_F(Parallel, NestedLoopsRunInTheirThread) {
  diffattn_set_num_threads(2);
  auto body = [](void *, int64_t) {
    Recorder inner(3);
    diffattn_parallel_for(Recorder::run, &inner, 3);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(inner.calls[i], 1);
      EXPECT_EQ(inner.threads[i], std::this_thread::get_id());
    }
  };
  diffattn_parallel_for(body, nullptr, 4);
}

static int hostCalls = 0;

TEST_F(Parallel, TheHostsPoolTakesOver) {
  hostCalls = 0;
  diffattn_set_parallel_for(
      [](void (*fn)(void *, int64_t), void *ctx, int64_t n) {
        ++hostCalls;
        for (int64_t i = n; i-- > 0;)
          fn(ctx, i);
      });
  Recorder recorder(5);
  diffattn_parallel_for(Recorder::run, &recorder, 5);
  EXPECT_EQ(hostCalls, 1);
  EXPECT_EQ(recorder.calls[4], 1);
  diffattn_set_parallel_for(nullptr);
  diffattn_parallel_for(Recorder::run, &recorder, 5);
  EXPECT_EQ(hostCalls, 1);
  EXPECT_EQ(recorder.calls[4], 2);
}

static diffattn_status failOnMultiplesOfThree(diffattn_context *context,
                                              void *calls, int64_t i) {
  ++*static_cast<std::atomic<int> *>(calls);
  if (i % 3 != 0)
    return DIFFATTN_OK;
  diffattn_raise(context, "a multiple of three");
  return DIFFATTN_FAILED;
}

TEST_F(Parallel, ALoopOfCompiledCodeFailsIfAnIterationDid) {
  diffattn_context *context = diffattn_context_create();
  std::atomic<int> calls{0};
  EXPECT_EQ(diffattn_run_parallel(context, failOnMultiplesOfThree, &calls, 7),
            DIFFATTN_FAILED);
  EXPECT_EQ(calls, 7);
  EXPECT_STREQ(diffattn_context_error(context), "a multiple of three");
  diffattn_context_destroy(context);
}

TEST_F(Parallel, ALoopWithoutIterationsSucceeds) {
  diffattn_context *context = diffattn_context_create();
  std::atomic<int> calls{0};
  EXPECT_EQ(diffattn_run_parallel(context, failOnMultiplesOfThree, &calls, 0),
            DIFFATTN_OK);
  EXPECT_EQ(calls, 0);
  diffattn_context_destroy(context);
}

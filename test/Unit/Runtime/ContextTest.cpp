//===- ContextTest.cpp ----------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn-c/Runtime.h"
#include "gtest/gtest.h"
#include <cstring>
#include <thread>
#include <vector>

namespace {
class Context : public ::testing::Test {
protected:
  ~Context() override { diffattn_context_destroy(context); }
  std::string error() const { return diffattn_context_error(context); }
  int64_t held() const { return diffattn_context_workspace(context); }

  diffattn_context *context = diffattn_context_create();
};
} // namespace

TEST_F(Context, StartsWithoutErrorAndWorkspace) {
  EXPECT_EQ(error(), "");
  EXPECT_EQ(held(), 0);
}

TEST_F(Context, KeepsTheFirstMessage) {
  diffattn_raise(context, "first");
  diffattn_raise(context, "second");
  EXPECT_EQ(error(), "first");
}

TEST_F(Context, CopiesTheMessage) {
  std::string text(5000, 'x');
  diffattn_raise(context, text.c_str());
  text[0] = 'y';
  EXPECT_EQ(error(), std::string(5000, 'x'));
}

TEST_F(Context, AnEmptyMessageIsStillAFailure) {
  diffattn_raise(context, "");
  EXPECT_EQ(error(), "failed without a message");
}

TEST_F(Context, NullContext) {
  EXPECT_STREQ(diffattn_context_error(nullptr), "the context is NULL");
  EXPECT_EQ(diffattn_context_workspace(nullptr), 0);
  EXPECT_EQ(diffattn_finish_call(nullptr, DIFFATTN_FAILED), DIFFATTN_FAILED);
  diffattn_context_destroy(nullptr);
}

TEST_F(Context, WorkspaceIsAlignedAndDistinct) {
  std::vector<char *> blocks;
  for (int64_t bytes : {0, 1, 63, 64, 65, 1000, 100000, 0}) {
    auto *block = static_cast<char *>(diffattn_allocate(context, bytes));
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0u);
    memset(block, static_cast<int>(blocks.size()), bytes);
    for (char *other : blocks)
      EXPECT_NE(block, other);
    blocks.push_back(block);
  }
}

TEST_F(Context, NegativeSizeIsAnError) {
  EXPECT_EQ(diffattn_allocate(context, -8), nullptr);
  EXPECT_EQ(error(), "can't allocate workspace of -8 bytes: the size is "
                     "negative");
}

TEST_F(Context, HugeSizeIsAnError) {
  EXPECT_EQ(diffattn_allocate(context, INT64_MAX), nullptr);
  EXPECT_EQ(error(), "can't allocate workspace of 9223372036854775807 bytes: "
                     "out of memory");
}

TEST_F(Context, TheNextCallReusesTheBlocks) {
  void *large = diffattn_allocate(context, 1 << 20);
  void *small = diffattn_allocate(context, 100);
  diffattn_release(context, small);
  diffattn_release(context, large);
  int64_t before = held();
  // The smallest that fits, whatever the order.
  EXPECT_EQ(diffattn_allocate(context, 90), small);
  EXPECT_EQ(diffattn_allocate(context, 1 << 20), large);
  EXPECT_EQ(held(), before);
}

TEST_F(Context, FinishCallTakesBackWhatIsStillHeld) {
  void *block = diffattn_allocate(context, 500);
  EXPECT_EQ(diffattn_finish_call(context, DIFFATTN_FAILED), DIFFATTN_FAILED);
  EXPECT_EQ(diffattn_allocate(context, 500), block);
  EXPECT_EQ(diffattn_finish_call(context, DIFFATTN_OK), DIFFATTN_OK);
}

TEST_F(Context, AFailureWithoutMessageGetsOne) {
  EXPECT_EQ(diffattn_finish_call(context, DIFFATTN_OK), DIFFATTN_OK);
  EXPECT_EQ(error(), "");
  EXPECT_EQ(diffattn_finish_call(context, DIFFATTN_FAILED), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "failed without a message");
}

TEST_F(Context, SizesThatGrowLeaveNothingBehind) {
  for (int64_t bytes = 1000; bytes < 1000000; bytes += 1000)
    diffattn_release(context, diffattn_allocate(context, bytes));
  EXPECT_LE(held(), 1000000 * 9 / 8 + 64);
}

TEST_F(Context, ReleasingNullIsFine) { diffattn_release(context, nullptr); }

TEST_F(Context, ThreadsOfOneCallShareTheWorkspace) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([this, t] {
      for (int i = 0; i < 500; ++i) {
        auto *block = static_cast<int *>(diffattn_allocate(context, 256));
        *block = t;
        EXPECT_EQ(*block, t);
        diffattn_release(context, block);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_LE(held(), 4 * 256);
}

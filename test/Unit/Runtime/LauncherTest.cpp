//===- LauncherTest.cpp ---------------------------------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordingDevice.h"
#include "gtest/gtest.h"

namespace {

using Log = std::vector<std::string>;

/// Adds its second argument, an i32, to the one that the first points at.
void add(void *const *arguments) {
  **static_cast<int32_t **>(arguments[0]) +=
      *static_cast<int32_t *>(arguments[1]);
}
/// Writes its second argument to the status word, as a check that fails.
void fail(void *const *arguments) { add(arguments); }

/// A context that uses a device, and what a function on it would call.
class Launcher : public ::testing::Test {
protected:
  Launcher() {
    EXPECT_EQ(diffattn_context_use_device(context, &handle, stream), 0);
  }
  ~Launcher() override {
    diffattn_context_destroy(context);
    EXPECT_EQ(device->held, 0) << "the context kept memory of its device";
  }

  std::string error() const { return diffattn_context_error(context); }
  diffattn_status begin(const diffattn_kernels &kernels) {
    static const int64_t signature[] = {1, 0};
    return diffattn_bind_device_arguments(context, &kernels, "f", signature,
                                          nullptr, 0, nullptr);
  }
  /// Launches kernel `kernel` with a pointer and a number.
  diffattn_status launch(int32_t kernel, void *memory, int32_t number) {
    void *arguments[] = {&memory, &number};
    return diffattn_launch(context, &kernels, kernel, sizes, arguments);
  }
  /// The message of a launch that must fail.
  std::string launchError() {
    int32_t number = 0;
    EXPECT_EQ(launch(0, &number, 1), DIFFATTN_FAILED);
    EXPECT_EQ(number, 0) << "the kernel ran";
    std::string message = error();
    EXPECT_EQ(begin(kernels), DIFFATTN_OK) << "to clear the error";
    return message;
  }
  /// Calls a function whose kernel fails check `number`.
  void callAndFail(int32_t number) {
    ASSERT_EQ(begin(kernels), DIFFATTN_OK) << error();
    void *word = diffattn_status_word(context);
    ASSERT_NE(word, nullptr) << error();
    ASSERT_EQ(launch(1, word, number), DIFFATTN_OK) << error();
  }

  const char *names[2] = {"add", "fail"};
  const char *messages[2] = {"index 7 is out of range", "length is negative"};
  void (*functions[2])(void *const *) = {add, fail};
  diffattn_kernels kernels = {1,         DIFFATTN_KERNELS_EMULATED,
                              2,         2,
                              names,     messages,
                              "sm_80",   nullptr,
                              functions, 0,
                              nullptr};
  int64_t sizes[7] = {1, 1, 1, 32, 1, 1, 0};

  std::shared_ptr<RecordingDevice> device = std::make_shared<RecordingDevice>();
  diffattn_device handle = {device};
  diffattn_context *context = diffattn_context_create();
  void *stream = reinterpret_cast<void *>(7);
};

} // namespace

TEST_F(Launcher, WorkspaceIsOfTheDevice) {
  void *memory = diffattn_allocate(context, 1000);
  ASSERT_TRUE(device->blocks.count(memory));
  EXPECT_GE(device->blocks[memory], 1000);
  diffattn_release(context, memory);
  EXPECT_EQ(diffattn_allocate(context, 990), memory);
  EXPECT_EQ(diffattn_context_workspace(context), device->held);
}

TEST_F(Launcher, WorkspaceOfNoBytesIsMemoryToo) {
  void *first = diffattn_allocate(context, 0);
  void *second = diffattn_allocate(context, 0);
  EXPECT_NE(first, nullptr);
  EXPECT_NE(second, nullptr);
  EXPECT_NE(first, second);
}

TEST_F(Launcher, WorkspaceIsGivenUpAfterTheWorkOnIt) {
  diffattn_release(context, diffattn_allocate(context, 1024));
  device->log.clear();
  diffattn_allocate(context, 2048);
  EXPECT_EQ(device->log, (Log{"synchronize on 7", "free 1024"}));
}

TEST_F(Launcher, SmallFreeBlocksMakeRoom) {
  device->capacity = 4096;
  void *blocks[4];
  for (void *&block : blocks)
    block = diffattn_allocate(context, 1024);
  for (void *block : blocks)
    diffattn_release(context, block);
  EXPECT_NE(diffattn_allocate(context, 4096), nullptr) << error();
}

TEST_F(Launcher, WorkspaceBeyondTheDevice) {
  EXPECT_EQ(diffattn_allocate(context, 1 << 21), nullptr);
  EXPECT_EQ(error(), "can't allocate workspace of 2097152 bytes: full");
  EXPECT_EQ(device->held, 0);
}

TEST_F(Launcher, LaunchesGoToTheStream) {
  int32_t number = 40;
  ASSERT_EQ(begin(kernels), DIFFATTN_OK) << error();
  device->log.clear();
  EXPECT_EQ(launch(0, &number, 2), DIFFATTN_OK) << error();
  EXPECT_EQ(number, 42);
  EXPECT_EQ(device->log, Log{"launch add on 7"});
}

TEST_F(Launcher, AnEmptyGridLaunchesNothing) {
  ASSERT_EQ(begin(kernels), DIFFATTN_OK) << error();
  for (int dim : {0, 1, 2}) {
    int32_t number = 40;
    sizes[dim] = 0;
    EXPECT_EQ(launch(0, &number, 2), DIFFATTN_OK) << error();
    EXPECT_EQ(number, 40);
    sizes[dim] = 1;
  }
}

TEST_F(Launcher, SizesAreChecked) {
  ASSERT_EQ(begin(kernels), DIFFATTN_OK) << error();
  struct Case {
    int index;
    int64_t size;
    const char *message;
  };
  for (const Case &wrong : std::vector<Case>{
           {0, 1001, "0 to 1000 blocks in x, found 1001"},
           {1, 101, "0 to 100 blocks in y, found 101"},
           {2, -1, "0 to 10 blocks in z, found -1"},
           {3, 65, "1 to 64 threads of a block in x, found 65"},
           {4, 0, "1 to 32 threads of a block in y, found 0"},
           {5, 5, "1 to 4 threads of a block in z, found 5"},
           {4, 8, "1 to 128 threads of a block, found 256"},
           {6, 4097, "0 to 4096 bytes of shared memory, found 4097"},
           {6, -4, "0 to 4096 bytes of shared memory, found -4"}}) {
    int64_t right = sizes[wrong.index];
    sizes[wrong.index] = wrong.size;
    EXPECT_EQ(launchError(),
              std::string("kernel 'add' on recorder: expected ") +
                  wrong.message);
    sizes[wrong.index] = right;
  }
}

TEST_F(Launcher, WrongSizesShowInAnEmptyGridToo) {
  ASSERT_EQ(begin(kernels), DIFFATTN_OK) << error();
  sizes[0] = 0;
  sizes[3] = 1000;
  EXPECT_EQ(launchError(), "kernel 'add' on recorder: expected 1 to 64 threads "
                           "of a block in x, found 1000");
}

TEST_F(Launcher, KernelsThatAreNot) {
  ASSERT_EQ(begin(kernels), DIFFATTN_OK) << error();
  EXPECT_EQ(launch(2, nullptr, 0), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "kernel 2 is launched, but the artifact has 2 kernels");
}

TEST_F(Launcher, LaunchesOutsideOfACall) {
  EXPECT_EQ(launch(0, nullptr, 0), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "a kernel is launched outside of a call of its artifact");
}

TEST_F(Launcher, AFailureOfTheDeviceNamesTheKernel) {
  int32_t number = 0;
  ASSERT_EQ(begin(kernels), DIFFATTN_OK) << error();
  device->breaks = "launch";
  EXPECT_EQ(launch(0, &number, 1), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "kernel 'add' on recorder: broken");
}

TEST_F(Launcher, ReadingWaitsOnTheStream) {
  int32_t from = 5, to = 0;
  device->log.clear();
  EXPECT_EQ(diffattn_read(context, &to, &from, 4), DIFFATTN_OK) << error();
  EXPECT_EQ(to, 5);
  EXPECT_EQ(device->log, Log{"read 4 on 7"});
  EXPECT_EQ(diffattn_read(context, &to, &from, -1), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "can't read -1 bytes of a device");
}

TEST_F(Launcher, UploadsAreWorkspace) {
  int32_t from[2] = {5, 6};
  auto *copy = static_cast<int32_t *>(diffattn_upload(context, from, 8));
  ASSERT_NE(copy, nullptr) << error();
  EXPECT_EQ(copy[1], 6);
  EXPECT_EQ(device->log.back(), "write 8 on 7");
  diffattn_release(context, copy);
  EXPECT_EQ(diffattn_allocate(context, 8), copy);
}

TEST_F(Launcher, UploadsThatFail) {
  int32_t from = 5;
  device->breaks = "write";
  EXPECT_EQ(diffattn_upload(context, &from, 4), nullptr);
  EXPECT_EQ(error(), "recorder: broken");
  EXPECT_EQ(diffattn_upload(context, &from, -4), nullptr);
  ASSERT_EQ(diffattn_context_use_device(context, nullptr, nullptr), 0);
  EXPECT_EQ(diffattn_upload(context, &from, 4), nullptr);
  EXPECT_EQ(error(), "the context has no device to write to");
}

//===----------------------------------------------------------------------===//
// Checks in kernels
//===----------------------------------------------------------------------===//

TEST_F(Launcher, AFailedCheckShowsWhenTheHostWaits) {
  callAndFail(2);
  EXPECT_EQ(diffattn_synchronize(context), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "length is negative");
  EXPECT_EQ(diffattn_synchronize(context), DIFFATTN_OK) << "it shows once";
}

TEST_F(Launcher, AFailedCheckShowsWhenTheFunctionReads) {
  callAndFail(1);
  int32_t from = 5, to = 0;
  EXPECT_EQ(diffattn_read(context, &to, &from, 4), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "index 7 is out of range");
}

TEST_F(Launcher, AfterAFailedCheckTheNextCallIsClean) {
  callAndFail(1);
  EXPECT_EQ(diffattn_synchronize(context), DIFFATTN_FAILED);
  ASSERT_EQ(begin(kernels), DIFFATTN_OK) << error();
  EXPECT_EQ(*static_cast<int32_t *>(diffattn_status_word(context)), 0);
  EXPECT_EQ(diffattn_synchronize(context), DIFFATTN_OK) << error();
}

TEST_F(Launcher, CallsOfOneArtifactDontWaitForEachOther) {
  ASSERT_EQ(begin(kernels), DIFFATTN_OK) << error();
  void *word = diffattn_status_word(context);
  device->log.clear();
  ASSERT_EQ(begin(kernels), DIFFATTN_OK) << error();
  EXPECT_EQ(diffattn_status_word(context), word);
  EXPECT_EQ(device->log, Log{"prepare"});
}

TEST_F(Launcher, TheStatusWordIsNotSharedByArtifacts) {
  callAndFail(2);
  diffattn_kernels others = kernels;
  ASSERT_EQ(begin(others), DIFFATTN_OK) << error();
  EXPECT_EQ(diffattn_status_word(context), nullptr);
  EXPECT_EQ(error(), "length is negative");
  ASSERT_EQ(begin(others), DIFFATTN_OK) << error();
  EXPECT_NE(diffattn_status_word(context), nullptr) << error();
}

TEST_F(Launcher, ANumberThatIsNoCheck) {
  callAndFail(9);
  EXPECT_EQ(diffattn_synchronize(context), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "check 9 of the kernels failed, but the artifact has 2");
}

TEST_F(Launcher, AFailureOfTheDeviceShowsWhenTheHostWaits) {
  ASSERT_EQ(begin(kernels), DIFFATTN_OK) << error();
  device->breaks = "synchronize";
  EXPECT_EQ(diffattn_synchronize(context), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "recorder: broken");
}

TEST_F(Launcher, AStatusWordThatCantBeHad) {
  ASSERT_EQ(begin(kernels), DIFFATTN_OK) << error();
  device->capacity = 0;
  EXPECT_EQ(diffattn_status_word(context), nullptr);
  EXPECT_EQ(error(), "recorder: full");
}

TEST_F(Launcher, AStatusWordThatCantBeCleared) {
  ASSERT_EQ(begin(kernels), DIFFATTN_OK) << error();
  device->breaks = "write";
  EXPECT_EQ(diffattn_status_word(context), nullptr);
  EXPECT_EQ(error(), "recorder: broken");
  EXPECT_EQ(device->held, 0);
  EXPECT_EQ(diffattn_synchronize(context), DIFFATTN_OK) << error();
}

TEST_F(Launcher, AStatusWordOutsideOfACall) {
  EXPECT_EQ(diffattn_status_word(context), nullptr);
  EXPECT_EQ(error(),
            "the status word is asked for outside of a call on a device");
}

//===----------------------------------------------------------------------===//
// Contexts and what runs on them
//===----------------------------------------------------------------------===//

TEST_F(Launcher, FunctionsOfTheCPUAreRefused) {
  int64_t signature[] = {1, 0};
  EXPECT_EQ(
      diffattn_bind_arguments(context, "f", signature, nullptr, 0, nullptr),
      DIFFATTN_FAILED);
  EXPECT_EQ(error(), "f: the function runs on the CPU, but the context is for "
                     "recorder");
}

TEST_F(Launcher, KernelsOfAnotherKindAreRefused) {
  kernels.kind = DIFFATTN_KERNELS_PTX;
  EXPECT_EQ(begin(kernels), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "f: recorder: expected functions");
}

TEST_F(Launcher, KernelsOfAnotherVersionAreRefused) {
  kernels.version = 3;
  EXPECT_EQ(begin(kernels), DIFFATTN_FAILED);
  EXPECT_EQ(error(),
            "f: expected kernels of version 1 or 2, found 3: the artifact "
            "and the runtime belong to different versions, so compile it "
            "again with this one");
}

TEST_F(Launcher, ArgumentsAreCheckedAsOnTheCPU) {
  int64_t signature[] = {1, 1, 0, DIFFATTN_F32, 1, 3, -1}, bound[2];
  int64_t size = 2;
  diffattn_tensor tensor = {&size, &size, nullptr, 1, DIFFATTN_F32};
  EXPECT_EQ(diffattn_bind_device_arguments(context, &kernels, "f\0a", signature,
                                           &tensor, 1, bound),
            DIFFATTN_FAILED);
  EXPECT_EQ(error(), "f: input argument 'a': expected size 3 in dimension 0, "
                     "found 2 (expected shape 3, found 2)");
}

TEST_F(Launcher, AContextGoesBackToTheCPU) {
  callAndFail(2);
  diffattn_allocate(context, 100);
  EXPECT_EQ(diffattn_context_use_device(context, nullptr, nullptr),
            DIFFATTN_FAILED)
      << "what failed before is not lost";
  EXPECT_EQ(error(), "length is negative");
  EXPECT_EQ(device->held, 0);
  EXPECT_EQ(begin(kernels), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "f: the function runs on the emulator, but the context "
                     "has no device (diffattn_context_use_device)");
  kernels.kind = DIFFATTN_KERNELS_PTX;
  EXPECT_EQ(begin(kernels), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "f: the function runs on a CUDA device, but the context "
                     "has no device (diffattn_context_use_device)");
  auto *memory = static_cast<char *>(diffattn_allocate(context, 100));
  memset(memory, 1, 100);
  EXPECT_EQ(diffattn_synchronize(context), DIFFATTN_OK);
  EXPECT_EQ(diffattn_read(context, memory, memory, 4), DIFFATTN_FAILED);
  EXPECT_EQ(error(), "the context has no device to read from");
}

TEST_F(Launcher, NullContext) {
  EXPECT_EQ(diffattn_context_use_device(nullptr, &handle, nullptr),
            DIFFATTN_FAILED);
  EXPECT_EQ(diffattn_synchronize(nullptr), DIFFATTN_FAILED);
}

//===- Emulator.h - kernels written in C++, and launches of them *- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel is a function of its thread's arguments that calls diffattn_sim_* as
// compiled kernels do. Sites are string literals.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_UNIT_SIM_EMULATOR_H
#define DIFFATTN_TEST_UNIT_SIM_EMULATOR_H

#include "diffattn/Runtime/Device.h"
#include "diffattn/Sim/Create.h"
#include "diffattn/Sim/Kernel.h"
#include <cstring>
#include <memory>
#include <string>
#include <vector>

/// For tests: the message has the text in it.
#define EXPECT_TEXT(text, message)                                             \
  EXPECT_PRED_FORMAT2(testing::IsSubstring, text, message)

using ThreadFn = void (*)(void *const *arguments);

/// Bytes of static shared memory that the kernels here have.
constexpr int64_t kStaticBytes = 1024;

template <ThreadFn Thread, bool Synchronises>
void runKernel(void *const *arguments) {
  static const diffattn_sim_kernel kernel{1, Synchronises, kStaticBytes, 0,
                                          Thread};
  diffattn_sim_run(&kernel, arguments);
}

/// What a launch is of.
struct Sizes {
  int64_t grid[3] = {1, 1, 1};
  int64_t block[3] = {1, 1, 1};
  int64_t dynamicBytes = 0;

  /// `blocks` blocks of `threads` threads, in x.
  static Sizes of(int64_t blocks, int64_t threads) {
    Sizes sizes;
    sizes.grid[0] = blocks;
    sizes.block[0] = threads;
    return sizes;
  }
};

class Emulator {
public:
  explicit Emulator(const std::string &options = "") {
    char error[256] = "";
    device.reset(static_cast<diffattn::Device *>(
        diffattn_sim_create(options.c_str(), error, sizeof error)));
  }

  /// An array in the device's memory with the values of `values`.
  template <typename T>
  T *upload(const std::vector<T> &values) {
    T *memory = allocate<T>(values.size());
    (void)!device->write(memory, values.data(), values.size() * sizeof(T),
                         nullptr);
    return memory;
  }
  template <typename T>
  T *allocate(size_t count) {
    return static_cast<T *>(*device->allocate(count * sizeof(T)));
  }
  template <typename T>
  std::vector<T> download(const T *memory, size_t count) {
    std::vector<T> values(count);
    (void)!device->read(values.data(), memory, count * sizeof(T), nullptr);
    return values;
  }

  /// Launches the kernel; returns the message of its failure, or "".
  template <ThreadFn Thread, bool Synchronises = true, typename... Arguments>
  std::string launch(const Sizes &sizes, Arguments... arguments) {
    const char *name = "test";
    auto function = runKernel<Thread, Synchronises>;
    diffattn_kernels kernels{};
    kernels.version = 1;
    kernels.kind = DIFFATTN_KERNELS_EMULATED;
    kernels.count = 1;
    kernels.names = &name;
    kernels.functions = &function;
    int64_t numbers[7];
    std::memcpy(numbers, sizes.grid, sizeof sizes.grid);
    std::memcpy(numbers + 3, sizes.block, sizeof sizes.block);
    numbers[6] = sizes.dynamicBytes;
    void *pointers[sizeof...(Arguments) + 1] = {&arguments...};
    diffattn::Status status =
        device->launch(kernels, 0, numbers, pointers, nullptr);
    return status ? "" : status.message();
  }

  std::unique_ptr<diffattn::Device> device;
};

/// The options under which a kernel must be right.
inline const char *const kSchedules[] = {
    "", "schedule=random", "schedule=random,seed=1", "schedule=ahead",
    "schedule=ahead,seed=1"};

//===----------------------------------------------------------------------===//
// What kernels are written with
//===----------------------------------------------------------------------===//

template <typename T>
T argument(void *const *arguments, int index) {
  return *static_cast<const T *>(arguments[index]);
}

inline int32_t threadId() { return diffattn_sim_thread_id(0); }

template <typename T>
T *sharedArray(int64_t offset = 0) {
  return static_cast<T *>(diffattn_sim_shared(offset));
}

template <typename T>
T load(const T *address, const char *site) {
  diffattn_sim_load(address, sizeof(T), sizeof(T), site);
  return *address;
}

template <typename T>
void store(T *address, T value, const char *site) {
  diffattn_sim_store(address, sizeof(T), sizeof(T), site);
  *address = value;
}

#endif // DIFFATTN_TEST_UNIT_SIM_EMULATOR_H

//===- Launcher.cpp - the work of a context on its device -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Launcher.h"
#include <utility>

using namespace diffattn;

/// The newest version of diffattn_kernels that this code reads.
static constexpr int32_t kernelsVersion = 2;

//===----------------------------------------------------------------------===//
// Checks of a launch
//===----------------------------------------------------------------------===//

/// Fails unless `found` is from `least` to `most`.
static Status checkNumber(int64_t found, int64_t least, int64_t most,
                          const char *what) {
  if (found >= least && found <= most)
    return {};
  return Error{"expected " + std::to_string(least) + " to " +
               std::to_string(most) + " " + what + ", found " +
               std::to_string(found)};
}

static Status checkSizes(const int64_t *sizes, const LaunchLimits &limits) {
  constexpr const char *blocks[] = {"blocks in x", "blocks in y",
                                    "blocks in z"};
  constexpr const char *threads[] = {"threads of a block in x",
                                     "threads of a block in y",
                                     "threads of a block in z"};
  for (int i = 0; i < 3; ++i)
    if (Status status = checkNumber(sizes[i], 0, limits.grid[i], blocks[i]);
        !status)
      return status;
  for (int i = 0; i < 3; ++i)
    if (Status status =
            checkNumber(sizes[3 + i], 1, limits.block[i], threads[i]);
        !status)
      return status;
  if (Status status = checkNumber(sizes[3] * sizes[4] * sizes[5], 1,
                                  limits.threads, "threads of a block");
      !status)
    return status;
  return checkNumber(sizes[6], 0, limits.shared, "bytes of shared memory");
}

Status Launcher::launch(const diffattn_kernels &kernels, int32_t kernel,
                        const int64_t *sizes, void *const *arguments) {
  if (&kernels != current)
    return Error{"a kernel is launched outside of a call of its artifact"};
  if (kernel < 0 || kernel >= kernels.count)
    return Error{"kernel " + std::to_string(kernel) +
                 " is launched, but the artifact has " +
                 std::to_string(kernels.count) + " kernels"};
  Status status = checkSizes(sizes, queue.device->limits());
  if (status && (sizes[0] == 0 || sizes[1] == 0 || sizes[2] == 0))
    return {};
  if (status)
    status =
        queue.device->launch(kernels, kernel, sizes, arguments, queue.stream);
  if (status)
    return {};
  return Error{"kernel '" + std::string(kernels.names[kernel]) + "' on " +
               queue.device->name() + ": " + status.message()};
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

Status Launcher::makeScratch() {
  int64_t bytes = queue.device->scratchBytes();
  if (scratch || bytes == 0)
    return {};
  Result<void *> memory = queue.device->allocate(bytes);
  if (!memory)
    return Error{"can't allocate " + std::to_string(bytes) +
                 " bytes: " + memory.message()};
  scratch = *memory;
  return {};
}

Status Launcher::multiply(const diffattn_matmul_call &call) {
  if (!current)
    return Error{"matrices are multiplied outside of a call on a device"};
  Status status = makeScratch();
  if (status)
    status = forEachProduct(call, [&](const MatrixProduct &product) {
      return queue.device->multiply(product, scratch, queue.stream);
    });
  if (status)
    return {};
  return Error{"matrix product on " + queue.device->name() + ": " +
               status.message()};
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Status Launcher::use(Queue newQueue) {
  Status status = synchronize();
  dropMemory();
  queue = std::move(newQueue);
  current = nullptr;
  return status;
}

Status Launcher::begin(const diffattn_kernels &kernels) {
  current = nullptr;
  if (kernels.version < 1 || kernels.version > kernelsVersion)
    return Error{"expected kernels of version 1 or " +
                 std::to_string(kernelsVersion) + ", found " +
                 std::to_string(kernels.version) +
                 ": the artifact and the runtime belong to different versions, "
                 "so compile it again with this one"};
  if (!queue.device)
    return Error{
        std::string("the function runs on ") +
        (kernels.kind == DIFFATTN_KERNELS_PTX ? "a CUDA device"
                                              : "the emulator") +
        ", but the context has no device (diffattn_context_use_device)"};
  if (Status status = queue.device->prepare(kernels); !status)
    return Error{queue.device->name() + ": " + status.message()};
  current = &kernels;
  return {};
}

Status Launcher::read(void *toHost, const void *fromDevice, int64_t bytes) {
  if (!queue.device)
    return Error{"the context has no device to read from"};
  if (bytes < 0)
    return Error{"can't read " + std::to_string(bytes) + " bytes of a device"};
  if (Status status =
          queue.device->read(toHost, fromDevice, bytes, queue.stream);
      !status)
    return Error{queue.device->name() + ": " + status.message()};
  return checkWord();
}

Status Launcher::write(void *toDevice, const void *fromHost, int64_t bytes) {
  if (!queue.device)
    return Error{"the context has no device to write to"};
  if (Status status =
          queue.device->write(toDevice, fromHost, bytes, queue.stream);
      !status)
    return Error{queue.device->name() + ": " + status.message()};
  return {};
}

Status Launcher::synchronize() {
  if (!queue.device)
    return {};
  // Kernels that failed later than the word was read would go unnoticed, so
  // all work comes first; reading the word waits for it as well.
  if (Status status = queue.device->synchronize(queue.stream); !status)
    return Error{queue.device->name() + ": " + status.message()};
  Status status = checkWord();
  writers = nullptr;
  return status;
}

//===----------------------------------------------------------------------===//
// The status word
//===----------------------------------------------------------------------===//

static Error failedCheck(const diffattn_kernels &kernels, int32_t number) {
  if (number > 0 && number <= kernels.message_count)
    return {kernels.messages[number - 1]};
  return {"check " + std::to_string(number) +
          " of the kernels failed, but the artifact has " +
          std::to_string(kernels.message_count)};
}

Status Launcher::checkWord() {
  if (!writers)
    return {};
  Device &device = *queue.device;
  int32_t number = 0;
  Status status = device.read(&number, word, sizeof(number), queue.stream);
  if (status && number == 0)
    return {};
  constexpr int32_t zero = 0;
  if (status)
    status = device.write(word, &zero, sizeof(zero), queue.stream);
  // Who waited for the work may free memory, also after a failure.
  if (status)
    status = device.synchronize(queue.stream);
  if (status)
    return failedCheck(*writers, number);
  return Error{device.name() + ": " + status.message()};
}

Result<void *> Launcher::makeWord() {
  Result<void *> memory = queue.device->allocate(sizeof(int32_t));
  if (!memory)
    return memory;
  constexpr int32_t zero = 0;
  Status status =
      queue.device->write(*memory, &zero, sizeof(zero), queue.stream);
  if (status)
    return memory;
  queue.device->free(*memory);
  return status.error();
}

Result<void *> Launcher::statusWord() {
  if (!current)
    return Error{"the status word is asked for outside of a call on a device"};
  // Numbers of checks mean something in one artifact only.
  if (writers && writers != current)
    if (Status status = synchronize(); !status)
      return status.error();
  if (!word) {
    Result<void *> cleared = makeWord();
    if (!cleared)
      return Error{queue.device->name() + ": " + cleared.message()};
    word = *cleared;
  }
  writers = current;
  return word;
}

void Launcher::dropMemory() {
  writers = nullptr;
  if (!word && !scratch)
    return;
  // Work may be going on that uses it. If waiting fails, the device has come to
  // its end.
  (void)queue.device->synchronize(queue.stream);
  for (void **memory : {&word, &scratch})
    if (*memory)
      queue.device->free(std::exchange(*memory, nullptr));
}

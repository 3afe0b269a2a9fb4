//===- Launcher.h - the work of a context on its device ---------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_LAUNCHER_H
#define DIFFATTN_RUNTIME_LAUNCHER_H

#include "diffattn/Runtime/Device.h"

namespace diffattn {

/// Queues kernels on a device, and learns by a word in its memory which of
/// their checks failed. The word is looked at only when something waits anyway:
/// until then, it belongs to the calls of one artifact.
class Launcher {
public:
  Launcher() = default;
  Launcher(const Launcher &) = delete;
  Launcher &operator=(const Launcher &) = delete;
  ~Launcher() { dropMemory(); }

  /// Waits for the work so far; from now on the work goes to `queue`.
  Status use(Queue queue);
  /// Null: the CPU.
  Device *device() const { return queue.device.get(); }
  void *stream() const { return queue.stream; }

  /// Starts a call that launches `kernels`.
  Status begin(const diffattn_kernels &kernels);
  /// As diffattn_launch. The other functions below: as the C functions.
  Status launch(const diffattn_kernels &kernels, int32_t kernel,
                const int64_t *sizes, void *const *arguments);
  Status multiply(const diffattn_matmul_call &call);
  Status read(void *toHost, const void *fromDevice, int64_t bytes);
  /// Copies to memory of the device, in the order of the work.
  Status write(void *toDevice, const void *fromHost, int64_t bytes);
  Result<void *> statusWord();
  Status synchronize();
  /// Bytes that matrix products hold on the device.
  int64_t scratchSize() const {
    return scratch ? queue.device->scratchBytes() : 0;
  }

private:
  Status checkWord();
  Result<void *> makeWord();
  Status makeScratch();
  void dropMemory();

  Queue queue;
  /// Those of the call that began last.
  const diffattn_kernels *current = nullptr;
  /// Those whose checks may have written to the word since it was looked at.
  const diffattn_kernels *writers = nullptr;
  /// An int32 of the device; null until it is asked for.
  void *word = nullptr;
  /// For the device's `multiply`; null until it is needed.
  void *scratch = nullptr;
};

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_LAUNCHER_H

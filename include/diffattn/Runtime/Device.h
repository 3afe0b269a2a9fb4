//===- Device.h - what runs the kernels of an artifact ----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices may live in other shared libraries than the runtime (the emulator
// does), so the class has no code of its own.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_DEVICE_H
#define DIFFATTN_RUNTIME_DEVICE_H

#include "diffattn-c/Runtime.h"
#include "diffattn/Runtime/Matmul.h"
#include "diffattn/Runtime/Result.h"
#include <memory>

namespace diffattn {

/// The most that one launch may ask for.
struct LaunchLimits {
  int64_t grid[3];  ///< blocks in x, y, z
  int64_t block[3]; ///< threads of a block in x, y, z
  int64_t threads;  ///< threads of a block
  int64_t shared;   ///< bytes of shared memory of a block
};

/// Memory, and work on it that is done in the order in which it is queued on a
/// stream. A stream is the device's own kind of handle, null the default one;
/// a device without streams may do the work at once. Any number of threads may
/// call a device at the same time.
class Device {
public:
  virtual ~Device() = default;

  /// "cuda:0 (NVIDIA H200, sm_90)".
  virtual const std::string &name() const = 0;
  virtual const LaunchLimits &limits() const = 0;

  /// Memory of the device for `bytes` >= 0 bytes (not null for 0), aligned to
  /// 256.
  virtual Result<void *> allocate(int64_t bytes) = 0;
  /// Frees what `allocate` gave, or null, when no work uses it any longer.
  virtual void free(void *memory) = 0;

  /// Copies `bytes` >= 0 bytes in the order of the stream. When it returns, the
  /// bytes have been taken from the host's memory (but need not have arrived).
  virtual Status write(void *to, const void *from, int64_t bytes,
                       void *stream) = 0;
  /// Copies `bytes` >= 0 bytes when the stream's work so far is done.
  virtual Status read(void *to, const void *from, int64_t bytes,
                      void *stream) = 0;
  /// Waits for the stream's work.
  virtual Status synchronize(void *stream) = 0;

  /// Checks that the device can run the kernels, and makes them ready. Called
  /// in front of the launches of each call of an entry; cheap if it has these
  /// kernels. They may be other ones than those that were at this address.
  virtual Status prepare(const diffattn_kernels &kernels) = 0;
  /// Queues a kernel that is ready: `sizes` as in diffattn_launch, checked
  /// against the limits, no grid or block is empty.
  virtual Status launch(const diffattn_kernels &kernels, int32_t kernel,
                        const int64_t *sizes, void *const *arguments,
                        void *stream) = 0;

  /// Bytes of the device's memory that `multiply` wants beside the matrices.
  virtual int64_t scratchBytes() const = 0;
  /// Queues a product of matrices. `scratch` has that many bytes; only work of
  /// the same stream uses it.
  virtual Status multiply(const MatrixProduct &product, void *scratch,
                          void *stream) = 0;
};

/// A device and a stream of it. Without a device: the CPU.
struct Queue {
  std::shared_ptr<Device> device;
  void *stream = nullptr;
};

} // namespace diffattn

/// Contexts share the device with its handle.
struct diffattn_device {
  std::shared_ptr<diffattn::Device> device;
};

#endif // DIFFATTN_RUNTIME_DEVICE_H

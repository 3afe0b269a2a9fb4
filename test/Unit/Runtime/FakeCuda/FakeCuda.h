//===- FakeCuda.h - a CUDA driver without a GPU ---------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libFakeCuda.so stands in for libcuda.so.1 (by DIFFATTN_CUDA_DRIVER). Its GPUs
// are as unfriendly as real ones may be:
// - Pointers of theirs are no addresses of the host: to use one is a crash.
// - Work on a stream is not done until somebody waits for the stream. Copies to
//   the device have taken their bytes by then, copies to the host not given.
// - Functions that need a current context fail without one.
// - What must not happen is written down as a fault: freeing memory or
// unloading
//   kernels that queued work may still use, memory that is left over.
// "PTX" is any text with a ".version" in it; it has the kernels that it names
// by ".entry NAME(". What they do is known by their names (FakeKernels). With
// the environment variable FAKE_CUDA_ANY_KERNEL, other kernels are taken as
// well: they do nothing but look whether their pointers are memory of the
// device. "Machine code" is "\x7F" "ELF sm_90" and the like, in front of such
// text; and, with FAKE_CUDA_ANY_KERNEL, what ptxas writes, whose kernels do
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_UNIT_RUNTIME_FAKECUDA_FAKECUDA_H
#define DIFFATTN_TEST_UNIT_RUNTIME_FAKECUDA_FAKECUDA_H

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

/// One launch, as the driver was asked for it.
struct FakeLaunch {
  std::string kernel;
  unsigned grid[3], block[3], shared;
  void *stream;
};

/// Everything that the driver knows. A test sets what there is before it opens
/// a device.
struct FakeCuda {
  // What there is.
  int deviceCount = 1;
  int capability = 80;
  int64_t memory = 1 << 30;     ///< bytes of a device
  int shared = 48 * 1024;       ///< of a block, unless it is asked for more
  int sharedOptIn = 163 * 1024; ///< at most
  int staticShared = 0;         ///< of each kernel
  int kernelThreads = 1024;     ///< that the registers of a kernel allow
  std::string failing;          ///< a function that fails
  int failure = 999;            ///< with this CUresult

  // What happened.
  std::vector<std::string> calls;
  std::vector<FakeLaunch> launches;
  std::vector<std::string> faults;
  int64_t held = 0; ///< bytes of memory that is allocated
  int modules = 0;  ///< that are loaded
  int cubins = 0;   ///< that were loaded, of machine code
  int contexts = 0; ///< how often primary contexts are retained
};

/// The state of the driver; `fakeCudaReset` makes it new.
using FakeCudaState = FakeCuda *(*)();
using FakeCudaReset = void (*)();

/// For libraries on the driver. Queues work on a stream; where the bytes behind
/// a pointer are, null if they are no memory of the device; whether this thread
/// has a current context.
extern "C" {
void fakeCudaQueue(void *stream, std::function<void()> work);
void *fakeCudaTranslate(uint64_t pointer, int64_t bytes);
bool fakeCudaHasContext();
}

#endif // DIFFATTN_TEST_UNIT_RUNTIME_FAKECUDA_FAKECUDA_H

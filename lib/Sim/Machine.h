//===- Machine.h - runs the threads of a launch -----------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks run one after the other, on the thread of the host that launches. Each
// thread of a block is a fiber; kernels whose threads never wait run on one
// fiber, as a loop.
//
// Member functions that kernels get to run on fibers. They own nothing while
// they may fail or wait (see Fiber.h).
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_SIM_MACHINE_H
#define DIFFATTN_LIB_SIM_MACHINE_H

#include "Fiber.h"
#include "GlobalMemory.h"
#include "Schedule.h"
#include "SharedMemory.h"
#include "diffattn/Sim/Kernel.h"
#include <cstdarg>
#include <string>
#include <vector>

namespace diffattn::sim {

constexpr unsigned kBarriers = 16;
/// Shared memory that a block can have, as on an A100 (sm_80).
constexpr int64_t kMaxSharedBytes = 227 * 1024;

/// A cp.async that has not arrived.
struct Copy {
  int64_t offset; ///< in shared memory
  const void *source;
  int32_t bytes, sourceBytes;
  int64_t group; ///< the how manieth of its thread
  const char *site;
};

struct Thread {
  enum State : uint8_t { Ready, Waiting, Exited };

  Fiber fiber;
  int32_t id[3];
  unsigned index;
  State state;
  const char *waitSite; ///< what it waits at
  std::vector<Copy> copies;
  int64_t groups; ///< that it has committed

  unsigned warp() const { return index / kWarpSize; }
  unsigned lane() const { return index % kWarpSize; }
};

/// What lanes of a warp do together: the operation, who takes part, and who is
/// there.
struct Meeting {
  const char *site;
  uint32_t mask;
  uint32_t arrived;
  int barrier; ///< of the block, by its number; -1: a matter of the warp
  void *operands[kWarpSize];
};

struct Warp {
  uint32_t present; ///< lanes that exist
  uint32_t exited;
  std::vector<Meeting> meetings; ///< almost always one at most

  uint32_t live() const { return present & ~exited; }
};

/// A barrier of the block.
struct Barrier {
  unsigned threads; ///< it waits for; 0: for all that have not returned
  unsigned arrived;
  const char *site; ///< of the first that arrived
  Moment moment;    ///< what those that arrived know
  std::vector<uint16_t> waiting;
};

class Machine {
public:
  explicit Machine(const Options &options) : options(options) {}

  /// Runs a kernel: `sizes` as in diffattn_launch. Returns what is wrong, or
  /// nothing.
  std::string launch(void (*function)(void *const *), const int64_t *sizes,
                     void *const *arguments);
  GlobalMemory &memory() { return global; }

  // Below: what diffattn_sim_* of Kernel.h do.

  /// The machine whose launch runs in this thread of the host.
  static Machine *current() { return running; }

  void run(const diffattn_sim_kernel &kernel, void *const *arguments);

  const Thread &thread() const { return *active; }
  const int32_t *blockId() const { return block; }
  const int32_t *blockSize() const { return blockSizes; }
  const int32_t *gridSize() const { return gridSizes; }
  char *sharedData() const { return shared.data(); }

  void checkLoad(const void *address, int64_t bytes, int64_t alignment,
                 const char *site);
  void checkStore(void *address, int64_t bytes, int64_t alignment,
                  const char *site, SharedMemory::Write kind);
  /// The same for shared memory alone, in the name of any thread of the warp.
  void checkSharedLoad(unsigned thread, const void *address, int64_t bytes,
                       const char *site);

  void issueCopy(void *to, const void *source, int32_t bytes,
                 int32_t sourceBytes, const char *site);
  void commitCopies() { ++active->groups; }
  void waitForCopies(int32_t groups);

  /// Waits until the lanes of `mask` have come to `site`. The last of them
  /// calls `compute`, with what each gave as `operands`.
  using Compute = void (*)(Machine &, const Meeting &);
  void meet(const char *site, uint32_t mask, void *operands, Compute compute);
  /// The same for what all 32 lanes of a warp must do.
  void meetAll(const char *site, void *operands, Compute compute);
  void waitAtBarrier(int32_t id, int32_t threads, const char *site);
  void arriveAtBarrier(int32_t id, int32_t threads, const char *site);
  /// The lanes of the running thread's warp see each other's accesses.
  void syncWarp() { shared.clocks().advance(active->warp()); }

  /// Ends the launch with a message about a thread: printf's format.
  [[noreturn]] void fail(unsigned thread, const char *site, const char *format,
                         ...) __attribute__((format(printf, 4, 5)));
  [[noreturn]] void fail(const char *site, const char *format, ...)
      __attribute__((format(printf, 3, 4)));

private:
  // The launch.
  bool prepare();
  void startBlock(int64_t number);
  void runAsLoop();
  void runAsFibers();
  static void runThread(void *self);
  static void runBlock(void *self);
  void exitThread();
  void reportDeadlock();
  void report(unsigned thread, const char *site, const char *format,
              va_list arguments);
  [[noreturn]] void stop();

  // Waiting.
  void wait(const char *site);
  /// Goes on with the next thread that can, from the running one: `last`: for
  /// good. With none, goes back to the host's thread.
  void runNext(bool last);
  void wake(unsigned thread);
  /// The meeting of the running thread's warp at `site`, joined by it.
  Meeting &join(const char *site, uint32_t mask, int barrier, void *operands);
  void checkDivergence(const Warp &warp, const Meeting &meeting);
  Barrier &barrierFor(int32_t id, int32_t threads, const char *site);
  void completeBarrier(unsigned id);
  unsigned awaited(const Barrier &barrier) const {
    return barrier.threads ? barrier.threads : unsigned(live);
  }

  // Memory.
  void checkAlignment(const void *address, int64_t alignment, const char *what,
                      const char *site);
  int64_t checkSharedBounds(unsigned thread, const void *address, int64_t bytes,
                            const char *what, const char *site);
  void checkConflict(unsigned thread, const Conflict &conflict,
                     const char *what, const char *site);
  [[noreturn]] void failGlobal(GlobalMemory::Finding finding,
                               const void *address, int64_t bytes,
                               const char *what, const char *site);

  /// In the static block of thread-local storage: found without a call.
  static thread_local Machine *running
      __attribute__((tls_model("initial-exec")));

  // Of the machine.
  Options options;
  GlobalMemory global;
  Stacks stacks;
  SharedMemory shared;
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  Barrier barriers[kBarriers];
  ReadyThreads ready;
  uint64_t launches = 0, blocks = 0;

  // Of the launch.
  const diffattn_sim_kernel *kernel = nullptr;
  void *const *arguments = nullptr;
  int32_t gridSizes[3] = {}, blockSizes[3] = {};
  int64_t dynamicBytes = 0;
  bool failed = false;
  char message[1024] = {};

  // Of the block.
  int32_t block[3] = {};
  Context host; ///< the thread of the host, while fibers run
  Fiber loop;   ///< the one fiber of kernels whose threads never wait
  Thread *active = nullptr;
  int live = 0; ///< threads that have not returned
};

} // namespace diffattn::sim

#endif // DIFFATTN_LIB_SIM_MACHINE_H

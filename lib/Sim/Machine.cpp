//===- Machine.cpp - runs the threads of a launch -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace diffattn::sim;

/// What ptxas allows a kernel without the launch asking for more.
static constexpr int64_t kMaxStaticBytes = 48 * 1024;
/// Of diffattn_sim_kernel.
static constexpr int32_t kVersion = 1;

thread_local Machine *Machine::running = nullptr;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

void Machine::report(unsigned thread, const char *site, const char *format,
                     va_list arguments) {
  failed = true;
  const int32_t *id = threads[thread].id;
  int length = std::snprintf(
      message, sizeof message,
      "block (%d, %d, %d), thread (%d, %d, %d), at %s: ", block[0], block[1],
      block[2], id[0], id[1], id[2], site);
  size_t used = std::min<size_t>(std::max(length, 0), sizeof message - 1);
  std::vsnprintf(message + used, sizeof message - used, format, arguments);
}

void Machine::stop() {
  (kernel->synchronises ? active->fiber : loop).switchTo(host, /*last=*/true);
  __builtin_unreachable();
}

void Machine::fail(unsigned thread, const char *site, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report(thread, site, format, arguments);
  va_end(arguments);
  stop();
}

void Machine::fail(const char *site, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report(active->index, site, format, arguments);
  va_end(arguments);
  stop();
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

std::string Machine::launch(void (*function)(void *const *),
                            const int64_t *sizes, void *const *arguments) {
  for (int dim = 0; dim < 3; ++dim) {
    gridSizes[dim] = int32_t(sizes[dim]);
    blockSizes[dim] = int32_t(sizes[3 + dim]);
  }
  dynamicBytes = sizes[6];
  failed = false;
  ++launches;
  Machine *outer = running;
  running = this;
  function(arguments);
  running = outer;
  return failed ? message : "";
}

/// Makes room for the launch; fails with a message.
bool Machine::prepare() {
  int64_t count = int64_t(blockSizes[0]) * blockSizes[1] * blockSizes[2];
  auto refuse = [&](const char *format, int64_t found, int64_t expected) {
    failed = true;
    std::snprintf(message, sizeof message, format, (long long)found,
                  (long long)expected);
    return false;
  };
  if (kernel->version != kVersion)
    return refuse("it is of version %lld, expected %lld", kernel->version,
                  kVersion);
  if (kernel->max_threads && count > kernel->max_threads)
    return refuse("the block has %lld threads, but the kernel is for at most "
                  "%lld",
                  count, kernel->max_threads);
  if (kernel->static_bytes > kMaxStaticBytes)
    return refuse("it has %lld bytes of static shared memory, expected at most "
                  "%lld",
                  kernel->static_bytes, kMaxStaticBytes);
  int64_t sharedBytes = kernel->static_bytes + dynamicBytes;
  if (sharedBytes > kMaxSharedBytes)
    return refuse("static and dynamic shared memory have %lld bytes, expected "
                  "at most %lld",
                  sharedBytes, kMaxSharedBytes);
  unsigned warpCount = (count + kWarpSize - 1) / kWarpSize;
  if (!shared.reserve(sharedBytes, warpCount) ||
      !stacks.reserve(kernel->synchronises ? count : 1))
    return refuse("no memory for %lld threads and %lld bytes of shared memory",
                  count, sharedBytes);
  threads.resize(count);
  warps.resize(warpCount);
  for (unsigned i = 0; i < count; ++i) {
    threads[i].index = i;
    threads[i].id[0] = i % blockSizes[0];
    threads[i].id[1] = i / blockSizes[0] % blockSizes[1];
    threads[i].id[2] = i / blockSizes[0] / blockSizes[1];
  }
  return true;
}

void Machine::run(const diffattn_sim_kernel &newKernel,
                  void *const *newArguments) {
  kernel = &newKernel;
  arguments = newArguments;
  if (!prepare())
    return;
  int64_t count = int64_t(gridSizes[0]) * gridSizes[1] * gridSizes[2];
  BlockOrder order(options, launches, count);
  for (int64_t i = 0; i < count && !failed; ++i) {
    startBlock(order.block(i));
    if (kernel->synchronises)
      runAsFibers();
    else
      runAsLoop();
  }
}

void Machine::startBlock(int64_t number) {
  block[0] = number % gridSizes[0];
  block[1] = number / gridSizes[0] % gridSizes[1];
  block[2] = number / gridSizes[0] / gridSizes[1];
  shared.startBlock();
  live = threads.size();
  ++blocks;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The body of the only fiber of a block whose threads never wait.
void Machine::runBlock(void *self) {
  auto *machine = static_cast<Machine *>(self);
  for (Thread &thread : machine->threads) {
    machine->active = &thread;
    thread.copies.clear();
    thread.groups = 0;
    machine->kernel->thread(machine->arguments);
  }
  machine->loop.switchTo(machine->host, /*last=*/true);
}

void Machine::runAsLoop() {
  loop.start(stacks.bottom(0), runBlock, this);
  host.switchTo(loop);
}

/// The body of a thread's fiber.
void Machine::runThread(void *self) {
  auto *machine = static_cast<Machine *>(self);
  machine->kernel->thread(machine->arguments);
  machine->exitThread();
  machine->runNext(/*last=*/true);
}

void Machine::runNext(bool last) {
  Fiber &self = active->fiber;
  if (ready.isEmpty())
    return self.switchTo(host, last);
  active = &threads[ready.take()];
  self.switchTo(active->fiber, last);
}

void Machine::runAsFibers() {
  for (Barrier &barrier : barriers) {
    barrier.arrived = 0;
    barrier.waiting.clear();
  }
  for (Warp &warp : warps) {
    warp.present = warp.exited = 0;
    warp.meetings.clear();
  }
  for (Thread &thread : threads) {
    thread.state = Thread::Ready;
    thread.copies.clear();
    thread.groups = 0;
    thread.fiber.start(stacks.bottom(thread.index), runThread, this);
    warps[thread.warp()].present |= uint32_t(1) << thread.lane();
  }
  ready.start(options, blocks, threads.size());
  active = &threads[ready.take()];
  host.switchTo(active->fiber);
  if (live && !failed)
    reportDeadlock();
}

/// The running thread has returned from the kernel.
void Machine::exitThread() {
  Warp &warp = warps[active->warp()];
  uint32_t lane = uint32_t(1) << active->lane();
  active->state = Thread::Exited;
  warp.exited |= lane;
  --live;
  for (const Meeting &meeting : warp.meetings)
    if (meeting.barrier < 0 && (meeting.mask & lane))
      fail(active->index - active->lane() +
               unsigned(__builtin_ctz(meeting.arrived)),
           meeting.site, "waits for thread (%d, %d, %d), which has returned",
           active->id[0], active->id[1], active->id[2]);
  // Nobody waits for this thread any longer.
  for (unsigned id = 0; id < kBarriers; ++id)
    if (barriers[id].arrived && barriers[id].arrived == awaited(barriers[id]))
      completeBarrier(id);
}

//===----------------------------------------------------------------------===//
// Deadlock
//===----------------------------------------------------------------------===//

void Machine::reportDeadlock() {
  char text[768];
  size_t used = 0;
  auto append = [&](auto... values) {
    int length = std::snprintf(text + used, sizeof text - used, values...);
    used = std::min(used + std::max(length, 0), sizeof text - 1);
  };
  append("deadlock: %d of %zu threads have not returned", live, threads.size());
  const Thread *first = nullptr;
  std::vector<const char *> sites;
  for (const Thread &thread : threads) {
    if (thread.state != Thread::Waiting ||
        std::find(sites.begin(), sites.end(), thread.waitSite) != sites.end())
      continue;
    first = first ? first : &thread;
    sites.push_back(thread.waitSite);
    int count = 0;
    for (const Thread &other : threads)
      count +=
          other.state == Thread::Waiting && other.waitSite == thread.waitSite;
    append("; %d wait at %s (first: (%d, %d, %d))", count, thread.waitSite,
           thread.id[0], thread.id[1], thread.id[2]);
    for (unsigned id = 0; id < kBarriers; ++id)
      if (barriers[id].arrived && barriers[id].site == thread.waitSite)
        append(" for barrier %u, where %u of %u are", id, barriers[id].arrived,
               awaited(barriers[id]));
  }
  auto print = [&](const char *format, ...) {
    va_list list;
    va_start(list, format);
    report(first ? first->index : 0, first ? first->waitSite : "the start",
           format, list);
    va_end(list);
  };
  print("%s", text);
}

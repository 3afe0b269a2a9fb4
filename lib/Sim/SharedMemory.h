//===- SharedMemory.h - shared memory and its shadow ------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each byte the shadow knows the last write, which lanes of which warps
// have read it since when, and whether a copy to it is on its way. Two accesses
// race if different threads make them, one writes, and no barrier that both
// pass stands between (see Clocks.h). Atomic operations don't race with each
// other.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_SIM_SHAREDMEMORY_H
#define DIFFATTN_LIB_SIM_SHAREDMEMORY_H

#include "Clocks.h"
#include <memory>

namespace diffattn::sim {

/// Who accesses shared memory, and by which operation.
struct Access {
  unsigned thread; ///< of the block
  const char *site;

  unsigned warp() const { return thread / kWarpSize; }
  uint32_t lane() const { return uint32_t(1) << thread % kWarpSize; }
};

/// What is wrong with an access.
struct Conflict {
  enum Kind {
    None,
    Uninitialised,
    InFlight,   ///< the byte is the destination of a copy that has not arrived
    AfterWrite, ///< races with the write of `thread`
    AfterRead,  ///< races with a read of `thread`
  };
  Kind kind = None;
  int64_t offset = 0;         ///< of the first byte concerned
  unsigned thread = 0;        ///< the other one
  const char *site = nullptr; ///< its operation; null for a read

  explicit operator bool() const { return kind != None; }
};

class SharedMemory {
public:
  enum class Write : uint16_t { Plain, Atomic, Copy };

  /// Memory of `bytes` for blocks of `warps` warps; false without memory.
  bool reserve(int64_t bytes, unsigned warps);
  /// Poisons the memory: nothing is initialised. All ones are NaNs, and as
  /// indices out of bounds.
  void startBlock();

  Clocks &clocks() { return time; }
  char *data() const { return memory.get() + kGuard; }
  int64_t size() const { return bytes; }
  /// Is `address` in it, or so close that it is meant to be?
  bool isNear(const void *address) const {
    return reinterpret_cast<uintptr_t>(address) -
               reinterpret_cast<uintptr_t>(memory.get()) <
           uintptr_t(2 * kGuard + byteCapacity);
  }

  /// Accesses to bytes in bounds. Nothing is recorded if there is a conflict.
  Conflict read(const Access &access, int64_t offset, int64_t count);
  Conflict write(const Access &access, int64_t offset, int64_t count,
                 Write kind = Write::Plain);
  /// A copy arrives that was recorded as a write of kind Copy.
  void land(const Access &access, int64_t offset, int64_t count);

private:
  /// The last write of a byte; none in this block if `tick` is an older one's.
  struct Written {
    const char *site = nullptr;
    Tick tick = 0;
    uint16_t thread = 0;
    Write kind = Write::Plain;

    bool isLike(const Written &other) const {
      return tick == other.tick && thread == other.thread && kind == other.kind;
    }
  };
  /// Bytes in front and behind that are nobody's, and never touched.
  static constexpr int64_t kGuard = 256 * 1024;

  struct Free {
    void operator()(void *memory) const;
  };
  bool isOrdered(const Access &access, const Written &written) const;
  Conflict findReader(const Access &access, int64_t begin, int64_t end);

  std::unique_ptr<char, Free> memory;
  std::unique_ptr<Written[]> writes;
  /// The last reads of a byte by a warp, [warp][byte]: since which tick, and by
  /// which lanes.
  std::unique_ptr<Tick[]> readTicks;
  std::unique_ptr<uint32_t[]> readLanes;
  int64_t bytes = 0, byteCapacity = 0;
  unsigned warps = 0, warpCapacity = 0;
  Clocks time;
};

} // namespace diffattn::sim

#endif // DIFFATTN_LIB_SIM_SHAREDMEMORY_H

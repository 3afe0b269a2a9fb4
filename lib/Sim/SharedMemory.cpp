//===- SharedMemory.cpp - shared memory and its shadow --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"
#include <cstdlib>
#include <cstring>
#include <new>

using namespace diffattn::sim;

/// As aligned as any descriptor of a later architecture may want it.
static constexpr size_t kAlignment = 1024;

void SharedMemory::Free::operator()(void *memory) const { std::free(memory); }

bool SharedMemory::reserve(int64_t newBytes, unsigned newWarps) {
  bytes = newBytes;
  warps = newWarps;
  if (bytes <= byteCapacity && warps <= warpCapacity)
    return true;
  byteCapacity = std::max(byteCapacity, bytes);
  warpCapacity = std::max(warpCapacity, warps);
  size_t rounded =
      (byteCapacity + 2 * kGuard + kAlignment - 1) / kAlignment * kAlignment;
  memory.reset(static_cast<char *>(std::aligned_alloc(kAlignment, rounded)));
  writes.reset(new (std::nothrow) Written[byteCapacity]);
  readTicks.reset(new (std::nothrow) Tick[byteCapacity * warpCapacity]());
  readLanes.reset(new (std::nothrow) uint32_t[byteCapacity * warpCapacity]());
  time.reset();
  if (memory && writes && readTicks && readLanes)
    return true;
  byteCapacity = 0;
  warpCapacity = 0;
  return false;
}

void SharedMemory::startBlock() {
  if (time.isOld()) {
    std::fill_n(writes.get(), byteCapacity, Written());
    std::fill_n(readTicks.get(), byteCapacity * warpCapacity, 0);
    time.reset();
  }
  time.startBlock();
  std::memset(data(), 0xFF, bytes);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Does what `access` does come after the write?
bool SharedMemory::isOrdered(const Access &access,
                             const Written &written) const {
  if (written.tick < time.blockStart() || written.thread == access.thread)
    return true;
  unsigned warp = written.thread / kWarpSize;
  if (warp == access.warp())
    return written.tick < time.tick(warp);
  return written.tick <= time.known(access.warp(), warp);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

Conflict SharedMemory::read(const Access &access, int64_t offset,
                            int64_t count) {
  const Written *previous = nullptr;
  for (int64_t i = offset; i < offset + count; ++i) {
    const Written &written = writes[i];
    // Neighbours mostly have one history.
    if (previous && written.isLike(*previous))
      continue;
    previous = &written;
    if (written.tick < time.blockStart())
      return {Conflict::Uninitialised, i, 0, nullptr};
    if (written.kind == Write::Copy)
      return {Conflict::InFlight, i, written.thread, written.site};
    if (!isOrdered(access, written))
      return {Conflict::AfterWrite, i, written.thread, written.site};
  }
  Tick *ticks = readTicks.get() + access.warp() * bytes + offset;
  uint32_t *lanes = readLanes.get() + access.warp() * bytes + offset;
  Tick now = time.tick(access.warp());
  for (int64_t i = 0; i < count; ++i) {
    lanes[i] = access.lane() | (ticks[i] == now ? lanes[i] : 0);
    ticks[i] = now;
  }
  return {};
}

/// A read of the bytes [begin, end) that is not ordered before `access`.
Conflict SharedMemory::findReader(const Access &access, int64_t begin,
                                  int64_t end) {
  for (unsigned warp = 0; warp < warps; ++warp) {
    const Tick *ticks = readTicks.get() + warp * bytes;
    bool isOwn = warp == access.warp();
    // What `access` comes after, whichever lane read.
    Tick bound = isOwn ? time.tick(warp) - 1 : time.known(access.warp(), warp);
    Tick last = 0;
    for (int64_t i = begin; i < end; ++i)
      last = std::max(last, ticks[i]);
    if (last <= bound)
      continue;
    for (int64_t i = begin; i < end; ++i) {
      uint32_t lanes = readLanes[warp * bytes + i];
      if (isOwn)
        lanes &= ~access.lane();
      if (ticks[i] > bound && lanes)
        return {Conflict::AfterRead, i,
                warp * kWarpSize + unsigned(__builtin_ctz(lanes)), nullptr};
    }
  }
  return {};
}

Conflict SharedMemory::write(const Access &access, int64_t offset,
                             int64_t count, Write kind) {
  const Written *previous = nullptr;
  for (int64_t i = offset; i < offset + count; ++i) {
    const Written &written = writes[i];
    if (previous && written.isLike(*previous))
      continue;
    previous = &written;
    bool isFresh = written.tick >= time.blockStart();
    if (kind == Write::Atomic && !isFresh)
      return {Conflict::Uninitialised, i, 0, nullptr};
    if (isFresh && written.kind == Write::Copy)
      return {Conflict::InFlight, i, written.thread, written.site};
    bool bothAtomic = kind == Write::Atomic && written.kind == Write::Atomic;
    if (!bothAtomic && !isOrdered(access, written))
      return {Conflict::AfterWrite, i, written.thread, written.site};
  }
  if (Conflict conflict = findReader(access, offset, offset + count))
    return conflict;
  Written written{access.site, time.tick(access.warp()),
                  uint16_t(access.thread), kind};
  std::fill_n(writes.get() + offset, count, written);
  return {};
}

void SharedMemory::land(const Access &access, int64_t offset, int64_t count) {
  Written written{access.site, time.tick(access.warp()),
                  uint16_t(access.thread), Write::Plain};
  std::fill_n(writes.get() + offset, count, written);
}

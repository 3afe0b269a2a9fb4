//===- GlobalMemory.cpp - the device's allocations ------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalMemory.h"
#include <cstdlib>
#include <cstring>

using namespace diffattn::sim;

static constexpr int64_t kAlignment = 256;

void GlobalMemory::Free::operator()(void *memory) const { std::free(memory); }

static uintptr_t number(const void *address) {
  return reinterpret_cast<uintptr_t>(address);
}

void *GlobalMemory::allocate(int64_t bytes) {
  if (bytes > INT64_MAX - kAlignment)
    return nullptr;
  // One byte more, so that no two allocations touch.
  int64_t rounded = (bytes + kAlignment) / kAlignment * kAlignment;
  Allocation fresh;
  fresh.memory.reset(
      static_cast<char *>(std::aligned_alloc(kAlignment, rounded)));
  fresh.written.reset(static_cast<char *>(std::calloc(rounded, 1)));
  fresh.bytes = bytes;
  char *memory = fresh.memory.get();
  if (!memory || !fresh.written)
    return nullptr;
  std::memset(memory, 0xFF, bytes);
  allocations.emplace(number(memory), std::move(fresh));
  return memory;
}

void GlobalMemory::free(void *memory) {
  lastFound.fill(nullptr);
  allocations.erase(number(memory));
}

GlobalMemory::Allocation *GlobalMemory::find(const void *address, int64_t bytes,
                                             const void *site) {
  auto isIn = [&](const Allocation &allocation) {
    uintptr_t offset = number(address) - number(allocation.memory.get());
    return offset <= uintptr_t(allocation.bytes) &&
           bytes <= allocation.bytes - int64_t(offset);
  };
  // Sites are texts of some length.
  size_t hash = (number(site) ^ number(site) >> 8) % lastFound.size();
  if (lastFound[hash] && isIn(*lastFound[hash]))
    return lastFound[hash];
  auto next = allocations.upper_bound(number(address));
  if (next == allocations.begin())
    return nullptr;
  Allocation &candidate = std::prev(next)->second;
  if (!isIn(candidate))
    return nullptr;
  lastFound[hash] = &candidate;
  return &candidate;
}

/// Are all of `bytes` marks set?
static bool isWritten(const char *marks, int64_t bytes) {
  constexpr uint64_t kAll = 0x0101010101010101;
  for (; bytes >= 8; bytes -= 8, marks += 8)
    if (uint64_t eight; std::memcpy(&eight, marks, 8), eight != kAll)
      return false;
  for (; bytes > 0; --bytes)
    if (!*marks++)
      return false;
  return true;
}

GlobalMemory::Finding GlobalMemory::checkRead(const void *address,
                                              int64_t bytes, const void *site) {
  Allocation *allocation = find(address, bytes, site);
  if (!allocation)
    return Finding::Outside;
  uintptr_t offset = number(address) - number(allocation->memory.get());
  return isWritten(allocation->written.get() + offset, bytes)
             ? Finding::Fine
             : Finding::Uninitialised;
}

GlobalMemory::Finding
GlobalMemory::checkWrite(const void *address, int64_t bytes, const void *site) {
  Allocation *allocation = find(address, bytes, site);
  if (!allocation)
    return Finding::Outside;
  uintptr_t offset = number(address) - number(allocation->memory.get());
  std::memset(allocation->written.get() + offset, 1, bytes);
  return Finding::Fine;
}

std::pair<const void *, int64_t>
GlobalMemory::below(const void *address) const {
  auto next = allocations.upper_bound(number(address));
  if (next == allocations.begin())
    return {nullptr, 0};
  const Allocation &allocation = std::prev(next)->second;
  return {allocation.memory.get(), allocation.bytes};
}

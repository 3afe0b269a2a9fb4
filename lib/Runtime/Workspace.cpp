//===- Workspace.cpp - memory that calls reuse ----------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Runtime/Workspace.h"
#include <algorithm>
#include <cstdlib>

using namespace diffattn;

/// What every block is aligned to, and a multiple of.
static constexpr int64_t alignment = 64;

/// A size with some room to grow: at most 1/8 above `bytes`, so that a size
/// that rises a little with every call needs a new block only now and then.
static int64_t roundUp(int64_t bytes) {
  int64_t step = alignment;
  while (step < bytes / 16)
    step *= 2;
  return (std::max<int64_t>(bytes, 1) + step - 1) / step * step;
}

Result<void *> Workspace::acquire(int64_t bytes) {
  if (queue.device)
    return queue.device->allocate(bytes);
  if (void *memory = std::aligned_alloc(alignment, bytes))
    return memory;
  return Error{"out of memory"};
}

Result<Workspace::Block *> Workspace::addBlock(int64_t bytes) {
  // Its place in the list first, or the block would be lost if there is none.
  blocks.reserve(blocks.size() + 1);
  Result<void *> memory = acquire(bytes);
  // Many small free blocks may be what stands in the way.
  while (!memory && dropLargestFree())
    memory = acquire(bytes);
  if (!memory)
    return memory.error();
  blocks.push_back({*memory, bytes, false});
  total += bytes;
  return &blocks.back();
}

void Workspace::drop(Block &block) {
  total -= block.bytes;
  if (queue.device) {
    // Work that is queued may still use it. If waiting fails, the device has
    // come to its end, and the next call says so.
    (void)queue.device->synchronize(queue.stream);
    queue.device->free(block.memory);
  } else {
    std::free(block.memory);
  }
  block = blocks.back();
  blocks.pop_back();
}

bool Workspace::dropLargestFree() {
  Block *largest = nullptr;
  for (Block &block : blocks)
    if (!block.used && (!largest || block.bytes > largest->bytes))
      largest = &block;
  if (largest)
    drop(*largest);
  return largest;
}

void Workspace::clear() {
  while (!blocks.empty())
    drop(blocks.back());
}

void Workspace::use(Queue newQueue) {
  clear();
  queue = std::move(newQueue);
}

Result<void *> Workspace::allocate(int64_t bytes) {
  if (bytes > INT64_MAX / 2)
    return Error{"out of memory"};
  Block *best = nullptr;
  for (Block &block : blocks)
    if (!block.used && block.bytes >= bytes &&
        (!best || block.bytes < best->bytes))
      best = &block;
  if (!best) {
    dropLargestFree();
    Result<Block *> added = addBlock(roundUp(bytes));
    if (!added)
      return added.error();
    best = *added;
  }
  best->used = true;
  return best->memory;
}

void Workspace::release(void *memory) {
  for (Block &block : blocks)
    if (block.memory == memory)
      block.used = false;
}

void Workspace::releaseAll() {
  for (Block &block : blocks)
    block.used = false;
}

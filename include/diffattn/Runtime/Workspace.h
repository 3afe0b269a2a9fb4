//===- Workspace.h - memory that calls reuse --------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_WORKSPACE_H
#define DIFFATTN_RUNTIME_WORKSPACE_H

#include "diffattn/Runtime/Device.h"
#include <vector>

namespace diffattn {

/// Memory that calls reuse, of the host or of a device. Blocks are never split.
/// A request takes the smallest free block that it fits in; if none does, the
/// largest free one is given up for a new block. So there are never more blocks
/// than some call had in use at once, and sizes that grow from call to call
/// leave nothing behind.
class Workspace {
public:
  Workspace() = default;
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;
  ~Workspace() { clear(); }

  /// Drops all blocks; the next ones come from the queue's device, whose work
  /// is done in the order of the queue (or from the host's memory).
  void use(Queue queue);

  /// Memory for `bytes` >= 0 bytes, aligned to 64.
  Result<void *> allocate(int64_t bytes);
  /// Makes the block of `memory` (or null) free again.
  void release(void *memory);
  /// Makes every block free.
  void releaseAll();
  /// Bytes that the blocks hold, free or not.
  int64_t size() const { return total; }

private:
  /// Apart from the memory, which the host may not be able to touch.
  struct Block {
    void *memory;
    int64_t bytes;
    bool used;
  };

  Result<void *> acquire(int64_t bytes);
  Result<Block *> addBlock(int64_t bytes);
  bool dropLargestFree();
  void drop(Block &block);
  void clear();

  Queue queue;
  std::vector<Block> blocks;
  int64_t total = 0;
};

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_WORKSPACE_H

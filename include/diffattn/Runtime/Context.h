//===- Context.h - workspace and error of a caller --------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_CONTEXT_H
#define DIFFATTN_RUNTIME_CONTEXT_H

#include "diffattn-c/Runtime.h"
#include <mutex>
#include <string>

namespace diffattn {

/// Memory that calls reuse. Blocks are never split. A request takes the
/// smallest free block that it fits in; if none does, the largest free one is
/// given up for a new block. So there are never more blocks than some call had
/// in use at once, and sizes that grow from call to call leave nothing behind.
class Workspace {
public:
  Workspace() = default;
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;
  ~Workspace();

  /// Memory for `bytes` >= 0 bytes, aligned to 64; null when there is none.
  void *allocate(int64_t bytes);
  /// Makes the block of `memory` (or null) free again.
  void release(void *memory);
  /// Makes every block free.
  void releaseAll();
  /// Bytes that the blocks hold, free or not.
  int64_t size() const { return total; }

private:
  struct Block;
  Block *addBlock(int64_t bytes);
  void dropLargestFree();

  Block *blocks = nullptr;
  int64_t total = 0;
};

} // namespace diffattn

/// Its own lock lets the threads of one call share it.
struct diffattn_context {
  /// Records the first message since the last clearError.
  void raise(std::string message) noexcept;
  /// The same for text that is there for good; needs no memory.
  void raiseStatic(const char *message) noexcept;
  void clearError() noexcept;
  const char *errorText() const noexcept { return text; }

  std::mutex mutex;
  diffattn::Workspace workspace;

private:
  std::string owned;
  const char *text = "";
};

#endif // DIFFATTN_RUNTIME_CONTEXT_H

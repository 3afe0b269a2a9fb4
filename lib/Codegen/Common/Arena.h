//===- Arena.h - one allocation for several buffers -------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_COMMON_ARENA_H
#define DIFFATTN_LIB_CODEGEN_COMMON_ARENA_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::diffattn {

/// A buffer that an arena can hold. It has `bytes` times the product of its
/// dynamic sizes, and lives from step `first` to before step `end`.
struct ArenaBuffer {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
  int64_t bytes;
  int64_t first, end;
};

/// Replaces the allocations of `buffers`, of one block and in its order, by
/// views of one allocation at the first of them. All sizes are known there.
void buildArena(ArrayRef<ArenaBuffer> buffers, int64_t alignment);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_COMMON_ARENA_H

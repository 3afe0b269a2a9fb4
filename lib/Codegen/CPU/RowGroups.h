//===- RowGroups.h - operations that share their rows -----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A softmax is a maximum, exponentials and a sum; a norm is a sum of squares
// and a product. Each is a loop over the same rows, and row r of one needs
// nothing of the others but row r. Such operations form a group: one loop over
// the rows does them all, while the row is in the cache.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_CPU_ROWGROUPS_H
#define DIFFATTN_LIB_CODEGEN_CPU_ROWGROUPS_H

#include "LoopPlan.h"

namespace mlir::diffattn {

/// Operations in the order of the program, with the same number and sizes of
/// rows. All of them can run where the last one stands.
struct RowGroup {
  std::vector<LoopPlan> plans;
  /// Deallocations between the first and the last operation: they must follow
  /// the group.
  SmallVector<Operation *> deallocations;
};

/// Whether the sizes of operands agree by themselves. Others are checked when
/// the program runs, but not those of an operation without iterations.
bool hasEqualSizes(linalg::GenericOp op);

/// Sorts the linalg.generic ops of `block` that have plans into groups.
std::vector<RowGroup> groupRows(Block &block, int64_t vectorBits);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_CPU_ROWGROUPS_H

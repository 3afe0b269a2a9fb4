//===- AttentionMerge.h - from states of parts to results -------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_GPU_ATTENTIONMERGE_H
#define DIFFATTN_LIB_CODEGEN_GPU_ATTENTIONMERGE_H

#include "KernelSpace.h"

namespace mlir::diffattn {

/// Writes the body of the kernel that follows an AttentionKernel on parts of
/// the keys: a warp for each row merges the states of its parts, map by map,
/// and does what comes after.
class AttentionMerge : KernelSpace {
public:
  /// `arguments`: those of KernelSpace, the states of the parts, the number of
  /// parts.
  AttentionMerge(WarpEmitter &e, AttentionOp op, ValueRange arguments);

  void write();

  /// Warps, hence rows, of a workgroup.
  static constexpr int64_t kWarps = 4;

private:
  void mergeRow(Value number);
  std::pair<Value, Value> mergeSums(Value head, Value row, unsigned map);

  Value states, parts, lane;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_GPU_ATTENTIONMERGE_H

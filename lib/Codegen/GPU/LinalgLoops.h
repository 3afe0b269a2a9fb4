//===- LinalgLoops.h - linalg as loops for a GPU ----------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_GPU_LINALGLOOPS_H
#define DIFFATTN_LIB_CODEGEN_GPU_LINALGLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::diffattn {

/// Replaces `op`, on buffers, by one parallel loop over its parallel dims, of a
/// single iteration if it has none. Reductions are loops inside, which carry
/// their sums in values: memory sees only the results. Sums of half floats, and
/// the products that they are of, are those of f32, rounded once.
scf::ParallelOp convertToParallelLoop(linalg::LinalgOp op);

/// A word for what `op` does: "matmul", "elementwise", "reduction".
std::string describeWork(linalg::LinalgOp op);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_GPU_LINALGLOOPS_H

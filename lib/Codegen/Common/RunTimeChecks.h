//===- RunTimeChecks.h - the checks that upstream lacks ---------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of diffattn-verify-at-run-time.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_COMMON_RUNTIMECHECKS_H
#define DIFFATTN_LIB_CODEGEN_COMMON_RUNTIMECHECKS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Operation.h"

#include <string>

namespace mlir::diffattn {

/// "FILE:LINE:COLUMN: 'OP' REASON", on one line.
std::string runTimeMessage(Operation *op, StringRef reason);

/// Inserts checks before `op`, if it is of a kind that upstream has none for.
void insertOwnChecks(Operation *op);

/// Inserts checks before `op` if its maps only pick and permute loops; else
/// returns false.
bool insertLinalgChecks(linalg::LinalgOp op);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_COMMON_RUNTIMECHECKS_H

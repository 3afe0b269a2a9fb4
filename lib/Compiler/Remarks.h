//===- Remarks.h - what passes found, and what they missed ------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_COMPILER_REMARKS_H
#define DIFFATTN_LIB_COMPILER_REMARKS_H

#include "diffattn/Compiler/Session.h"

#include "mlir/IR/Remarks.h"

namespace mlir::diffattn {

/// What a session makes of the remarks of our passes.
struct RemarkSettings {
  RemarkLevel level = RemarkLevel::None;
  /// Misses that `RemarkLevel::Strict` turned into errors.
  unsigned numErrors = 0;
};

/// Turns the remarks that passes on attention leave in `context` into
/// diagnostics, as `settings`, which must outlive the context, says at the
/// time.
void listenToRemarks(MLIRContext &context, RemarkSettings &settings);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_COMPILER_REMARKS_H

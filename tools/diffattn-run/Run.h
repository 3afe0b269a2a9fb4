//===- Run.h - what diffattn-run does ---------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_RUN_RUN_H
#define DIFFATTN_TOOLS_DIFFATTN_RUN_RUN_H

#include "Options.h"
#include "diffattn/Runtime/Result.h"
#include "llvm/Support/raw_ostream.h"

namespace diffattn::run {

/// Runs a function as `options` say; prints outputs or comparisons to `os`.
/// Returns whether all comparisons hold, or what kept it from running.
Result<bool> run(const Options &options, llvm::raw_ostream &os);

} // namespace diffattn::run

#endif // DIFFATTN_TOOLS_DIFFATTN_RUN_RUN_H

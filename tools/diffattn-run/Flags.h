//===- Flags.h - what the command lines of tools share ----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_DIFFATTN_RUN_FLAGS_H
#define DIFFATTN_TOOLS_DIFFATTN_RUN_FLAGS_H

namespace diffattn::run {

/// Exit codes, the same in all tools.
enum ExitCode {
  Success = 0,
  BadInput = 1, ///< or a comparison that failed
  Usage = 2,
};

/// Takes away the flags that LLVM's libraries bring along. They would be
/// accepted and mean nothing, and one of them is called --threads, too.
void removeForeignFlags();

} // namespace diffattn::run

#endif // DIFFATTN_TOOLS_DIFFATTN_RUN_FLAGS_H

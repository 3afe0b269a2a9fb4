//===- CommandLine.h - what command lines of tools share --------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_SUPPORT_COMMANDLINE_H
#define DIFFATTN_TOOLS_SUPPORT_COMMANDLINE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <optional>

namespace diffattn::tools {

/// The exit code of a command line that is wrong.
inline constexpr int kUsageWrong = 2;

/// Says in one line what is wrong with the command line of `tool`.
int usageError(llvm::StringRef tool, const llvm::Twine &message);

/// Parses a command line; after a message of one line, the exit code.
std::optional<int> parseCommandLine(int argc, const char *const *argv,
                                    llvm::StringRef tool,
                                    llvm::StringRef overview);

/// Makes errors of `tool` of what would end the process, each in one line and
/// with exit code 1: what LLVM can't go on from, and writes beyond the limit of
/// file sizes, which fail as those to a full disk do.
void reportFatalErrors(llvm::StringRef tool);

} // namespace diffattn::tools

#endif // DIFFATTN_TOOLS_SUPPORT_COMMANDLINE_H

//===- Files.h - whole files or none ----------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_COMPILER_FILES_H
#define DIFFATTN_COMPILER_FILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::diffattn {

/// Lets `write` fill a temporary file beside `path`, which then replaces `path`
/// in one step. If `write` fails nothing is left behind and `path` is as it
/// was. A path that is no regular file (/dev/stdout) is written directly.
llvm::Error
replaceFile(llvm::StringRef path,
            llvm::function_ref<llvm::Error(llvm::StringRef temporary)> write);

/// Writes `content` to `path` in that way; "-" is the standard output.
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef content);

/// For programs, when they start: signals that end the process remove temporary
/// files first. A library leaves signals to its host.
void removeTemporaryFilesOnSignals();

} // namespace mlir::diffattn

#endif // DIFFATTN_COMPILER_FILES_H

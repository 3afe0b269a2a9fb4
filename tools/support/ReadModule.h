//===- ReadModule.h - modules that MLIR may crash on ------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TOOLS_SUPPORT_READMODULE_H
#define DIFFATTN_TOOLS_SUPPORT_READMODULE_H

#include "diffattn/Compiler/Session.h"

namespace diffattn::tools {

/// Session::parseFile() for programs. MLIR's parser and reader of bytecode
/// crash on some input (docs/fuzzing.md); then it says so in one line and ends
/// the process with exit code 1, before anything is written.
mlir::OwningOpRef<mlir::ModuleOp> readModule(mlir::diffattn::Session &session,
                                             llvm::StringRef path);

} // namespace diffattn::tools

#endif // DIFFATTN_TOOLS_SUPPORT_READMODULE_H

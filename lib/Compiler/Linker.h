//===- Linker.h - lld in this process ---------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_COMPILER_LINKER_H
#define DIFFATTN_LIB_COMPILER_LINKER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::diffattn {

/// Runs lld on a command line; it resets the flags of the process.
llvm::Error runLinker(llvm::ArrayRef<std::string> arguments);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_COMPILER_LINKER_H

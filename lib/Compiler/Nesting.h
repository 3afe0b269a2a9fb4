//===- Nesting.h - how deep brackets go -------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_COMPILER_NESTING_H
#define DIFFATTN_LIB_COMPILER_NESTING_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::diffattn {

/// Where the brackets of MLIR text are nested deeper than `limit`, if anywhere.
/// MLIR's parser calls itself for each level, and would overflow the stack.
std::optional<size_t> findDeepNesting(llvm::StringRef text, unsigned limit);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_COMPILER_NESTING_H

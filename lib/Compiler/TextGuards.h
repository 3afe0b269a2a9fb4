//===- TextGuards.h - text that MLIR's parser crashes on --------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parsers of a few operations and attributes of MLIR 22 go on with what
// they could not parse, or take as much memory as the text says. Such text is
// found before it is parsed. docs/fuzzing.md lists what was found.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_COMPILER_TEXTGUARDS_H
#define DIFFATTN_LIB_COMPILER_TEXTGUARDS_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::diffattn {

/// What is wrong with text, and where.
struct TextFault {
  size_t offset;
  llvm::StringRef message;
};

/// The first place where MLIR's parser would crash. Strings and comments don't
/// count.
std::optional<TextFault> findTextFault(llvm::StringRef text);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_COMPILER_TEXTGUARDS_H

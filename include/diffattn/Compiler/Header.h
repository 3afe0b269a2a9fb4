//===- Header.h - C headers of artifacts ------------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_COMPILER_HEADER_H
#define DIFFATTN_COMPILER_HEADER_H

#include "diffattn/Codegen/Common/Signature.h"

#include <string>

namespace mlir::diffattn {

/// A C11 and C++ header with a typed function for each entry. `name` is the
/// file's name, from which the include guard is made.
std::string emitHeader(ArrayRef<FunctionSignature> functions, StringRef name);

} // namespace mlir::diffattn

#endif // DIFFATTN_COMPILER_HEADER_H

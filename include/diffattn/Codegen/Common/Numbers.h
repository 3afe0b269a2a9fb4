//===- Numbers.h - what elements of buffers take up -------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_COMMON_NUMBERS_H
#define DIFFATTN_CODEGEN_COMMON_NUMBERS_H

#include "mlir/IR/Types.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::diffattn {

/// Bytes in memory of an index, integer or float, of 64 bits at most: a power
/// of two, as code for the host has it (an i24 takes 4).
inline int64_t bytesOfNumber(Type type) {
  if (type.isIndex())
    return 8;
  return llvm::PowerOf2Ceil(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8));
}

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_COMMON_NUMBERS_H

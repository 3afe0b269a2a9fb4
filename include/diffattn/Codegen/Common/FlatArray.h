//===- FlatArray.h - strided buffers as flat memory -------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_COMMON_FLATARRAY_H
#define DIFFATTN_CODEGEN_COMMON_FLATARRAY_H

#include "diffattn/Codegen/Common/Emitter.h"

namespace mlir::diffattn {

/// A strided buffer taken apart: memory that starts at its lowest address,
/// whatever the signs of the strides are, so that no offset is negative.
struct FlatArray {
  FlatArray(Emitter &e, Value buffer);

  /// The type of such memory.
  static MemRefType type(Type element);

  /// The offset of the element at index (0, ..., 0).
  Value origin(Emitter &e) const;

  Value memory;
  Values sizes, strides;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_COMMON_FLATARRAY_H

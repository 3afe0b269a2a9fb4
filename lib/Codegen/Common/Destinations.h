//===- Destinations.h - where tensors are built -----------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_COMMON_DESTINATIONS_H
#define DIFFATTN_LIB_CODEGEN_COMMON_DESTINATIONS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::diffattn {

/// The `tensor.empty` that `value` is built in by its producer, the producer of
/// that one's destination, and so on; null if the chain ends elsewhere.
/// `eliminate-empty-tensors` may put a caller's buffer in its place.
tensor::EmptyOp findEmpty(Value value);

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_COMMON_DESTINATIONS_H

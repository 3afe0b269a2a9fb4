//===- LinalgToDiffAttn.h - linalg softmax attention to diffattn ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CONVERSION_LINALGTODIFFATTN_H
#define DIFFATTN_CONVERSION_LINALGTODIFFATTN_H

#include "mlir/IR/Operation.h"

namespace mlir::diffattn {

/// Replaces each product of softmax weights and a value below `root` by
/// `diffattn.attention`. Softmaxes that stay leave a remark that says why.
/// Returns the number of products replaced.
unsigned raiseAttention(Operation *root);

} // namespace mlir::diffattn

#endif // DIFFATTN_CONVERSION_LINALGTODIFFATTN_H

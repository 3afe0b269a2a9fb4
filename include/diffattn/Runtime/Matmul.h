//===- Matmul.h - matrix products as libraries know them --------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_MATMUL_H
#define DIFFATTN_RUNTIME_MATMUL_H

#include "diffattn-c/Runtime.h"
#include "diffattn/Runtime/Result.h"
#include <functional>

namespace diffattn {

/// A matrix for each of a batch. Element (i, j) is `i * leading + j` elements
/// behind the start, `j * leading + i` if it is stored transposed. `leading` is
/// at least the number of j, or i: there are no gaps.
struct Matrix {
  void *data = nullptr;
  int64_t leading = 1;
  bool isTransposed = false;
  /// From one matrix of the batch to the next one, in elements; not negative.
  int64_t batchStride = 0;
};

/// c = a b, or c = a b + c, for each of `batch` >= 1 matrices: a is rows x
/// depth, b depth x cols, c rows x cols, and not transposed. All sizes are at
/// least 1.
struct MatrixProduct {
  int64_t batch = 1, rows = 1, cols = 1, depth = 1;
  Matrix a, b, c;
  diffattn_dtype dtype = DIFFATTN_F32;  ///< of a and b
  diffattn_dtype cDtype = DIFFATTN_F32; ///< the same, or f32
  bool overwrite = true;
};

/// Calls `multiply` with products that together compute `call`, as few as its
/// strides allow, until one fails. Fails itself as diffattn_matmul does.
Status
forEachProduct(const diffattn_matmul_call &call,
               const std::function<Status(const MatrixProduct &)> &multiply);

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_MATMUL_H

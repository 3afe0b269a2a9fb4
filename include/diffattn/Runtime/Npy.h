//===- Npy.h - reading and writing NumPy's array files ----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_RUNTIME_NPY_H
#define DIFFATTN_RUNTIME_NPY_H

#include "diffattn/Runtime/Tensor.h"

namespace diffattn {

/// Reads the array in the .npy file at `path` (versions 1 to 3, little-endian,
/// C or Fortran order). bf16 has no form of its own in these files and is
/// refused.
Result<Tensor> readNpy(const std::string &path);

/// Writes `tensor` in version 1. Nothing is written at `path` unless all of it
/// is.
Status writeNpy(const std::string &path, const Tensor &tensor);

} // namespace diffattn

#endif // DIFFATTN_RUNTIME_NPY_H

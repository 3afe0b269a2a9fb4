//===- Matmul.h - matrix products by the host -------------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_SIM_MATMUL_H
#define DIFFATTN_LIB_SIM_MATMUL_H

#include "GlobalMemory.h"
#include "diffattn/Runtime/Matmul.h"

namespace diffattn::sim {

/// Computes what a library would on the device. Sums are in f32 (f64 for f64),
/// in the order of depth, and rounded once. Fails, before anything is written,
/// if a matrix leaves its allocation, or what is read was not written.
Status multiply(const MatrixProduct &product, GlobalMemory &memory);

} // namespace diffattn::sim

#endif // DIFFATTN_LIB_SIM_MATMUL_H

//===- DeviceMath.h - elementary functions of kernels -----------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_GPU_DEVICEMATH_H
#define DIFFATTN_CODEGEN_GPU_DEVICEMATH_H

#include "llvm/ADT/StringRef.h"

namespace mlir::diffattn {

/// LLVM bitcode of lib/Codegen/GPU/DeviceMath.c for NVPTX, and for this
/// machine.
llvm::StringRef deviceMathForPTX();
llvm::StringRef deviceMathForHost();

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_GPU_DEVICEMATH_H

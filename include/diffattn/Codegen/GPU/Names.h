//===- Names.h - attributes and symbols of code with kernels ----*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_GPU_NAMES_H
#define DIFFATTN_CODEGEN_GPU_NAMES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::diffattn {

/// The `gpu.module` with all kernels of a module.
inline constexpr llvm::StringLiteral kKernelsModule = "diffattn_kernels";

/// On a parallel loop or a launch: a word for what its kernel does.
inline constexpr llvm::StringLiteral kKernelNameAttr = "diffattn.kernel";

/// On the `gpu.module`: the messages of the checks in kernels. Check number n,
/// counted from 1, reports messages[n - 1].
inline constexpr llvm::StringLiteral kMessagesAttr = "diffattn.messages";

/// On a module whose host code launches kernels, at stage `llvm`: a dictionary
/// of `names` (of the kernels, by their number), `messages` and `chip`.
inline constexpr llvm::StringLiteral kKernelsAttr = "diffattn.kernels";

/// The `diffattn_kernels` (Runtime.h) of an artifact. Host code refers to it,
/// and the compiler defines it when it has compiled the kernels.
inline constexpr llvm::StringLiteral kKernelTable = "diffattn_kernel_table";

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_GPU_NAMES_H

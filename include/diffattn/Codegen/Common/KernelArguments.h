//===- KernelArguments.h - what kernels of attentions share -----*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_COMMON_KERNELARGUMENTS_H
#define DIFFATTN_CODEGEN_COMMON_KERNELARGUMENTS_H

#include "diffattn/Codegen/Common/Emitter.h"
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"
#include <string>

namespace mlir::diffattn {

/// What a kernel depends on, as text: all of `op` but a few numbers.
std::string getKernelKey(AttentionOp op);

/// Those numbers, arguments of the kernel behind the operands of the op: scale,
/// softcap, eps of the norm, out_scale, all f32. Scores are to be given in
/// `unit`s: 1, or log2(e) for exponents of 2. With a softcap, scale has 1 /
/// softcap in it, and softcap the unit.
Values emitKernelNumbers(Emitter &e, AttentionOp op, double unit);

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_COMMON_KERNELARGUMENTS_H

//===- HalfFloats.h - conversions of f16 and bf16 ---------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emitters of conversions as plain integer and f32 arithmetic. "Half" stands
// for f16 and bf16; values are scalars or vectors. All round to nearest, ties
// to even, exactly once; infinities and the sign of zero survive; a NaN stays a
// NaN (quiet, of either sign).
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_COMMON_HALFFLOATS_H
#define DIFFATTN_CODEGEN_COMMON_HALFFLOATS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::diffattn {

/// Whether `type` is f16 or bf16, or a vector of them.
bool isHalf(Type type);

/// Half -> f32, exact.
Value emitHalfToF32(ImplicitLocOpBuilder &b, Value half);

/// f32 -> `halfType`.
Value emitF32ToHalf(ImplicitLocOpBuilder &b, Value value, Type halfType);

/// f64 -> f32, rounded to odd: if the result is inexact, its last bit is 1.
/// Rounding that once more, to a half, equals rounding the f64 once.
Value emitF64ToF32RoundedToOdd(ImplicitLocOpBuilder &b, Value value);

/// An integer of up to 64 bits or an index -> an f64 that rounds to the same
/// half as the integer does.
Value emitIntegerToF64RoundedToOdd(ImplicitLocOpBuilder &b, Value value,
                                   bool isSigned);

/// Makes half floats in the LLVM functions of `module` integers of 16 bits
/// wherever they are only moved. To move vectors of bf16, LLVM calls functions
/// that don't exist where the target has no instructions for them.
void moveHalvesAsIntegers(ModuleOp module);

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_COMMON_HALFFLOATS_H

//===- Warp.h - what the threads of a workgroup do together -----*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_GPU_WARP_H
#define DIFFATTN_LIB_CODEGEN_GPU_WARP_H

#include "diffattn/Codegen/Common/Emitter.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::diffattn {

/// A builder for kernels: loops and arithmetic, and the operations that threads
/// of a warp or a workgroup execute together.
class WarpEmitter : public Emitter {
public:
  using Emitter::Emitter;

  Value threadId();
  Value blockId(gpu::Dimension dimension);
  /// All threads of the workgroup have come here; what they wrote is seen.
  void barrier();

  /// `value` (f32 or i32) of the lane whose number differs in the bits of
  /// `bits`.
  Value shuffleXor(Value value, int64_t bits);
  /// `value` of lane `lane`, an i32.
  Value shuffleFrom(Value value, Value lane);
  /// Combines `value` of the lanes that differ in `bits` only, each a power of
  /// two.
  Value reduce(Value value, ArrayRef<int64_t> bits,
               function_ref<Value(Value, Value)> combine);
  /// Whether `condition` holds in any lane of the warp.
  Value anyInWarp(Value condition);

  /// `count` elements of the workgroup's memory, from byte `at` on.
  Value sharedArray(Type element, int64_t at, int64_t count);
  /// Asks for `count` elements (16 bytes in all), of which `valid` are read and
  /// the others are 0. They are there after waitForCopies().
  void copyAsync(Value from, Value fromAt, Value to, Value toAt, int64_t count,
                 Value valid);
  /// Ends a group of copies, perhaps an empty one.
  void commitCopies();
  /// Waits until all groups but the last `pending` ones are there.
  void waitForCopies(int64_t pending);

  /// 2^x within 2^-22 of its value; 0 for -inf.
  Value fastExp2(Value x);
  /// The hyperbolic tangent, within 2^-20 of its value.
  Value fastTanh(Value x);
  /// The larger one, an instruction; the other one if one is NaN. (Passes would
  /// expand arith.maxnumf.)
  Value larger(Value a, Value b);
  /// a * b + c, rounded once.
  Value fma(Value a, Value b, Value c);
  Value int32(int64_t number);
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_GPU_WARP_H

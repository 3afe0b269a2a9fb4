//===- Emitter.h - loops and vectors in a few words -------------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kernels are written with: index arithmetic, loops
// whose bodies are lambdas, and vectors of one dim on flat memory.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_COMMON_EMITTER_H
#define DIFFATTN_CODEGEN_COMMON_EMITTER_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Value.h"

namespace mlir::diffattn {

/// Several values that travel together, such as the registers of a tile.
using Values = SmallVector<Value>;

/// A builder for code on memory that is addressed by one index.
class Emitter : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  // Index arithmetic.
  Value index(int64_t number);
  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  Value min(Value a, Value b);
  Value max(Value a, Value b);
  Value add(Value a, int64_t b) { return b ? add(a, index(b)) : a; }
  Value mul(Value a, int64_t b) { return b == 1 ? a : mul(a, index(b)); }
  Value min(Value a, int64_t b) { return min(a, index(b)); }
  /// Of numbers that are not negative.
  Value floorDiv(Value a, Value b);
  Value remainder(Value a, Value b);
  Value ceilDiv(Value a, Value b);
  Value ceilDiv(Value a, int64_t b) { return ceilDiv(a, index(b)); }
  /// The largest multiple of `b` up to `a`.
  Value roundDown(Value a, int64_t b);
  Value product(ValueRange factors);

  // Conditions.
  Value less(Value a, Value b);
  Value equal(Value a, Value b);
  Value both(Value a, Value b);
  Value select(Value condition, Value a, Value b);
  Value trueValue();
  Value falseValue();

  // Control flow.
  void forEach(Value lower, Value upper, int64_t step,
               function_ref<void(Value)> body);
  /// As forEach; `body` maps `initial` and its followers to the next values.
  Values iterate(Value lower, Value upper, int64_t step, ValueRange initial,
                 function_ref<Values(Value, ValueRange)> body);
  /// Iterations that threads may run at once.
  void forEachInParallel(ArrayRef<Value> sizes,
                         function_ref<void(ValueRange)> body);
  void when(Value condition, function_ref<void()> then,
            function_ref<void()> otherwise = nullptr);
  /// As when(); of a condition that is known, only what it asks for.
  void whenEither(Value condition, function_ref<void()> then,
                  function_ref<void()> otherwise);
  /// As when(); the branches give values of `types`.
  Values choose(TypeRange types, Value condition, function_ref<Values()> then,
                function_ref<Values()> otherwise);

  // Memory and vectors.
  Value allocate(Type element, Value size);
  void free(Value memory);
  Value zero(Type type);
  /// A float, or a vector with that float in all lanes.
  Value real(double number, Type type);
  Value load(Value memory, Value at);
  void store(Value value, Value memory, Value at);
  /// `lanes` elements from `at` on. With `valid` < `lanes` the memory behind
  /// those is neither read nor written.
  Value loadVector(Value memory, Value at, int64_t lanes, int64_t valid);
  void storeVector(Value vector, Value memory, Value at, int64_t valid);
  /// Scalars or vectors with another kind of floats.
  Value convert(Value value, Type element);
  Value splat(Value scalar, VectorType type);
  Value multiplyAdd(Value a, Value b, Value c);
  // Floats, scalars or vectors.
  Value addF(Value a, Value b);
  Value subF(Value a, Value b);
  Value mulF(Value a, Value b);
  Value divF(Value a, Value b);
  /// Whether a > b, or one of them is NaN.
  Value exceedsF(Value a, Value b);
  /// a if it is larger, else b: an instruction of x86. It gives b if one of
  /// them is NaN.
  Value maxF(Value a, Value b);
  /// The sum of the lanes, in a fixed order.
  Value sum(Value vector);
  /// As many vectors as they have lanes: lane i of vector j becomes lane j of
  /// vector i.
  Values transpose(Values rows);

private:
  Value firstLanes(int64_t lanes, int64_t valid);
};

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_COMMON_EMITTER_H

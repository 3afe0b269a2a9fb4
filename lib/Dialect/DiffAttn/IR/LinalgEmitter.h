//===- LinalgEmitter.h - writes plain linalg over named dims
//----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The vocabulary of the decompositions: arrays that know their iteration dims,
// and one way to combine them. On tensors every step makes a new value; on
// memrefs the same steps, in the same order, write buffers.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_DIALECT_DIFFATTN_IR_LINALGEMITTER_H
#define DIFFATTN_LIB_DIALECT_DIFFATTN_IR_LINALGEMITTER_H

#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"

namespace mlir::diffattn::detail {

/// A tensor or memref and the iteration dims it is indexed by.
struct Array {
  Value value;
  DimList dims;
};

/// Scalar arithmetic inside a body, in the accumulator type.
class Scalars {
public:
  Scalars(OpBuilder &builder, Location loc, FloatType type)
      : builder(builder), loc(loc), type(type) {}

  Value constant(double value);
  Value minusInfinity();
  Value add(Value a, Value b);
  Value subtract(Value a, Value b);
  Value multiply(Value a, Value b);
  Value divide(Value a, Value b);
  Value multiplyAdd(Value a, Value b, Value c);
  Value maximum(Value a, Value b);
  Value exp(Value a);
  /// 1 / (1 + exp(-a)).
  Value sigmoid(Value a);
  /// a / b, and 0 where b is 0: rows without a visible key.
  Value divideOrZero(Value a, Value b);
  /// exp(a - maximum), and 0 where a is -inf, even if the maximum is too.
  Value expBelow(Value a, Value maximum);
  /// maximum + log(sum), and -inf where the sum is 0.
  Value logSumExp(Value maximum, Value sum);

  OpBuilder &builder;
  Location loc;
  FloatType type;
};

/// Emits the decomposition of one op.
class LinalgEmitter {
public:
  LinalgEmitter(OpBuilder &builder, NamedDimsOpInterface op,
                FloatType accumulatorType);

  /// Index of the current iteration along a dim.
  using IndexFn = function_ref<Value(unsigned dim)>;
  /// The body of a combination: scalars of the inputs, then of the out, floats
  /// in the accumulator type. Returns what the out becomes.
  using BodyFn =
      function_ref<Value(Scalars &scalars, ValueRange args, IndexFn index)>;

  /// An operand of the op.
  Array get(OpOperand &operand) const;

  /// A new array of the accumulator type, undefined or filled.
  Array empty(ArrayRef<unsigned> dims);
  Array filled(ArrayRef<unsigned> dims, double value);
  Array fill(Array array, double value);

  /// One linalg.generic that updates `out`. Dims that only inputs have are
  /// reduced: the body then sees what it returned for the previous index.
  Array combine(ArrayRef<Array> inputs, Array out, BodyFn body);

  /// Size of a dim as an index, and the product of the sizes of `dims`
  /// as a float.
  Value size(unsigned dim);
  Value floatProduct(ArrayRef<unsigned> dims);

  /// Frees what `empty` allocated (memrefs only); results of the op.
  SmallVector<Value> finish(ArrayRef<Array> results);

  Scalars scalars() { return Scalars(builder, loc, type); }
  NamedDimsOpInterface getOp() const { return op; }
  FloatType getType() const { return type; }
  OpBuilder &getBuilder() { return builder; }

private:
  OpBuilder &builder;
  NamedDimsOpInterface op;
  Location loc;
  FloatType type;
  bool onBuffers;
  SmallVector<OpFoldResult> sizes;
  SmallVector<Value> temporaries;
};

} // namespace mlir::diffattn::detail

#endif // DIFFATTN_LIB_DIALECT_DIFFATTN_IR_LINALGEMITTER_H

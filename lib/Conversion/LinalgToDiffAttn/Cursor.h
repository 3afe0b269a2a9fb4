//===- Cursor.h - a place in a computation, and one step up ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matchers walk from a result to what it is made of. A cursor is where such a
// walk is: at a tensor, or at a scalar inside the body of a linalg op, so that
// it makes no difference how elementwise operations are divided among ops.
// With the value goes what its dims, or the iteration dims around the scalar,
// mean. Views, copies and broadcasts are steps that no matcher sees.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_CURSOR_H
#define DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_CURSOR_H

#include "Axes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::diffattn::raising {

/// A tensor with the axes of its dims, or a scalar with the axes of the
/// iteration dims of the linalg op around it.
struct Cursor {
  Value value;
  Axes axes;

  bool isTensor() const { return isa<RankedTensorType>(value.getType()); }
  /// The op that makes the value, or null.
  template <typename OpTy = Operation *>
  OpTy getOp() const {
    return value.getDefiningOp<OpTy>();
  }
  /// At operand `number` of the scalar op that makes the value.
  Cursor operand(unsigned number) const {
    return {value.getDefiningOp()->getOperand(number), axes};
  }
};

/// Which casts of elements a walk looks through.
enum class Casts {
  No,
  /// Between float types: rounding in between is dropped, sums are kept in
  /// more precision than the program asked for.
  Float
};

/// Steps up through tensors; owns the axes.
class Walker {
public:
  AxisTable axes;
  /// Ops whose results were stepped through or read as tensors.
  llvm::SetVector<Operation *> visited;

  /// One step up that changes no element, through a view, a copy, a body's
  /// argument or, if asked to, a cast; nullopt if there is none.
  std::optional<Cursor> step(const Cursor &cursor, Casts casts);
  /// As many steps as there are.
  Cursor skip(Cursor cursor, Casts casts = Casts::Float);
  /// The same, but not as a part of the walk: `visited` stays.
  Cursor peek(const Cursor &cursor);

  /// The body's argument `cursor` is at, as a tensor.
  std::optional<Cursor> stepToOperand(const Cursor &cursor);

  /// The number that the cursor's value always is, as far as easily told.
  std::optional<double> getConstant(const Cursor &cursor);

  /// Whether both are the same computation of the same elements.
  bool areEquivalent(const Cursor &a, const Cursor &b, unsigned depth = 0);

  /// The value before reduction, if the cursor's tensor is a reduction along
  /// one dim, taken to be along `along`, by a scalar op for which `combines`
  /// holds, that starts from a constant for which `starts` holds.
  std::optional<Cursor> stepToReduced(const Cursor &cursor, Axis along,
                                      function_ref<bool(Operation *)> combines,
                                      function_ref<bool(double)> starts);

private:
  std::optional<Cursor> stepTensor(const Cursor &cursor);
  std::optional<Cursor> stepSlice(const Cursor &cursor);
  std::optional<Cursor> stepIntoBody(const Cursor &cursor);
};

/// The axes of the iteration dims of `op`, from those of the dims of its result
/// `number`; dims that the result lacks get none.
std::optional<Axes> getIterationAxes(linalg::LinalgOp op, unsigned number,
                                     const Axes &resultAxes);

/// The axes of an operand's dims from those of the iteration dims.
std::optional<Axes> getOperandAxes(linalg::LinalgOp op, OpOperand &operand,
                                   const Axes &iterationAxes);

/// The linalg op whose body `value` is in, or null.
linalg::LinalgOp getEnclosing(Value value);

/// The operand that a body's argument stands for, or null.
OpOperand *getArgumentOperand(Value value);

/// The part of a body that `scalar` is computed by.
struct ScalarSlice {
  /// In order.
  SmallVector<Operation *> ops;
  SmallVector<BlockArgument> arguments;
  /// Iteration dims that it depends on, ascending.
  SmallVector<unsigned> dims;
};
ScalarSlice getScalarSlice(Value scalar);

/// The constant that `tensor`, a destination, is filled with.
std::optional<double> getFillValue(Value tensor);

} // namespace mlir::diffattn::raising

#endif // DIFFATTN_LIB_CONVERSION_LINALGTODIFFATTN_CURSOR_H

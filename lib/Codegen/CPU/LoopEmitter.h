//===- LoopEmitter.h - writes the loops inside of the rows ------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_CPU_LOOPEMITTER_H
#define DIFFATTN_LIB_CODEGEN_CPU_LOOPEMITTER_H

#include "LoopPlan.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::diffattn {

/// Writes the loops of one operation for one row.
class LoopEmitter {
public:
  /// `operands` stand for those of the operation: the same buffers, whose types
  /// may say more. `sizes` are those of all loops.
  LoopEmitter(const LoopPlan &plan, ArrayRef<Value> operands,
              ArrayRef<Value> sizes)
      : plan(plan), op(plan.op), operands(operands), sizes(sizes) {}

  /// Emits the row with these indices, of a parallel lane dim only [from, to).
  /// Both null: all of it.
  void emit(OpBuilder &builder, ValueRange rowIndices, Value from = {},
            Value to = {});

private:
  using Values = SmallVector<Value>;
  using BodyFn =
      llvm::function_ref<Values(ImplicitLocOpBuilder &, ValueRange carried)>;
  using LanesFn = llvm::function_ref<Values(ImplicitLocOpBuilder &, Value mask,
                                            ValueRange carried)>;

  bool isVector() const { return plan.lanes > 1; }
  Type getLanesType(Type element) const;
  Values getIndices(ImplicitLocOpBuilder &b, OpOperand &operand);

  // Loops.
  void emitGuarded(ImplicitLocOpBuilder &b, Value from, Value to);
  void emitParallelLanes(ImplicitLocOpBuilder &b, Value from, Value to);
  void emitReducedLanes(ImplicitLocOpBuilder &b);
  Values emitReductions(ImplicitLocOpBuilder &b, unsigned depth, Values carried,
                        BodyFn body);
  Values emitLanes(ImplicitLocOpBuilder &b, Value from, Value to,
                   Values carried, LanesFn body);
  Value emitMask(ImplicitLocOpBuilder &b, Value count);

  // What reductions keep in registers.
  Values loadCarried(ImplicitLocOpBuilder &b, Value mask);
  Values startPartialResults(ImplicitLocOpBuilder &b);
  Values joinPartialResults(ImplicitLocOpBuilder &b, Values partial);
  void storeCarried(ImplicitLocOpBuilder &b, Value mask, Values carried);

  // The body.
  Values emitBody(ImplicitLocOpBuilder &b, Value mask, ValueRange carried);
  Values emitVectorBody(ImplicitLocOpBuilder &b, Value mask, Values outputs);
  Values emitScalarBody(ImplicitLocOpBuilder &b, Values outputs);
  void emitUniforms(ImplicitLocOpBuilder &b);
  void emitIota(ImplicitLocOpBuilder &b, Operation &bodyOp);
  void emitVarying(ImplicitLocOpBuilder &b, Operation &bodyOp, Value mask);
  Value getVector(ImplicitLocOpBuilder &b, Value value);
  Value load(ImplicitLocOpBuilder &b, OpOperand &operand, Value mask);
  void store(ImplicitLocOpBuilder &b, OpOperand &operand, Value mask,
             Value value);
  Value loadStrided(ImplicitLocOpBuilder &b, OpOperand &operand);
  void storeStrided(ImplicitLocOpBuilder &b, OpOperand &operand, Value value);
  bool usesScratch(OpOperand &operand, Value mask) const;
  void createScratches(ImplicitLocOpBuilder &b);
  void forEachLane(ImplicitLocOpBuilder &b, OpOperand &operand,
                   llvm::function_ref<void(ImplicitLocOpBuilder &, Value lane,
                                           ValueRange at)>
                       body);

  const LoopPlan &plan;
  linalg::GenericOp op;
  ArrayRef<Value> operands;
  ArrayRef<Value> sizes;
  /// The current index of each loop.
  Values indices;
  /// How many lanes of the current vector count; null: all.
  Value count;
  /// By operand: a vector in memory, whose elements are strided in the operand.
  DenseMap<unsigned, Value> scratches;
  /// Scalars for what is uniform in the body.
  IRMapping uniforms;
  /// Vectors, or the first scalar of iotas, for what is not.
  IRMapping vectors;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_CPU_LOOPEMITTER_H

//===- KernelSpace.h - what kernels of an attention have in common -*- C++ -*-//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_GPU_KERNELSPACE_H
#define DIFFATTN_LIB_CODEGEN_GPU_KERNELSPACE_H

#include "Warp.h"

#include "diffattn/Codegen/Common/AttentionSpace.h"
#include "diffattn/TilePlan/GPUPlan.h"

namespace mlir::diffattn {

/// Operands, numbers and dims of an attention, and the arithmetic of its
/// results.
class KernelSpace : protected AttentionSpace {
public:
  /// Whether scores stay in units of the natural exponential: what a float mask
  /// holds, up to the lowest float, would not fit in others.
  static bool isInNaturalUnits(AttentionOp op);
  /// Whether scores are multiplied by the scale before anything else happens to
  /// them, not with the exponential. A scale that is not above 0, as f32 has
  /// it, must not meet the -inf of hidden keys.
  static bool isScaledFirst(AttentionOp op);
  /// The batch-like dims whose rows a workgroup computes together, then m.
  static DimList getRowDims(AttentionOp op);
  /// The others: workgroups have one index of each.
  static DimList getHeadDims(AttentionOp op);

protected:
  /// `arguments`: the operands of the op, the four numbers of
  /// emitKernelNumbers(), perhaps others.
  KernelSpace(WarpEmitter &e, AttentionOp op, ValueRange arguments);

  bool isNatural() const { return maskIsFloat; }
  /// 1 / x, or 0 for 0.
  Value invert(Value x);
  /// A ref, or 0 for that of a row that has seen no key: its weights are 0.
  Value usableRef(Value ref);
  /// 2^(to - from), of refs of a row.
  Value distance(Value to, Value from);
  /// The factor of the noise in the difference, for the row at `at`.
  Value lambdaOf(ArrayRef<Value> at);
  Value logOf(Value ref, Value sum);
  /// What a row is multiplied by, whose squares have this sum.
  Value normFactor(Value squares);
  /// Where feature number `feature` of a row is, from the row's first one.
  /// `isUnit`: the last dim has stride 1.
  Value featureOffset(const AttentionArray &array, ArrayRef<unsigned> dims,
                      Value feature, bool isUnit = false);
  /// A number of the result times the weight of the norm, as the result has it.
  Value roundResult(Value result, Value feature);
  /// Writes a number of the result, times the weight of the norm.
  void storeResult(Value result, Value rowAt, Value feature);
  /// Where the state of a map of a row's part is: `values` features of its
  /// accumulator, its ref, its sum.
  Value stateAt(Value head, Value row, Value parts, Value part, Value map);

  WarpEmitter &e;
  const Type element; ///< of queries, keys and values
  const Type f32;
  const DimList rowDims, headDims, featureDims, valueDims;
  const int64_t features, values; ///< of queries and keys, of values
  const bool maskIsFloat;
  Value scale, cap, eps, outScale;
  Value rowCount; ///< of a head
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_GPU_KERNELSPACE_H

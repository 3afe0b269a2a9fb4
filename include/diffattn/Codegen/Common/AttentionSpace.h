//===- AttentionSpace.h - the operands of an attention in a kernel -*- C++ -*-//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_CODEGEN_COMMON_ATTENTIONSPACE_H
#define DIFFATTN_CODEGEN_COMMON_ATTENTIONSPACE_H

#include "diffattn/Codegen/Common/Emitter.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"

namespace mlir::diffattn {

/// An operand of the attention, by the dims of the op.
struct AttentionArray {
  /// Where it has index 0 of the dims that `at` has no index for.
  Value offset(Emitter &e, ArrayRef<Value> at) const;
  /// 0 for dims that it lacks.
  Value stride(Emitter &e, unsigned dim) const;
  bool has(unsigned dim) const { return llvm::is_contained(dims, dim); }
  explicit operator bool() const { return static_cast<bool>(memory); }

  Value memory;
  DimList dims;
  Values strides;
  Value origin;
};

/// The keys that a row sees by its position: an interval, clamped to [0, Nk].
struct RowLimits {
  Value first, end;
};

/// What kernels of attentions for any machine start from: operands as flat
/// memory, the sizes of all dims, and which keys a row sees.
class AttentionSpace {
protected:
  /// `arguments`: the operands of the op, perhaps followed by others.
  AttentionSpace(Emitter &e, AttentionOp op, ValueRange arguments);

  unsigned numMaps() { return op.getNumMaps(); }
  Value product(ArrayRef<unsigned> dims);
  /// The indices of `dims` that make up the number `linear`, in row-major
  /// order.
  void spread(Value linear, ArrayRef<unsigned> dims, Values &at);
  /// The inverse of spread().
  Value gather(ArrayRef<unsigned> dims, ArrayRef<Value> at);

  /// The position behind the last valid key of the heads at `at`.
  Value lengthOf(ArrayRef<Value> at);
  RowLimits limitsOf(ArrayRef<Value> at);

  /// Windows are taken as at most this wide, so that sums with positions do not
  /// overflow.
  static constexpr int64_t kWidest = int64_t(1) << 60;

  Emitter &e;
  AttentionOp op;
  Values sizes; ///< of all dims
  const unsigned m, n;
  const DimList batch;
  Value rows, keys; ///< sizes of m and n

  SmallVector<AttentionArray, 2> query, key, logSumExp; ///< map by map
  AttentionArray value, lambda, mask, lengths, normWeight, out;
  Value queryOffset, keyOffset; ///< null: none given

private:
  AttentionArray read(Value buffer, unsigned number);
};

} // namespace mlir::diffattn

#endif // DIFFATTN_CODEGEN_COMMON_ATTENTIONSPACE_H

//===- Stretches.h - operations that come again and again -------*- C++ -*-===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Terms of diffattn-outline-repeats. A stretch is some operations of a block
// that follow each other. Cheap operations (constants, empty tensors, fills of
// these) belong to none: CSE shares them between stretches, but each user may
// have its own. What a stretch reads of other operations are its leaves.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_COMMON_STRETCHES_H
#define DIFFATTN_LIB_CODEGEN_COMMON_STRETCHES_H

#include "diffattn/TilePlan/Repeats.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace mlir::diffattn {

using Stretch = ArrayRef<Operation *>;

/// Whether each user of `op` may have its own.
bool isCheap(Operation *op);

/// The operation that computes `value`, if it is cheap but no constant: those
/// may differ from stretch to stretch.
Operation *getCheapSource(Value value);

/// Calls `visit` with what is in `stretch` at any depth, from outside to
/// inside, in order.
void walkStretch(Stretch stretch, function_ref<void(Operation *)> visit);

/// Numbers operations; equal numbers mean that they differ in their operands
/// and names of locations only.
class Classes {
public:
  /// `withPlaces`: operations from different places of a file differ.
  explicit Classes(bool withPlaces) : withPlaces(withPlaces) {}

  unsigned classify(Operation *op);
  /// A number that nothing else has.
  unsigned makeUnique() { return next++; }

private:
  bool areAlike(Operation *a, Operation *b) const;

  bool withPlaces;
  unsigned next = 0;
  DenseMap<size_t, SmallVector<std::pair<Operation *, unsigned>>> byHash;
};

/// The operations of a block that can be part of stretches.
class Sequence {
public:
  explicit Sequence(Block &block);

  ::diffattn::Repeat findRepeat(size_t leastPeriod) const {
    return ::diffattn::findRepeat(numbers, leastPeriod);
  }
  Stretch get(size_t first, size_t size) const {
    return ArrayRef(ops).slice(first, size);
  }

  /// The results of `stretch`, which is `size` operations from `first`, that
  /// others use.
  SmallVector<OpResult> getResults(size_t first, size_t size) const;

private:
  bool isUsedOutside(Value value, size_t first, size_t end) const;

  Block &block;
  SmallVector<Operation *> ops;
  DenseMap<Operation *, size_t> positions;
  std::vector<unsigned> numbers;
};

/// What a stretch reads.
struct StretchInputs {
  StretchInputs(Stretch stretch, Classes &cheap);

  /// Where operands come from, in the order of a walk: equal for stretches that
  /// compute the same of their leaves.
  SmallVector<int64_t> wiring;
  /// In the same order; values may come several times.
  SmallVector<Value> leaves;

  bool isInside(Value value) const { return numbers.contains(value); }

private:
  void addOperand(Value value, Classes &cheap);

  /// Of what is computed inside.
  DenseMap<Value, int64_t> numbers;
};

} // namespace mlir::diffattn

#endif // DIFFATTN_LIB_CODEGEN_COMMON_STRETCHES_H

//===- VectorizeLoops.cpp - linalg to vectors and threads -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LoopPlan.h says how one operation becomes loops, RowGroups.h which operations
// share them. What is here writes the loops around: those over rows, on
// threads, and two versions where an argument may or may not be contiguous.
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"
#include "RowGroups.h"
#include "diffattn/Codegen/CPU/Passes.h"
#include "diffattn/Codegen/CPU/Transforms.h"
#include "diffattn/Codegen/Common/Numbers.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_VECTORIZELOOPSPASS
#include "diffattn/Codegen/CPU/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Work is counted in units of about 0.1 ns of one thread. Less than this stays
/// on one thread: starting the others costs 2 us.
static constexpr int64_t kLeastParallelWork = 200'000;
/// What a thread takes at a time.
static constexpr int64_t kWorkOfChunk = 25'000;
/// Copies of fewer bytes stay calls of memcpy.
static constexpr int64_t kSmallCopy = 64 << 10;
/// With fewer rows than this, further dims are spread over threads.
static constexpr int64_t kEnoughRows = 64;

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

/// The work of one iteration of the innermost loop.
static int64_t estimateWork(const LoopPlan &plan) {
  linalg::GenericOp op = plan.op;
  int64_t work = 4 * op->getNumOperands();
  for (Operation &bodyOp : op.getBody()->without_terminator()) {
    bool isCostly = isa_and_present<math::MathDialect>(bodyOp.getDialect()) &&
                    !isa<math::FmaOp, math::AbsFOp>(bodyOp);
    work += isCostly ? 16 : 1;
  }
  return plan.lanes > 1 ? work : 4 * work;
}

namespace {
/// Writes the loops of a group.
class GroupEmitter {
public:
  GroupEmitter(RowGroup &group, OpBuilder &builder)
      : group(group), b(group.plans.back().op.getLoc(), builder) {}

  void emit();

private:
  using Values = SmallVector<Value>;

  /// One version of the loops.
  struct Version {
    std::vector<LoopPlan> plans;
    SmallVector<Values> operands;
  };

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  template <typename OpTy>
  Value fold(Value x, Value y) {
    return b.createOrFold<OpTy>(x, y);
  }

  Value emitUnitStrideTest();
  Version getFastVersion();
  Version getSlowVersion();
  void emitVersion(const Version &version);
  void emitRows(const Version &version);
  void emitFlat(const Version &version);
  void emitRemainingRows(const Version &version, Values indices);
  void emitMember(const Version &version, unsigned number, ValueRange indices,
                  Value from = {}, Value to = {});
  void emitChunks(Value total, Value work,
                  llvm::function_ref<void(Value from, Value to)> body);
  Value getWorkOfLane(const LoopPlan &plan, ArrayRef<Value> loopSizes);
  Value getWork(const Version &version);

  RowGroup &group;
  ImplicitLocOpBuilder b;
  void findSizes();

  /// Of all loops of each operation.
  SmallVector<Values> sizes;
  /// Of the rows.
  Values rows;
  /// Whether each operation has iterations; null: if not, its loops have none,
  /// either. With no iteration, operands may be smaller than others say.
  Values hasIterations;
};
} // namespace

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

/// Whether the buffers that may be contiguous along lanes are. Null: all are
/// known to be.
Value GroupEmitter::emitUnitStrideTest() {
  Value all;
  llvm::SmallDenseSet<Value> seen;
  for (const LoopPlan &plan : group.plans)
    for (auto [number, access] : llvm::enumerate(plan.accesses)) {
      Value buffer = linalg::GenericOp(plan.op)->getOperand(number);
      if (access != Access::MaybeContiguous || !seen.insert(buffer).second)
        continue;
      auto metadata = memref::ExtractStridedMetadataOp::create(b, buffer);
      Value isUnit =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                metadata.getStrides().back(), constant(1));
      all = all ? arith::AndIOp::create(b, all, isUnit).getResult() : isUnit;
    }
  return all;
}

/// `buffer` with a type that says that the last stride is 1.
static Value assumeUnitStride(ImplicitLocOpBuilder &b, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset);
  strides.back() = 1;
  auto metadata = memref::ExtractStridedMetadataOp::create(b, buffer);
  SmallVector<OpFoldResult> mixedStrides(metadata.getConstifiedMixedStrides());
  mixedStrides.back() = b.getIndexAttr(1);
  auto layout = StridedLayoutAttr::get(b.getContext(), offset, strides);
  return memref::ReinterpretCastOp::create(
      b,
      MemRefType::get(type.getShape(), type.getElementType(), layout,
                      type.getMemorySpace()),
      metadata.getBaseBuffer(), metadata.getConstifiedMixedOffset(),
      metadata.getConstifiedMixedSizes(), mixedStrides);
}

GroupEmitter::Version GroupEmitter::getFastVersion() {
  Version version;
  DenseMap<Value, Value> known;
  for (const LoopPlan &plan : group.plans) {
    version.plans.push_back(plan);
    Values &operands = version.operands.emplace_back(
        linalg::GenericOp(plan.op)->getOperands());
    for (auto [operand, access] : llvm::zip(operands, plan.accesses)) {
      if (access != Access::MaybeContiguous)
        continue;
      Value &cast = known[operand];
      if (!cast)
        cast = assumeUnitStride(b, operand);
      operand = cast;
    }
  }
  return version;
}

GroupEmitter::Version GroupEmitter::getSlowVersion() {
  Version version;
  for (const LoopPlan &plan : group.plans) {
    version.plans.push_back(onStrides(plan));
    version.operands.emplace_back(linalg::GenericOp(plan.op)->getOperands());
  }
  return version;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// The work of one lane of a row.
Value GroupEmitter::getWorkOfLane(const LoopPlan &plan,
                                  ArrayRef<Value> loopSizes) {
  Value work = constant(estimateWork(plan));
  for (unsigned dim : plan.reductions)
    work = fold<arith::MulIOp>(work, loopSizes[dim]);
  return work;
}

/// The work of one row.
Value GroupEmitter::getWork(const Version &version) {
  Value all = constant(1);
  for (auto [plan, loopSizes] : llvm::zip_equal(version.plans, sizes)) {
    Value work = getWorkOfLane(plan, loopSizes);
    if (plan.laneDim)
      work = fold<arith::MulIOp>(work, loopSizes[*plan.laneDim]);
    all = fold<arith::AddIOp>(all, work);
  }
  return all;
}

/// Spreads [0, total), of so much work each, over threads.
void GroupEmitter::emitChunks(
    Value total, Value work,
    llvm::function_ref<void(Value from, Value to)> body) {
  Operation *parent = b.getInsertionBlock()->getParentOp();
  bool isInParallel = false;
  for (; parent; parent = parent->getParentOp())
    isInParallel |= isa<scf::ParallelOp, scf::ForallOp>(parent);
  if (isInParallel)
    return body(constant(0), total);

  Value grain = fold<arith::CeilDivSIOp>(constant(kWorkOfChunk), work);
  Value isLittle = b.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::slt, fold<arith::MulIOp>(total, work),
      constant(kLeastParallelWork));
  grain = b.createOrFold<arith::SelectOp>(isLittle, total, grain);
  grain = fold<arith::MaxSIOp>(grain, constant(1));
  Value chunks = fold<arith::CeilDivSIOp>(total, grain);
  if (getConstantIntValue(chunks) == 1)
    return body(constant(0), total);
  auto loop = scf::ParallelOp::create(b, Values{constant(0)}, Values{chunks},
                                      Values{constant(1)});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value from = arith::MulIOp::create(b, loop.getInductionVars()[0], grain);
  Value to =
      arith::MinSIOp::create(b, total, arith::AddIOp::create(b, from, grain));
  body(from, to);
}

/// The loops of an operation inside of the rows.
void GroupEmitter::emitMember(const Version &version, unsigned number,
                              ValueRange indices, Value from, Value to) {
  OpBuilder::InsertionGuard guard(b);
  if (Value isNeeded = hasIterations[number]) {
    auto branch = scf::IfOp::create(b, isNeeded, /*withElseRegion=*/false);
    b.setInsertionPointToStart(branch.thenBlock());
  }
  LoopEmitter(version.plans[number], version.operands[number], sizes[number])
      .emit(b, indices, from, to);
}

/// Without rows: the lanes themselves are spread, if they are parallel.
void GroupEmitter::emitFlat(const Version &version) {
  const LoopPlan &plan = version.plans.front();
  if (!plan.laneDim || plan.reducesLanes())
    return emitMember(version, 0, {});
  // In vectors, all of them but the last one full.
  Value size = sizes.front()[*plan.laneDim];
  Value lanes = constant(plan.lanes);
  Value work = fold<arith::MulIOp>(getWorkOfLane(plan, sizes.front()), lanes);
  work = fold<arith::MaxSIOp>(work, constant(1));
  emitChunks(fold<arith::CeilDivSIOp>(size, lanes), work,
             [&](Value from, Value to) {
               from = fold<arith::MulIOp>(from, lanes);
               to = fold<arith::MinSIOp>(fold<arith::MulIOp>(to, lanes), size);
               emitMember(version, 0, {}, from, to);
             });
}

/// Loops over the rows behind those that threads share, and all operations
/// inside.
void GroupEmitter::emitRemainingRows(const Version &version, Values indices) {
  OpBuilder::InsertionGuard guard(b);
  for (unsigned row = indices.size(); row < rows.size(); ++row) {
    auto loop = scf::ForOp::create(b, constant(0), rows[row], constant(1));
    b.setInsertionPointToStart(loop.getBody());
    indices.push_back(loop.getInductionVar());
  }
  for (unsigned number = 0; number < version.plans.size(); ++number)
    emitMember(version, number, indices);
}

void GroupEmitter::emitRows(const Version &version) {
  // As many of the outer dims as give every thread enough to do.
  Values outer;
  int64_t count = 1;
  Value work = getWork(version);
  for (Value size : rows) {
    if (count < kEnoughRows) {
      outer.push_back(size);
      count *= getConstantIntValue(size).value_or(1);
    } else {
      // Chunks are divided by it, and a size may be 0.
      work = fold<arith::MaxSIOp>(fold<arith::MulIOp>(work, size), constant(1));
    }
  }
  Value total = constant(1);
  for (Value size : outer)
    total = fold<arith::MulIOp>(total, size);
  emitChunks(total, work, [&](Value from, Value to) {
    auto loop = scf::ForOp::create(b, from, to, constant(1));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    // The last dim runs fastest.
    Values indices(outer.size());
    Value rest = loop.getInductionVar();
    for (unsigned row = outer.size(); row-- > 1;) {
      indices[row] = fold<arith::RemUIOp>(rest, outer[row]);
      rest = fold<arith::DivUIOp>(rest, outer[row]);
    }
    indices[0] = rest;
    emitRemainingRows(version, indices);
  });
}

void GroupEmitter::emitVersion(const Version &version) {
  if (version.plans.front().rows.empty())
    emitFlat(version);
  else
    emitRows(version);
}

void GroupEmitter::findSizes() {
  for (LoopPlan &plan : group.plans) {
    sizes.push_back(llvm::map_to_vector(
        cast<linalg::LinalgOp>(*plan.op).createLoopRanges(b, b.getLoc()),
        [&](Range range) {
          return getValueOrCreateConstantIndexOp(b, b.getLoc(), range.size);
        }));
    Value isNeeded;
    if (!hasEqualSizes(plan.op))
      isNeeded = b.createOrFold<arith::CmpIOp>(
          arith::CmpIPredicate::ne,
          llvm::accumulate(
              sizes.back(), constant(1),
              [&](Value x, Value y) { return fold<arith::MulIOp>(x, y); }),
          constant(0));
    hasIterations.push_back(isNeeded);
    // All operations that have iterations have the same rows.
    for (auto [number, dim] : llvm::enumerate(plan.rows)) {
      Value size = sizes.back()[dim];
      if (isNeeded)
        size = b.createOrFold<arith::SelectOp>(isNeeded, size, constant(0));
      if (number == rows.size())
        rows.push_back(size);
      else if (isNeeded || llvm::any_of(ArrayRef(hasIterations).drop_back(),
                                        [](Value v) { return bool(v); }))
        rows[number] = fold<arith::MaxSIOp>(rows[number], size);
    }
  }
}

void GroupEmitter::emit() {
  findSizes();
  Value hasUnitStrides = emitUnitStrideTest();
  if (!hasUnitStrides)
    return emitVersion(getFastVersion());
  auto choice = scf::IfOp::create(b, hasUnitStrides, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(choice.thenBlock());
  emitVersion(getFastVersion());
  b.setInsertionPointToStart(choice.elseBlock());
  emitVersion(getSlowVersion());
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Whether `copy` is worth loops of its own: with threads, or with the rows of
/// its neighbours.
static bool isLargeCopy(memref::CopyOp copy) {
  auto type = dyn_cast<MemRefType>(copy.getTarget().getType());
  if (!type || !isa<MemRefType>(copy.getSource().getType()))
    return false;
  return !type.hasStaticShape() ||
         type.getNumElements() * bytesOfNumber(type.getElementType()) >=
             kSmallCopy;
}

/// Writes all linalg operations, and large copies, as linalg.generic.
static void generalize(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](memref::CopyOp copy) {
    if (!isLargeCopy(copy))
      return;
    rewriter.setInsertionPoint(copy);
    rewriter.replaceOpWithNewOp<linalg::CopyOp>(copy, copy.getSource(),
                                                copy.getTarget());
  });
  SmallVector<linalg::LinalgOp> named;
  root->walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp>(op))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

void diffattn::vectorizeLoops(Operation *root, int64_t vectorBits) {
  generalize(root);
  std::vector<RowGroup> groups;
  root->walk([&](Block *block) {
    if (!isa<linalg::LinalgOp>(block->getParentOp()))
      llvm::append_range(groups, groupRows(*block, vectorBits));
  });
  for (RowGroup &group : groups) {
    linalg::GenericOp last = group.plans.back().op;
    OpBuilder builder(last);
    GroupEmitter(group, builder).emit();
    for (Operation *deallocation : group.deallocations)
      deallocation->moveAfter(last);
    for (LoopPlan &plan : group.plans)
      plan.op->erase();
  }
}

namespace {
struct VectorizeLoopsPass
    : diffattn::impl::VectorizeLoopsPassBase<VectorizeLoopsPass> {
  using VectorizeLoopsPassBase::VectorizeLoopsPassBase;

  void runOnOperation() override {
    if (failed(verifyVectorBits(getOperation(), vectorBits)))
      return signalPassFailure();
    vectorizeLoops(getOperation(), vectorBits);
  }
};
} // namespace

//===- LoopPlan.cpp - how an operation on buffers becomes loops -----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPlan.h"

#include "diffattn/Codegen/Common/HalfFloats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::diffattn;

using utils::IteratorType;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

bool LoopPlan::isCarried(OpOperand &output) const {
  if (!hasReductions())
    return false;
  AffineMap map = linalg::GenericOp(op).getMatchingIndexingMap(&output);
  for (unsigned dim : reductions)
    if (map.isFunctionOfDim(dim))
      return false;
  return !reducesLanes() || !map.isFunctionOfDim(*laneDim);
}

/// How a buffer of `type` is accessed through `map` along `dim`.
static Access getAccess(MemRefType type, AffineMap map, unsigned dim) {
  if (!map.isFunctionOfDim(dim))
    return Access::Invariant;
  for (AffineExpr result : map.getResults().drop_back())
    if (result.isFunctionOfDim(dim))
      return Access::Strided;
  // The last index must be DIM + (terms without it).
  AffineExpr last = map.getResults().back();
  MLIRContext *context = map.getContext();
  AffineExpr next = last.replace(getAffineDimExpr(dim, context),
                                 getAffineDimExpr(dim, context) + 1);
  if (simplifyAffineExpr(next - last, map.getNumDims(), 0) !=
      getAffineConstantExpr(1, context))
    return Access::Strided;
  // Memory holds a byte for each i1, vectors a bit.
  if (type.getElementType().isInteger() &&
      type.getElementTypeBitWidth() % 8 != 0)
    return Access::Strided;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return Access::Strided;
  if (strides.back() == 1)
    return Access::Contiguous;
  return ShapedType::isDynamic(strides.back()) ? Access::MaybeContiguous
                                               : Access::Strided;
}

static SmallVector<Access> getAccesses(linalg::GenericOp op, unsigned dim) {
  SmallVector<Access> accesses;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    accesses.push_back(
        type ? getAccess(type, op.getMatchingIndexingMap(&operand), dim)
             : Access::Invariant);
  }
  return accesses;
}

bool diffattn::canPlan(linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() || !op.getShapesToLoopsMap())
    return false;
  return llvm::all_of(op->getOperands(), [](Value operand) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    SmallVector<int64_t> strides;
    int64_t offset;
    return !type || succeeded(type.getStridesAndOffset(strides, offset));
  });
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Operation *diffattn::getCombiner(linalg::GenericOp op, unsigned output) {
  BlockArgument accumulator = op.getRegionOutputArgs()[output];
  Value result = op.getBody()->getTerminator()->getOperand(output);
  Operation *combiner = result.getDefiningOp();
  if (!combiner || !accumulator.hasOneUse() || !result.hasOneUse() ||
      *accumulator.getUsers().begin() != combiner)
    return nullptr;
  if (auto fma = dyn_cast<math::FmaOp>(combiner))
    return fma.getC() == accumulator ? combiner : nullptr;
  if (isa<arith::AddFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp,
          arith::MaxNumFOp, arith::MinNumFOp, arith::AddIOp, arith::MulIOp,
          arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp,
          arith::AndIOp, arith::OrIOp, arith::XOrIOp>(combiner))
    return combiner;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

namespace {
/// Finds out what lanes of values have in common; fails if the body can't work
/// on vectors.
class Classifier {
public:
  explicit Classifier(LoopPlan &plan) : plan(plan) {}

  LogicalResult run();

private:
  LogicalResult classifyOutputs();
  LogicalResult classify(Operation &bodyOp);
  LogicalResult classifyLoad(memref::LoadOp load);
  std::optional<Lanes> classifyIota(Operation &bodyOp);
  bool allUniform(ValueRange values) {
    return llvm::all_of(values,
                        [&](Value v) { return plan.get(v) == Lanes::Uniform; });
  }

  LoopPlan &plan;
};
} // namespace

static bool isNumber(Type type) { return type.isIntOrIndexOrFloat(); }

/// Whether numbers of this type lie in memory as in a vector: those of other
/// widths are padded in one and packed in the other. i1 is dealt with.
static bool isVectorElement(Type type) {
  if (!type.isInteger())
    return isNumber(type);
  unsigned width = type.getIntOrFloatBitWidth();
  return width == 1 || (width % 8 == 0 && llvm::isPowerOf2_32(width));
}

LogicalResult Classifier::classifyOutputs() {
  linalg::GenericOp op = plan.op;
  for (OpOperand &output : op.getDpsInitsMutable()) {
    unsigned number = output.getOperandNumber() - op.getNumDpsInputs();
    Access access = plan.accesses[output.getOperandNumber()];
    bool joined = plan.reducesLanes() && plan.isCarried(output);
    if (access == Access::Invariant && !(joined && getCombiner(op, number)))
      return failure();
    plan.values[op.getMatchingBlockArgument(&output)] = Lanes::Varying;
  }
  return success();
}

/// index, and sums and casts of it, count from lane to lane.
std::optional<Lanes> Classifier::classifyIota(Operation &bodyOp) {
  if (auto index = dyn_cast<linalg::IndexOp>(bodyOp))
    return index.getDim() == *plan.laneDim ? Lanes::Iota : Lanes::Uniform;
  auto is = [&](unsigned operand, Lanes lanes) {
    return plan.get(bodyOp.getOperand(operand)) == lanes;
  };
  if (isa<arith::AddIOp>(bodyOp) &&
      ((is(0, Lanes::Iota) && is(1, Lanes::Uniform)) ||
       (is(0, Lanes::Uniform) && is(1, Lanes::Iota))))
    return Lanes::Iota;
  if (isa<arith::SubIOp>(bodyOp) && is(0, Lanes::Iota) && is(1, Lanes::Uniform))
    return Lanes::Iota;
  if (isa<arith::IndexCastOp>(bodyOp) && is(0, Lanes::Iota) &&
      (bodyOp.getResult(0).getType().isIndex() ||
       bodyOp.getResult(0).getType().isInteger(64)))
    return Lanes::Iota;
  return std::nullopt;
}

LogicalResult Classifier::classifyLoad(memref::LoadOp load) {
  if (allUniform(load.getIndices())) {
    plan.values[load] = Lanes::Uniform;
    return success();
  }
  SmallVector<int64_t> strides;
  int64_t offset;
  MemRefType type = load.getMemRefType();
  if (!allUniform(load.getIndices().drop_back()) ||
      plan.get(load.getIndices().back()) != Lanes::Iota ||
      failed(type.getStridesAndOffset(strides, offset)) ||
      strides.back() != 1 || !isVectorElement(type.getElementType()) ||
      type.getElementType().isInteger(1) || isHalf(type))
    return failure();
  plan.values[load] = Lanes::Varying;
  return success();
}

LogicalResult Classifier::classify(Operation &bodyOp) {
  if (bodyOp.getNumRegions() != 0 || bodyOp.getNumResults() > 1)
    return failure();
  if (auto load = dyn_cast<memref::LoadOp>(bodyOp))
    return classifyLoad(load);
  if (isa<cf::AssertOp>(bodyOp))
    return success(allUniform(bodyOp.getOperands()));
  if (!isMemoryEffectFree(&bodyOp) || bodyOp.getNumResults() != 1)
    return failure();
  Value result = bodyOp.getResult(0);
  if (std::optional<Lanes> lanes = classifyIota(bodyOp)) {
    plan.values[result] = *lanes;
    return success();
  }
  if (allUniform(bodyOp.getOperands())) {
    plan.values[result] = Lanes::Uniform;
    return success();
  }
  // A lane behind the end may hold a divisor of 0.
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
          arith::CeilDivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
          arith::RemUIOp>(bodyOp) ||
      !OpTrait::hasElementwiseMappableTraits(&bodyOp) ||
      !isNumber(result.getType()) ||
      !llvm::all_of(bodyOp.getOperandTypes(), isNumber))
    return failure();
  plan.values[result] = Lanes::Varying;
  return success();
}

LogicalResult Classifier::run() {
  linalg::GenericOp op = plan.op;
  for (OpOperand *input : op.getDpsInputOperands()) {
    Access access = plan.accesses[input->getOperandNumber()];
    plan.values[op.getMatchingBlockArgument(input)] =
        access == Access::Invariant ? Lanes::Uniform : Lanes::Varying;
  }
  if (failed(classifyOutputs()))
    return failure();
  for (Operation &bodyOp : op.getBody()->without_terminator())
    if (failed(classify(bodyOp)))
      return failure();
  return success();
}

bool LoopPlan::isUniform(Operation &bodyOp) const {
  if (bodyOp.getNumResults() == 0)
    return true;
  return get(bodyOp.getResult(0)) == Lanes::Uniform;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// The plan with `laneDim`, or none, and scalars.
static LoopPlan sortLoops(linalg::GenericOp op,
                          std::optional<unsigned> laneDim) {
  LoopPlan plan;
  plan.op = op;
  plan.laneDim = laneDim;
  for (auto [dim, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (dim == laneDim)
      continue;
    (iterator == IteratorType::parallel ? plan.rows : plan.reductions)
        .push_back(dim);
  }
  return plan;
}

/// Lanes of a vector of so many bits: of f32, or of the widest element that is
/// moved as a vector.
static int64_t getNumLanes(const LoopPlan &plan, int64_t vectorBits) {
  int64_t width = 32;
  for (auto [operand, access] : llvm::zip_equal(
           linalg::GenericOp(plan.op)->getOperands(), plan.accesses)) {
    if (access == Access::Invariant)
      continue;
    Type element = getElementTypeOrSelf(operand.getType());
    int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
    width = std::max(width, bits);
  }
  return std::max<int64_t>(vectorBits / width, 1);
}

/// The plan with vectors along `dim`, if there is one.
static FailureOr<LoopPlan> planLanes(linalg::GenericOp op, unsigned dim,
                                     int64_t vectorBits) {
  if (!llvm::all_of(op->getOperandTypes(), [](Type type) {
        return isVectorElement(getElementTypeOrSelf(type));
      }))
    return failure();
  LoopPlan plan = sortLoops(op, dim);
  plan.accesses = getAccesses(op, dim);
  plan.lanes = getNumLanes(plan, vectorBits);
  int64_t size = op.getStaticLoopRanges()[dim];
  bool isShort = !ShapedType::isDynamic(size) && size < plan.lanes / 2;
  bool isContiguous = llvm::any_of(plan.accesses, [](Access access) {
    return access == Access::Contiguous || access == Access::MaybeContiguous;
  });
  if (plan.lanes < 2 || isShort || !isContiguous ||
      failed(Classifier(plan).run()))
    return failure();
  return plan;
}

LoopPlan diffattn::onStrides(LoopPlan plan) {
  for (Access &access : plan.accesses)
    if (access == Access::MaybeContiguous)
      access = Access::Strided;
  return plan;
}

LoopPlan diffattn::planRows(linalg::GenericOp op) {
  return sortLoops(op, std::nullopt);
}

LoopPlan diffattn::planLoops(linalg::GenericOp op, int64_t vectorBits) {
  // Of several dims that with the fewest strides, then the longest, then the
  // innermost. An unknown size counts as long.
  constexpr int64_t kUnknown = 1 << 10;
  std::optional<LoopPlan> best;
  std::pair<int64_t, int64_t> bestRank;
  for (unsigned dim = op.getNumLoops(); dim-- > 0;) {
    FailureOr<LoopPlan> plan = planLanes(op, dim, vectorBits);
    if (failed(plan))
      continue;
    int64_t size = op.getStaticLoopRanges()[dim];
    if (ShapedType::isDynamic(size))
      size = kUnknown;
    std::pair<int64_t, int64_t> rank(
        -llvm::count(plan->accesses, Access::Strided), size);
    if (best && rank <= bestRank)
      continue;
    best = std::move(*plan);
    bestRank = rank;
  }
  if (best)
    return *best;
  unsigned loops = op.getNumLoops();
  bool innermostIsParallel =
      loops != 0 && op.getIteratorTypesArray().back() == IteratorType::parallel;
  return sortLoops(op, innermostIsParallel ? std::optional<unsigned>(loops - 1)
                                           : std::nullopt);
}

//===- RunTimeChecks.cpp - the checks that upstream lacks -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunTimeChecks.h"

#include "Destinations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::diffattn;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// "file.mlir:3:5: " or nothing. Folders are left out: the text ends up in the
/// artifact, which should not depend on where its source lay.
static std::string locationPrefix(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  if (!file)
    return "";
  return (llvm::sys::path::filename(file.getFilename().getValue()) + ":" +
          Twine(file.getLine()) + ":" + Twine(file.getColumn()) + ": ")
      .str();
}

std::string mlir::diffattn::runTimeMessage(Operation *op, StringRef reason) {
  return (locationPrefix(op->getLoc()) + "'" + op->getName().getStringRef() +
          "' " + reason)
      .str();
}

//===----------------------------------------------------------------------===//
// Checks that upstream lacks
//===----------------------------------------------------------------------===//

namespace {
/// Builds the checks before one operation.
class Checker {
public:
  explicit Checker(Operation *op) : op(op), b(op), loc(op->getLoc()) {}

  void require(Value condition, StringRef reason) {
    cf::AssertOp::create(b, loc, condition, runTimeMessage(op, reason));
  }
  Value compare(CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
  }
  Value constant(Type type, int64_t value) {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
  }
  Value index(OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(b, loc, value);
  }
  Value dim(Value shaped, int64_t position) {
    if (isa<TensorType>(shaped.getType()))
      return b.createOrFold<tensor::DimOp>(loc, shaped, position);
    return b.createOrFold<memref::DimOp>(loc, shaped, position);
  }
  Value product(ArrayRef<Value> factors) {
    Value result = constant(b.getIndexType(), 1);
    for (Value factor : factors)
      result = arith::MulIOp::create(b, loc, result, factor);
    return result;
  }

  void checkInsertSlice(OffsetSizeAndStrideOpInterface slice, Value source,
                        Value dest, const llvm::SmallBitVector &droppedDims);
  void checkExpandShape(Value source, ArrayRef<OpFoldResult> sizes,
                        ArrayRef<ReassociationIndices> groups);
  void checkReshape(Value source, Value shape);
  void checkPad(tensor::PadOp pad);
  void checkConcat(tensor::ConcatOp concat);
  void checkMaterialize(bufferization::MaterializeInDestinationOp op);
  void checkReinterpretCast(memref::ReinterpretCastOp view);
  void checkDivision(bool isSigned);
  void checkSteps(ValueRange steps);

private:
  Operation *op;
  OpBuilder b;
  Location loc;
};
} // namespace

/// offset + (size - 1) * stride stays inside, per dimension, and the source has
/// the sizes that the slice states.
void Checker::checkInsertSlice(OffsetSizeAndStrideOpInterface slice,
                               Value source, Value dest,
                               const llvm::SmallBitVector &droppedDims) {
  Value zero = constant(b.getIndexType(), 0);
  Value one = constant(b.getIndexType(), 1);
  for (int64_t i : llvm::seq(cast<ShapedType>(dest.getType()).getRank())) {
    Value offset = index(slice.getMixedOffsets()[i]);
    Value size = index(slice.getMixedSizes()[i]);
    Value stride = index(slice.getMixedStrides()[i]);
    Value last = arith::MulIOp::create(
        b, loc, arith::SubIOp::create(b, loc, size, one), stride);
    last = arith::AddIOp::create(b, loc, last, offset);
    Value bound = dim(dest, i);
    Value starts = compare(CmpIPredicate::ult, offset, bound);
    Value ends = compare(CmpIPredicate::ult, last, bound);
    Value inside = arith::AndIOp::create(b, loc, starts, ends);
    Value empty = compare(CmpIPredicate::eq, size, zero);
    require(arith::OrIOp::create(b, loc, inside, empty),
            ("runs out of bounds along dimension " + Twine(i)).str());
  }

  int64_t position = 0;
  for (auto [i, size] : llvm::enumerate(slice.getMixedSizes())) {
    if (droppedDims.test(i))
      continue;
    require(compare(CmpIPredicate::eq, index(size), dim(source, position)),
            ("has a source whose size " + Twine(position) +
             " is not the size of the slice")
                .str());
    ++position;
  }
}

void Checker::checkExpandShape(Value source, ArrayRef<OpFoldResult> sizes,
                               ArrayRef<ReassociationIndices> groups) {
  Value zero = constant(b.getIndexType(), 0);
  for (auto [i, group] : llvm::enumerate(groups)) {
    SmallVector<Value> factors;
    for (int64_t position : group) {
      factors.push_back(index(sizes[position]));
      require(compare(CmpIPredicate::sge, factors.back(), zero),
              ("has a negative size " + Twine(position)).str());
    }
    require(
        compare(CmpIPredicate::eq, product(factors), dim(source, i)),
        ("has sizes whose product is not size " + Twine(i) + " of its source")
            .str());
  }
}

void Checker::checkReshape(Value source, Value shape) {
  auto sourceType = cast<ShapedType>(source.getType());
  auto shapeType = cast<ShapedType>(shape.getType());
  if (!sourceType.hasRank() || !shapeType.hasStaticShape())
    return;
  SmallVector<Value> before, after;
  for (int64_t i : llvm::seq(sourceType.getRank()))
    before.push_back(dim(source, i));
  Value zero = constant(b.getIndexType(), 0);
  for (int64_t i : llvm::seq(shapeType.getDimSize(0))) {
    Value position = constant(b.getIndexType(), i);
    Value size =
        isa<TensorType>(shapeType)
            ? tensor::ExtractOp::create(b, loc, shape, position).getResult()
            : memref::LoadOp::create(b, loc, shape, position).getResult();
    if (!size.getType().isIndex())
      size = arith::IndexCastOp::create(b, loc, b.getIndexType(), size);
    require(compare(CmpIPredicate::sge, size, zero),
            ("has a negative size " + Twine(i)).str());
    after.push_back(size);
  }
  require(compare(CmpIPredicate::eq, product(before), product(after)),
          "changes the number of elements");
}

/// Padding adds, and adds up to sizes that the type states.
void Checker::checkPad(tensor::PadOp pad) {
  Value zero = constant(b.getIndexType(), 0);
  for (int64_t i : llvm::seq(pad.getResultType().getRank())) {
    Value low = index(pad.getMixedLowPad()[i]);
    Value high = index(pad.getMixedHighPad()[i]);
    std::string where = (" along dimension " + Twine(i)).str();
    require(compare(CmpIPredicate::sge, low, zero),
            "pads by less than 0" + where);
    require(compare(CmpIPredicate::sge, high, zero),
            "pads by less than 0" + where);
    if (pad.getResultType().isDynamicDim(i))
      continue;
    Value size = arith::AddIOp::create(b, loc, low, dim(pad.getSource(), i));
    size = arith::AddIOp::create(b, loc, size, high);
    Value stated =
        constant(b.getIndexType(), pad.getResultType().getDimSize(i));
    require(compare(CmpIPredicate::eq, size, stated),
            "does not pad to the size of its type" + where);
  }
}

/// Inputs agree in all other dimensions, and add up to what the type states.
void Checker::checkConcat(tensor::ConcatOp concat) {
  Value first = concat.getInputs().front();
  RankedTensorType type = concat.getResultType();
  for (int64_t i : llvm::seq(type.getRank())) {
    bool isConcatenated = i == int64_t(concat.getDim());
    Value expected = type.isDynamicDim(i)
                         ? dim(first, i)
                         : constant(b.getIndexType(), type.getDimSize(i));
    Value sum = constant(b.getIndexType(), 0);
    for (Value input : concat.getInputs()) {
      Value size = dim(input, i);
      sum = arith::AddIOp::create(b, loc, sum, size);
      if (!isConcatenated)
        require(compare(CmpIPredicate::eq, size, expected),
                ("has inputs of different size " + Twine(i)).str());
    }
    if (isConcatenated && !type.isDynamicDim(i))
      require(compare(CmpIPredicate::eq, sum, expected),
              "does not add up to the size of its type");
  }
}

/// The sizes of `source`, from the sizes of the tensor it is built in: of it or
/// of what it collapses.
static SmallVector<SmallVector<OpFoldResult>> sizesFrom(tensor::EmptyOp empty,
                                                        Value source) {
  SmallVector<SmallVector<OpFoldResult>> sizes;
  SmallVector<OpFoldResult> mixed = empty.getMixedSizes();
  auto collapse = source.getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse) {
    for (OpFoldResult size : mixed)
      sizes.push_back({size});
    return sizes;
  }
  for (const ReassociationIndices &group : collapse.getReassociationIndices()) {
    SmallVector<OpFoldResult> &factors = sizes.emplace_back();
    for (int64_t position : group)
      factors.push_back(mixed[position]);
  }
  return sizes;
}

/// The destination has the sizes of the tensor. Checked before the tensor is
/// built: that may happen in the destination.
void Checker::checkMaterialize(bufferization::MaterializeInDestinationOp op) {
  auto type = dyn_cast<MemRefType>(op.getDest().getType());
  if (!type)
    return;
  Value built = op.getSource();
  if (auto collapse = built.getDefiningOp<tensor::CollapseShapeOp>())
    built = collapse.getSrc();
  tensor::EmptyOp empty = findEmpty(built);
  SmallVector<SmallVector<OpFoldResult>> sizes;
  if (empty) {
    sizes = sizesFrom(empty, op.getSource());
    b.setInsertionPoint(empty);
    Operation *dest = op.getDest().getDefiningOp();
    if (dest && dest->getBlock() != empty->getBlock())
      b.setInsertionPoint(op);
    else if (dest && empty->isBeforeInBlock(dest))
      b.setInsertionPointAfter(dest);
  }
  for (int64_t i : llvm::seq(type.getRank())) {
    SmallVector<Value> factors;
    if (empty)
      for (OpFoldResult factor : sizes[i])
        factors.push_back(index(factor));
    else
      factors.push_back(dim(op.getSource(), i));
    require(compare(CmpIPredicate::eq, product(factors), dim(op.getDest(), i)),
            ("has a destination whose size " + Twine(i) +
             " is not the size of the tensor")
                .str());
  }
}

/// The last element that the view reaches is one of its source's. Known for
/// sources without gaps only.
void Checker::checkReinterpretCast(memref::ReinterpretCastOp view) {
  auto source = dyn_cast<MemRefType>(view.getSource().getType());
  if (!source || !source.getLayout().isIdentity())
    return;
  Value zero = constant(b.getIndexType(), 0);
  Value one = constant(b.getIndexType(), 1);
  Value last = index(view.getMixedOffsets().front());
  require(compare(CmpIPredicate::sge, last, zero), "has a negative offset");
  Value isEmpty = constant(b.getI1Type(), 0);
  for (auto [mixedSize, mixedStride] :
       llvm::zip_equal(view.getMixedSizes(), view.getMixedStrides())) {
    Value size = index(mixedSize), stride = index(mixedStride);
    require(compare(CmpIPredicate::sge, size, zero), "has a negative size");
    require(compare(CmpIPredicate::sge, stride, zero), "has a negative stride");
    Value steps = arith::SubIOp::create(b, loc, size, one);
    Value extent = arith::MulIOp::create(b, loc, steps, stride);
    last = arith::AddIOp::create(b, loc, last, extent);
    isEmpty = arith::OrIOp::create(b, loc, isEmpty,
                                   compare(CmpIPredicate::eq, size, zero));
  }
  SmallVector<Value> sizes;
  for (int64_t i : llvm::seq(source.getRank()))
    sizes.push_back(dim(view.getSource(), i));
  Value isInside = compare(CmpIPredicate::ult, last, product(sizes));
  require(arith::OrIOp::create(b, loc, isInside, isEmpty),
          "runs out of bounds");
}

/// The divisor is not 0, and the quotient fits: the machine traps otherwise.
void Checker::checkDivision(bool isSigned) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  Type type = rhs.getType();
  if (isa<ShapedType>(type))
    return;
  require(compare(CmpIPredicate::ne, rhs, constant(type, 0)),
          "divides by zero");
  if (!isSigned)
    return;
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  Value least = arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(type, APInt::getSignedMinValue(width)));
  Value safeLhs = compare(CmpIPredicate::ne, lhs, least);
  Value safeRhs = compare(CmpIPredicate::ne, rhs, constant(type, -1));
  require(arith::OrIOp::create(b, loc, safeLhs, safeRhs), "overflows");
}

/// A step that is not positive makes a loop that does not end.
void Checker::checkSteps(ValueRange steps) {
  for (Value step : steps) {
    if (getConstantIntValue(step))
      continue;
    require(compare(CmpIPredicate::sgt, step, constant(step.getType(), 0)),
            "has a step that is not positive");
  }
}

/// Whether the divisor of `op` is a constant other than 0 and -1.
static bool hasSafeDivisor(Operation *op) {
  APInt divisor;
  return matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) &&
         !divisor.isZero() && !divisor.isAllOnes();
}

void mlir::diffattn::insertOwnChecks(Operation *op) {
  Checker checker(op);
  llvm::TypeSwitch<Operation *>(op)
      .Case<tensor::InsertSliceOp, tensor::ParallelInsertSliceOp>(
          [&](auto slice) {
            // No code may stand beside a parallel insertion.
            Checker outside(isa<tensor::ParallelInsertSliceOp>(op)
                                ? op->getParentOp()
                                : op);
            outside.checkInsertSlice(slice, slice.getSource(), slice.getDest(),
                                     slice.getDroppedDims());
          })
      .Case<tensor::ExpandShapeOp, memref::ExpandShapeOp>([&](auto expand) {
        checker.checkExpandShape(expand.getSrc(), expand.getMixedOutputShape(),
                                 expand.getReassociationIndices());
      })
      .Case<tensor::ReshapeOp, memref::ReshapeOp>([&](auto reshape) {
        checker.checkReshape(reshape.getSource(), reshape.getShape());
      })
      .Case<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
            arith::FloorDivSIOp, index::DivSOp, index::RemSOp,
            index::CeilDivSOp, index::FloorDivSOp>([&](Operation *division) {
        if (!hasSafeDivisor(division))
          checker.checkDivision(/*isSigned=*/true);
      })
      .Case([&](tensor::PadOp pad) { checker.checkPad(pad); })
      .Case([&](tensor::ConcatOp concat) { checker.checkConcat(concat); })
      .Case([&](bufferization::MaterializeInDestinationOp materialize) {
        checker.checkMaterialize(materialize);
      })
      .Case([&](memref::ReinterpretCastOp view) {
        checker.checkReinterpretCast(view);
      })
      .Case([&](scf::ForOp loop) { checker.checkSteps(loop.getStep()); })
      .Case([&](scf::ParallelOp loop) { checker.checkSteps(loop.getStep()); })
      .Case<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp, index::DivUOp,
            index::RemUOp, index::CeilDivUOp>([&](Operation *division) {
        if (!hasSafeDivisor(division))
          checker.checkDivision(/*isSigned=*/false);
      });
}

//===- VerifyAtRunTime.cpp - checks of what inputs decide ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Path.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_VERIFYATRUNTIMEPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

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

static std::string message(Operation *op, StringRef reason) {
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
    cf::AssertOp::create(b, loc, condition, message(op, reason));
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
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
  using arith::CmpIPredicate;
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
  using arith::CmpIPredicate;
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
    require(compare(arith::CmpIPredicate::sge, size, zero),
            ("has a negative size " + Twine(i)).str());
    after.push_back(size);
  }
  require(compare(arith::CmpIPredicate::eq, product(before), product(after)),
          "changes the number of elements");
}

/// The divisor is not 0, and the quotient fits: the machine traps otherwise.
void Checker::checkDivision(bool isSigned) {
  using arith::CmpIPredicate;
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
    require(
        compare(arith::CmpIPredicate::sgt, step, constant(step.getType(), 0)),
        "has a step that is not positive");
  }
}

/// Whether the divisor of `op` is a constant other than 0 and -1.
static bool hasSafeDivisor(Operation *op) {
  APInt divisor;
  return matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) &&
         !divisor.isZero() && !divisor.isAllOnes();
}

static void insertOwnChecks(Operation *op) {
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
      .Case([&](scf::ForOp loop) { checker.checkSteps(loop.getStep()); })
      .Case([&](scf::ParallelOp loop) { checker.checkSteps(loop.getStep()); })
      .Case<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp, index::DivUOp,
            index::RemUOp, index::CeilDivUOp>([&](Operation *division) {
        if (!hasSafeDivisor(division))
          checker.checkDivision(/*isSigned=*/false);
      });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Upstream checks loads and stores of memref, not of affine.
static LogicalResult lowerAffineAccesses(Operation *op) {
  MLIRContext *context = op->getContext();
  RewritePatternSet patterns(context);
  populateAffineToStdConversionPatterns(patterns);
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addIllegalOp<affine::AffineLoadOp, affine::AffineStoreOp>();
  target.addLegalDialect<arith::ArithDialect, memref::MemRefDialect>();
  target.addLegalOp<affine::AffineForOp, affine::AffineIfOp,
                    affine::AffineParallelOp, affine::AffineYieldOp,
                    affine::AffineApplyOp, affine::AffineMinOp,
                    affine::AffineMaxOp>();
  return applyPartialConversion(op, target, std::move(patterns));
}

/// Upstream's generator ends each message with the location on a line of its
/// own; ours puts it first.
static void insertUpstreamChecks(RuntimeVerifiableOpInterface op) {
  OpBuilder b(op);
  op.generateRuntimeVerification(b, op.getLoc(), message);
}

LogicalResult mlir::diffattn::insertRunTimeChecks(Operation *op) {
  if (failed(lowerAffineAccesses(op)))
    return failure();
  // Collected first: the checks contain operations of the same kinds.
  SmallVector<Operation *> ops;
  op->walk([&](Operation *nested) { ops.push_back(nested); });
  for (Operation *nested : ops) {
    if (auto verifiable = dyn_cast<RuntimeVerifiableOpInterface>(nested))
      insertUpstreamChecks(verifiable);
    insertOwnChecks(nested);
  }
  return success();
}

namespace {
struct VerifyAtRunTimePass
    : diffattn::impl::VerifyAtRunTimePassBase<VerifyAtRunTimePass> {
  void runOnOperation() override {
    if (failed(insertRunTimeChecks(getOperation())))
      signalPassFailure();
  }
};
} // namespace

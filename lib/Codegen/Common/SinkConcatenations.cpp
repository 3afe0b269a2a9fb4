//===- SinkConcatenations.cpp - computing parts where they lie ------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Passes.h"
#include "diffattn/Codegen/Common/Transforms.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_SINKCONCATENATIONSPASS
#include "diffattn/Codegen/Common/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// Parts that are shorter than this along the innermost loop would leave most
/// of a vector unused.
static constexpr int64_t kShortestRow = 8;

namespace {
/// A part of the iterations of an elementwise operation: those that read one
/// operand of a concatenation.
struct Part {
  Value input;
  /// Along the loop `dim`.
  unsigned dim;
  int64_t offset, size;
};
} // namespace

/// Whether each iteration of `op` can be computed apart from all others, into a
/// new tensor.
static bool isElementwise(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() && op.getNumResults() == 1 &&
         op.getNumReductionLoops() == 0 && !op.hasIndexSemantics() &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
         llvm::all_of(
             op.getIndexingMapsArray(),
             [](AffineMap map) { return map.isProjectedPermutation(); }) &&
         op.getIndexingMapsArray().back().isPermutation();
}

/// The loop of `op` along which the elements of `concat`, its operand, were put
/// one behind the other; failure if parts of that loop are not worth while.
static FailureOr<unsigned> getLoopOverParts(PatternRewriter &rewriter,
                                            linalg::GenericOp op,
                                            OpOperand &operand,
                                            tensor::ConcatOp concat) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  unsigned dim = map.getDimPosition(concat.getDim());
  AffineMap resultMap = op.getIndexingMapsArray().back();
  bool isInnermost =
      resultMap.getDimPosition(resultMap.getNumResults() - 1) == dim;
  for (Value input : concat.getInputs()) {
    auto type = cast<RankedTensorType>(input.getType());
    int64_t size = type.getDimSize(concat.getDim());
    if (ShapedType::isDynamic(size))
      return rewriter.notifyMatchFailure(op, "a part has a dynamic size");
    if (isInnermost && size < kShortestRow)
      return rewriter.notifyMatchFailure(op, "a part is shorter than a vector");
  }
  return dim;
}

/// The iterations `part` of `op`, which reads `concat` at `operand`.
static Value compute(OpBuilder &b, linalg::GenericOp op,
                     const OpOperand &operand, const Part &part) {
  Location loc = op.getLoc();
  SmallVector<Value> operands;
  for (OpOperand &other : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(other.get().getType());
    std::optional<unsigned> position =
        op.getMatchingIndexingMap(&other).getResultPosition(
            b.getAffineDimExpr(part.dim));
    if (&other == &operand || !type || !position) {
      operands.push_back(&other == &operand ? part.input : other.get());
      continue;
    }
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(b, loc, other.get());
    sizes[*position] = b.getIndexAttr(part.size);
    if (op.isDpsInit(&other)) {
      operands.push_back(
          tensor::EmptyOp::create(b, loc, sizes, type.getElementType()));
      continue;
    }
    SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
    offsets[*position] = b.getIndexAttr(part.offset);
    operands.push_back(tensor::ExtractSliceOp::create(b, loc, other.get(),
                                                      offsets, sizes, strides));
  }
  return clone(b, op, operands.back().getType(), operands)->getResult(0);
}

namespace {
/// op(concat(a, b), x) -> concat(op(a, slice(x)), op(b, slice(x)))
struct SinkConcatenation : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!isElementwise(op))
      return rewriter.notifyMatchFailure(op, "not elementwise");
    for (OpOperand *operand : op.getDpsInputOperands()) {
      auto concat = operand->get().getDefiningOp<tensor::ConcatOp>();
      // What others read must be concatenated all the same.
      if (!concat || !concat->hasOneUse())
        continue;
      FailureOr<unsigned> dim =
          getLoopOverParts(rewriter, op, *operand, concat);
      if (succeeded(dim))
        return sink(op, *operand, concat, *dim, rewriter);
    }
    return rewriter.notifyMatchFailure(op, "reads no concatenation alone");
  }

private:
  static LogicalResult sink(linalg::GenericOp op, const OpOperand &operand,
                            tensor::ConcatOp concat, unsigned dim,
                            PatternRewriter &rewriter) {
    SmallVector<Value> results;
    int64_t offset = 0;
    for (Value input : concat.getInputs()) {
      auto type = cast<RankedTensorType>(input.getType());
      Part part{input, dim, offset, type.getDimSize(concat.getDim())};
      results.push_back(compute(rewriter, op, operand, part));
      offset += part.size;
    }
    AffineMap map = op.getIndexingMapsArray().back();
    unsigned along = *map.getResultPosition(rewriter.getAffineDimExpr(dim));
    Value joined =
        tensor::ConcatOp::create(rewriter, op.getLoc(), along, results);
    // Parts may know more of their shape than the whole.
    rewriter.replaceOp(op,
                       tensor::CastOp::create(rewriter, op.getLoc(),
                                              op.getResultTypes()[0], joined));
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Where parts are written
//===----------------------------------------------------------------------===//

/// The operation that computes `part`, a part of `concat`, into an empty tensor
/// and for it alone; null if there is none.
static linalg::GenericOp getWriter(tensor::ConcatOp concat, Value part) {
  auto type = cast<RankedTensorType>(part.getType());
  auto op = part.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumResults() != 1 || !part.hasOneUse() ||
      op->getBlock() != concat->getBlock() ||
      type.isDynamicDim(concat.getDim()))
    return nullptr;
  return op.getDpsInits()[0].getDefiningOp<tensor::EmptyOp>() ? op : nullptr;
}

/// The writers of all parts of `concat`, in their order; none if one has none.
static SmallVector<linalg::GenericOp> getWriters(tensor::ConcatOp concat) {
  SmallVector<linalg::GenericOp> writers;
  for (Value part : concat.getInputs()) {
    linalg::GenericOp writer = getWriter(concat, part);
    bool isNext =
        writers.empty() || (writer && writers.back()->isBeforeInBlock(writer));
    if (!writer || !isNext)
      return {};
    writers.push_back(writer);
  }
  return writers;
}

/// Has the parts of `concat` written into one tensor, each into its slice.
static void writeInPlace(tensor::ConcatOp concat) {
  SmallVector<linalg::GenericOp> writers = getWriters(concat);
  if (writers.empty())
    return;
  OpBuilder b(writers[0]);
  Location loc = concat.getLoc();
  RankedTensorType type = concat.getResultType();
  int64_t rank = type.getRank(), dim = concat.getDim(), offset = 0;
  auto sizesOf = [](linalg::GenericOp writer) {
    return writer.getDpsInits()[0]
        .getDefiningOp<tensor::EmptyOp>()
        .getMixedSizes();
  };
  SmallVector<OpFoldResult> all = sizesOf(writers[0]);
  for (Value part : concat.getInputs())
    offset += cast<RankedTensorType>(part.getType()).getDimSize(dim);
  all[dim] = b.getIndexAttr(offset);
  Value whole = tensor::EmptyOp::create(b, loc, all, type.getElementType());
  SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(rank, b.getIndexAttr(1));
  offset = 0;
  for (linalg::GenericOp writer : writers) {
    SmallVector<OpFoldResult> sizes = sizesOf(writer);
    offsets[dim] = b.getIndexAttr(offset);
    auto partType = cast<RankedTensorType>(writer.getResultTypes()[0]);
    offset += partType.getDimSize(dim);
    b.setInsertionPoint(writer);
    Value slice = tensor::ExtractSliceOp::create(b, loc, partType, whole,
                                                 offsets, sizes, strides);
    writer.getDpsInitsMutable()[0].set(slice);
    b.setInsertionPointAfter(writer);
    whole = tensor::InsertSliceOp::create(b, loc, writer->getResult(0), whole,
                                          offsets, sizes, strides);
  }
  b.setInsertionPoint(concat);
  if (whole.getType() != type)
    whole = tensor::CastOp::create(b, loc, type, whole);
  concat.getResult().replaceAllUsesWith(whole);
  concat.erase();
}

LogicalResult mlir::diffattn::sinkConcatenations(Operation *root) {
  MLIRContext *context = root->getContext();
  RewritePatternSet patterns(context);
  patterns.add<SinkConcatenation>(context);
  tensor::CastOp::getCanonicalizationPatterns(patterns, context);
  if (failed(applyPatternsGreedily(root, std::move(patterns))))
    return failure();
  SmallVector<tensor::ConcatOp> concats;
  root->walk([&](tensor::ConcatOp concat) { concats.push_back(concat); });
  llvm::for_each(concats, writeInPlace);
  return success();
}

namespace {
struct SinkConcatenationsPass
    : diffattn::impl::SinkConcatenationsPassBase<SinkConcatenationsPass> {
  void runOnOperation() override {
    if (failed(sinkConcatenations(getOperation())))
      signalPassFailure();
  }
};
} // namespace

//===- SimplifyViews.cpp - views by the ops that say what they are --------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With dynamic sizes, exporters reshape by shapes that are computed, and
// broadcast by gathers that compare sizes with 1. Where sizes tell what is
// what, the ops here get the form that they have with static sizes.
//
//===----------------------------------------------------------------------===//

#include "SimplifyViews.h"

#include "Sizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::raising;

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

namespace {
/// Groups of dims of two shapes with the same products.
struct Groups {
  SmallVector<ReassociationIndices> source, target;
};
} // namespace

static FailureOr<Groups> alignShapes(ArrayRef<Size> source,
                                     ArrayRef<Size> target) {
  Groups groups;
  unsigned i = 0, j = 0;
  while (i < source.size() && j < target.size()) {
    ReassociationIndices from{i}, to{j};
    Size a = source[i++], b = target[j++];
    while (a != b) {
      // The shorter product takes in the next dim.
      if (i < source.size() && (b / a)) {
        a = a * source[i];
        from.push_back(i++);
      } else if (j < target.size() && (a / b)) {
        b = b * target[j];
        to.push_back(j++);
      } else {
        return failure();
      }
    }
    groups.source.push_back(from);
    groups.target.push_back(to);
  }
  if (groups.source.empty())
    return failure();
  // Dims of size 1 that are left belong to the last group.
  for (; i < source.size(); ++i) {
    if (!source[i].isOne())
      return failure();
    groups.source.back().push_back(i);
  }
  for (; j < target.size(); ++j) {
    if (!target[j].isOne())
      return failure();
    groups.target.back().push_back(j);
  }
  return groups;
}

static bool isTrivial(ArrayRef<ReassociationIndices> groups) {
  return llvm::all_of(groups, [](auto &group) { return group.size() == 1; });
}

static void simplifyReshape(RewriterBase &rewriter, tensor::ReshapeOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto sourceType = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto elements = op.getShape().getDefiningOp<tensor::FromElementsOp>();
  if (!type || !sourceType || !elements)
    return;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  SmallVector<Size> source, target;
  for (unsigned dim = 0; dim < sourceType.getRank(); ++dim)
    source.push_back(Size::of(op.getSource(), dim));
  for (auto [element, size] :
       llvm::zip_equal(elements.getElements(), type.getShape()))
    target.push_back(ShapedType::isDynamic(size)
                         ? Size::of(OpFoldResult(element))
                         : Size::of(size));
  FailureOr<Groups> groups = alignShapes(source, target);
  if (failed(groups))
    return;
  Value value = op.getSource();
  if (!isTrivial(groups->source))
    value =
        tensor::CollapseShapeOp::create(rewriter, loc, value, groups->source);
  if (!isTrivial(groups->target)) {
    SmallVector<OpFoldResult> sizes;
    for (auto [element, size] :
         llvm::zip_equal(elements.getElements(), type.getShape())) {
      if (!ShapedType::isDynamic(size)) {
        sizes.push_back(rewriter.getIndexAttr(size));
        continue;
      }
      auto cast = element.getDefiningOp<arith::IndexCastOp>();
      sizes.push_back(
          cast && cast.getIn().getType().isIndex()
              ? cast.getIn()
              : getValueOrCreateCastToIndexLike(
                    rewriter, loc, rewriter.getIndexType(), element));
    }
    // The dims that are products have static sizes only if all factors have.
    SmallVector<int64_t> shape;
    for (const ReassociationIndices &group : groups->target) {
      int64_t product = 1;
      for (int64_t dim : group)
        product = ShapedType::isDynamic(product) || type.isDynamicDim(dim)
                      ? ShapedType::kDynamic
                      : product * type.getDimSize(dim);
      shape.push_back(product);
    }
    auto collapsed = RankedTensorType::get(shape, type.getElementType());
    if (value.getType() != collapsed)
      value = tensor::CastOp::create(rewriter, loc, collapsed, value);
    value = tensor::ExpandShapeOp::create(rewriter, loc, type, value,
                                          groups->target, sizes);
  }
  if (value.getType() != type)
    value = tensor::CastOp::create(rewriter, loc, type, value);
  rewriter.replaceOp(op, value);
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

/// The iteration dim that `index` is, or that it is where the dim `position` of
/// `source` is not of size 1, if both are of one size; a constant 0 where that
/// dim is of size 1. Null for any other index.
static AffineExpr matchIndex(Value index, Value source, unsigned position,
                             Value out) {
  MLIRContext *context = index.getContext();
  Size size = Size::of(source, position);
  if (size.isOne() && getConstantIntValue(index) == 0)
    return getAffineConstantExpr(0, context);
  if (auto select = index.getDefiningOp<arith::SelectOp>()) {
    auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
    if (!compare || compare.getPredicate() != arith::CmpIPredicate::eq ||
        getConstantIntValue(compare.getRhs()) != 1 ||
        getConstantIntValue(select.getTrueValue()) != 0 ||
        Size::of(OpFoldResult(compare.getLhs())) != size)
      return {};
    index = select.getFalseValue();
  }
  auto iteration = index.getDefiningOp<linalg::IndexOp>();
  if (!iteration || Size::of(out, iteration.getDim()) != size)
    return {};
  return getAffineDimExpr(iteration.getDim(), context);
}

static void simplifyGather(RewriterBase &rewriter, linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 0 || op.getNumResults() != 1 ||
      op.getNumReductionLoops() != 0 ||
      !op.getIndexingMapsArray().front().isIdentity())
    return;
  auto extract = op.getBlock()
                     ->getTerminator()
                     ->getOperand(0)
                     .getDefiningOp<tensor::ExtractOp>();
  if (!extract || extract->getBlock() != op.getBlock())
    return;
  Value source = extract.getTensor(), out = op.getDpsInits().front();
  SmallVector<AffineExpr> exprs;
  for (auto [position, index] : llvm::enumerate(extract.getIndices())) {
    AffineExpr expr = matchIndex(index, source, position, out);
    if (!expr)
      return;
    exprs.push_back(expr);
  }
  AffineMap map =
      AffineMap::get(op.getNumLoops(), 0, exprs, rewriter.getContext());
  rewriter.setInsertionPoint(op);
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, op.getResultTypes(), source, out,
      ArrayRef<AffineMap>{map, op.getIndexingMapsArray().front()},
      op.getIteratorTypesArray(),
      [](OpBuilder &builder, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(builder, loc, arguments.front());
      });
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

static WalkResult simplifySize(RewriterBase &rewriter, Operation *op) {
  Value size;
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    std::optional<bool> truth;
    if (select.getType().isIntOrIndex())
      truth = getTruth(select.getCondition());
    if (truth)
      size = *truth ? select.getTrueValue() : select.getFalseValue();
  } else if (auto inner =
                 op->getOperand(0).getDefiningOp<arith::IndexCastOp>()) {
    // From index to an integer and back.
    if (inner.getIn().getType() == op->getResultTypes().front() &&
        inner.getIn().getType().isIndex() && inner.getType().isInteger(64))
      size = inner.getIn();
  }
  if (!size)
    return WalkResult::advance();
  rewriter.replaceOp(op, size);
  return WalkResult::skip();
}

void raising::simplifyViews(RewriterBase &rewriter, Operation *root) {
  // In order: sizes are read off the views above.
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto reshape = dyn_cast<tensor::ReshapeOp>(op)) {
      simplifyReshape(rewriter, reshape);
      return WalkResult::skip();
    }
    if (isa<arith::SelectOp, arith::IndexCastOp>(op))
      return simplifySize(rewriter, op);
    if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
      simplifyGather(rewriter, generic);
      return WalkResult::skip();
    }
    return WalkResult::advance();
  });
}

//===- MatchContraction.cpp - sums of products, and the one with the value ===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matchers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::raising;

LogicalResult Matcher::stopAt(Operation *op, const llvm::Twine &reason) {
  // Of several ways that were tried, the one that got furthest is of interest.
  if (softmax && progress >= miss.progress)
    miss = {op, reason.str(), softmax, progress};
  return failure();
}

LogicalResult Matcher::stop(const Cursor &cursor, const llvm::Twine &reason) {
  Operation *op = cursor.getOp();
  if (!op)
    op = Value(cursor.value).getParentBlock()->getParentOp();
  return stopAt(op, reason);
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

namespace {
/// The factors of the summand of a contraction's body.
struct Factors {
  SmallVector<OpOperand *> operands;
  double constant = 1;
};
} // namespace

static LogicalResult collectFactors(Walker &walker, Value value,
                                    Factors &factors) {
  Operation *op = value.getDefiningOp();
  if (op && isa<arith::ExtFOp, arith::TruncFOp>(op))
    return collectFactors(walker, op->getOperand(0), factors);
  if (op && isa<arith::MulFOp>(op)) {
    return success(
        succeeded(collectFactors(walker, op->getOperand(0), factors)) &&
        succeeded(collectFactors(walker, op->getOperand(1), factors)));
  }
  if (OpOperand *operand = getArgumentOperand(value)) {
    if (isa<RankedTensorType>(operand->get().getType())) {
      factors.operands.push_back(operand);
      return success();
    }
    value = operand->get();
  }
  Axes none(getEnclosing(value) ? getEnclosing(value).getNumLoops() : 0);
  std::optional<double> constant = walker.getConstant({value, none});
  if (!constant)
    return failure();
  factors.constant *= *constant;
  return success();
}

FailureOr<Contraction> Matcher::matchContraction(linalg::LinalgOp op,
                                                 const Axes *resultAxes) {
  if (op.getNumReductionLoops() == 0 || !op.hasPureTensorSemantics() ||
      op.getNumDpsInits() != 1)
    return failure();
  OpOperand *init = op.getDpsInitOperand(0);
  auto sum = op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp>(sum))
    return failure();
  BlockArgument accumulator = op.getMatchingBlockArgument(init);
  unsigned side = sum->getOperand(0) == accumulator ? 1 : 0;
  Factors factors;
  if (sum->getOperand(1 - side) != accumulator ||
      failed(collectFactors(*this, sum->getOperand(side), factors)) ||
      factors.operands.size() != 2 ||
      factors.operands[0] == factors.operands[1] || !accumulator.hasOneUse())
    return failure();
  for (OpOperand *operand : {factors.operands[0], factors.operands[1], init})
    if (!op.getMatchingIndexingMap(operand).isProjectedPermutation())
      return failure();

  Contraction result;
  result.startsFromZero = getFillValue(init->get()) == 0.0;
  result.op = op;
  result.scale = factors.constant;
  AffineMap out = op.getMatchingIndexingMap(init);
  if (resultAxes) {
    std::optional<Axes> axes = getIterationAxes(op, 0, *resultAxes);
    if (!axes)
      return failure();
    result.iteration = *axes;
  } else {
    result.iteration.resize(op.getNumLoops());
  }
  auto iterators = op.getIteratorTypesArray();
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim) {
    bool isSum = iterators[dim] == utils::IteratorType::reduction;
    if (isSum == out.isFunctionOfDim(dim))
      return failure();
    if (!isSum && resultAxes)
      continue;
    // Its size is that of the operand that has it.
    Axis axis = 0;
    for (OpOperand *operand : factors.operands) {
      AffineMap map = op.getMatchingIndexingMap(operand);
      if (std::optional<unsigned> position =
              map.getResultPosition(getAffineDimExpr(dim, op.getContext()))) {
        axis = axes.create(Extent::of(operand->get(), *position));
        break;
      }
    }
    result.iteration[dim] = {axis};
    if (isSum)
      result.sums.push_back(axis);
  }
  auto side_ = [&](OpOperand *operand) {
    return Cursor{operand->get(),
                  *getOperandAxes(op, *operand, result.iteration)};
  };
  result.lhs = side_(factors.operands[0]);
  result.rhs = side_(factors.operands[1]);
  return result;
}

//===----------------------------------------------------------------------===//
// The product with the value
//===----------------------------------------------------------------------===//

static bool contains(const AxisList &list, Axis axis) {
  return llvm::is_contained(list, axis);
}

FailureOr<ValueProduct> Matcher::matchValueProduct() {
  FailureOr<Contraction> contraction = matchContraction(root, nullptr);
  if (failed(contraction) || contraction->sums.size() != 1)
    return failure();
  keyAxis = contraction->sums.front();
  ValueProduct product;
  product.op = root;
  product.key = keyAxis;
  AffineMap out = root.getMatchingIndexingMap(root.getDpsInitOperand(0));
  for (AffineExpr expr : out.getResults())
    product.result.push_back(
        contraction->iteration[cast<AffineDimExpr>(expr).getPosition()]);
  Term outer;
  outer.factor = contraction->scale;

  for (bool swapped : {false, true}) {
    Cursor weights = swapped ? contraction->rhs : contraction->lhs;
    Cursor value = swapped ? contraction->lhs : contraction->rhs;
    AxisList weightAxes = axes.getLeaves(weights.axes);
    AxisList valueAxes = axes.getLeaves(value.axes);
    // Features of the value: what the weights lack.
    AxisList features;
    for (Axis axis : valueAxes)
      if (!contains(weightAxes, axis))
        features.push_back(axis);
    if (!contains(weightAxes, keyAxis) || !contains(valueAxes, keyAxis))
      continue;
    softmax = nullptr;
    progress = 0;
    if (failed(attempt([&] {
          product.terms.clear();
          if (failed(matchTerms(weights, outer, product.terms)))
            return failure();
          progress = 5;
          if (features.empty())
            return stopAt(root, "the value has no dim of features");
          if (!contraction->startsFromZero)
            return stopAt(root, "the products are added to something");
          return success();
        })))
      continue;
    features.push_back(keyAxis);
    auto saved = visited;
    pull(value, features, /*scale=*/nullptr);
    visited = saved;
    product.value = value;
    if (onlyRow)
      product.result.back().insert(product.result.back().begin(), *onlyRow);
    return product;
  }
  return failure();
}

//===- MatchScores.cpp - masks, softcap, scale, queries and keys ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matchers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::raising;

static constexpr double infinity = std::numeric_limits<double>::infinity();

/// The lowest finite number of `type`.
static double getLowest(Type type) {
  APFloat lowest = APFloat::getLargest(
      cast<FloatType>(type).getFloatSemantics(), /*Negative=*/true);
  bool inexact;
  lowest.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &inexact);
  return lowest.convertToDouble();
}

bool raising::hasTwice(AxisList list) {
  llvm::sort(list);
  return std::adjacent_find(list.begin(), list.end()) != list.end();
}

AxisList raising::getUsedAxes(const Walker &walker, const Cursor &cursor) {
  if (cursor.isTensor())
    return walker.axes.getLeaves(cursor.axes);
  linalg::LinalgOp op = getEnclosing(cursor.value);
  if (!op)
    return {};
  Axes used;
  for (unsigned dim : getScalarSlice(cursor.value).dims)
    used.push_back(cursor.axes[dim]);
  return walker.axes.getLeaves(used);
}

//===----------------------------------------------------------------------===//
// Masks and softcap
//===----------------------------------------------------------------------===//

LogicalResult Matcher::matchScores(Cursor cursor, Scores &scores) {
  cursor = skip(cursor);
  progress = std::max(progress, 3u);
  Operation *op = cursor.getOp();
  if (isa_and_nonnull<arith::AddFOp>(op)) {
    for (unsigned side : {0, 1}) {
      Scores inner = scores;
      if (succeeded(attempt([&] { return matchMask(cursor, side, inner); }))) {
        scores = inner;
        return success();
      }
    }
    return failure();
  }
  if (isa_and_nonnull<arith::SelectOp>(op))
    return matchSelect(cursor, scores);
  if (isa_and_nonnull<arith::MulFOp>(op)) {
    for (unsigned side : {0, 1}) {
      if (!peek(cursor.operand(side)).getOp<math::TanhOp>())
        continue;
      if (std::optional<double> cap = getConstant(cursor.operand(1 - side)))
        return matchSoftcap(cursor.operand(side), *cap, scores);
    }
  }
  return matchScaled(cursor, scores);
}

LogicalResult Matcher::matchMask(const Cursor &sum, unsigned side,
                                 Scores &scores) {
  scores.masks.push_back({Mask::Add, sum.operand(1 - side)});
  return matchScores(sum.operand(side), scores);
}

LogicalResult Matcher::matchSelect(const Cursor &select, Scores &scores) {
  for (unsigned side : {1, 2}) {
    std::optional<double> fill = getConstant(select.operand(3 - side));
    if (!fill)
      continue;
    // Rows whose keys are all filled with the lowest number are uniform, as if
    // it had been added, since it swallows any score. Others aren't.
    Type type = getElementTypeOrSelf(select.value.getType());
    bool swallows = *fill == getLowest(type) && !type.isF16();
    if (*fill != -infinity && !swallows)
      return stop(select, "scores are replaced by a number that is neither "
                          "-inf nor the lowest of f32");
    scores.masks.push_back(
        {side == 1 ? Mask::Keep : Mask::Hide, select.operand(0), *fill});
    return matchScores(select.operand(side), scores);
  }
  return stop(select, "neither side of the select of scores is constant");
}

LogicalResult Matcher::matchSoftcap(const Cursor &product, double cap,
                                    Scores &scores) {
  Cursor tanh = skip(product);
  Cursor argument = skip(tanh.operand(0));
  if (!(cap > 0))
    return stop(tanh, "the factor of tanh is not positive");
  scores.softcap = cap;
  // softcap * tanh(x / softcap): the division is part of the scale.
  scores.scale *= cap;
  return matchScaled(argument, scores);
}

//===----------------------------------------------------------------------===//
// Scale, queries and keys
//===----------------------------------------------------------------------===//

std::optional<Cursor> Matcher::stepThroughScale(const Cursor &cursor,
                                                double &scale) {
  Operation *op = cursor.getOp();
  if (cursor.isTensor() || !op)
    return std::nullopt;
  if (isa<arith::NegFOp>(op)) {
    scale = -scale;
    return cursor.operand(0);
  }
  if (isa<arith::MulFOp>(op)) {
    for (unsigned side : {0, 1}) {
      if (std::optional<double> factor = getConstant(cursor.operand(side))) {
        scale *= *factor;
        return cursor.operand(1 - side);
      }
    }
  }
  if (isa<arith::DivFOp>(op)) {
    std::optional<double> divisor = getConstant(cursor.operand(1));
    if (divisor && *divisor != 0) {
      scale /= *divisor;
      return cursor.operand(0);
    }
  }
  return std::nullopt;
}

LogicalResult Matcher::matchScaled(Cursor cursor, Scores &scores) {
  cursor = skip(cursor);
  while (std::optional<Cursor> next = stepThroughScale(cursor, scores.scale))
    cursor = skip(*next);
  return matchQueryKey(cursor, scores);
}

LogicalResult Matcher::matchQueryKey(const Cursor &cursor, Scores &scores) {
  auto op = cursor.getOp<linalg::LinalgOp>();
  FailureOr<Contraction> product = op && cursor.isTensor()
                                       ? matchContraction(op, &cursor.axes)
                                       : FailureOr<Contraction>(failure());
  if (failed(product))
    return stop(cursor, "the scores are no product of queries and keys");
  if (!product->startsFromZero)
    return stop(cursor, "the products are added to something");
  progress = 4;
  visited.insert(op);
  scores.scale *= product->scale;
  scores.features = product->sums;
  scores.order = axes.getLeaves(cursor.axes);
  auto has = [&](const Cursor &side, Axis axis) {
    return llvm::is_contained(axes.getLeaves(side.axes), axis);
  };
  bool swapped = has(product->lhs, keyAxis);
  scores.query = swapped ? product->rhs : product->lhs;
  scores.key = swapped ? product->lhs : product->rhs;
  if (!has(scores.key, keyAxis) || has(scores.query, keyAxis))
    return stop(cursor, "the keys' dim is not that of one side of the product");
  if (!std::isfinite(scores.scale))
    return stop(cursor, "the scale is not finite");
  for (Axis axis : scores.order)
    if (has(scores.query, axis) && !has(scores.key, axis) &&
        !axes.isPinned(axis))
      scores.row = axis;
  auto saved = visited;
  AxisList needed = scores.features;
  if (scores.row)
    needed.push_back(*scores.row);
  pull(scores.query, needed, &scores.scale, scores.row);
  needed = scores.features;
  needed.push_back(keyAxis);
  pull(scores.key, needed, &scores.scale);
  visited = saved;
  if (!scores.row)
    addOnlyRow(scores);
  return success();
}

void Matcher::addOnlyRow(Scores &scores) {
  if (!onlyRow) {
    Extent one;
    one.size = 1;
    onlyRow = axes.create(one);
  }
  scores.row = onlyRow;
  scores.order.push_back(*onlyRow);
  // A factor of the dim that has the features.
  Axis feature = axes.getLeaves(scores.features).front();
  for (AxisList &list : scores.query.axes)
    if (llvm::is_contained(axes.getLeaves(list), feature))
      return void(list.insert(list.begin(), *onlyRow));
}

void Matcher::pull(Cursor &cursor, const AxisList &needed, double *scale,
                   std::optional<Axis> row) {
  Cursor current = cursor;
  double factor = 1;
  // Cutting a dim of features or keys gains nothing.
  auto keepsWhole = [&](const AxisTable &table) {
    return llvm::all_of(needed, [&](Axis axis) {
      return axis == row || table.getLeaves(AxisList{axis}).size() ==
                                axes.getLeaves(AxisList{axis}).size();
    });
  };
  auto covers = [&](const Cursor &place) {
    AxisList leaves = axes.getLeaves(place.axes);
    return !hasTwice(leaves) &&
           llvm::all_of(axes.getLeaves(needed), [&](Axis axis) {
             return llvm::is_contained(leaves, axis);
           });
  };
  while (true) {
    AxisTable before = axes;
    std::optional<Cursor> next = step(current, Casts::No);
    if (!next && scale)
      next = stepThroughScale(current, factor);
    if (!next || (next->isTensor() && !covers(*next)) || !keepsWhole(before)) {
      axes = std::move(before);
      return;
    }
    current = *next;
    if (!current.isTensor())
      continue;
    cursor = current;
    if (scale) {
      *scale *= factor;
      factor = 1;
    }
  }
}

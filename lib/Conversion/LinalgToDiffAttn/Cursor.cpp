//===- Cursor.cpp - a place in a computation, and one step up -------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cursor.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::raising;

linalg::LinalgOp raising::getEnclosing(Value value) {
  Operation *parent = value.getParentBlock()->getParentOp();
  return dyn_cast_or_null<linalg::LinalgOp>(parent);
}

OpOperand *raising::getArgumentOperand(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  linalg::LinalgOp op = argument ? getEnclosing(value) : nullptr;
  if (!op)
    return nullptr;
  return op.getOpOperandsMatchingBBargs()[argument.getArgNumber()];
}

std::optional<Axes> raising::getIterationAxes(linalg::LinalgOp op,
                                              unsigned number,
                                              const Axes &resultAxes) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(number));
  Axes axes(op.getNumLoops());
  for (auto [expr, list] : llvm::zip_equal(map.getResults(), resultAxes)) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      axes[dim.getPosition()] = list;
    else if (!isa<AffineConstantExpr>(expr) || !list.empty())
      return std::nullopt;
  }
  return axes;
}

std::optional<Axes> raising::getOperandAxes(linalg::LinalgOp op,
                                            OpOperand &operand,
                                            const Axes &iterationAxes) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type)
    return Axes();
  Axes axes;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [expr, size] : llvm::zip_equal(map.getResults(), type.getShape())) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      axes.push_back(iterationAxes[dim.getPosition()]);
    else if (isa<AffineConstantExpr>(expr) && size == 1)
      axes.emplace_back();
    else
      return std::nullopt;
  }
  return axes;
}

ScalarSlice raising::getScalarSlice(Value scalar) {
  ScalarSlice slice;
  linalg::LinalgOp op = getEnclosing(scalar);
  if (!op)
    return slice;
  Block *body = op.getBlock();
  llvm::SmallPtrSet<Value, 8> needed{scalar};
  llvm::SmallBitVector dims(op.getNumLoops());
  for (Operation &inner : llvm::reverse(*body)) {
    if (!llvm::any_of(inner.getResults(),
                      [&](Value result) { return needed.contains(result); }))
      continue;
    slice.ops.push_back(&inner);
    needed.insert(inner.operand_begin(), inner.operand_end());
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      dims.set(index.getDim());
  }
  std::reverse(slice.ops.begin(), slice.ops.end());
  for (BlockArgument argument : body->getArguments()) {
    if (!needed.contains(argument))
      continue;
    slice.arguments.push_back(argument);
    AffineMap map = op.getMatchingIndexingMap(getArgumentOperand(argument));
    for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
      if (map.isFunctionOfDim(dim))
        dims.set(dim);
  }
  slice.dims.append(dims.set_bits_begin(), dims.set_bits_end());
  return slice;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

std::optional<Cursor> Walker::step(const Cursor &cursor, Casts casts) {
  if (cursor.isTensor())
    return stepTensor(cursor);
  if (isa<BlockArgument>(cursor.value))
    return stepToOperand(cursor);
  if (casts == Casts::Float &&
      isa<arith::ExtFOp, arith::TruncFOp>(cursor.getOp()))
    return cursor.operand(0);
  return std::nullopt;
}

Cursor Walker::skip(Cursor cursor, Casts casts) {
  while (std::optional<Cursor> next = step(cursor, casts))
    cursor = *next;
  return cursor;
}

Cursor Walker::peek(const Cursor &cursor) {
  auto saved = visited;
  Cursor result = skip(cursor);
  visited = std::move(saved);
  return result;
}

std::optional<Cursor> Walker::stepToOperand(const Cursor &cursor) {
  OpOperand *operand = getArgumentOperand(cursor.value);
  if (!operand)
    return std::nullopt;
  linalg::LinalgOp op = getEnclosing(cursor.value);
  // What a reduction has accumulated is no operand.
  if (op.isDpsInit(operand) && op.getNumReductionLoops() != 0)
    return std::nullopt;
  std::optional<Axes> axes = getOperandAxes(op, *operand, cursor.axes);
  if (!axes)
    return std::nullopt;
  return Cursor{operand->get(), *axes};
}

std::optional<Cursor> Walker::stepIntoBody(const Cursor &cursor) {
  auto op = cursor.getOp<linalg::LinalgOp>();
  if (op.getNumReductionLoops() != 0 || !op.hasPureTensorSemantics())
    return std::nullopt;
  unsigned number = cast<OpResult>(cursor.value).getResultNumber();
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(number));
  // Each result dim its own iteration dim, and none left.
  if (!map.isProjectedPermutation(/*allowZeroInResults=*/true) ||
      llvm::any_of(llvm::seq(op.getNumLoops()),
                   [&](unsigned dim) { return !map.isFunctionOfDim(dim); }))
    return std::nullopt;
  std::optional<Axes> axes = getIterationAxes(op, number, cursor.axes);
  if (!axes)
    return std::nullopt;
  Operation *yield = op.getBlock()->getTerminator();
  return Cursor{yield->getOperand(number), *axes};
}

std::optional<Cursor> Walker::stepSlice(const Cursor &cursor) {
  auto op = cursor.getOp<tensor::ExtractSliceOp>();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  Cursor source{op.getSource(), {}};
  unsigned resultDim = 0;
  for (unsigned dim = 0; dim < sizes.size(); ++dim) {
    Extent extent = Extent::of(op.getSource(), dim);
    AxisList list;
    if (!dropped[dim])
      list = cursor.axes[resultDim++];
    std::optional<int64_t> size = getConstantIntValue(sizes[dim]);
    bool whole = isZeroInteger(offsets[dim]) &&
                 isOneInteger(op.getMixedStrides()[dim]) &&
                 Size::of(sizes[dim]) == extent.getSize();
    if (!whole) {
      // One index of the dim. What iterated over the one goes on without it.
      if (size != 1 || !list.empty())
        return std::nullopt;
      list = {axes.createPinned(extent, offsets[dim])};
    }
    source.axes.push_back(list);
  }
  return source;
}

std::optional<Cursor> Walker::stepTensor(const Cursor &cursor) {
  Operation *op = cursor.getOp();
  if (!op)
    return std::nullopt;
  visited.insert(op);
  if (isa<linalg::LinalgOp>(op))
    return stepIntoBody(cursor);
  if (isa<tensor::ExtractSliceOp>(op))
    return stepSlice(cursor);
  if (auto castOp = dyn_cast<tensor::CastOp>(op)) {
    if (!isa<RankedTensorType>(castOp.getSource().getType()))
      return std::nullopt;
    return Cursor{castOp.getSource(), cursor.axes};
  }
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    Cursor source{expand.getSrc(), {}};
    for (const ReassociationIndices &group : expand.getReassociationIndices()) {
      AxisList &list = source.axes.emplace_back();
      for (int64_t dim : group)
        list.append(cursor.axes[dim]);
    }
    // Dims of size 1 that came from nothing.
    source.axes.resize(expand.getSrcType().getRank());
    return source;
  }
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    Cursor source{collapse.getSrc(), {}};
    for (auto [dim, group] :
         llvm::enumerate(collapse.getReassociationIndices())) {
      auto extents = llvm::map_to_vector(group, [&](int64_t sourceDim) {
        return Extent::of(collapse.getSrc(), sourceDim);
      });
      if (failed(axes.distribute(cursor.axes[dim], extents, source.axes)))
        return std::nullopt;
    }
    source.axes.resize(collapse.getSrcType().getRank());
    return source;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

std::optional<double> raising::getFillValue(Value tensor) {
  Value scalar;
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    scalar = fill.getInputs().front();
  DenseElementsAttr elements;
  FloatAttr number;
  if (scalar
          ? matchPattern(scalar, m_Constant(&number))
          : matchPattern(tensor, m_Constant(&elements)) && elements.isSplat() &&
                isa<FloatType>(elements.getElementType())) {
    APFloat value =
        number ? number.getValue() : elements.getSplatValue<APFloat>();
    bool inexact;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &inexact);
    return value.convertToDouble();
  }
  IntegerAttr integer;
  if (scalar && matchPattern(scalar, m_Constant(&integer)))
    return integer.getValue().getBoolValue() && integer.getType().isInteger(1)
               ? 1.0
               : integer.getValue().signedRoundToDouble();
  return std::nullopt;
}

/// `value` as an element of `type` stores it.
static double roundTo(double value, Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return value;
  APFloat rounded(value);
  bool inexact;
  rounded.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &inexact);
  rounded.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &inexact);
  return rounded.convertToDouble();
}

static std::optional<double> getScalarConstant(Value value) {
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return std::nullopt;
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return number.getValueAsDouble();
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    return number.getType().isInteger(1)
               ? double(number.getValue().getBoolValue())
               : number.getValue().signedRoundToDouble();
  return std::nullopt;
}

std::optional<double> Walker::getConstant(const Cursor &cursor) {
  if (cursor.isTensor()) {
    if (std::optional<double> value = getFillValue(cursor.value))
      return value;
  } else if (std::optional<double> value = getScalarConstant(cursor.value)) {
    return value;
  }
  auto saved = visited;
  std::optional<Cursor> next = step(cursor, Casts::No);
  visited = std::move(saved);
  if (next)
    return getConstant(*next);
  Operation *op = cursor.getOp();
  if (cursor.isTensor() || !op || op->getNumOperands() == 0)
    return std::nullopt;
  SmallVector<double> values;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    std::optional<double> value = getConstant(cursor.operand(i));
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  std::optional<double> result;
  if (isa<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp>(op))
    result = values[0];
  else if (isa<arith::MulFOp>(op))
    result = values[0] * values[1];
  else if (isa<arith::DivFOp>(op))
    result = values[0] / values[1];
  else if (isa<arith::NegFOp>(op))
    result = -values[0];
  else if (isa<math::SqrtOp>(op))
    result = std::sqrt(values[0]);
  else if (isa<math::RsqrtOp>(op))
    result = 1 / std::sqrt(values[0]);
  if (!result)
    return std::nullopt;
  return roundTo(*result, cursor.value.getType());
}

bool Walker::areEquivalent(const Cursor &a, const Cursor &b, unsigned depth) {
  Cursor x = skip(a), y = skip(b);
  if (x.value == y.value)
    return (!x.isTensor() && !getEnclosing(x.value)) ||
           axes.areSame(x.axes, y.axes);
  Operation *p = x.getOp(), *q = y.getOp();
  if (!p || !q || x.isTensor() || y.isTensor() || depth > 8 ||
      p->getName() != q->getName() || p->getAttrs() != q->getAttrs() ||
      p->getNumOperands() != q->getNumOperands() || p->getNumRegions() != 0 ||
      isa<linalg::IndexOp>(p))
    return false;
  return llvm::all_of(llvm::seq(p->getNumOperands()), [&](unsigned i) {
    return areEquivalent(x.operand(i), y.operand(i), depth + 1);
  });
}

std::optional<Cursor>
Walker::stepToReduced(const Cursor &cursor, Axis along,
                      function_ref<bool(Operation *)> combines,
                      function_ref<bool(double)> starts) {
  auto op = cursor.getOp<linalg::LinalgOp>();
  if (!op || !cursor.isTensor() || op.getNumReductionLoops() != 1 ||
      !op.hasPureTensorSemantics())
    return std::nullopt;
  visited.insert(op);
  unsigned number = cast<OpResult>(cursor.value).getResultNumber();
  OpOperand *init = op.getDpsInitOperand(number);
  Operation *combiner =
      op.getBlock()->getTerminator()->getOperand(number).getDefiningOp();
  if (!combiner || !combines(combiner))
    return std::nullopt;
  std::optional<double> start = getFillValue(init->get());
  if (!start || !starts(*start))
    return std::nullopt;
  std::optional<Axes> axes = getIterationAxes(op, number, cursor.axes);
  if (!axes)
    return std::nullopt;
  SmallVector<unsigned> dims;
  op.getReductionDims(dims);
  (*axes)[dims.front()] = {along};
  BlockArgument sum = op.getMatchingBlockArgument(init);
  for (unsigned side : {0, 1})
    if (combiner->getOperand(side) == sum)
      return Cursor{combiner->getOperand(1 - side), *axes};
  return std::nullopt;
}

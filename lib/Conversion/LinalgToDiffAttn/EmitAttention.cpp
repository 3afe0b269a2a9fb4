//===- EmitAttention.cpp - a matched product as attention -----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitAttention.h"

#include "diffattn/Dialect/DiffAttn/IR/AttentionParts.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::raising;

namespace {
/// A tensor with one axis a dim.
struct Array {
  Value value;
  AxisList axes;
};

/// Emits what replaces one product.
class Emitter {
public:
  Emitter(RewriterBase &rewriter, const Matcher &matcher,
          const ValueProduct &product)
      : rewriter(rewriter), matcher(matcher), axes(matcher.axes),
        product(product), loc(product.op->getLoc()) {}

  Value emit();

private:
  Array emitTensor(const Cursor &cursor);
  Array emitScalar(const Cursor &cursor);
  Array emitArray(const Cursor &cursor) {
    return cursor.isTensor() ? emitTensor(cursor) : emitScalar(cursor);
  }
  Array
  emitElementwise(ArrayRef<Array> inputs, const AxisList &outAxes, Type type,
                  function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> body);
  Array emitMask(ArrayRef<Mask> masks, FloatType accumulatorType);
  Array convert(Array array, Type type);
  Value emitEmpty(const AxisList &dims, Type type);
  Array emitTerm(const Term &term);
  Array emitFactors(const Term &term, Array result);
  NamedOperand name(const Array &array,
                    const DenseMap<Axis, std::string> &names);
  DenseMap<Axis, std::string> nameAxes(const Term &term);

  RewriterBase &rewriter;
  const Matcher &matcher;
  const AxisTable &axes;
  const ValueProduct &product;
  Location loc;
};
} // namespace

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

Value Emitter::emitEmpty(const AxisList &dims, Type type) {
  auto sizes = llvm::map_to_vector(dims, [&](Axis axis) {
    return emitExtent(rewriter, loc, axes.getExtent(axis));
  });
  return tensor::EmptyOp::create(rewriter, loc, sizes, type);
}

Array Emitter::emitTensor(const Cursor &cursor) {
  Value value = cursor.value;
  auto type = cast<RankedTensorType>(value.getType());
  // One dim an axis.
  Axes dims;
  SmallVector<ReassociationIndices> groups;
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, list] : llvm::enumerate(cursor.axes)) {
    AxisList leaves = axes.getLeaves(list);
    ReassociationIndices &group = groups.emplace_back();
    if (leaves.size() <= 1) {
      group.push_back(dims.size());
      dims.push_back(leaves);
      sizes.push_back(emitSize(rewriter, loc, value, dim));
      continue;
    }
    for (Axis axis : leaves) {
      group.push_back(dims.size());
      dims.push_back({axis});
      sizes.push_back(emitExtent(rewriter, loc, axes.getExtent(axis)));
    }
  }
  if (dims.size() != cursor.axes.size()) {
    SmallVector<int64_t> shape;
    std::tie(shape, std::ignore) = decomposeMixedValues(sizes);
    value = tensor::ExpandShapeOp::create(
        rewriter, loc, RankedTensorType::get(shape, type.getElementType()),
        value, groups, sizes);
  }
  // Pinned axes become slices.
  AxisList result;
  SmallVector<OpFoldResult> offsets(dims.size(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(dims.size(), rewriter.getIndexAttr(1));
  SmallVector<int64_t> shape;
  llvm::SmallBitVector units(dims.size());
  bool isSliced = false;
  for (auto [dim, list] : llvm::enumerate(dims)) {
    if (list.empty()) {
      units.set(dim);
    } else if (axes.isPinned(list.front())) {
      offsets[dim] = axes.getIndex(list.front());
      sizes[dim] = rewriter.getIndexAttr(1);
      units.set(dim);
      isSliced = true;
    } else {
      result.push_back(list.front());
      shape.push_back(cast<RankedTensorType>(value.getType()).getDimSize(dim));
    }
  }
  if (isSliced) {
    value = tensor::ExtractSliceOp::create(
        rewriter, loc, RankedTensorType::get(shape, type.getElementType()),
        value, offsets, sizes, strides);
  } else if (units.any()) {
    value = tensor::dropGivenUnitDims(rewriter, loc, value, units);
  }
  return {value, result};
}

Array Emitter::emitElementwise(
    ArrayRef<Array> inputs, const AxisList &outAxes, Type type,
    function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> body) {
  Value out = emitEmpty(outAxes, type);
  SmallVector<AffineMap> maps;
  SmallVector<Value> values;
  for (const Array &input : inputs) {
    DimList dims;
    for (Axis axis : input.axes)
      dims.push_back(llvm::find(outAxes, axis) - outAxes.begin());
    maps.push_back(getMap(rewriter.getContext(), outAxes.size(), dims));
    values.push_back(input.value);
  }
  maps.push_back(rewriter.getMultiDimIdentityMap(outAxes.size()));
  SmallVector<utils::IteratorType> iterators(outAxes.size(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, out.getType(), values, out, maps, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder inner(loc, builder);
        linalg::YieldOp::create(builder, loc, body(inner, arguments));
      });
  return {generic.getResult(0), outAxes};
}

Array Emitter::emitScalar(const Cursor &cursor) {
  if (std::optional<Cursor> operand =
          const_cast<Matcher &>(matcher).stepToOperand(cursor))
    // Of a diagonal, an array of its own is made below.
    if (operand->isTensor() && !hasTwice(axes.getLeaves(operand->axes)))
      return emitTensor(*operand);
  Type type = cursor.value.getType();
  linalg::LinalgOp op = getEnclosing(cursor.value);
  if (!op)
    return emitElementwise({}, {}, type,
                           [&](auto &, ValueRange) { return cursor.value; });
  // The part of the body that computes it, in an op of its own.
  ScalarSlice slice = getScalarSlice(cursor.value);
  SmallVector<AffineMap> maps;
  SmallVector<Value> inputs;
  SmallVector<AffineExpr> renumbered(op.getNumLoops(),
                                     rewriter.getAffineConstantExpr(0));
  for (auto [number, dim] : llvm::enumerate(slice.dims))
    renumbered[dim] = rewriter.getAffineDimExpr(number);
  for (BlockArgument argument : slice.arguments) {
    OpOperand *operand = getArgumentOperand(argument);
    inputs.push_back(operand->get());
    maps.push_back(op.getMatchingIndexingMap(operand).replaceDimsAndSymbols(
        renumbered, {}, slice.dims.size(), 0));
  }
  maps.push_back(rewriter.getMultiDimIdentityMap(slice.dims.size()));
  OpOperand *init = op.getDpsInitOperand(0);
  AffineMap initMap = op.getMatchingIndexingMap(init);
  SmallVector<OpFoldResult> sizes;
  Axes resultAxes;
  for (unsigned dim : slice.dims) {
    unsigned position =
        *initMap.getResultPosition(rewriter.getAffineDimExpr(dim));
    sizes.push_back(emitSize(rewriter, loc, init->get(), position));
    resultAxes.push_back(cursor.axes[dim]);
  }
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, type);
  SmallVector<utils::IteratorType> iterators(slice.dims.size(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, op.getLoc(), empty.getType(), inputs, empty, maps, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange arguments) {
        IRMapping mapping;
        mapping.map(slice.arguments, arguments.drop_back());
        for (Operation *inner : slice.ops) {
          Operation *copy = builder.clone(*inner, mapping);
          if (auto index = dyn_cast<linalg::IndexOp>(copy))
            index.setDim(llvm::find(slice.dims, index.getDim()) -
                         slice.dims.begin());
        }
        linalg::YieldOp::create(builder, loc,
                                mapping.lookupOrDefault(cursor.value));
      });
  return emitTensor({generic.getResult(0), resultAxes});
}

static Value convertScalar(ImplicitLocOpBuilder &builder, Value value,
                           Type type) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (value.getType() == type)
    return value;
  if (from < to)
    return arith::ExtFOp::create(builder, type, value);
  return arith::TruncFOp::create(builder, type, value);
}

Array Emitter::convert(Array array, Type type) {
  if (getElementTypeOrSelf(array.value.getType()) == type)
    return array;
  return emitElementwise(
      array, array.axes, type, [&](auto &builder, ValueRange arguments) {
        return convertScalar(builder, arguments.front(), type);
      });
}

//===----------------------------------------------------------------------===//
// Masks and factors
//===----------------------------------------------------------------------===//

Array Emitter::emitMask(ArrayRef<Mask> masks, FloatType accumulatorType) {
  SmallVector<Array> arrays;
  AxisList all;
  bool isFloat = false;
  for (const Mask &mask : masks) {
    arrays.push_back(emitArray(mask.cursor));
    for (Axis axis : arrays.back().axes)
      if (!llvm::is_contained(all, axis))
        all.push_back(axis);
    isFloat |= mask.kind == Mask::Add || std::isfinite(mask.fill);
  }
  if (masks.size() == 1 && masks.front().kind == Mask::Keep && !isFloat)
    return arrays.front();
  if (masks.size() == 1 && masks.front().kind == Mask::Add) {
    Type type = getElementTypeOrSelf(arrays.front().value.getType());
    Type operandType = getElementTypeOrSelf(product.value.value.getType());
    return type == operandType ? arrays.front()
                               : convert(arrays.front(), accumulatorType);
  }
  // In the order of rows, then keys.
  AxisList order;
  for (Axis axis : axes.getLeaves(product.result))
    if (llvm::is_contained(all, axis))
      order.push_back(axis);
  for (Axis axis : axes.getLeaves(AxisList{product.key}))
    if (llvm::is_contained(all, axis))
      order.push_back(axis);
  Type type = isFloat ? Type(accumulatorType) : rewriter.getI1Type();
  return emitElementwise(
      arrays, order, type,
      [&](ImplicitLocOpBuilder &builder, ValueRange arguments) {
        // From the innermost mask to the outermost, on a score of 0.
        auto constant = [&](double value) -> Value {
          return arith::ConstantOp::create(
              builder, builder.getFloatAttr(accumulatorType, value));
        };
        Value score;
        for (unsigned i = masks.size(); i-- > 0;) {
          const Mask &mask = masks[i];
          Value argument = arguments[i];
          if (mask.kind == Mask::Add) {
            argument = convertScalar(builder, argument, accumulatorType);
            score = score ? arith::AddFOp::create(builder, score, argument)
                          : argument;
          } else if (isFloat) {
            Value fill = constant(mask.fill);
            if (!score)
              score = constant(0);
            score =
                mask.kind == Mask::Keep
                    ? arith::SelectOp::create(builder, argument, score, fill)
                    : arith::SelectOp::create(builder, argument, fill, score);
          } else {
            if (mask.kind == Mask::Hide)
              argument = arith::XOrIOp::create(
                  builder, argument,
                  arith::ConstantIntOp::create(builder, 1, 1));
            score = score ? arith::AndIOp::create(builder, score, argument)
                          : argument;
          }
        }
        return score;
      });
}

Array Emitter::emitFactors(const Term &term, Array result) {
  Type type = getElementTypeOrSelf(result.value.getType());
  for (const Cursor &cursor : term.factors) {
    Array factor = convert(emitArray(cursor), type);
    result = emitElementwise(
        {factor, result}, result.axes, type,
        [](ImplicitLocOpBuilder &builder, ValueRange arguments) {
          return arith::MulFOp::create(builder, arguments[0], arguments[1]);
        });
  }
  return result;
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

/// The axes that weights of `term` have before they are broadcast.
static AxisList getWeightAxes(const Matcher &matcher, const Term &term) {
  AxisList weights = matcher.axes.getLeaves(term.scores.order);
  for (const Mask &mask : term.scores.masks)
    weights.append(getUsedAxes(matcher, mask.cursor));
  return weights;
}

DenseMap<Axis, std::string> Emitter::nameAxes(const Term &term) {
  DenseMap<Axis, std::string> names;
  names[axes.getLeaves(AxisList{product.key}).front()] = "n";
  names[axes.getLeaves(AxisList{*term.scores.row}).back()] = "m";
  AxisList features = axes.getLeaves(term.scores.features);
  for (auto [number, axis] : llvm::enumerate(features))
    names[axis] = features.size() == 1 ? "d" : "d" + std::to_string(number);
  // Of the other dims of the result, those that the weights have are
  // batch-like.
  AxisList weights = getWeightAxes(matcher, term), values, batch;
  for (Axis axis : axes.getLeaves(product.result)) {
    if (names.contains(axis))
      continue;
    (llvm::is_contained(weights, axis) ? batch : values).push_back(axis);
  }
  for (auto [number, axis] : llvm::enumerate(values))
    names[axis] = values.size() == 1 ? "e" : "e" + std::to_string(number);
  static constexpr StringRef letters[] = {"b", "h", "g", "r", "i", "j", "k"};
  for (auto [number, axis] : llvm::enumerate(batch))
    names[axis] = number < std::size(letters) ? letters[number].str()
                                              : "b" + std::to_string(number);
  return names;
}

NamedOperand Emitter::name(const Array &array,
                           const DenseMap<Axis, std::string> &names) {
  NamedOperand operand{array.value, {}};
  for (Axis axis : array.axes)
    operand.dims.push_back(names.lookup(axis));
  return operand;
}

Array Emitter::emitTerm(const Term &term) {
  const Scores &scores = term.scores;
  DenseMap<Axis, std::string> names = nameAxes(term);
  Array value = emitTensor(product.value);
  Array query = emitTensor(scores.query);
  Array key = emitTensor(scores.key);
  // One element type for all: the widest.
  Type type = getElementTypeOrSelf(value.value.getType());
  for (const Array &array : {query, key}) {
    Type other = getElementTypeOrSelf(array.value.getType());
    if (other.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
      type = other;
  }
  FloatType accumulatorType = getAccumulatorType(type);
  Type outType = getElementTypeOrSelf(product.op->getResultTypes().front());
  AttentionParts parts;
  parts.signalQuery = name(convert(query, type), names);
  parts.signalKey = name(convert(key, type), names);
  parts.value = name(convert(value, type), names);
  if (!scores.masks.empty())
    parts.mask = name(emitMask(scores.masks, accumulatorType), names);
  AxisList result = axes.getLeaves(product.result);
  if (outType != type)
    outType = accumulatorType;
  parts.outs.push_back(name({emitEmpty(result, outType), result}, names));
  parts.score.scale = rewriter.getF64FloatAttr(scores.scale);
  if (scores.softcap)
    parts.score.softcap = rewriter.getF64FloatAttr(*scores.softcap);
  AttentionOp op = parts.create(rewriter, loc);
  return convert({op->getResult(0), result},
                 getElementTypeOrSelf(product.op->getResultTypes().front()));
}

Value Emitter::emit() {
  Array sum;
  for (const Term &term : product.terms) {
    Array result = emitFactors(term, emitTerm(term));
    Type type = getElementTypeOrSelf(result.value.getType());
    double factor = sum.value ? std::abs(term.factor) : term.factor;
    if (factor != 1)
      result = emitElementwise(
          result, result.axes, type,
          [&](ImplicitLocOpBuilder &builder, ValueRange arguments) {
            Value constant = arith::ConstantOp::create(
                builder, builder.getFloatAttr(type, factor));
            return arith::MulFOp::create(builder, arguments[0], constant);
          });
    if (!sum.value) {
      sum = result;
      continue;
    }
    sum = emitElementwise(
        {sum, result}, sum.axes, type,
        [&](ImplicitLocOpBuilder &builder, ValueRange arguments) -> Value {
          if (term.factor < 0)
            return arith::SubFOp::create(builder, arguments[0], arguments[1]);
          return arith::AddFOp::create(builder, arguments[0], arguments[1]);
        });
  }
  // Back to the dims of the product.
  SmallVector<ReassociationIndices> groups;
  int64_t dim = 0;
  for (const AxisList &list : product.result) {
    ReassociationIndices &group = groups.emplace_back();
    for (unsigned i = 0; i < axes.getLeaves(list).size(); ++i)
      group.push_back(dim++);
  }
  Type type = product.op->getResultTypes().front();
  Value result = sum.value;
  if (dim != int64_t(groups.size()))
    result = tensor::CollapseShapeOp::create(rewriter, loc, result, groups);
  if (result.getType() != type)
    result = tensor::CastOp::create(rewriter, loc, type, result);
  return result;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

std::optional<std::string> raising::findMisfit(const Matcher &matcher,
                                               const ValueProduct &product) {
  const AxisTable &axes = matcher.axes;
  auto isFloat = [](const Cursor &cursor) {
    Type type = getElementTypeOrSelf(cursor.value.getType());
    return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
  };
  AxisList value = axes.getLeaves(product.value.axes);
  for (const Term &term : product.terms) {
    const Scores &scores = term.scores;
    Axis row = axes.getLeaves(AxisList{*scores.row}).back();
    if (llvm::is_contained(value, row))
      return "the value has the dim of query rows";
    AxisList query = axes.getLeaves(scores.query.axes);
    AxisList key = axes.getLeaves(scores.key.axes);
    for (Axis axis : axes.getLeaves(scores.features))
      if (!llvm::is_contained(query, axis) || !llvm::is_contained(key, axis))
        return "a dim of features is not one of both queries and keys";
    AxisList weights = getWeightAxes(matcher, term);
    for (Axis axis : axes.getLeaves(product.result))
      if (!llvm::is_contained(weights, axis) &&
          !llvm::is_contained(value, axis))
        return "a dim of the result is one of neither weights nor value";
    SmallVector<Cursor, 4> operands{scores.query, scores.key, product.value};
    bool half[] = {false, false};
    for (const Cursor &operand : operands) {
      if (!isFloat(operand))
        return "the elements are of none of the types f16, bf16, f32, f64";
      Type type = getElementTypeOrSelf(operand.value.getType());
      half[0] |= type.isF16();
      half[1] |= type.isBF16();
    }
    if (half[0] && half[1])
      return "the elements are of both types f16 and bf16";
    for (const Mask &mask : scores.masks)
      operands.push_back(mask.cursor);
    for (const Cursor &operand : operands)
      if (hasTwice(getUsedAxes(matcher, operand)))
        return "an operand has two dims that are indexed alike";
  }
  return std::nullopt;
}

void raising::emitAttention(RewriterBase &rewriter, const Matcher &matcher,
                            const ValueProduct &product) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(product.op);
  Value result = Emitter(rewriter, matcher, product).emit();
  rewriter.replaceOp(product.op, result);
}

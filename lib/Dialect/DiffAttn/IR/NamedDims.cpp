//===- NamedDims.cpp - the iteration space of a diffattn op
//-----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineMap.h"

using namespace mlir;
using namespace mlir::diffattn;

DimList diffattn::getDimList(AffineMap map) {
  return llvm::map_to_vector(map.getResults(), [](AffineExpr result) {
    return cast<AffineDimExpr>(result).getPosition();
  });
}

AffineMap diffattn::getMap(MLIRContext *context, unsigned numDims,
                           ArrayRef<unsigned> dims) {
  auto exprs = llvm::map_to_vector(
      dims, [&](unsigned dim) { return getAffineDimExpr(dim, context); });
  return AffineMap::get(numDims, /*symbolCount=*/0, exprs, context);
}

DimList diffattn::getOperandDims(NamedDimsOpInterface op, unsigned number) {
  ArrayAttr maps = cast<IndexingMapOpInterface>(*op).getIndexingMaps();
  return getDimList(cast<AffineMapAttr>(maps[number]).getValue());
}

DimList diffattn::unite(ArrayRef<DimList> lists) {
  DimList all;
  for (const DimList &list : lists)
    llvm::append_range(all, list);
  llvm::sort(all);
  all.erase(llvm::unique(all), all.end());
  return all;
}

DimList diffattn::without(DimsAttr names, ArrayRef<unsigned> dims, Role role) {
  DimList kept;
  llvm::copy_if(dims, std::back_inserter(kept),
                [&](unsigned dim) { return names.getRole(dim) != role; });
  return kept;
}

DimList diffattn::only(DimsAttr names, ArrayRef<unsigned> dims, Role role) {
  DimList kept;
  llvm::copy_if(dims, std::back_inserter(kept),
                [&](unsigned dim) { return names.getRole(dim) == role; });
  return kept;
}

std::optional<int64_t> diffattn::getKnownDim(ShapedDimOpInterface op) {
  auto type = cast<ShapedType>(op.getShapedValue().getType());
  std::optional<int64_t> dim = getConstantIntValue(op.getDimension());
  if (!dim || !type.hasRank() || *dim < 0 || *dim >= type.getRank())
    return std::nullopt;
  return dim;
}

ArrayRef<int64_t> diffattn::getShape(Value value) {
  if (auto type = dyn_cast<ShapedType>(value.getType()))
    return type.getShape();
  return {};
}

SmallVector<int64_t> diffattn::getStaticSizes(NamedDimsOpInterface op) {
  SmallVector<int64_t> sizes(op.getDims().size(), ShapedType::kDynamic);
  for (OpOperand &operand : op->getOpOperands()) {
    DimList dims = getOperandDims(op, operand.getOperandNumber());
    ArrayRef<int64_t> shape = getShape(operand.get());
    // A partial reduction is tiled as a copy of the op whose outs have a
    // leading split dim; the inputs tell all sizes then.
    if (dims.size() != shape.size())
      continue;
    for (auto [dim, size] : llvm::zip_equal(dims, shape))
      if (!ShapedType::isDynamic(size))
        sizes[dim] = size;
  }
  return sizes;
}

SmallVector<OpFoldResult> diffattn::getDomainSizes(OpBuilder &builder,
                                                   NamedDimsOpInterface op) {
  SmallVector<int64_t> known = getStaticSizes(op);
  SmallVector<OpFoldResult> sizes(known.size());
  for (OpOperand &operand : op->getOpOperands())
    for (auto [position, dim] :
         llvm::enumerate(getOperandDims(op, operand.getOperandNumber()))) {
      if (sizes[dim])
        continue;
      if (ShapedType::isDynamic(known[dim]))
        sizes[dim] = linalg::createFoldedDimOp(builder, op.getLoc(),
                                               operand.get(), position);
      else
        sizes[dim] = builder.getIndexAttr(known[dim]);
    }
  return sizes;
}

//===----------------------------------------------------------------------===//
// Shapes of states and logsumexps
//===----------------------------------------------------------------------===//

DimList diffattn::getRowDims(NamedDimsOpInterface op,
                             ArrayRef<unsigned> operands) {
  SmallVector<DimList> lists = {op.getDims().getDims(Role::Query)};
  for (unsigned operand : operands)
    lists.push_back(
        only(op.getDims(), getOperandDims(op, operand), Role::Batch));
  return unite(lists);
}

/// Numbers of the operands that make the scores of map `map`.
template <typename OpTy>
static SmallVector<unsigned> getScoreOperands(OpTy op, unsigned map) {
  SmallVector<unsigned> operands = {2 * map, 2 * map + 1};
  for (MutableOperandRange range :
       {op.getMaskMutable(), op.getKeyLengthsMutable()})
    for (OpOperand &operand : range)
      operands.push_back(operand.getOperandNumber());
  return operands;
}

template <typename OpTy>
static DimList getAccumulatorDimsOf(OpTy op, unsigned map) {
  SmallVector<unsigned> operands = getScoreOperands(op, map);
  unsigned value = op.getValueMutable().getOperandNumber();
  operands.push_back(value);
  return unite({getRowDims(op, operands), op.getDims().getDims(Role::Value)});
}

DimList diffattn::getLogSumExpDims(AttentionOp op, unsigned map) {
  return getRowDims(op, getScoreOperands(op, map));
}
DimList diffattn::getLogSumExpDims(OnlineAttentionOp op, unsigned map) {
  return getRowDims(op, getScoreOperands(op, map));
}
DimList diffattn::getAccumulatorDims(AttentionOp op, unsigned map) {
  return getAccumulatorDimsOf(op, map);
}
DimList diffattn::getAccumulatorDims(OnlineAttentionOp op, unsigned map) {
  return getAccumulatorDimsOf(op, map);
}

FloatType diffattn::getAccumulatorType(Type elementType) {
  if (elementType.isF64())
    return cast<FloatType>(elementType);
  return Float32Type::get(elementType.getContext());
}

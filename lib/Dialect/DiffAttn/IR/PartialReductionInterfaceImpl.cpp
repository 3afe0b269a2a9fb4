//===- PartialReductionInterfaceImpl.cpp - keys split over loops
//------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each of S parallel iterations sees its part of the keys and starts from the
// empty state in its own slot of tensors with a leading dim S; diffattn.merge
// joins the slots with the state that the op started from.
//
//===----------------------------------------------------------------------===//

#include "Tiling.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

/// Fails unless exactly the keys are split.
static LogicalResult checkSplit(OnlineAttentionOp op,
                                const SetVector<unsigned> &reductionDims) {
  unsigned keys = *op.getDims().getDim(Role::Key);
  if (reductionDims.size() == 1 && reductionDims.front() == keys)
    return success();
  return op.emitOpError("can't be split along other dims than n");
}

/// The empty state: 0 for accumulator and sum, -inf for the maximum.
static Value createEmptyStateScalar(OpBuilder &builder, Location loc,
                                    unsigned out, Type type) {
  const llvm::fltSemantics &semantics =
      cast<FloatType>(type).getFloatSemantics();
  APFloat value = out % 3 == 1 ? APFloat::getInf(semantics, /*Negative=*/true)
                               : APFloat::getZero(semantics);
  return arith::ConstantOp::create(builder, loc,
                                   builder.getFloatAttr(type, value));
}

FailureOr<SmallVector<Value>>
OnlineAttentionOp::generateInitialTensorForPartialReduction(
    OpBuilder &builder, Location loc, ArrayRef<OpFoldResult> tileSizes,
    const SetVector<unsigned> &reductionDims) {
  if (failed(checkSplit(*this, reductionDims)))
    return failure();
  if (getOperation()->getNumResults() == 0)
    return emitOpError("can't be split on memrefs"), failure();
  SmallVector<Value> partials;
  for (auto [number, out] : llvm::enumerate(getOuts())) {
    SmallVector<OpFoldResult> shape = {tileSizes[reductionDims.front()]};
    llvm::append_range(shape, tensor::getMixedSizes(builder, loc, out));
    Type type = getElementTypeOrSelf(out.getType());
    Value empty = tensor::EmptyOp::create(builder, loc, shape, type);
    Value scalar = createEmptyStateScalar(builder, loc, number, type);
    partials.push_back(
        linalg::FillOp::create(builder, loc, scalar, empty).getResult(0));
  }
  return partials;
}

/// Where the slices of a part begin. With more parts than tiles the last parts
/// are empty and would begin behind the last key, where no slice may begin.
static OpFoldResult getFirstKey(OpBuilder &builder, Location loc,
                                OpFoldResult offset, OpFoldResult size,
                                OpFoldResult numKeys) {
  // Upstream found that the keys divide evenly.
  if (getConstantIntValue(size))
    return offset;
  AffineExpr first = builder.getAffineSymbolExpr(0);
  AffineExpr zero = builder.getAffineConstantExpr(0);
  OpFoldResult last = affine::makeComposedFoldedAffineMax(
      builder, loc,
      AffineMap::get(0, 1, {first - 1, zero}, builder.getContext()), {numKeys});
  AffineExpr second = builder.getAffineSymbolExpr(1);
  return affine::makeComposedFoldedAffineMin(
      builder, loc, AffineMap::get(0, 2, {first, second}, builder.getContext()),
      {offset, last});
}

FailureOr<TilingResult> OnlineAttentionOp::tileToPartialReduction(
    OpBuilder &builder, Location loc, ReductionTilingStrategy strategy,
    ValueRange init, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, const SetVector<unsigned> &reductionDims,
    ArrayRef<OpFoldResult> splitReductionIvs) {
  // The sequential form would allocate one state per key of the tile, and
  // ordinary tiling of n does the same in place.
  if (strategy != ReductionTilingStrategy::PartialReductionOuterParallel)
    return emitOpError("can be split by a parallel loop only; tile n in place "
                       "for a sequential one"),
           failure();
  if (failed(checkSplit(*this, reductionDims)) ||
      failed(checkTile(builder, *this, sizes)))
    return failure();
  unsigned keys = reductionDims.front();
  SmallVector<OpFoldResult> starts(offsets);
  starts[keys] = getFirstKey(builder, loc, offsets[keys], sizes[keys],
                             getDomainSizes(builder, *this)[keys]);
  SmallVector<Operation *> slices;
  FailureOr<SmallVector<Value>> inputs =
      sliceInputs(builder, *this, starts, sizes, slices);
  if (failed(inputs))
    return failure();
  SmallVector<Value> outs;
  for (auto [number, partial] : llvm::enumerate(init)) {
    SmallVector<OpFoldResult> slotOffsets, slotSizes;
    if (failed(getPartialResultTilePosition(
            builder, number, strategy, offsets, sizes, reductionDims,
            splitReductionIvs, slotOffsets, slotSizes)))
      return failure();
    SmallVector<OpFoldResult> ones(slotSizes.size(), builder.getIndexAttr(1));
    SmallVector<int64_t> shape;
    for (OpFoldResult size : ArrayRef(slotSizes).drop_front())
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    auto type =
        RankedTensorType::get(shape, getElementTypeOrSelf(partial.getType()));
    slices.push_back(tensor::ExtractSliceOp::create(
        builder, loc, type, partial, slotOffsets, slotSizes, ones));
    outs.push_back(slices.back()->getResult(0));
  }
  Operation *tile = createTile(builder, *this, offsets, *inputs, outs);
  return TilingResult{{tile}, SmallVector<Value>(tile->getResults()), slices};
}

LogicalResult OnlineAttentionOp::getPartialResultTilePosition(
    OpBuilder &builder, unsigned resultNumber, ReductionTilingStrategy strategy,
    ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
    const SetVector<unsigned> &reductionDims,
    ArrayRef<OpFoldResult> splitReductionIvs,
    SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  AffineMap map =
      getMatchingIndexingMap(cast<DestinationStyleOpInterface>(getOperation())
                                 .getDpsInitOperand(resultNumber));
  resultOffsets = pick(map, offsets);
  resultSizes = pick(map, sizes);
  resultOffsets.insert(resultOffsets.begin(), splitReductionIvs.front());
  resultSizes.insert(resultSizes.begin(), builder.getIndexAttr(1));
  return success();
}

FailureOr<MergeResult>
OnlineAttentionOp::mergeReductions(OpBuilder &builder, Location loc,
                                   ValueRange partialReduce,
                                   const SetVector<unsigned> &reductionDims) {
  if (failed(checkSplit(*this, reductionDims)))
    return failure();
  // Dims of the merge: split, then what the states are indexed by.
  MLIRContext *context = getContext();
  SmallVector<StringAttr> names = {StringAttr::get(context, "split")};
  SmallVector<unsigned> renumbered(getDims().size());
  for (unsigned dim = 0; dim < getDims().size(); ++dim) {
    Role role = getDims().getRole(dim);
    if (role == Role::Key || role == Role::Feature)
      continue;
    renumbered[dim] = names.size();
    names.push_back(getDims().getNames()[dim]);
  }
  SmallVector<AffineMap> partialMaps, outMaps;
  for (OpOperand &out : getOutsMutable()) {
    DimList dims =
        llvm::map_to_vector(getOperandDims(*this, out.getOperandNumber()),
                            [&](unsigned dim) { return renumbered[dim]; });
    outMaps.push_back(getMap(context, names.size(), dims));
    dims.insert(dims.begin(), 0);
    partialMaps.push_back(getMap(context, names.size(), dims));
  }
  llvm::append_range(partialMaps, outMaps);
  auto partial = [&](unsigned number) {
    return number < partialReduce.size() ? partialReduce[number] : Value();
  };
  auto merge = MergeOp::create(builder, loc, getOuts().getTypes(), partial(0),
                               partial(1), partial(2), partial(3), partial(4),
                               partial(5), getOuts(),
                               builder.getAffineMapArrayAttr(partialMaps),
                               DimsAttr::get(context, names));
  return MergeResult{{merge}, SmallVector<Value>(merge.getResults())};
}

//===- TilingInterfaceImpl.cpp - how diffattn ops are tiled
//-----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile is the same op on slices, with position operands that say where it
// stands: inside a tile row 0 is not row 0, so causal, windows and key_lengths
// need query_offset and key_offset.
//
//===----------------------------------------------------------------------===//

#include "Detail.h"
#include "Tiling.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Which dims can be cut
//===----------------------------------------------------------------------===//

/// The label of the first out that lacks `dim`; empty if all have it.
static std::string findOutWithout(NamedDimsOpInterface op, unsigned dim) {
  for (OpOperand &out :
       cast<DestinationStyleOpInterface>(*op).getDpsInitsMutable())
    if (!llvm::is_contained(getOperandDims(op, out.getOperandNumber()), dim))
      return op.getOperandLabel(out.getOperandNumber());
  return "";
}

/// attention and finalize: each tile writes its part of every result.
template <typename OpTy>
static std::string getReasonAgainstTilingResult(OpTy op, unsigned dim) {
  switch (op.getDims().getRole(dim)) {
  case Role::Key:
    return "the softmax is over all keys; tile online_attention instead";
  case Role::Feature:
    return "the scores sum over it";
  case Role::Value:
    if (op.getNorm())
      return "the norm takes the mean over it";
    [[fallthrough]];
  default: {
    std::string out = findOutWithout(op, dim);
    return out.empty() ? "" : out + " lacks it";
  }
  }
}

/// online_attention and merge: each tile adds to its part of every state.
static std::string getReasonAgainstTilingState(NamedDimsOpInterface op,
                                               unsigned dim) {
  switch (op.getDims().getRole(dim)) {
  case Role::Key:
  case Role::Split:
    return "";
  case Role::Feature:
    return "the scores sum over it";
  default: {
    std::string out = findOutWithout(op, dim);
    return out.empty()
               ? ""
               : out + " lacks it, so each tile would add the keys again";
  }
  }
}

std::string AttentionOp::getReasonAgainstTiling(unsigned dim) {
  return getReasonAgainstTilingResult(*this, dim);
}
std::string FinalizeOp::getReasonAgainstTiling(unsigned dim) {
  return getReasonAgainstTilingResult(*this, dim);
}
std::string OnlineAttentionOp::getReasonAgainstTiling(unsigned dim) {
  return getReasonAgainstTilingState(*this, dim);
}
std::string MergeOp::getReasonAgainstTiling(unsigned dim) {
  return getReasonAgainstTilingState(*this, dim);
}

SmallVector<utils::IteratorType>
diffattn::detail::getLoopIteratorTypes(NamedDimsOpInterface op) {
  SmallVector<utils::IteratorType> iterators;
  for (unsigned dim = 0; dim < op.getDims().size(); ++dim) {
    Role role = op.getDims().getRole(dim);
    bool carried = role == Role::Key || role == Role::Split;
    iterators.push_back(carried || !op.getReasonAgainstTiling(dim).empty()
                            ? utils::IteratorType::reduction
                            : utils::IteratorType::parallel);
  }
  return iterators;
}

SmallVector<Range>
diffattn::detail::getIterationDomain(OpBuilder &builder,
                                     NamedDimsOpInterface op) {
  return llvm::map_to_vector(
      getDomainSizes(builder, op), [&](OpFoldResult size) {
        return Range{builder.getIndexAttr(0), size, builder.getIndexAttr(1)};
      });
}

/// Whether a tile of `size` is all of `full`, whatever its offset prints as.
static bool isWhole(OpFoldResult size, OpFoldResult full) {
  if (isEqualConstantIntOrValue(size, full))
    return true;
  FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(
      ValueBoundsConstraintSet::Variable(size),
      ValueBoundsConstraintSet::Variable(full));
  return succeeded(equal) && *equal;
}

LogicalResult diffattn::detail::checkTile(OpBuilder &builder,
                                          NamedDimsOpInterface op,
                                          ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> full = getDomainSizes(builder, op);
  for (unsigned dim = 0; dim < full.size(); ++dim) {
    std::string reason = op.getReasonAgainstTiling(dim);
    if (!reason.empty() && !isWhole(sizes[dim], full[dim]))
      return op.emitOpError("can't be tiled along dim ")
             << op.getDims().getName(dim) << ": " << reason;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> diffattn::detail::pick(AffineMap map,
                                                 ArrayRef<OpFoldResult> all) {
  return llvm::map_to_vector(getDimList(map),
                             [&](unsigned dim) { return all[dim]; });
}

static bool hasNoElements(Value value) {
  return llvm::is_contained(cast<ShapedType>(value.getType()).getShape(), 0);
}

static Value slice(OpBuilder &builder, Location loc, Value value,
                   ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                   SmallVectorImpl<Operation *> &slices) {
  if (sizes.empty())
    return value;
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  if (isa<TensorType>(value.getType())) {
    // A slice of nothing would not verify upstream (offset 1 of size 0).
    if (hasNoElements(value))
      return tensor::EmptyOp::create(builder, loc, sizes,
                                     getElementTypeOrSelf(value.getType()));
    slices.push_back(tensor::ExtractSliceOp::create(builder, loc, value,
                                                    offsets, sizes, ones));
  } else {
    slices.push_back(
        memref::SubViewOp::create(builder, loc, value, offsets, sizes, ones));
  }
  return slices.back()->getResult(0);
}

FailureOr<SmallVector<Value>> diffattn::detail::sliceInputs(
    OpBuilder &builder, NamedDimsOpInterface op, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVectorImpl<Operation *> &slices) {
  auto destination = cast<DestinationStyleOpInterface>(*op);
  auto mapped = cast<IndexingMapOpInterface>(*op);
  DenseMap<std::pair<Value, AffineMap>, Value> known;
  SmallVector<Value> inputs;
  for (OpOperand *operand : destination.getDpsInputOperands()) {
    AffineMap map = mapped.getMatchingIndexingMap(operand);
    Value value = operand->get();
    if (isa<MemRefType>(value.getType()) && hasNoElements(value))
      return op.emitOpError("can't be tiled: ")
             << op.getOperandLabel(operand->getOperandNumber())
             << " is a memref of no elements";
    Value &tile = known[{value, map}];
    if (!tile)
      tile = slice(builder, op.getLoc(), value, pick(map, offsets),
                   pick(map, sizes), slices);
    inputs.push_back(tile);
  }
  return inputs;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

static OpFoldResult add(OpBuilder &builder, Location loc, OpFoldResult a,
                        OpFoldResult b) {
  AffineExpr x = builder.getAffineSymbolExpr(0);
  AffineExpr y = builder.getAffineSymbolExpr(1);
  return affine::makeComposedFoldedAffineApply(builder, loc, x + y, {a, b});
}

static OpFoldResult subtract(OpBuilder &builder, Location loc, OpFoldResult a,
                             OpFoldResult b) {
  AffineExpr x = builder.getAffineSymbolExpr(0);
  AffineExpr y = builder.getAffineSymbolExpr(1);
  return affine::makeComposedFoldedAffineApply(builder, loc, x - y, {a, b});
}

/// Gives `tile` the position operands `query` and `key`. Each operand has a
/// map, so the two maps go in before those of the outs.
template <typename OpTy>
static void setOffsets(OpBuilder &builder, OpTy tile, Value query, Value key) {
  SmallVector<AffineMap> maps = tile.getIndexingMapsArray();
  unsigned numOuts = tile.getOuts().size();
  unsigned numOffsets =
      (tile.getQueryOffset() ? 1 : 0) + (tile.getKeyOffset() ? 1 : 0);
  AffineMap scalar = getMap(tile.getContext(), tile.getDims().size(), {});
  SmallVector<AffineMap> updated(
      ArrayRef(maps).drop_back(numOuts + numOffsets));
  updated.append(2, scalar);
  llvm::append_range(updated, ArrayRef(maps).take_back(numOuts));
  tile.getQueryOffsetMutable().assign(query);
  tile.getKeyOffsetMutable().assign(key);
  tile.setIndexingMapsAttr(builder.getAffineMapArrayAttr(updated));
}

/// Where the tile of `op` at `offsets` stands: values for query_offset and
/// key_offset. Without key_lengths, bottom_right is relative to this op's own
/// number of keys, which a tile does not know; it then becomes top_left.
template <typename OpTy>
static void getPosition(OpBuilder &builder, OpTy op,
                        ArrayRef<OpFoldResult> offsets, Value &query,
                        Value &key, Alignment &alignment) {
  Location loc = op.getLoc();
  unsigned m = *op.getDims().getDim(Role::Query);
  unsigned n = *op.getDims().getDim(Role::Key);
  SmallVector<OpFoldResult> sizes = getDomainSizes(builder, op);
  alignment = op.getAlignment();
  bool bottomRight = alignment == Alignment::BottomRight;

  OpFoldResult rows = builder.getIndexAttr(0);
  if (op.getQueryOffset())
    rows = op.getQueryOffset();
  else if (bottomRight)
    rows = subtract(builder, loc, rows, sizes[m]);
  OpFoldResult keys = builder.getIndexAttr(0);
  if (op.getKeyOffset())
    keys = op.getKeyOffset();
  if (bottomRight && !op.getKeyLengths()) {
    rows = add(builder, loc, rows, add(builder, loc, keys, sizes[n]));
    alignment = Alignment::TopLeft;
  }
  auto toValue = [&](OpFoldResult base, unsigned dim) {
    return getValueOrCreateConstantIndexOp(
        builder, loc, add(builder, loc, base, offsets[dim]));
  };
  query = toValue(rows, m);
  key = toValue(keys, n);
}

Operation *diffattn::detail::createTile(OpBuilder &builder,
                                        NamedDimsOpInterface op,
                                        ArrayRef<OpFoldResult> offsets,
                                        ValueRange inputs, ValueRange outs) {
  SmallVector<Value> operands(inputs);
  llvm::append_range(operands, outs);
  SmallVector<Type> types;
  if (op->getNumResults() != 0)
    llvm::append_range(types, outs.getTypes());
  auto createPositioned = [&](auto whole) -> Operation * {
    bool needed = whole.isPositional() || whole.getKeyLengths();
    Value query, key;
    Alignment alignment;
    if (needed)
      getPosition(builder, whole, offsets, query, key, alignment);
    auto tile =
        cast<decltype(whole)>(mlir::clone(builder, whole, types, operands));
    if (needed) {
      setOffsets(builder, tile, query, key);
      tile.setAlignment(alignment);
    }
    return tile;
  };
  return llvm::TypeSwitch<Operation *, Operation *>(op)
      .Case<AttentionOp, OnlineAttentionOp>(createPositioned)
      .Default([&](Operation *whole) {
        return mlir::clone(builder, whole, types, operands);
      });
}

//===----------------------------------------------------------------------===//
// TilingInterface
//===----------------------------------------------------------------------===//

FailureOr<TilingResult> diffattn::detail::getTiledImplementation(
    OpBuilder &builder, NamedDimsOpInterface op, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes) {
  if (failed(checkTile(builder, op, sizes)))
    return failure();
  auto destination = cast<DestinationStyleOpInterface>(*op);
  auto mapped = cast<IndexingMapOpInterface>(*op);
  for (OpOperand &out : destination.getDpsInitsMutable())
    if (hasNoElements(out.get()))
      return op.emitOpError("can't be tiled: ")
             << op.getOperandLabel(out.getOperandNumber())
             << " has no elements; canonicalize folds such ops";
  SmallVector<Operation *> slices;
  FailureOr<SmallVector<Value>> inputs =
      sliceInputs(builder, op, offsets, sizes, slices);
  if (failed(inputs))
    return failure();
  SmallVector<Value> outs;
  for (OpOperand &out : destination.getDpsInitsMutable()) {
    AffineMap map = mapped.getMatchingIndexingMap(&out);
    outs.push_back(slice(builder, op.getLoc(), out.get(), pick(map, offsets),
                         pick(map, sizes), slices));
  }
  Operation *tile = createTile(builder, op, offsets, *inputs, outs);
  return TilingResult{{tile}, SmallVector<Value>(tile->getResults()), slices};
}

LogicalResult diffattn::detail::getResultTilePosition(
    NamedDimsOpInterface op, unsigned result, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  OpOperand *out =
      cast<DestinationStyleOpInterface>(*op).getDpsInitOperand(result);
  AffineMap map = cast<IndexingMapOpInterface>(*op).getMatchingIndexingMap(out);
  resultOffsets = pick(map, offsets);
  resultSizes = pick(map, sizes);
  return success();
}

LogicalResult diffattn::detail::getDomainTileFromResultTile(
    OpBuilder &builder, NamedDimsOpInterface op, unsigned result,
    ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
    SmallVectorImpl<OpFoldResult> &domainOffsets,
    SmallVectorImpl<OpFoldResult> &domainSizes) {
  SmallVector<OpFoldResult> full = getDomainSizes(builder, op);
  domainOffsets.assign(full.size(), builder.getIndexAttr(0));
  domainSizes.assign(full.begin(), full.end());
  OpOperand *out =
      cast<DestinationStyleOpInterface>(*op).getDpsInitOperand(result);
  AffineMap map = cast<IndexingMapOpInterface>(*op).getMatchingIndexingMap(out);
  for (auto [position, dim] : llvm::enumerate(getDimList(map))) {
    domainOffsets[dim] = offsets[position];
    domainSizes[dim] = sizes[position];
  }
  return success();
}

FailureOr<TilingResult> diffattn::detail::generateResultTileValue(
    OpBuilder &builder, NamedDimsOpInterface op, unsigned result,
    ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> domainOffsets, domainSizes;
  if (failed(getDomainTileFromResultTile(builder, op, result, offsets, sizes,
                                         domainOffsets, domainSizes)))
    return failure();
  FailureOr<TilingResult> tile =
      getTiledImplementation(builder, op, domainOffsets, domainSizes);
  if (failed(tile))
    return failure();
  return TilingResult{
      tile->tiledOps, {tile->tiledValues[result]}, tile->generatedSlices};
}

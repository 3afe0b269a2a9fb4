//===- FoldShapes.cpp - transposes and unit dims fold into maps
//-------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps say in which order storage is read, so a transposed copy of an operand
// or of the result is never needed, and a batch-like dim of size 1 that an
// operand was expanded by can be left out of its map.
//
//===----------------------------------------------------------------------===//

#include "FoldShapes.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

template <typename OpTy>
static bool givesRowsTheirDimsOf(OpTy op, unsigned operand,
                                 ArrayRef<unsigned> dims, unsigned numRowMaps) {
  for (unsigned map = 0; map < numRowMaps; ++map) {
    SmallVector<unsigned> others;
    SmallVector<unsigned> makers = {2 * map, 2 * map + 1};
    for (MutableOperandRange range :
         {op.getMaskMutable(), op.getKeyLengthsMutable()})
      for (OpOperand &maker : range)
        makers.push_back(maker.getOperandNumber());
    if (!llvm::is_contained(makers, operand))
      continue;
    for (unsigned maker : makers)
      if (maker != operand)
        others.push_back(maker);
    DimList kept = getRowDims(op, others);
    for (unsigned dim : dims)
      if (op.getDims().getRole(dim) == Role::Batch &&
          !llvm::is_contained(kept, dim))
        return true;
  }
  return false;
}

bool diffattn::detail::givesRowsTheirDims(AttentionOp op, unsigned operand,
                                          ArrayRef<unsigned> dims) {
  unsigned numLogSumExps = op.getOuts().size() - 1;
  return givesRowsTheirDimsOf(op, operand, dims, numLogSumExps);
}

bool diffattn::detail::givesRowsTheirDims(OnlineAttentionOp op,
                                          unsigned operand,
                                          ArrayRef<unsigned> dims) {
  // The accumulator has the batch-like dims of value too.
  if (operand == op.getValueMutable().getOperandNumber())
    return true;
  return givesRowsTheirDimsOf(op, operand, dims, op.getNumMaps());
}

namespace {

//===----------------------------------------------------------------------===//
// Transposes
//===----------------------------------------------------------------------===//

/// attention(transpose(x)) reads x.
template <typename OpTy>
struct FoldTransposedInput : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    for (OpOperand *operand : op.getDpsInputOperands()) {
      auto transpose =
          operand->get().template getDefiningOp<linalg::TransposeOp>();
      if (!transpose || !isa<RankedTensorType>(operand->get().getType()))
        continue;
      unsigned number = operand->getOperandNumber();
      DimList dims = getOperandDims(op, number);
      DimList source(dims.size());
      for (auto [to, from] : llvm::enumerate(transpose.getPermutation()))
        source[from] = dims[to];
      rewriter.modifyOpInPlace(op, [&] {
        SmallVector<AffineMap> maps = op.getIndexingMapsArray();
        maps[number] = getMap(op.getContext(), op.getDims().size(), source);
        op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
        operand->set(transpose.getInput());
      });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no input is a transpose");
  }
};

/// transpose(attention) is an attention that writes the transposed layout.
struct FoldTransposedResult : OpRewritePattern<AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AttentionOp op,
                                PatternRewriter &rewriter) const override {
    // The op moves to its user, so no other result may have users before it.
    if (op->getNumResults() != 1 || !op->getResult(0).hasOneUse())
      return rewriter.notifyMatchFailure(op, "not one result with one use");
    auto transpose =
        dyn_cast<linalg::TransposeOp>(*op->getResult(0).user_begin());
    if (!transpose || transpose.getInput() != op->getResult(0) ||
        transpose->getBlock() != op->getBlock())
      return rewriter.notifyMatchFailure(op, "no transpose beside it");
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    DimList dims = getDimList(maps.back());
    DimList written = llvm::map_to_vector(
        transpose.getPermutation(),
        [&](int64_t from) -> unsigned { return dims[from]; });
    maps.back() = getMap(op.getContext(), op.getDims().size(), written);
    SmallVector<Value> operands(op->getOperands());
    operands.back() = transpose.getInit();
    rewriter.setInsertionPoint(transpose);
    auto direct = cast<AttentionOp>(mlir::clone(
        rewriter, op, TypeRange{transpose.getInit().getType()}, operands));
    direct.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    rewriter.replaceOp(transpose, direct->getResults());
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Unit dims
//===----------------------------------------------------------------------===//

/// Positions of the unit dims that `expand` adds and that are batch-like in
/// `dims`; nullopt if it does anything else.
static std::optional<SmallVector<unsigned>>
getAddedUnitDims(tensor::ExpandShapeOp expand, DimsAttr names,
                 ArrayRef<unsigned> dims) {
  ArrayRef<int64_t> shape = expand.getResultType().getShape();
  SmallVector<unsigned> added;
  for (const ReassociationIndices &group : expand.getReassociationIndices()) {
    SmallVector<unsigned> unit;
    for (int64_t position : group)
      if (shape[position] == 1 && names.getRole(dims[position]) == Role::Batch)
        unit.push_back(position);
    // One dim of the group stands for the source's.
    if (unit.size() == group.size())
      unit.pop_back();
    if (unit.size() + 1 != group.size())
      return std::nullopt;
    llvm::append_range(added, unit);
  }
  if (added.empty())
    return std::nullopt;
  return added;
}

/// An input that was expanded by batch-like unit dims is read as it was.
template <typename OpTy>
struct FoldExpandedInput : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    for (OpOperand *operand : op.getDpsInputOperands()) {
      auto expand =
          operand->get().template getDefiningOp<tensor::ExpandShapeOp>();
      if (!expand)
        continue;
      unsigned number = operand->getOperandNumber();
      DimList dims = getOperandDims(op, number);
      std::optional<SmallVector<unsigned>> added =
          getAddedUnitDims(expand, op.getDims(), dims);
      if (!added)
        continue;
      DimList dropped, kept;
      for (auto [position, dim] : llvm::enumerate(dims))
        (llvm::is_contained(*added, position) ? dropped : kept).push_back(dim);
      if (givesRowsTheirDims(op, number, dropped))
        continue;
      rewriter.modifyOpInPlace(op, [&] {
        SmallVector<AffineMap> maps = op.getIndexingMapsArray();
        maps[number] = getMap(op.getContext(), op.getDims().size(), kept);
        op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
        operand->set(expand.getSrc());
      });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no input expanded by unit dims");
  }
};

/// Reassociation that puts dim `position` of `rank` into its neighbour.
static SmallVector<ReassociationIndices> getReassociation(unsigned rank,
                                                          unsigned position) {
  SmallVector<ReassociationIndices> groups;
  for (unsigned dim = 0; dim < rank; ++dim) {
    bool joins = dim == position ? dim > 0 : position == 0 && dim == 1;
    if (joins)
      groups.back().push_back(dim);
    else
      groups.push_back({static_cast<int64_t>(dim)});
  }
  return groups;
}

/// A batch-like dim of size 1 that only outs are indexed by goes: outs are
/// collapsed before and results expanded behind, both views.
struct DropUnitOutDim : OpRewritePattern<AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AttentionOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0)
      return rewriter.notifyMatchFailure(op, "on memrefs");
    std::optional<unsigned> unit = findUnitOutDim(op);
    if (!unit)
      return rewriter.notifyMatchFailure(op, "no unit dim of outs alone");

    SmallVector<StringAttr> names(op.getDims().getNames());
    names.erase(names.begin() + *unit);
    SmallVector<AffineMap> maps;
    for (AffineMap map : op.getIndexingMapsArray()) {
      DimList dims;
      for (unsigned dim : getDimList(map))
        if (dim != *unit)
          dims.push_back(dim > *unit ? dim - 1 : dim);
      maps.push_back(getMap(op.getContext(), names.size(), dims));
    }
    SmallVector<Value> operands(op->getOperands());
    SmallVector<std::optional<SmallVector<ReassociationIndices>>> groups;
    SmallVector<Type> types;
    for (OpOperand &out : op.getOutsMutable()) {
      DimList dims = getOperandDims(op, out.getOperandNumber());
      auto *found = llvm::find(dims, *unit);
      Value &operand = operands[out.getOperandNumber()];
      groups.emplace_back();
      if (found != dims.end()) {
        groups.back() = getReassociation(dims.size(), found - dims.begin());
        operand = tensor::CollapseShapeOp::create(rewriter, op.getLoc(),
                                                  operand, *groups.back());
      }
      types.push_back(operand.getType());
    }
    auto smaller =
        cast<AttentionOp>(mlir::clone(rewriter, op, types, operands));
    smaller.setDimsAttr(DimsAttr::get(op.getContext(), names));
    smaller.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));

    SmallVector<Value> results;
    for (auto [result, type, group] :
         llvm::zip_equal(smaller->getResults(), op->getResultTypes(), groups))
      results.push_back(group
                            ? Value(tensor::ExpandShapeOp::create(
                                  rewriter, op.getLoc(), type, result, *group))
                            : Value(result));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static std::optional<unsigned> findUnitOutDim(AttentionOp op) {
    SmallVector<int64_t> sizes = getStaticSizes(op);
    for (unsigned dim : op.getDims().getDims(Role::Batch)) {
      bool inInput =
          llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *operand) {
            return llvm::is_contained(
                getOperandDims(op, operand->getOperandNumber()), dim);
          });
      // The size must be static in the outs themselves, or the collapse would
      // not be known to be one.
      bool staticInOuts =
          llvm::all_of(op.getOutsMutable(), [&](OpOperand &out) {
            DimList dims = getOperandDims(op, out.getOperandNumber());
            auto *found = llvm::find(dims, dim);
            return found == dims.end() ||
                   cast<ShapedType>(out.get().getType())
                           .getDimSize(found - dims.begin()) == 1;
          });
      if (sizes[dim] == 1 && !inInput && staticInOuts)
        return dim;
    }
    return std::nullopt;
  }
};

} // namespace

template <typename OpTy>
void diffattn::detail::populateFoldShapes(RewritePatternSet &patterns) {
  patterns.add<FoldTransposedInput<OpTy>, FoldExpandedInput<OpTy>>(
      patterns.getContext());
  if constexpr (std::is_same_v<OpTy, AttentionOp>)
    patterns.add<FoldTransposedResult, DropUnitOutDim>(patterns.getContext());
}

template void
diffattn::detail::populateFoldShapes<AttentionOp>(RewritePatternSet &patterns);
template void diffattn::detail::populateFoldShapes<OnlineAttentionOp>(
    RewritePatternSet &patterns);

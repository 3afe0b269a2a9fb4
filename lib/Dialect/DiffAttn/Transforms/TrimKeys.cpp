//===- TrimKeys.cpp - leave out keys behind all lengths -------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/AttentionParts.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_TRIMKEYSPASS
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

/// The largest element of a tensor of integers, at least 0, as an index.
static Value emitMaximum(OpBuilder &builder, Location loc, Value numbers) {
  auto type = cast<RankedTensorType>(numbers.getType());
  Type element = type.getElementType();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  Value empty =
      tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>(), element);
  Value start = linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
  SmallVector<AffineMap> maps = {
      builder.getMultiDimIdentityMap(type.getRank()),
      AffineMap::get(type.getRank(), 0, builder.getContext())};
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::reduction);
  auto reduce = linalg::GenericOp::create(
      builder, loc, start.getType(), numbers, start, maps, iterators,
      [](OpBuilder &body, Location loc, ValueRange args) {
        Value larger = arith::MaxSIOp::create(body, loc, args[0], args[1]);
        linalg::YieldOp::create(body, loc, larger);
      });
  Value maximum = tensor::ExtractOp::create(builder, loc, reduce.getResult(0),
                                            ValueRange());
  if (element.isIndex())
    return maximum;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    maximum);
}

/// The first `count` keys of `operand`.
static void trim(OpBuilder &builder, Location loc, NamedOperand &operand,
                 Value count) {
  std::optional<unsigned> n = operand.find("n");
  if (!operand || !n)
    return;
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, loc, operand.value);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  sizes[*n] = count;
  operand.value = tensor::ExtractSliceOp::create(builder, loc, operand.value,
                                                 offsets, sizes, strides);
}

LogicalResult diffattn::trimKeys(RewriterBase &rewriter, AttentionOp op) {
  if (!op.getKeyLengths() || op.getKeyOffset())
    return rewriter.notifyMatchFailure(op, "no key_lengths, or a tile of keys");
  if (op->getNumResults() == 0)
    return rewriter.notifyMatchFailure(op, "on memrefs");
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  AttentionParts parts = AttentionParts::of(op);
  Value keys = tensor::DimOp::create(rewriter, loc, parts.signalKey.value,
                                     *parts.signalKey.find("n"));
  Value count = arith::MinSIOp::create(
      rewriter, loc, emitMaximum(rewriter, loc, parts.keyLengths.value), keys);
  // A key that both maps share stays one value.
  bool isShared = parts.noiseKey == parts.signalKey;
  for (NamedOperand *operand : {&parts.signalKey, &parts.value, &parts.mask})
    trim(rewriter, loc, *operand, count);
  if (isShared)
    parts.noiseKey = parts.signalKey;
  else
    trim(rewriter, loc, parts.noiseKey, count);
  rewriter.replaceOp(op, parts.create(rewriter, loc));
  return success();
}

namespace {
struct TrimKeysPass : diffattn::impl::TrimKeysPassBase<TrimKeysPass> {
  using TrimKeysPassBase::TrimKeysPassBase;

  void runOnOperation() override {
    SmallVector<AttentionOp> ops;
    getOperation()->walk([&](AttentionOp op) {
      if (!keepScheduled || !isScheduled(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (AttentionOp op : ops)
      (void)trimKeys(rewriter, op);
  }
};
} // namespace

//===- ConvertToOnline.cpp - attention to online_attention ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h"
#include "diffattn/Dialect/DiffAttn/Transforms/Transforms.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::diffattn {
#define GEN_PASS_DEF_CONVERTTOONLINEPASS
#include "diffattn/Dialect/DiffAttn/Transforms/Passes.h.inc"
} // namespace mlir::diffattn

using namespace mlir;
using namespace mlir::diffattn;

namespace {
/// The state tensors and what they are indexed by.
struct State {
  SmallVector<Value> values;
  SmallVector<DimList> dims;
};
} // namespace

/// Accumulator 0, maximum -inf, sum 0 for each map of `op`.
static State createEmptyState(RewriterBase &rewriter, AttentionOp op) {
  Location loc = op.getLoc();
  FloatType type =
      getAccumulatorType(getElementTypeOrSelf(op.getValue().getType()));
  SmallVector<OpFoldResult> sizes = getDomainSizes(rewriter, op);
  State state;
  auto add = [&](const DimList &dims, double value) {
    auto shape =
        llvm::map_to_vector(dims, [&](unsigned dim) { return sizes[dim]; });
    Value empty = tensor::EmptyOp::create(rewriter, loc, shape, type);
    Value scalar = arith::ConstantOp::create(
        rewriter, loc, rewriter.getFloatAttr(type, value));
    state.values.push_back(
        linalg::FillOp::create(rewriter, loc, scalar, empty).getResult(0));
    state.dims.push_back(dims);
  };
  for (unsigned map = 0; map < op.getNumMaps(); ++map) {
    add(getAccumulatorDims(op, map), 0);
    add(getLogSumExpDims(op, map), -std::numeric_limits<double>::infinity());
    add(getLogSumExpDims(op, map), 0);
  }
  return state;
}

/// key_lengths of `op`, clamped to [0, number of keys].
static Value clampKeyLengths(RewriterBase &rewriter, AttentionOp op) {
  Location loc = op.getLoc();
  Value lengths = op.getKeyLengths();
  Value keys = getValueOrCreateConstantIndexOp(
      rewriter, loc,
      getDomainSizes(rewriter, op)[*op.getDims().getDim(Role::Key)]);
  if (op.getKeyOffset())
    keys = arith::AddIOp::create(rewriter, loc, keys, op.getKeyOffset());
  Type type = getElementTypeOrSelf(lengths.getType());
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, lengths), type);
  int64_t rank = cast<ShapedType>(lengths.getType()).getRank();
  AffineMap identity = rewriter.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> parallel(rank,
                                            utils::IteratorType::parallel);
  auto clamp = linalg::GenericOp::create(
      rewriter, loc, empty.getType(), lengths, empty,
      ArrayRef<AffineMap>{identity, identity}, parallel,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Value length = args.front();
        auto cast = [&](Value value, Type to) -> Value {
          if (value.getType() == to)
            return value;
          return arith::IndexCastOp::create(builder, loc, to, value);
        };
        length = cast(length, builder.getIndexType());
        Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
        length = arith::MaxSIOp::create(builder, loc, length, zero);
        length = arith::MinSIOp::create(builder, loc, length, keys);
        linalg::YieldOp::create(builder, loc, cast(length, type));
      });
  return clamp.getResult(0);
}

static bool isIn(OpOperand &operand, MutableOperandRange range) {
  return llvm::any_of(range,
                      [&](OpOperand &other) { return &other == &operand; });
}

namespace {
/// The dims of an attention that another operation has, renumbered.
class DimSubset {
public:
  explicit DimSubset(DimsAttr all) : all(all), numbers(all.size(), kNone) {}

  void add(ArrayRef<unsigned> dims) {
    for (unsigned dim : dims)
      numbers[dim] = 0;
  }
  /// After all dims are in.
  void number() {
    for (unsigned dim = 0; dim < numbers.size(); ++dim)
      if (numbers[dim] != kNone) {
        numbers[dim] = names.size();
        names.push_back(all.getNames()[dim]);
      }
  }
  AffineMap map(ArrayRef<unsigned> dims) const {
    return getMap(
        all.getContext(), names.size(),
        llvm::map_to_vector(dims, [&](unsigned d) { return numbers[d]; }));
  }
  DimsAttr attribute() const { return DimsAttr::get(all.getContext(), names); }

private:
  static constexpr unsigned kNone = ~0u;
  DimsAttr all;
  SmallVector<unsigned> numbers;
  SmallVector<StringAttr> names;
};
} // namespace

/// The dims that `op` has, whose operands are indexed by `operands`.
template <typename Op>
static Op withMaps(RewriterBase &rewriter, AttentionOp attention,
                   ArrayRef<DimList> operands,
                   function_ref<Op(ArrayAttr, DimsAttr)> create) {
  DimSubset subset(attention.getDims());
  for (const DimList &dims : operands)
    subset.add(dims);
  subset.number();
  auto maps = llvm::map_to_vector(
      operands, [&](const DimList &dims) { return subset.map(dims); });
  return create(rewriter.getAffineMapArrayAttr(maps), subset.attribute());
}

/// Some dims are of the epilogue alone: lambda may be one for each head of
/// queries that are shared.
static OnlineAttentionOp createOnline(RewriterBase &rewriter, AttentionOp op,
                                      const State &state, Value keyLengths) {
  SmallVector<DimList> operands;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    bool epilogue = isIn(*operand, op.getLambdaMutable()) ||
                    isIn(*operand, op.getNormWeightMutable());
    if (!epilogue)
      operands.push_back(getOperandDims(op, operand->getOperandNumber()));
  }
  llvm::append_range(operands, state.dims);
  return withMaps<OnlineAttentionOp>(
      rewriter, op, operands, [&](ArrayAttr maps, DimsAttr dims) {
        return OnlineAttentionOp::create(
            rewriter, op.getLoc(), TypeRange(ValueRange(state.values)),
            op.getSignalQuery(), op.getSignalKey(), op.getNoiseQuery(),
            op.getNoiseKey(), op.getValue(), op.getMask(), keyLengths,
            op.getQueryOffset(), op.getKeyOffset(), state.values, maps, dims,
            op.getScaleAttr(), op.getCausalAttr(), op.getAlignmentAttr(),
            op.getWindowLeftAttr(), op.getWindowRightAttr(),
            op.getSoftcapAttr());
      });
}

/// finalize has neither keys nor features.
static FinalizeOp createFinalize(RewriterBase &rewriter, AttentionOp op,
                                 const State &state, ValueRange values) {
  SmallVector<DimList> operands(state.dims);
  for (MutableOperandRange range :
       {op.getLambdaMutable(), op.getNormWeightMutable(), op.getOutsMutable()})
    for (OpOperand &operand : range)
      operands.push_back(getOperandDims(op, operand.getOperandNumber()));
  auto value = [&](unsigned number) {
    return number < values.size() ? values[number] : Value();
  };
  return withMaps<FinalizeOp>(
      rewriter, op, operands, [&](ArrayAttr maps, DimsAttr dims) {
        return FinalizeOp::create(rewriter, op.getLoc(), op->getResultTypes(),
                                  value(0), value(1), value(2), value(3),
                                  value(4), value(5), op.getLambda(),
                                  op.getNormWeight(), op.getOuts(), maps, dims,
                                  op.getLambdaActivationAttr(),
                                  op.getNormAttr(), op.getOutScaleAttr());
      });
}

FailureOr<OnlineForm> diffattn::convertToOnline(RewriterBase &rewriter,
                                                AttentionOp op) {
  if (op->getNumResults() == 0)
    return op.emitOpError("expected tensors to convert to online_attention, "
                          "found memrefs");
  rewriter.setInsertionPoint(op);
  State state = createEmptyState(rewriter, op);
  Value keyLengths;
  if (op.getKeyLengths())
    keyLengths = clampKeyLengths(rewriter, op);
  OnlineAttentionOp online = createOnline(rewriter, op, state, keyLengths);
  FinalizeOp finalize =
      createFinalize(rewriter, op, state, online->getResults());
  rewriter.replaceOp(op, finalize->getResults());
  return OnlineForm{online, finalize};
}

namespace {
struct ConvertToOnlinePass
    : diffattn::impl::ConvertToOnlinePassBase<ConvertToOnlinePass> {
  void runOnOperation() override {
    SmallVector<AttentionOp> ops;
    getOperation()->walk([&](AttentionOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (AttentionOp op : ops)
      if (failed(convertToOnline(rewriter, op)))
        return signalPassFailure();
  }
};
} // namespace

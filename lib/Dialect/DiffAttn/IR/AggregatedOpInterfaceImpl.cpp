//===- AggregatedOpInterfaceImpl.cpp - the meaning of the ops
//---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each op as plain linalg, in one step: the only place that says what an op
// means, the fallback for every shape and type, and what faster lowerings are
// compared with. Formulas: docs/spec.md.
//
// Order matters on memrefs: what a step overwrites no later step may read. So
// an old maximum is read before its buffer takes the new one, and the last step
// writes the outs themselves, since a copying step at the end would come back
// as a memref.copy.
//
//===----------------------------------------------------------------------===//

#include "LinalgEmitter.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

//===----------------------------------------------------------------------===//
// Scores
//===----------------------------------------------------------------------===//

namespace {
/// How many keys there are and where row 0 and key 0 stand.
struct Positions {
  Value keyEnd;      ///< position behind the last key
  Value queryOffset; ///< added to a row's number
  Value keyOffset;   ///< added to a key's number; null: 0
  bool clampLengths; ///< whether key_lengths may exceed keyEnd
};
} // namespace

template <typename OpTy>
static Positions getPositions(LinalgEmitter &emitter, OpTy op) {
  OpBuilder &builder = emitter.getBuilder();
  Location loc = op.getLoc();
  unsigned m = *op.getDims().getDim(Role::Query);
  unsigned n = *op.getDims().getDim(Role::Key);
  Positions positions;
  positions.keyOffset = op.getKeyOffset();
  positions.keyEnd = emitter.size(n);
  if (positions.keyOffset)
    positions.keyEnd = arith::AddIOp::create(builder, loc, positions.keyEnd,
                                             positions.keyOffset);
  positions.queryOffset = op.getQueryOffset();
  if (!positions.queryOffset) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    positions.queryOffset =
        op.getAlignment() == Alignment::BottomRight
            ? arith::SubIOp::create(builder, loc, zero, emitter.size(m))
                  .getResult()
            : zero;
  }
  positions.clampLengths = isa<AttentionOp>(op);
  return positions;
}

/// The number of valid keys that an element of key_lengths stands for.
static Value getLength(OpBuilder &builder, Location loc, Value length,
                       const Positions &positions) {
  if (!length.getType().isIndex())
    length = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                        length);
  if (!positions.clampLengths)
    return length;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  length = arith::MaxSIOp::create(builder, loc, length, zero);
  return arith::MinSIOp::create(builder, loc, length, positions.keyEnd);
}

/// The position of the current key.
static Value getKeyPosition(OpBuilder &builder, Location loc, Value key,
                            const Positions &positions) {
  if (!positions.keyOffset)
    return key;
  return arith::AddIOp::create(builder, loc, key, positions.keyOffset);
}

/// Whether the current row sees the current key by its position; null: always.
/// `length` is null without key_lengths.
template <typename OpTy>
static Value isVisible(OpTy op, Scalars &scalars, LinalgEmitter::IndexFn index,
                       Value length, const Positions &positions) {
  OpBuilder &builder = scalars.builder;
  Location loc = scalars.loc;
  if (!op.isPositional() && !length)
    return {};
  using arith::CmpIPredicate;
  Value visible;
  auto require = [&](CmpIPredicate predicate, Value a, Value b) {
    Value holds = arith::CmpIOp::create(builder, loc, predicate, a, b);
    visible =
        visible
            ? arith::AndIOp::create(builder, loc, visible, holds).getResult()
            : holds;
  };
  Value key = getKeyPosition(builder, loc,
                             index(*op.getDims().getDim(Role::Key)), positions);
  if (length)
    require(CmpIPredicate::slt, key, length);
  if (!op.isPositional())
    return visible;

  Value row = arith::AddIOp::create(builder, loc,
                                    index(*op.getDims().getDim(Role::Query)),
                                    positions.queryOffset);
  if (op.getAlignment() == Alignment::BottomRight)
    row = arith::AddIOp::create(builder, loc, row,
                                length ? length : positions.keyEnd);
  if (op.getCausal())
    require(CmpIPredicate::sle, key, row);
  // key - row can't overflow, while row + window could.
  Value distance = arith::SubIOp::create(builder, loc, key, row);
  if (std::optional<int64_t> left = op.getWindowLeft())
    require(CmpIPredicate::sge, distance,
            arith::ConstantIndexOp::create(builder, loc, -*left));
  if (std::optional<int64_t> right = op.getWindowRight())
    require(CmpIPredicate::sle, distance,
            arith::ConstantIndexOp::create(builder, loc, *right));
  return visible;
}

/// The softmax scale: the attribute, or one over the root of the number of
/// features.
template <typename OpTy>
static Value getScale(LinalgEmitter &emitter, OpTy op) {
  Scalars scalars = emitter.scalars();
  if (std::optional<APFloat> scale = op.getScale())
    return scalars.constant(scale->convertToDouble());
  // Without features the scores are 0, whatever the scale.
  DimList dims = op.getDims().getDims(Role::Feature);
  double width = 1;
  for (unsigned dim : dims)
    width *= getStaticSizes(op)[dim];
  if (llvm::none_of(dims, [&](unsigned dim) {
        return ShapedType::isDynamic(getStaticSizes(op)[dim]);
      }))
    return scalars.constant(1 / std::sqrt(std::max(width, 1.0)));
  Value features =
      scalars.maximum(emitter.floatProduct(dims), scalars.constant(1));
  Value root = math::SqrtOp::create(scalars.builder, scalars.loc, features);
  return scalars.divide(scalars.constant(1), root);
}

/// scale * product, softcapped, masked, and -inf where the key is hidden.
/// `args` is the mask if there is one, key_lengths if there are any, and the
/// product.
template <typename OpTy>
static Value emitScore(OpTy op, Scalars &scalars, ValueRange args,
                       LinalgEmitter::IndexFn index, Value scale,
                       const Positions &positions) {
  OpBuilder &builder = scalars.builder;
  Location loc = scalars.loc;
  Value score = scalars.multiply(args.back(), scale);
  if (std::optional<APFloat> softcap = op.getSoftcap()) {
    Value cap = scalars.constant(softcap->convertToDouble());
    Value ratio = scalars.divide(score, cap);
    score = scalars.multiply(cap, math::TanhOp::create(builder, loc, ratio));
  }
  Value length;
  if (op.getKeyLengths())
    length = getLength(builder, loc, args[op.getMask() ? 1 : 0], positions);
  Value visible = isVisible(op, scalars, index, length, positions);
  if (op.getMask()) {
    Value shows = args[0];
    if (!shows.getType().isInteger(1)) {
      score = scalars.add(score, args[0]);
      shows = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE,
                                    args[0], scalars.minusInfinity());
    }
    visible =
        visible
            ? arith::AndIOp::create(builder, loc, visible, shows).getResult()
            : shows;
  }
  if (!visible)
    return score;
  return arith::SelectOp::create(builder, loc, visible, score,
                                 scalars.minusInfinity());
}

/// The scores of map `map` over its row dims and the keys.
template <typename OpTy>
static Array emitScores(LinalgEmitter &emitter, OpTy op, unsigned map,
                        const Positions &positions) {
  Array query = emitter.get(op->getOpOperand(2 * map));
  Array key = emitter.get(op->getOpOperand(2 * map + 1));
  DimList dims =
      unite({getLogSumExpDims(op, map), op.getDims().getDims(Role::Key)});
  Array products = emitter.combine(
      {query, key}, emitter.filled(dims, 0),
      [](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
        return scalars.multiplyAdd(args[0], args[1], args[2]);
      });
  SmallVector<Array> inputs;
  if (op.getMask())
    inputs.push_back(emitter.get(op.getMaskMutable()[0]));
  if (op.getKeyLengths())
    inputs.push_back(emitter.get(op.getKeyLengthsMutable()[0]));
  Value scale = getScale(emitter, op);
  return emitter.combine(
      inputs, products,
      [&](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn index) {
        return emitScore(op, scalars, args, index, scale, positions);
      });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static Array emitRowMaximum(LinalgEmitter &emitter, Array scores) {
  DimList rows = without(emitter.getOp().getDims(), scores.dims, Role::Key);
  return emitter.combine(
      {scores}, emitter.filled(rows, -std::numeric_limits<double>::infinity()),
      [](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
        return scalars.maximum(args[0], args[1]);
      });
}

/// exp(score - maximum), in place of the scores.
static Array emitExponentials(LinalgEmitter &emitter, Array scores,
                              Array maximum) {
  return emitter.combine(
      {maximum}, scores,
      [](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
        return scalars.expBelow(args[1], args[0]);
      });
}

static Array emitRowSum(LinalgEmitter &emitter, Array weights, Array start) {
  return emitter.combine(
      {weights}, start,
      [](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
        return scalars.add(args[0], args[1]);
      });
}

/// value, and 0 at or beyond key_lengths, where memory may hold NaN.
template <typename OpTy>
static Value emitValidValue(Scalars &scalars, OpTy op, Value value,
                            Value length, LinalgEmitter::IndexFn index,
                            const Positions &positions) {
  OpBuilder &builder = scalars.builder;
  Location loc = scalars.loc;
  unsigned n = *op.getDims().getDim(Role::Key);
  Value key = getKeyPosition(builder, loc, index(n), positions);
  Value valid =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, key,
                            getLength(builder, loc, length, positions));
  return arith::SelectOp::create(builder, loc, valid, value,
                                 scalars.constant(0));
}

/// start + weights * value. Values at or beyond key_lengths are not used: their
/// weight is 0, but they may be NaN. For several rows they are set to 0 in a
/// copy, so that what is left is a product of matrices.
template <typename OpTy>
static Array emitValueProduct(LinalgEmitter &emitter, OpTy op, Array weights,
                              Array start, const Positions &positions) {
  Array value = emitter.get(op.getValueMutable());
  SmallVector<Array> inputs = {weights, value};
  bool inPlace = false;
  if (op.getKeyLengths()) {
    Array lengths = emitter.get(op.getKeyLengthsMutable()[0]);
    unsigned m = *op.getDims().getDim(Role::Query);
    inPlace = getStaticSizes(op)[m] == 1;
    if (inPlace)
      inputs.push_back(lengths);
    else
      inputs[1] = emitter.combine(
          {value, lengths}, emitter.empty(unite({value.dims, lengths.dims})),
          [&](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn index) {
            return emitValidValue(scalars, op, args[0], args[1], index,
                                  positions);
          });
  }
  return emitter.combine(
      inputs, start,
      [&](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn index) {
        Value value = args[1];
        if (inPlace)
          value = emitValidValue(scalars, op, value, args[2], index, positions);
        return scalars.multiplyAdd(args[0], value, args.back());
      });
}

static Array emitLogSumExp(LinalgEmitter &emitter, Array maximum, Array sum,
                           Array out) {
  return emitter.combine(
      {maximum, sum}, out,
      [](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
        return scalars.logSumExp(args[0], args[1]);
      });
}

//===----------------------------------------------------------------------===//
// Epilogue
//===----------------------------------------------------------------------===//

/// first / firstSum - lambda * second / secondSum; without noise, the first
/// term. `args` is first, firstSum, then with noise second, secondSum, lambda.
template <typename OpTy>
static Value emitDifference(Scalars &scalars, OpTy op, ValueRange args) {
  Value signal = scalars.divideOrZero(args[0], args[1]);
  if (!op.hasNoise())
    return signal;
  Value noise = scalars.divideOrZero(args[2], args[3]);
  Value lambda = args[4];
  if (op.getLambdaActivation() == LambdaActivation::Sigmoid)
    lambda = scalars.sigmoid(lambda);
  return scalars.subtract(signal, scalars.multiply(lambda, noise));
}

/// Whether the difference is the result, of the type that sums are kept in.
template <typename OpTy>
static bool hasEpilogue(LinalgEmitter &emitter, OpTy op) {
  return op.getNorm() || op.getOutScale() ||
         getElementTypeOrSelf(op.getOuts().front().getType()) !=
             emitter.getType();
}

/// Norm, weight and scale of the difference, into the first out.
template <typename OpTy>
static Array emitEpilogue(LinalgEmitter &emitter, OpTy op, Array difference) {
  SmallVector<Array> inputs = {difference};
  DimList features = op.getDims().getDims(Role::Value);
  Value numFeatures;
  if (op.getNorm()) {
    DimList rows = without(op.getDims(), difference.dims, Role::Value);
    inputs.push_back(emitter.combine(
        {difference}, emitter.filled(rows, 0),
        [](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
          return scalars.multiplyAdd(args[0], args[0], args[1]);
        }));
    numFeatures = emitter.floatProduct(features);
    if (op.getNormWeight())
      inputs.push_back(emitter.get(op.getNormWeightMutable()[0]));
  }
  Array out = emitter.get(op.getOutsMutable()[0]);
  return emitter.combine(
      inputs, out,
      [&](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
        Value result = args[0];
        if (std::optional<NormAttr> norm = op.getNorm()) {
          Value eps = scalars.constant(norm->getEps().getValueAsDouble());
          Value mean = scalars.divide(args[1], numFeatures);
          Value root = math::SqrtOp::create(scalars.builder, scalars.loc,
                                            scalars.add(mean, eps));
          // With eps = 0 a row of zeros stays a row of zeros.
          result = scalars.divideOrZero(result, root);
          if (op.getNormWeight())
            result = scalars.multiply(result, args[2]);
        }
        if (std::optional<APFloat> scale = op.getOutScale())
          result = scalars.multiply(result,
                                    scalars.constant(scale->convertToDouble()));
        return result;
      });
}

//===----------------------------------------------------------------------===//
// attention
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>>
AttentionOp::decomposeOperation(OpBuilder &builder) {
  LinalgEmitter emitter(
      builder, *this,
      getAccumulatorType(getElementTypeOrSelf(getValue().getType())));
  Positions positions = getPositions(emitter, *this);
  SmallVector<Array> maximums, sums, inputs;
  SmallVector<DimList> weightDims;
  for (unsigned map = 0; map < getNumMaps(); ++map) {
    Array scores = emitScores(emitter, *this, map, positions);
    maximums.push_back(emitRowMaximum(emitter, scores));
    Array weights = emitExponentials(emitter, scores, maximums.back());
    sums.push_back(
        emitRowSum(emitter, weights, emitter.filled(maximums.back().dims, 0)));
    inputs.append({weights, sums.back()});
    weightDims.push_back(weights.dims);
  }
  if (hasNoise()) {
    inputs.push_back(emitter.get(getLambdaMutable()[0]));
    weightDims.push_back(inputs.back().dims);
  }
  // One map of weights, so one product with the value.
  Array weights = emitter.combine(
      inputs, emitter.empty(unite(weightDims)),
      [&](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
        return emitDifference(scalars, *this, args);
      });
  Array out = emitter.get(getOutsMutable()[0]);
  bool epilogue = hasEpilogue(emitter, *this);
  Array start = epilogue ? emitter.filled(out.dims, 0) : emitter.fill(out, 0);
  Array product = emitValueProduct(emitter, *this, weights, start, positions);
  SmallVector<Array> results = {epilogue ? emitEpilogue(emitter, *this, product)
                                         : product};
  for (unsigned map = 0; map + 1 < getOuts().size(); ++map)
    results.push_back(emitLogSumExp(emitter, maximums[map], sums[map],
                                    emitter.get(getOutsMutable()[map + 1])));
  return emitter.finish(results);
}

//===----------------------------------------------------------------------===//
// online_attention
//===----------------------------------------------------------------------===//

/// Scales `state` by `decay`, in place.
static Array emitDecayed(LinalgEmitter &emitter, Array state, Array decay) {
  return emitter.combine(
      {decay}, state,
      [](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
        return scalars.multiply(args[0], args[1]);
      });
}

/// What the old state shrinks by when its maximum becomes the larger of it and
/// `block`, in a new array.
static Array emitDecay(LinalgEmitter &emitter, Array maximum, Array block) {
  return emitter.combine(
      {maximum, block}, emitter.empty(maximum.dims),
      [](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
        return scalars.expBelow(args[0], scalars.maximum(args[0], args[1]));
      });
}

/// The larger of `maximum` and `block`, in place of `maximum`.
static Array emitNewMaximum(LinalgEmitter &emitter, Array maximum,
                            Array block) {
  return emitter.combine(
      {block}, maximum,
      [](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
        return scalars.maximum(args[0], args[1]);
      });
}

FailureOr<SmallVector<Value>>
OnlineAttentionOp::decomposeOperation(OpBuilder &builder) {
  LinalgEmitter emitter(
      builder, *this,
      getAccumulatorType(getElementTypeOrSelf(getValue().getType())));
  Positions positions = getPositions(emitter, *this);
  SmallVector<Array> results;
  for (unsigned map = 0; map < getNumMaps(); ++map) {
    Array accumulator = emitter.get(getOutsMutable()[3 * map]);
    Array maximum = emitter.get(getOutsMutable()[3 * map + 1]);
    Array sum = emitter.get(getOutsMutable()[3 * map + 2]);
    Array scores = emitScores(emitter, *this, map, positions);
    Array block = emitRowMaximum(emitter, scores);
    Array decay = emitDecay(emitter, maximum, block);
    maximum = emitNewMaximum(emitter, maximum, block);
    Array weights = emitExponentials(emitter, scores, maximum);
    sum = emitRowSum(emitter, weights, emitDecayed(emitter, sum, decay));
    accumulator =
        emitValueProduct(emitter, *this, weights,
                         emitDecayed(emitter, accumulator, decay), positions);
    results.append({accumulator, maximum, sum});
  }
  return emitter.finish(results);
}

//===----------------------------------------------------------------------===//
// merge
//===----------------------------------------------------------------------===//

/// state + the sum over splits of partial * exp(partialMaximum - maximum).
static Array emitMergedState(LinalgEmitter &emitter, Array partial,
                             Array partialMaximum, Array maximum, Array state) {
  return emitter.combine(
      {partial, partialMaximum, maximum}, state,
      [](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
        Value weight = scalars.expBelow(args[1], args[2]);
        return scalars.multiplyAdd(args[0], weight, args[3]);
      });
}

FailureOr<SmallVector<Value>> MergeOp::decomposeOperation(OpBuilder &builder) {
  LinalgEmitter emitter(
      builder, *this,
      cast<FloatType>(getElementTypeOrSelf(getSignalAcc().getType())));
  SmallVector<Array> results;
  for (unsigned map = 0; map < getNumMaps(); ++map) {
    auto input = [&](unsigned number) {
      return emitter.get(getOperation()->getOpOperand(3 * map + number));
    };
    auto out = [&](unsigned number) {
      return emitter.get(getOutsMutable()[3 * map + number]);
    };
    Array partialMaximum = input(1);
    Array best = emitter.combine(
        {partialMaximum},
        emitter.filled(out(1).dims, -std::numeric_limits<double>::infinity()),
        [](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
          return scalars.maximum(args[0], args[1]);
        });
    Array decay = emitDecay(emitter, out(1), best);
    Array maximum = emitNewMaximum(emitter, out(1), best);
    Array accumulator =
        emitMergedState(emitter, input(0), partialMaximum, maximum,
                        emitDecayed(emitter, out(0), decay));
    Array sum = emitMergedState(emitter, input(2), partialMaximum, maximum,
                                emitDecayed(emitter, out(2), decay));
    results.append({accumulator, maximum, sum});
  }
  return emitter.finish(results);
}

//===----------------------------------------------------------------------===//
// finalize
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>>
FinalizeOp::decomposeOperation(OpBuilder &builder) {
  LinalgEmitter emitter(
      builder, *this,
      cast<FloatType>(getElementTypeOrSelf(getSignalAcc().getType())));
  auto input = [&](unsigned number) {
    return emitter.get(getOperation()->getOpOperand(number));
  };
  SmallVector<Array> inputs = {input(0), input(2)};
  if (hasNoise())
    inputs.append({input(3), input(5), emitter.get(getLambdaMutable()[0])});
  Array out = emitter.get(getOutsMutable()[0]);
  bool epilogue = hasEpilogue(emitter, *this);
  Array difference = emitter.combine(
      inputs, epilogue ? emitter.empty(out.dims) : out,
      [&](Scalars &scalars, ValueRange args, LinalgEmitter::IndexFn) {
        return emitDifference(scalars, *this, args);
      });
  SmallVector<Array> results = {
      epilogue ? emitEpilogue(emitter, *this, difference) : difference};
  for (unsigned map = 0; map + 1 < getOuts().size(); ++map)
    results.push_back(emitLogSumExp(emitter, input(3 * map + 1),
                                    input(3 * map + 2),
                                    emitter.get(getOutsMutable()[map + 1])));
  return emitter.finish(results);
}

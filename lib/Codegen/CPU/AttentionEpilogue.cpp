//===- AttentionEpilogue.cpp - from sums to results -----------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::diffattn;

/// 1 / x, or 0 for 0.
static Value invert(Emitter &e, Value x) {
  Value zero = e.zero(x.getType());
  Value isZero = arith::CmpFOp::create(e, arith::CmpFPredicate::OEQ, x, zero);
  return e.select(isZero, zero, e.divF(e.real(1, x.getType()), x));
}

/// Writes 1 / l1 and -lambda / l2 to the scales of row `row`, which is the one
/// at `at`, and its logsumexps to their results.
void AttentionWriter::scaleRow(const RowBlock &block, Value row,
                               ArrayRef<Value> at) {
  int64_t lanes = target.lanes;
  for (unsigned map = 0; map < numMaps(); ++map) {
    Value sumAt = e.add(block.sumsAt[map], e.mul(row, lanes));
    Value sum = e.sum(e.loadVector(block.state, sumAt, lanes, lanes));
    Value scale = invert(e, sum);
    if (map == 1) {
      Value factor =
          e.convert(e.load(lambda.memory, lambda.offset(e, at)), tiles.f32);
      if (op.getLambdaActivation() == LambdaActivation::Sigmoid) {
        Value one = e.real(1, tiles.f32);
        Value power = math::ExpOp::create(e, arith::NegFOp::create(e, factor));
        factor = e.divF(one, e.addF(one, power));
      }
      scale = arith::NegFOp::create(e, e.mulF(scale, factor));
    }
    e.store(scale, block.state, e.add(block.scalesAt[map], row));
    const AttentionArray &to = logSumExp[map];
    if (!to)
      continue;
    // Without a visible key: log(0) = -inf.
    Value ref = e.load(block.state, e.add(block.refsAt[map], row));
    if (!tiles.variant.natural())
      ref = e.mulF(ref, e.real(0.69314718055994531, tiles.f32));
    Value log = math::LogOp::create(e, sum);
    e.store(e.addF(ref, log), to.memory, to.offset(e, at));
  }
}

/// Scales the weights of a row so that the differences of both maps add up to
/// 1, and keeps what they added up to in place of the sum of the first map. To
/// be multiplied they are rounded, all by themselves: what a row gets that sees
/// one key, as the first rows with causal do, is exact so. Where the sum is
/// near 0, they stay as they are.
void AttentionWriter::levelRow(const RowBlock &block, Value row) {
  int64_t lanes = target.lanes;
  auto sumAt = [&](unsigned map) {
    return e.add(block.sumsAt[map], e.mul(row, lanes));
  };
  auto scaleAt = [&](unsigned map) { return e.add(block.scalesAt[map], row); };
  Value total = e.zero(tiles.f32);
  for (unsigned map = 0; map < numMaps(); ++map) {
    Value sum = e.sum(e.loadVector(block.state, sumAt(map), lanes, lanes));
    total = e.multiplyAdd(sum, e.load(block.state, scaleAt(map)), total);
  }
  Value size = math::AbsFOp::create(e, total);
  auto isBelow = [&](Value a, Value b) -> Value {
    return arith::CmpFOp::create(e, arith::CmpFPredicate::OLT, a, b);
  };
  Value isUsual = e.both(isBelow(e.real(0x1p-10, tiles.f32), size),
                         isBelow(size, e.real(0x1p10, tiles.f32)));
  total = e.select(isUsual, total, e.real(1, tiles.f32));
  Value factor = e.divF(e.real(1, tiles.f32), total);
  for (unsigned map = 0; map < numMaps(); ++map) {
    Value scale = e.load(block.state, scaleAt(map));
    e.store(e.mulF(scale, factor), block.state, scaleAt(map));
  }
  e.store(total, block.state, sumAt(0));
}

/// Turns the outputs of the maps, each times its scale, into their sum, in
/// place of the first one.
void AttentionWriter::subtractMaps(Value output, ValueRange outputAt,
                                   Value scales, ValueRange scalesAt) {
  int64_t lanes = target.lanes;
  e.forEach(e.index(0), paddedFeatures, lanes, [&](Value i) {
    Value result;
    for (auto [from, scaleAt] : llvm::zip_equal(outputAt, scalesAt)) {
      Value scale = e.splat(e.load(scales, scaleAt), tiles.vectorF32());
      Value x = e.loadVector(output, e.add(from, i), lanes, lanes);
      result = result ? e.multiplyAdd(x, scale, result) : e.mulF(x, scale);
    }
    e.storeVector(result, output, e.add(outputAt[0], i), lanes);
  });
}

/// Norm, weight and scale of a row of output, which is 0 behind its features,
/// into the result at `at`.
void AttentionWriter::finishRow(Value output, Value outputAt,
                                ArrayRef<Value> at) {
  int64_t lanes = target.lanes;
  VectorType type = tiles.vectorF32();
  Value factor = outScale;
  if (op.getNorm()) {
    Value squares = e.iterate(e.index(0), paddedFeatures, lanes, e.zero(type),
                              [&](Value i, ValueRange before) {
                                Value x = e.loadVector(
                                    output, e.add(outputAt, i), lanes, lanes);
                                return Values{e.multiplyAdd(x, x, before[0])};
                              })[0];
    Value count = arith::UIToFPOp::create(
        e, tiles.f32, arith::IndexCastOp::create(e, e.getI64Type(), features));
    Value mean = e.divF(e.sum(squares), count);
    Value root = math::SqrtOp::create(e, e.addF(mean, eps));
    // With eps = 0 a row of zeros stays a row of zeros.
    factor = e.mulF(factor, invert(e, root));
  }
  Type element = cast<MemRefType>(out.memory.getType()).getElementType();
  Value to = out.offset(e, at);
  auto finished = [&](Value x, Value i, bool isVector) {
    x = e.mulF(x, isVector ? e.splat(factor, type) : factor);
    if (weights)
      x = e.mulF(x, isVector ? e.loadVector(weights, i, lanes, lanes)
                             : e.load(weights, i));
    return e.convert(x, element);
  };
  Value vectorsEnd =
      e.select(outFeatures.isUnit, e.roundDown(features, lanes), e.index(0));
  e.forEach(e.index(0), vectorsEnd, lanes, [&](Value i) {
    Value x = e.loadVector(output, e.add(outputAt, i), lanes, lanes);
    e.storeVector(finished(x, i, true), out.memory, e.add(to, i), lanes);
  });
  e.forEach(vectorsEnd, features, 1, [&](Value i) {
    Value x = e.load(output, e.add(outputAt, i));
    e.store(finished(x, i, false), out.memory,
            e.add(to, e.load(outFeatures.offsets, i)));
  });
}

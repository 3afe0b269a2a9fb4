//===- AttentionScores.cpp - scores and their weights ---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionTiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <limits>

using namespace mlir;
using namespace mlir::diffattn;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

/// p(f) 2^n with x = n + f, |f| <= 1/2. p is a minimax fit of 2^f (iteratively
/// reweighted least squares in f64 on Chebyshev nodes) with p(0) = 1: of ulps,
/// at most 1.8 after rounding, or of the relative error, at most 2.9e-6. Sums
/// that are not fused round more often: there one more coefficient leaves 1.3
/// ulp.
Value AttentionTiles::exp2(Emitter &e, Value x, bool precise) {
  static constexpr double kPrecise[] = {1.0,
                                        6.931468248e-01,
                                        2.402223647e-01,
                                        5.550891533e-02,
                                        9.671762586e-03,
                                        1.322570723e-03};
  static constexpr double kUnfused[] = {1.0,
                                        6.931472029e-01,
                                        2.402264791e-01,
                                        5.550332471e-02,
                                        9.618437357e-03,
                                        1.339887440e-03,
                                        1.535336194e-04};
  static constexpr double kFast[] = {1.0, 6.931241751e-01, 2.402409911e-01,
                                     5.590642616e-02, 9.582852945e-03};
  ArrayRef<double> coefficients = kFast;
  if (precise)
    coefficients = target.isFused ? ArrayRef(kPrecise) : ArrayRef(kUnfused);
  Type type = x.getType();
  // 2^-252 rounds to 0, and so does 2^-inf. NaN passes.
  double lowest = target.hasScale ? -252 : -127;
  x = e.maxF(e.real(lowest, type), x);
  auto polynomial = [&](Value fraction) {
    Value power = e.real(coefficients.back(), type);
    for (double coefficient : llvm::reverse(coefficients.drop_back()))
      power = e.multiplyAdd(power, fraction, e.real(coefficient, type));
    return power;
  };
  if (target.hasScale) {
    Value whole = math::RoundEvenOp::create(e, x);
    Value power = polynomial(e.subF(x, whole));
    Value mask = arith::ConstantOp::create(e, e.getI16IntegerAttr(-1));
    Value rounding = arith::ConstantOp::create(e, e.getI32IntegerAttr(4));
    return LLVM::CallIntrinsicOp::create(
               e, type, e.getStringAttr("llvm.x86.avx512.mask.scalef.ps.512"),
               ValueRange{power, whole, e.zero(type), mask, rounding})
        .getResult(0);
  }
  // Adding this leaves the integer in the low bits.
  Value shift = e.real(12582912.0, type);
  Value shifted = e.addF(x, shift);
  Value power = polynomial(e.subF(x, e.subF(shifted, shift)));
  auto integers = cast<VectorType>(type).clone(e.getI32Type());
  auto integer = [&](int64_t number) -> Value {
    return arith::ConstantOp::create(
        e, DenseElementsAttr::get(integers, APInt(32, number, true)));
  };
  auto bits = [&](Value value) -> Value {
    return arith::BitcastOp::create(e, integers, value);
  };
  // n + 127, at the exponent's place; 0 where x is -127: that is 0, too.
  Value exponent =
      arith::SubIOp::create(e, bits(shifted), integer(0x4b400000 - 127));
  exponent = arith::ShLIOp::create(e, exponent, integer(23));
  return e.mulF(power, arith::BitcastOp::create(e, type, exponent));
}

Value AttentionTiles::weight(Emitter &e, Value distance, bool precise) {
  if (variant.natural())
    distance = e.mulF(distance, e.real(1.4426950408889634, distance.getType()));
  return exp2(e, distance, precise);
}

/// Stores the weights of a row of distances, and adds them to the row's sums.
void AttentionTiles::storeWeights(Emitter &e, ValueRange distances,
                                  Value scores, Value at, Value sums,
                                  Value sumsAt) {
  Values weights;
  for (auto [v, distance] : llvm::enumerate(distances)) {
    weights.push_back(weight(e, distance, variant.preciseWeight));
    e.storeVector(weights[v], scores, e.add(at, v * target.lanes),
                  target.lanes);
  }
  // Pairwise, then to what was there.
  while (weights.size() > 1) {
    Values pairs;
    for (size_t i = 0; i < weights.size(); i += 2)
      pairs.push_back(e.addF(weights[i], weights[i + 1]));
    weights = pairs;
  }
  Value sum = e.loadVector(sums, sumsAt, target.lanes, target.lanes);
  e.storeVector(e.addF(sum, weights[0]), sums, sumsAt, target.lanes);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Steps of a product between the request for a row of a panel and its use.
/// Panels of keys stay in the first level cache from tile to tile; those of
/// values do not.
static constexpr int64_t kAhead = 4;

/// sums[row][v] + products of rows of `left`, each starting at one of leftAt,
/// and of a panel of `right`, over so many steps of depth.
Values AttentionTiles::multiply(Emitter &e, Value left, ValueRange leftAt,
                                Value right, Value rightAt, Value steps,
                                ValueRange sums) {
  int64_t pair = variant.pair();
  int64_t lanes = target.lanes, vectors = target.vectors;
  VectorType type = vectorF32();
  auto pairs = VectorType::get(2, variant.packed);
  auto dots = VectorType::get(2 * lanes, variant.packed);
  auto broadcast = [&](Value at) -> Value {
    if (pair == 1)
      return e.splat(e.load(left, at), type);
    Value both = vector::LoadOp::create(e, pairs, left, at);
    both =
        vector::BitCastOp::create(e, VectorType::get(1, e.getI32Type()), both);
    Value bits = vector::ExtractOp::create(e, both, 0);
    return vector::BitCastOp::create(
        e, dots, e.splat(bits, VectorType::get(lanes, e.getI32Type())));
  };
  auto multiplyAdd = [&](Value a, Value b, Value c) -> Value {
    if (pair == 1)
      return e.multiplyAdd(a, b, c);
    return LLVM::CallIntrinsicOp::create(
               e, type, e.getStringAttr("llvm.x86.avx512bf16.dpbf16ps.512"),
               ValueRange{c, a, b})
        .getResult(0);
  };
  return e.iterate(e.index(0), steps, 1, sums, [&](Value k, ValueRange before) {
    Value at = e.add(rightAt, e.mul(k, target.cols() * pair));
    Values cols, after;
    for (int64_t v = 0; v < vectors; ++v)
      cols.push_back(e.loadVector(right, e.add(at, v * lanes * pair),
                                  lanes * pair, lanes * pair));
    for (int64_t v = 0; v < vectors; ++v)
      memref::PrefetchOp::create(
          e, right,
          ValueRange{
              e.add(at, kAhead * target.cols() * pair + v * lanes * pair)},
          false, 3, true);
    for (Value rowAt : leftAt) {
      Value row = broadcast(e.add(rowAt, e.mul(k, pair)));
      for (Value col : cols)
        after.push_back(multiplyAdd(row, col, before[after.size()]));
    }
    return after;
  });
}

func::FuncOp AttentionTiles::scoreTile() {
  Type state = buffer(f32), panel = buffer(variant.packed);
  SmallVector<Type> types{panel, index, index, panel, index, index, state,
                          index, state, index, index, f32,   i1};
  int64_t rows = target.rows, vectors = target.vectors, lanes = target.lanes;
  return define("score_tile", types, i1, [&](Emitter &e, ValueRange x) {
    Value scores = x[6], state = x[8];
    Values queriesAt;
    for (int64_t row = 0; row < rows; ++row)
      queriesAt.push_back(e.add(x[1], e.mul(x[2], row)));
    // Where the tile goes may be in a farther cache by now.
    for (int64_t i = 0; i < rows * target.cols(); i += lanes)
      memref::PrefetchOp::create(e, scores, ValueRange{e.add(x[7], i)},
                                 /*isWrite=*/true, 3, true);
    Values zeros(rows * vectors, e.zero(vectorF32()));
    Values products = multiply(e, x[0], queriesAt, x[3], x[4], x[5], zeros);
    if (variant.pair() == 2) {
      Value scale = e.splat(x[11], vectorF32());
      for (Value &product : products)
        product = e.mulF(product, scale);
    }
    auto scoreAt = [&](int64_t row, int64_t v) {
      return e.add(x[7], row * target.cols() + v * lanes);
    };
    auto storeRaw = [&] {
      for (int64_t i = 0; i < rows * vectors; ++i)
        e.storeVector(products[i], scores, scoreAt(i / vectors, i % vectors),
                      lanes);
      return Values{e.trueValue()};
    };
    // Scores that change before they are weighed.
    if (variant.softcap || variant.mask)
      return storeRaw();

    auto rowOf = [&](int64_t row) {
      return ValueRange(products).slice(row * vectors, vectors);
    };
    auto refOf = [&](int64_t row) { return e.load(state, e.add(x[9], row)); };
    Value exceeds;
    for (int64_t row = 0; row < rows; ++row) {
      Value largest = rowOf(row)[0];
      for (Value score : rowOf(row).drop_front())
        largest = e.maxF(largest, score);
      Value limit = e.addF(refOf(row), e.real(kSlack, f32));
      Value here = e.exceedsF(largest, e.splat(limit, vectorF32()));
      exceeds =
          exceeds ? arith::OrIOp::create(e, exceeds, here).getResult() : here;
    }
    Value any =
        vector::ReductionOp::create(e, vector::CombiningKind::OR, exceeds);
    any = arith::OrIOp::create(e, any, x[12]);
    return e.choose(i1, any, storeRaw, [&] {
      for (int64_t row = 0; row < rows; ++row) {
        Value ref = e.splat(refOf(row), vectorF32());
        Values distances;
        for (Value score : rowOf(row))
          distances.push_back(e.subF(score, ref));
        storeWeights(e, distances, scores, scoreAt(row, 0), state,
                     e.add(x[10], row * lanes));
      }
      return Values{e.falseValue()};
    });
  });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// cap * tanh(score): queries are scaled so that scores are in units of the
/// cap.
Value AttentionTiles::capScore(Emitter &e, Value score, Value cap) {
  Value ratio = math::TanhOp::create(e, score);
  return e.mulF(ratio, e.splat(cap, vectorF32()));
}

/// Scores with a row of the mask applied. Its elements are read up to keyEnd.
Values AttentionTiles::maskRow(Emitter &e, ValueRange scores, Value mask,
                               Value maskAt, Value keyStride, Value block,
                               Value keyEnd) {
  int64_t lanes = target.lanes, cols = target.cols();
  Type element = variant.mask;
  bool isBool = element.isInteger(1);
  // Bytes, which vectors can hold.
  Type stored = isBool ? Type(e.getI8Type()) : element;
  SmallVector<Type> types(scores.size(), vector(stored));
  Value isWhole = e.both(e.equal(keyStride, e.index(1)),
                         e.less(e.add(block, cols - 1), keyEnd));
  Value first = e.add(maskAt, e.mul(block, keyStride));
  Values elements = e.choose(
      types, isWhole,
      [&] {
        Values loaded;
        for (int64_t v = 0; v < target.vectors; ++v)
          loaded.push_back(
              e.loadVector(mask, e.add(first, v * lanes), lanes, lanes));
        return loaded;
      },
      [&] {
        Values loaded;
        Value last = e.sub(e.add(keyEnd, -1), block);
        for (int64_t v = 0; v < target.vectors; ++v) {
          Values each;
          for (int64_t lane = 0; lane < lanes; ++lane) {
            Value key =
                e.max(e.min(e.index(v * lanes + lane), last), e.index(0));
            each.push_back(e.load(mask, e.add(first, e.mul(key, keyStride))));
          }
          loaded.push_back(
              vector::FromElementsOp::create(e, vector(stored), each));
        }
        return loaded;
      });
  Value hidden = e.real(-kInfinity, vectorF32());
  Values result;
  for (auto [score, shown] : llvm::zip_equal(scores, elements)) {
    if (isBool) {
      Value isHidden = arith::CmpIOp::create(e, arith::CmpIPredicate::eq, shown,
                                             e.zero(shown.getType()));
      result.push_back(e.select(isHidden, hidden, score));
      continue;
    }
    shown = e.convert(shown, f32);
    Value isHidden =
        arith::CmpFOp::create(e, arith::CmpFPredicate::OEQ, shown, hidden);
    result.push_back(e.select(isHidden, hidden, e.addF(score, shown)));
  }
  return result;
}

/// -inf in place of the scores of keys before `first` and from `end` on, both
/// counted from the block's first key.
Values AttentionTiles::hideKeys(Emitter &e, ValueRange scores, Value first,
                                Value end) {
  auto integers = vector(e.getI32Type());
  auto limit = [&](Value key) {
    key = e.max(e.min(key, e.index(target.cols())), e.index(0));
    return e.splat(arith::IndexCastOp::create(e, e.getI32Type(), key),
                   integers);
  };
  Value firsts = limit(first), ends = limit(end);
  Values result;
  for (auto [v, score] : llvm::enumerate(scores)) {
    SmallVector<int32_t> numbers;
    for (int64_t lane = 0; lane < target.lanes; ++lane)
      numbers.push_back(v * target.lanes + lane);
    Value keys = arith::ConstantOp::create(
        e, DenseIntElementsAttr::get(integers, ArrayRef<int32_t>(numbers)));
    Value isShown = e.both(
        arith::CmpIOp::create(e, arith::CmpIPredicate::sge, keys, firsts),
        arith::CmpIOp::create(e, arith::CmpIPredicate::slt, keys, ends));
    result.push_back(e.select(isShown, score, e.real(-kInfinity, vectorF32())));
  }
  return result;
}

func::FuncOp AttentionTiles::weighRows() {
  Type state = buffer(f32);
  SmallVector<Type> types{state, index, state, index, index, buffer(index),
                          index, index, index, index, f32};
  if (variant.mask) {
    Type element = variant.mask.isInteger(1)
                       ? Type(IntegerType::get(f32.getContext(), 8))
                       : variant.mask;
    types.push_back(flat(element));
    types.push_back(index);
  }
  types.push_back(index);
  int64_t lanes = target.lanes, cols = target.cols();
  return define("weigh_rows", types, {}, [&](Emitter &e, ValueRange x) {
    Value scores = x[0], state = x[2], limits = x[5], block = x[8];
    e.forEach(e.index(0), x.back(), 1, [&](Value row) {
      Value scoreAt = e.add(x[1], e.mul(row, cols));
      Values row_;
      for (int64_t v = 0; v < target.vectors; ++v)
        row_.push_back(
            e.loadVector(scores, e.add(scoreAt, v * lanes), lanes, lanes));
      if (variant.softcap)
        for (Value &score : row_)
          score = capScore(e, score, x[10]);
      Value limitAt = e.add(x[6], row);
      auto limit = [&](int64_t which) {
        return e.load(limits, e.add(limitAt, e.mul(x[7], which)));
      };
      if (variant.mask)
        row_ = maskRow(e, row_, x[11], limit(2), x[12], block, x[9]);
      row_ = hideKeys(e, row_, e.sub(limit(0), block), e.sub(limit(1), block));

      // The ref moves to the largest score if that is too far above.
      Value largest = row_[0];
      for (Value score : ValueRange(row_).drop_front())
        largest = e.maxF(largest, score);
      Value refAt = e.add(x[3], row), sumAt = e.add(x[4], e.mul(row, lanes));
      Value before = e.load(state, refAt);
      Value highest = e.addF(before, e.real(kSlack, f32));
      Value exceeds = e.exceedsF(largest, e.splat(highest, vectorF32()));
      Value moves =
          vector::ReductionOp::create(e, vector::CombiningKind::OR, exceeds);
      auto move = [&] {
        Value maximum = vector::ReductionOp::create(
            e, vector::CombiningKind::MAXNUMF, largest);
        e.store(maximum, state, refAt);
        Value factor =
            weight(e, e.splat(e.subF(before, maximum), vectorF32()), true);
        Value sum = e.loadVector(state, sumAt, lanes, lanes);
        e.storeVector(e.mulF(sum, factor), state, sumAt, lanes);
        return Values{maximum};
      };
      Value ref = e.choose(f32, moves, move, [&] { return Values{before}; })[0];
      Value refs = e.splat(ref, vectorF32());
      for (Value &score : row_)
        score = e.subF(score, refs);
      storeWeights(e, row_, scores, scoreAt, state, sumAt);
    });
    return Values();
  });
}

//===----------------------------------------------------------------------===//
// Keys as they lie in memory
//===----------------------------------------------------------------------===//

/// Keys whose products are added up at once.
static constexpr int64_t kKeys = 4;

/// The sums of the lanes of kKeys vectors, side by side.
Value AttentionTiles::addLanes(Emitter &e, Values vectors) {
  auto addShuffled = [&](Value a, Value b, ArrayRef<int64_t> left,
                         ArrayRef<int64_t> right) -> Value {
    return e.addF(vector::ShuffleOp::create(e, a, b, left),
                  vector::ShuffleOp::create(e, a, b, right));
  };
  // Neighbours of two vectors, four lanes at a time: those are what one
  // instruction shuffles.
  SmallVector<int64_t> even, odd;
  for (int64_t first = 0; first < target.lanes; first += kKeys)
    for (int64_t lane : {first, target.lanes + first}) {
      even.append({lane, lane + 2});
      odd.append({lane + 1, lane + 3});
    }
  while (vectors.size() > 1) {
    Values pairs;
    for (size_t i = 0; i < vectors.size(); i += 2)
      pairs.push_back(addShuffled(vectors[i], vectors[i + 1], even, odd));
    vectors = pairs;
  }
  // Now each four lanes hold something of all keys.
  Value sum = vectors[0];
  for (int64_t width = target.lanes / 2; width >= kKeys; width /= 2)
    sum = addShuffled(sum, sum, llvm::to_vector(llvm::seq(width)),
                      llvm::to_vector(llvm::seq(width, 2 * width)));
  return sum;
}

/// Products of `rows` queries and the keys that start at `keysAt`, lane by
/// lane: for each row those of all keys.
Values AttentionTiles::multiplyRows(Emitter &e, Value queries,
                                    ValueRange queriesAt, Value source,
                                    ValueRange keysAt, Value depth,
                                    Value ahead) {
  int64_t lanes = target.lanes;
  auto addProducts = [&](Value k, ValueRange before, bool isVector) {
    auto read = [&](Value memory, Value at) {
      return isVector ? e.loadVector(memory, at, lanes, lanes)
                      : e.load(memory, at);
    };
    Values left, right, after;
    for (Value queryAt : queriesAt)
      left.push_back(read(queries, e.add(queryAt, k)));
    for (Value keyAt : keysAt) {
      Value at = e.add(keyAt, k);
      right.push_back(e.convert(read(source, at), f32));
      if (isVector)
        prefetch(e, source, e.add(at, ahead));
    }
    for (Value query : left)
      for (Value key : right)
        after.push_back(e.multiplyAdd(query, key, before[after.size()]));
    return after;
  };
  size_t count = queriesAt.size() * keysAt.size();
  Value end = e.roundDown(depth, lanes);
  Values rests = e.iterate(end, depth, 1, Values(count, e.zero(f32)),
                           [&](Value k, ValueRange before) {
                             return addProducts(k, before, false);
                           });
  // What no vector holds is in the first lane.
  Values sums;
  for (Value rest : rests)
    sums.push_back(
        vector::InsertOp::create(e, rest, e.zero(vectorF32()), int64_t(0)));
  return e.iterate(
      e.index(0), end, lanes, sums,
      [&](Value k, ValueRange before) { return addProducts(k, before, true); });
}

func::FuncOp AttentionTiles::scoreRows(int64_t rows) {
  SmallVector<Type> types{buffer(f32), index,       index, flat(variant.source),
                          index,       index,       index, index,
                          index,       buffer(f32), index};
  int64_t cols = target.cols();
  return define(
      "score_rows_" + Twine(rows), types, {}, [&](Emitter &e, ValueRange x) {
        Value count = x[7], scores = x[9];
        Values queriesAt;
        for (int64_t row = 0; row < rows; ++row)
          queriesAt.push_back(e.add(x[1], e.mul(x[2], row)));
        e.forEach(e.index(0), count, kKeys, [&](Value first) {
          // Behind the last key, that one again: the scores are not used.
          Values keysAt;
          for (int64_t key = 0; key < kKeys; ++key) {
            Value number = e.min(e.add(first, key), e.add(count, -1));
            keysAt.push_back(e.add(x[4], e.mul(number, x[5])));
          }
          Values sums =
              multiplyRows(e, x[0], queriesAt, x[3], keysAt, x[8], x[6]);
          for (int64_t row = 0; row < rows; ++row) {
            Values own(ArrayRef<Value>(sums).slice(row * kKeys, kKeys));
            Value to = e.add(e.add(x[10], row * cols), first);
            e.storeVector(addLanes(e, own), scores, to, kKeys);
          }
        });
        return Values();
      });
}

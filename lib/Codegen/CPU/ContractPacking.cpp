//===- ContractPacking.cpp - panels of rows or columns --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A panel of width w is panel[k][i], i < w: what a register tile needs at each
// step of k lies side by side. The lanes i are rows of `a` or columns of `b`.
// Lanes behind the last one repeat it; nobody looks at their results. Panels of
// pairs have words of two depths each; behind an odd last one is a zero.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::diffattn;

namespace {
/// The arguments of `pack`, by name.
struct PackArguments {
  explicit PackArguments(ValueRange values)
      : source(values[0]), base(values[1]), lanes(values[2]),
        firstLane(values[3]), laneCount(values[4]), depths(values[5]),
        begin(values[6]), end(values[7]), isDepthUnit(values[8]),
        panel(values[9]), panelAt(values[10]) {}

  Value source, base;
  Value lanes, firstLane, laneCount; ///< a table, where to start, its size
  Value depths, begin, end;          ///< a table, and what to pack of it
  Value isDepthUnit;                 ///< `depths` is consecutive
  Value panel, panelAt;

  /// The offset of a lane, or of the last one there is.
  Value laneOffset(Emitter &e, Value lane) const {
    Value last = e.add(laneCount, -1);
    return e.load(lanes, e.min(e.add(firstLane, lane), last));
  }
  /// Where the panel has depth `k`, the first one of a word.
  Value panelRow(Emitter &e, Value k, Type word, int64_t width) const {
    Value number = e.sub(k, begin);
    if (int64_t depths = depthsOf(word); depths > 1)
      number = e.floorDiv(number, e.index(depths));
    return e.add(panelAt, e.mul(number, width));
  }
};
} // namespace

/// `value`, a bf16 or a vector of them, as the bits of i32.
static Value bitsOf(Emitter &e, Value value) {
  Type i16 = e.getI16Type(), i32 = e.getI32Type();
  if (auto type = dyn_cast<VectorType>(value.getType())) {
    i16 = type.clone(i16);
    i32 = type.clone(i32);
  }
  value = arith::BitcastOp::create(e, i16, value);
  return arith::ExtUIOp::create(e, i32, value);
}

/// The word of two depths that follow each other.
static Value makePair(Emitter &e, Value low, Value high) {
  Value left = bitsOf(e, high);
  TypedAttr half = e.getI32IntegerAttr(16);
  if (auto type = dyn_cast<VectorType>(left.getType()))
    half = DenseElementsAttr::get(type, Attribute(half));
  left = arith::ShLIOp::create(e, left, arith::ConstantOp::create(e, half));
  return arith::OrIOp::create(e, bitsOf(e, low), left);
}

/// pack(source, base, lanes, firstLane, laneCount, depths, begin, end,
///      isDepthUnit, panel, panelAt). Pairs start at `begin`.
func::FuncOp KernelWriter::pack(Type source, Type word, int64_t width) {
  Type flat = FlatArray::type(source);
  Type i1 = IntegerType::get(loc.getContext(), 1);
  SmallVector<Type> types{flat,  index, table(), index,          index, table(),
                          index, index, i1,      memoryOf(word), index};
  return define(
      "pack_" + nameOf(source) + "_" + nameOf(word) + "_" + Twine(width), types,
      {}, [&](Emitter &e, ValueRange values) {
        PackArguments p(values);
        if (width == 1) {
          packRow(e, values, word);
          return Values();
        }
        Value lanesLeft = e.sub(p.laneCount, p.firstLane);
        Value count = e.min(e.index(width), lanesLeft);
        Value isUnit =
            e.both(e.equal(count, e.index(width)),
                   call(e, isConsecutive(), {p.lanes, p.firstLane, count})[0]);
        e.when(
            isUnit, [&] { packConsecutive(e, values, word, width); },
            [&] { packTransposed(e, values, word, width); });
        return Values();
      });
}

/// Calls `emit(k, load)` for each word from `begin` on: `load(lift)` gives it,
/// from what `lift(k)` gives for each of its depths.
static void forEachWord(
    Emitter &e, Value begin, Value end, Type word,
    function_ref<void(Value, function_ref<Value(function_ref<Value(Value)>)>)>
        emit) {
  if (depthsOf(word) == 1)
    return e.forEach(begin, end, 1, [&](Value k) {
      emit(k, [&](function_ref<Value(Value)> lift) {
        return e.convert(lift(k), word);
      });
    });
  Value whole = e.add(begin, e.roundDown(e.sub(end, begin), 2));
  e.forEach(begin, whole, 2, [&](Value k) {
    emit(k, [&](function_ref<Value(Value)> lift) {
      Value low = lift(k);
      return makePair(e, low, lift(e.add(k, 1)));
    });
  });
  e.forEach(whole, end, 1, [&](Value k) {
    emit(k, [&](function_ref<Value(Value)> lift) {
      Value low = lift(k);
      return makePair(e, low, e.zero(low.getType()));
    });
  });
}

/// Lanes are neighbours in memory: copies.
void KernelWriter::packConsecutive(Emitter &e, ValueRange arguments, Type word,
                                   int64_t width) {
  PackArguments p(arguments);
  Value base = e.add(p.base, e.load(p.lanes, p.firstLane));
  int64_t lanes = blocking.lanes;
  forEachWord(e, p.begin, p.end, word, [&](Value k, auto load) {
    Value to = p.panelRow(e, k, word, width);
    for (int64_t i = 0; i < width; i += lanes) {
      int64_t valid = std::min(lanes, width - i);
      Value vector = load([&](Value depth) {
        Value from = e.add(base, e.load(p.depths, depth));
        return e.loadVector(p.source, e.add(from, i), lanes, valid);
      });
      e.storeVector(vector, p.panel, e.add(to, i), valid);
    }
  });
}

/// A vector of words along the depth, which are neighbours in memory.
static Value loadWords(Emitter &e, Value source, Value from, Type word,
                       int64_t lanes) {
  int64_t depths = depthsOf(word) * lanes;
  Value vector = e.loadVector(source, from, depths, depths);
  if (depthsOf(word) == 1)
    return e.convert(vector, word);
  return vector::BitCastOp::create(e, VectorType::get(lanes, word), vector);
}

/// If the depths of a lane are neighbours in memory, squares are transposed.
/// What is left goes element by element.
void KernelWriter::packTransposed(Emitter &e, ValueRange arguments, Type word,
                                  int64_t width) {
  PackArguments p(arguments);
  int64_t side = blocking.lanes, depths = side * depthsOf(word);
  Value squares = e.add(p.begin, e.roundDown(e.sub(p.end, p.begin), depths));
  Value squaresEnd =
      arith::SelectOp::create(e, p.isDepthUnit, squares, p.begin);
  e.forEach(p.begin, squaresEnd, depths, [&](Value k) {
    Value base = e.add(p.base, e.load(p.depths, k));
    for (int64_t i = 0; i < width; i += side) {
      int64_t valid = std::min(side, width - i);
      Values rows(side, e.zero(VectorType::get(side, word)));
      for (int64_t lane = 0; lane < valid; ++lane) {
        Value from = e.add(base, p.laneOffset(e, e.index(i + lane)));
        rows[lane] = loadWords(e, p.source, from, word, side);
      }
      rows = e.transpose(rows);
      Value to = e.add(p.panelRow(e, k, word, width), i);
      for (int64_t row = 0; row < side; ++row)
        e.storeVector(rows[row], p.panel, e.add(to, row * width), valid);
    }
  });
  forEachWord(e, squaresEnd, p.end, word, [&](Value k, auto load) {
    Value to = p.panelRow(e, k, word, width);
    e.forEach(e.index(0), e.index(width), 1, [&](Value lane) {
      Value base = e.add(p.base, p.laneOffset(e, lane));
      Value element = load([&](Value depth) {
        return e.load(p.source, e.add(base, e.load(p.depths, depth)));
      });
      e.store(element, p.panel, e.add(to, lane));
    });
  });
}

/// A panel of one lane is that row.
void KernelWriter::packRow(Emitter &e, ValueRange arguments, Type word) {
  PackArguments p(arguments);
  int64_t lanes = blocking.lanes, depths = lanes * depthsOf(word);
  Value base = e.add(p.base, e.load(p.lanes, p.firstLane));
  Value vectors = e.add(p.begin, e.roundDown(e.sub(p.end, p.begin), depths));
  Value vectorsEnd =
      arith::SelectOp::create(e, p.isDepthUnit, vectors, p.begin);
  e.forEach(p.begin, vectorsEnd, depths, [&](Value k) {
    Value from = e.add(base, e.load(p.depths, k));
    e.storeVector(loadWords(e, p.source, from, word, lanes), p.panel,
                  p.panelRow(e, k, word, 1), lanes);
  });
  forEachWord(e, vectorsEnd, p.end, word, [&](Value k, auto load) {
    Value element = load([&](Value depth) {
      return e.load(p.source, e.add(base, e.load(p.depths, depth)));
    });
    e.store(element, p.panel, p.panelRow(e, k, word, 1));
  });
}

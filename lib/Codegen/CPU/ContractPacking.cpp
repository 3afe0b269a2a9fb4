//===- ContractPacking.cpp - panels of rows or columns --------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A panel of width w is panel[k][i], i < w: what a register tile needs at each
// step of k lies side by side. The lanes i are rows of `a` or columns of `b`.
// Lanes behind the last one repeat it; nobody looks at their results.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

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
  /// Where the panel has depth `k`.
  Value panelRow(Emitter &e, Value k, int64_t width) const {
    return e.add(panelAt, e.mul(e.sub(k, begin), width));
  }
};
} // namespace

/// pack(source, base, lanes, firstLane, laneCount, depths, begin, end,
///      isDepthUnit, panel, panelAt).
func::FuncOp KernelWriter::pack(Type source, int64_t width) {
  Type flat = FlatArray::type(source);
  Type i1 = IntegerType::get(loc.getContext(), 1);
  SmallVector<Type> types{flat,  index, table(), index,       index, table(),
                          index, index, i1,      workspace(), index};
  return define(
      "pack_" + nameOf(source) + "_" + nameOf(sum) + "_" + Twine(width), types,
      {}, [&](Emitter &e, ValueRange values) {
        PackArguments p(values);
        Value lanesLeft = e.sub(p.laneCount, p.firstLane);
        Value count = e.min(e.index(width), lanesLeft);
        Value isUnit =
            e.both(e.equal(count, e.index(width)),
                   call(e, isConsecutive(), {p.lanes, p.firstLane, count})[0]);
        e.when(
            isUnit, [&] { packConsecutive(e, values, width); },
            [&] { packTransposed(e, values, width); });
        return Values();
      });
}

/// Lanes are neighbours in memory: copies.
void KernelWriter::packConsecutive(Emitter &e, ValueRange arguments,
                                   int64_t width) {
  PackArguments p(arguments);
  Value base = e.add(p.base, e.load(p.lanes, p.firstLane));
  e.forEach(p.begin, p.end, 1, [&](Value k) {
    Value from = e.add(base, e.load(p.depths, k));
    Value to = p.panelRow(e, k, width);
    for (int64_t i = 0; i < width; i += blocking.lanes) {
      int64_t valid = std::min(blocking.lanes, width - i);
      Value vector =
          e.loadVector(p.source, e.add(from, i), blocking.lanes, valid);
      e.storeVector(e.convert(vector, sum), p.panel, e.add(to, i), valid);
    }
  });
}

/// If the depths of a lane are neighbours in memory, squares are transposed.
/// What is left goes element by element.
void KernelWriter::packTransposed(Emitter &e, ValueRange arguments,
                                  int64_t width) {
  PackArguments p(arguments);
  int64_t side = blocking.lanes;
  Value squares = e.add(p.begin, e.roundDown(e.sub(p.end, p.begin), side));
  Value squaresEnd =
      arith::SelectOp::create(e, p.isDepthUnit, squares, p.begin);
  e.forEach(p.begin, squaresEnd, side, [&](Value k) {
    Value base = e.add(p.base, e.load(p.depths, k));
    for (int64_t i = 0; i < width; i += side) {
      int64_t valid = std::min(side, width - i);
      Values rows(side, e.zero(VectorType::get(side, sum)));
      for (int64_t lane = 0; lane < valid; ++lane) {
        Value from = e.add(base, p.laneOffset(e, e.index(i + lane)));
        rows[lane] = e.convert(e.loadVector(p.source, from, side, side), sum);
      }
      rows = e.transpose(rows);
      Value to = e.add(p.panelRow(e, k, width), i);
      for (int64_t row = 0; row < side; ++row)
        e.storeVector(rows[row], p.panel, e.add(to, row * width), valid);
    }
  });
  e.forEach(squaresEnd, p.end, 1, [&](Value k) {
    Value base = e.add(p.base, e.load(p.depths, k));
    Value to = p.panelRow(e, k, width);
    e.forEach(e.index(0), e.index(width), 1, [&](Value lane) {
      Value from = e.add(base, p.laneOffset(e, lane));
      e.store(e.convert(e.load(p.source, from), sum), p.panel, e.add(to, lane));
    });
  });
}

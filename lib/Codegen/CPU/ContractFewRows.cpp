//===- ContractFewRows.cpp - contractions that read b once ----------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With a few rows, what `b` holds is used a few times only: the time goes into
// reading it. If its depths are neighbours in memory, vectors run along them
// and each element of `c` is the sum of one; else, if its columns are, vectors
// are columns.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::diffattn;

/// Columns, or vectors of them, that are computed at once.
static constexpr int64_t kCols = 4;
/// Columns of a task where vectors run along the depth.
static constexpr int64_t kTaskCols = 32;

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

/// Sums of products of all rows and cols, from `begin` to `end` of their
/// depths. `load(right, at)` loads a factor: of a column if it is the right
/// one.
static Values sumProducts(Emitter &e, Value begin, Value end, int64_t step,
                          ValueRange rowsAt, ValueRange colsAt, Type type,
                          function_ref<Value(bool, Value)> load) {
  Values zeros(rowsAt.size() * colsAt.size(), e.zero(type));
  return e.iterate(begin, end, step, zeros, [&](Value k, ValueRange before) {
    Values left, right, after;
    for (Value at : rowsAt)
      left.push_back(load(false, e.add(at, k)));
    for (Value at : colsAt)
      right.push_back(load(true, e.add(at, k)));
    for (Value l : left)
      for (Value r : right)
        after.push_back(e.multiplyAdd(l, r, before[after.size()]));
    return after;
  });
}

/// dots(a, base, rowsA, row, b, colsAt, colStrideB, cols, depth, c, sumsAt,
///      rowsC, colStrideC, overwrite): `rows` rows from `row` on times up to
/// kCols columns. The depths of a and b are neighbours.
func::FuncOp KernelWriter::dots(int64_t rows) {
  Type flatA = FlatArray::type(a), flatB = FlatArray::type(b);
  Type flatC = FlatArray::type(c), i1 = IntegerType::get(loc.getContext(), 1);
  SmallVector<Type> types{flatA, index, table(), index, flatB,   index, index,
                          index, index, flatC,   index, table(), index, i1};
  int64_t lanes = blocking.lanes;
  return define(
      "dots_" + nameOf(a) + "_" + nameOf(b) + "_" + nameOf(c) + "_" +
          Twine(rows),
      types, {}, [&](Emitter &e, ValueRange x) {
        Value cols = x[7], depth = x[8];
        Values rowsAt, colsAt;
        for (int64_t row = 0; row < rows; ++row)
          rowsAt.push_back(e.add(x[1], e.load(x[2], e.add(x[3], row))));
        // Behind the last column, that one again.
        for (int64_t col = 0; col < kCols; ++col)
          colsAt.push_back(
              e.add(x[5], e.mul(e.min(e.index(col), e.add(cols, -1)), x[6])));
        Value end = e.roundDown(depth, lanes);
        Values vectors = sumProducts(
            e, e.index(0), end, lanes, rowsAt, colsAt,
            VectorType::get(lanes, sum), [&](bool right, Value at) {
              Value array = right ? x[4] : x[0];
              return e.convert(e.loadVector(array, at, lanes, lanes), sum);
            });
        Values rest = sumProducts(
            e, end, depth, 1, rowsAt, colsAt, sum, [&](bool right, Value at) {
              return e.convert(e.load(right ? x[4] : x[0], at), sum);
            });
        for (int64_t col = 0; col < kCols; ++col)
          e.when(e.less(e.index(col), cols), [&] {
            Value to = e.add(x[10], e.mul(x[12], col));
            for (int64_t row = 0; row < rows; ++row) {
              Value lanesSum = e.sum(vectors[row * kCols + col]);
              Value total =
                  arith::AddFOp::create(e, lanesSum, rest[row * kCols + col]);
              Value at = e.add(to, e.load(x[11], e.add(x[3], row)));
              addTo(e, total, x[9], at, x[13]);
            }
          });
        return Values();
      });
}

/// combine(a, base, rowsA, row, b, colsAt, depthStrideB, depth, c, sumsAt,
///         rowsC, overwrite): `rows` rows from `row` on times `vectors` vectors
/// of columns. The columns of b and c and the depths of a are neighbours.
func::FuncOp KernelWriter::combine(int64_t rows, int64_t vectors,
                                   int64_t lanes) {
  Type flatA = FlatArray::type(a), flatB = FlatArray::type(b);
  Type flatC = FlatArray::type(c), i1 = IntegerType::get(loc.getContext(), 1);
  SmallVector<Type> types{flatA, index, table(), index, flatB,   index,
                          index, index, flatC,   index, table(), i1};
  auto type = VectorType::get(lanes, sum);
  return define(
      "combine_" + nameOf(a) + "_" + nameOf(b) + "_" + nameOf(c) + "_" +
          Twine(rows) + "_" + Twine(vectors * lanes),
      types, {}, [&](Emitter &e, ValueRange x) {
        Values rowsAt;
        for (int64_t row = 0; row < rows; ++row)
          rowsAt.push_back(e.add(x[1], e.load(x[2], e.add(x[3], row))));
        Values zeros(rows * vectors, e.zero(type));
        Values sums = e.iterate(
            e.index(0), x[7], 1, zeros, [&](Value k, ValueRange before) {
              Value colsAt = e.add(x[5], e.mul(k, x[6]));
              Values right, after;
              for (int64_t v = 0; v < vectors; ++v)
                right.push_back(e.convert(
                    e.loadVector(x[4], e.add(colsAt, v * lanes), lanes, lanes),
                    sum));
              for (int64_t row = 0; row < rows; ++row) {
                Value left = e.load(x[0], e.add(rowsAt[row], k));
                left = e.splat(e.convert(left, sum), type);
                for (int64_t v = 0; v < vectors; ++v)
                  after.push_back(
                      e.multiplyAdd(left, right[v], before[row * vectors + v]));
              }
              return after;
            });
        for (int64_t row = 0; row < rows; ++row) {
          Value to = e.add(x[9], e.load(x[10], e.add(x[3], row)));
          for (int64_t v = 0; v < vectors; ++v)
            addTo(e, sums[row * vectors + v], x[8], e.add(to, v * lanes),
                  x[11]);
        }
        return Values();
      });
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

static Value isUnit(Emitter &e, const DimClass &dims, unsigned array) {
  return e.equal(dims.strides[array].back(), e.index(1));
}

/// Whether there are few rows, cols and depth are of one dim each, and what the
/// vectors need is side by side.
Value KernelWriter::hasFewRows(Emitter &e, const ContractionCall &x) {
  auto isOneDim = [&](const DimClass &dims) {
    return e.equal(e.product(dims.sizes), dims.sizes.back());
  };
  Value limit = e.index(blocking.fewRows + 1);
  Value few = e.less(e.product(x.rows.sizes), limit);
  Value simple = e.both(isOneDim(x.cols), isOneDim(x.depth));
  Value columns = e.both(isUnit(e, x.cols, 0), isUnit(e, x.cols, 1));
  Value vectors =
      arith::OrIOp::create(e, isUnit(e, x.depth, 1), columns).getResult();
  return e.both(e.both(few, simple), e.both(isUnit(e, x.depth, 0), vectors));
}

void KernelWriter::writeFewRows(Emitter &e, const ContractionCall &x) {
  Value zero = e.index(0);
  Value batches = e.product(x.batch.sizes), rows = e.product(x.rows.sizes);
  Value cols = x.cols.sizes.back(), depth = x.depth.sizes.back();
  Value batchA = makeTable(e, x.batch, 0, batches);
  Value batchB = makeTable(e, x.batch, 1, batches);
  Value batchC = makeTable(e, x.batch, 2, batches);
  Value rowsA = makeTable(e, x.rows, 0, rows);
  Value rowsC = makeTable(e, x.rows, 1, rows);
  Value strideB = x.cols.strides[0].back(), strideC = x.cols.strides[1].back();
  Value lowestB = lowest(e, x.cols.sizes, x.cols.strides[0]);
  lowestB = e.add(lowestB, lowest(e, x.depth.sizes, x.depth.strides[1]));
  Value lowestC = lowest(e, x.cols.sizes, x.cols.strides[1]);

  // Calls `emit(step, row)` for all rows, several at once as long as it can.
  int64_t many = blocking.rowsAtOnce;
  auto forRows = [&](function_ref<void(int64_t, Value)> emit) {
    Value end = e.roundDown(rows, many);
    e.forEach(zero, end, many, [&](Value row) { emit(many, row); });
    e.forEach(end, rows, 1, [&](Value row) { emit(1, row); });
  };
  // Calls `emit(batch, col, count)` for all tasks of `taskCols` columns.
  auto forTasks = [&](int64_t taskCols,
                      function_ref<void(Value, Value, Value)> emit) {
    e.forEachInParallel({batches, e.ceilDiv(cols, taskCols)},
                        [&](ValueRange i) {
                          Value col = e.mul(i[1], taskCols);
                          emit(i[0], col, e.min(e.sub(cols, col), taskCols));
                        });
  };
  auto colsAt = [&](Value batch, Value col) {
    return e.add(e.add(e.load(batchB, batch), lowestB), e.mul(col, strideB));
  };
  auto sumsAt = [&](Value batch, Value col) {
    return e.add(e.add(e.load(batchC, batch), lowestC), e.mul(col, strideC));
  };

  // All rows for a few columns, which stay in a cache, then the next ones.
  auto alongDepth = [&] {
    forTasks(kTaskCols, [&](Value batch, Value firstCol, Value count) {
      e.forEach(zero, count, kCols, [&](Value i) {
        Value col = e.add(firstCol, i);
        Value few = e.min(e.sub(count, i), kCols);
        forRows([&](int64_t step, Value row) {
          call(e, dots(step),
               {x.a, e.load(batchA, batch), rowsA, row, x.b, colsAt(batch, col),
                strideB, few, depth, x.c, sumsAt(batch, col), rowsC, strideC,
                x.overwrite});
        });
      });
    });
  };
  int64_t lanes = blocking.lanes;
  auto alongCols = [&] {
    Value depthStride = x.depth.strides[1].back();
    auto emit = [&](int64_t step, int64_t vectors, int64_t lanes, Value batch,
                    Value row, Value col) {
      call(e, combine(step, vectors, lanes),
           {x.a, e.load(batchA, batch), rowsA, row, x.b, colsAt(batch, col),
            depthStride, depth, x.c, sumsAt(batch, col), rowsC, x.overwrite});
    };
    forTasks(kCols * lanes, [&](Value batch, Value col, Value count) {
      auto emitWhole = [&] {
        forRows([&](int64_t step, Value row) {
          emit(step, kCols, lanes, batch, row, col);
        });
      };
      auto emitRest = [&] {
        Value vectorsEnd = e.roundDown(count, lanes);
        e.forEach(zero, rows, 1, [&](Value row) {
          e.forEach(zero, vectorsEnd, lanes, [&](Value i) {
            emit(1, 1, lanes, batch, row, e.add(col, i));
          });
          e.forEach(vectorsEnd, count, 1,
                    [&](Value i) { emit(1, 1, 1, batch, row, e.add(col, i)); });
        });
      };
      e.when(e.equal(count, e.index(kCols * lanes)), emitWhole, emitRest);
    });
  };
  e.when(isUnit(e, x.depth, 1), alongDepth, alongCols);
  for (Value offsets : {batchA, batchB, batchC, rowsA, rowsC})
    e.free(offsets);
}

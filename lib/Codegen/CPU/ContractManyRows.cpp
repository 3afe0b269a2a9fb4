//===- ContractManyRows.cpp - packed contractions -------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile is `Blocking::rows` rows by `Blocking::cols()` columns of `c`. A task
// computes a block of tiles below each other, a few panels wide, in a slab.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// multiply(rows, rowsAt, cols, colsAt, depth, tile, tileAt): adds to the tile
/// the product of two panels. All its numbers are in registers meanwhile.
func::FuncOp KernelWriter::multiplyTile() {
  Type panel = workspace();
  SmallVector<Type> types{panel, index, panel, index, index, panel, index};
  int64_t rows = blocking.rows, cols = blocking.cols();
  int64_t lanes = blocking.lanes, vectors = blocking.vectors;
  auto type = VectorType::get(lanes, sum);
  return define(
      "multiply_" + nameOf(sum), types, {}, [&](Emitter &e, ValueRange values) {
        Value rowPanel = values[0], colPanel = values[2], depth = values[4];
        Value tile = values[5];
        SmallVector<Value> places;
        for (int64_t i = 0; i < rows * cols; i += lanes)
          places.push_back(e.add(values[6], i));
        Values sums;
        for (Value place : places)
          sums.push_back(e.loadVector(tile, place, lanes, lanes));
        sums = e.iterate(
            e.index(0), depth, 1, sums, [&](Value k, ValueRange before) {
              Value colsAt = e.add(values[3], e.mul(k, cols));
              Value rowsAt = e.add(values[1], e.mul(k, rows));
              Values right, after;
              for (int64_t v = 0; v < vectors; ++v)
                right.push_back(e.loadVector(colPanel, e.add(colsAt, v * lanes),
                                             lanes, lanes));
              for (int64_t row = 0; row < rows; ++row) {
                Value left =
                    e.splat(e.load(rowPanel, e.add(rowsAt, row)), type);
                for (int64_t v = 0; v < vectors; ++v)
                  after.push_back(
                      e.multiplyAdd(left, right[v], before[row * vectors + v]));
              }
              return after;
            });
        for (auto [place, value] : llvm::zip_equal(places, sums))
          e.storeVector(value, tile, place, lanes);
        return Values();
      });
}

/// add(tile, tileAt, c, base, rows, firstRow, rowCount, cols, firstCol,
///     colCount, isUnit, overwrite): adds to `c` what of the tile lies in it.
/// `rows` and `cols` are tables; `isUnit`: all columns do, and are neighbours.
func::FuncOp KernelWriter::addTile() {
  Type i1 = IntegerType::get(loc.getContext(), 1);
  Type flat = FlatArray::type(c);
  SmallVector<Type> types{workspace(), index,   flat,  index, table(), index,
                          index,       table(), index, index, i1,      i1};
  int64_t rows = blocking.rows, cols = blocking.cols();
  int64_t lanes = blocking.lanes;
  return define(
      "add_" + nameOf(sum) + "_" + nameOf(c), types, {},
      [&](Emitter &e, ValueRange values) {
        Value tile = values[0], array = values[2], overwrite = values[11];
        Value firstRow = values[5], firstCol = values[8], zero = e.index(0);
        Value rowsLeft = e.min(e.sub(values[6], firstRow), rows);
        Value colsLeft = e.min(e.sub(values[9], firstCol), cols);
        e.forEach(zero, rowsLeft, 1, [&](Value row) {
          Value to = e.load(values[4], e.add(firstRow, row));
          to = e.add(values[3], to);
          Value from = e.add(values[1], e.mul(row, cols));
          auto addVectors = [&] {
            Value first = e.add(to, e.load(values[7], firstCol));
            for (int64_t i = 0; i < cols; i += lanes)
              addTo(e, e.loadVector(tile, e.add(from, i), lanes, lanes), array,
                    e.add(first, i), overwrite);
          };
          auto addElements = [&] {
            e.forEach(zero, colsLeft, 1, [&](Value col) {
              Value at = e.load(values[7], e.add(firstCol, col));
              addTo(e, e.load(tile, e.add(from, col)), array, e.add(to, at),
                    overwrite);
            });
          };
          e.when(values[10], addVectors, addElements);
        });
        return Values();
      });
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

void KernelWriter::writeManyRows(Emitter &e, const ContractionCall &x) {
  int64_t rows = blocking.rows, cols = blocking.cols();
  int64_t panels = blocking.panels, lanes = blocking.lanes;
  Value zero = e.index(0);
  Value batches = e.product(x.batch.sizes);
  Value rowCount = e.product(x.rows.sizes), colCount = e.product(x.cols.sizes);
  Value depth = e.product(x.depth.sizes);

  Values tables;
  auto makeOffsets = [&](const DimClass &dims, unsigned array, Value count) {
    tables.push_back(makeTable(e, dims, array, count));
    return tables.back();
  };
  Value batchA = makeOffsets(x.batch, 0, batches);
  Value batchB = makeOffsets(x.batch, 1, batches);
  Value batchC = makeOffsets(x.batch, 2, batches);
  Value rowsA = makeOffsets(x.rows, 0, rowCount);
  Value rowsC = makeOffsets(x.rows, 1, rowCount);
  Value colsB = makeOffsets(x.cols, 0, colCount);
  Value colsC = makeOffsets(x.cols, 1, colCount);
  Value depthA = makeOffsets(x.depth, 0, depth);
  Value depthB = makeOffsets(x.depth, 1, depth);
  Value isUnitA = call(e, isConsecutive(), {depthA, zero, depth})[0];
  Value isUnitB = call(e, isConsecutive(), {depthB, zero, depth})[0];

  // Rows.
  Value tiles = e.ceilDiv(rowCount, rows);
  Value packedDepth = e.mul(e.ceilDiv(depth, lanes), lanes);
  // Of three dims, so that the product of the sizes is checked.
  constexpr int64_t kDynamic = ShapedType::kDynamic;
  Value packedRows = memref::AllocOp::create(
      e, MemRefType::get({kDynamic, kDynamic, rows}, sum),
      ValueRange{e.mul(batches, tiles), packedDepth});
  Value rowPanels = memref::CollapseShapeOp::create(
      e, packedRows, ArrayRef<ReassociationIndices>{{0, 1, 2}});
  auto rowPanel = [&](Value batch, Value tile) {
    Value number = e.add(e.mul(batch, tiles), tile);
    return e.mul(e.mul(number, packedDepth), rows);
  };
  func::FuncOp packRows = pack(a, rows);
  e.forEachInParallel({batches, tiles}, [&](ValueRange i) {
    call(e, packRows,
         {x.a, e.load(batchA, i[0]), rowsA, e.mul(i[1], rows), rowCount, depthA,
          zero, depth, isUnitA, rowPanels, rowPanel(i[0], i[1])});
  });

  // Columns, and the products.
  Value groups = e.ceilDiv(colCount, panels * cols);
  Value tasks = e.max(e.mul(batches, groups), e.index(1));
  Value blocks = e.min(e.ceilDiv(e.index(blocking.enoughTasks), tasks),
                       e.ceilDiv(tiles, blocking.fewTiles));
  blocks = e.max(blocks, e.ceilDiv(tiles, blocking.manyTiles));
  Value blockTiles = e.ceilDiv(tiles, e.max(blocks, e.index(1)));
  func::FuncOp packCols = pack(b, cols);
  func::FuncOp multiply = multiplyTile(), add = addTile();
  e.forEachInParallel({batches, blocks, groups}, [&](ValueRange i) {
    Value batch = i[0];
    Value firstTile = e.mul(i[1], blockTiles);
    Value endTile = e.min(e.add(firstTile, blockTiles), tiles);
    Value firstCol = e.mul(i[2], panels * cols);
    Value panelCount =
        e.min(e.ceilDiv(e.sub(colCount, firstCol), cols), panels);
    Value colPanels = e.allocate(sum, e.index(panels * cols * blocking.depth));
    Value slabSize = e.mul(blockTiles, panels * rows * cols);
    Value slab = e.allocate(sum, slabSize);
    auto panelAt = [&](Value panel) {
      return e.mul(panel, cols * blocking.depth);
    };
    auto tileAt = [&](Value tile, Value panel) {
      Value number = e.add(e.mul(e.sub(tile, firstTile), panels), panel);
      return e.mul(number, rows * cols);
    };
    e.forEach(zero, slabSize, lanes, [&](Value at) {
      e.storeVector(e.zero(VectorType::get(lanes, sum)), slab, at, lanes);
    });
    e.forEach(zero, depth, blocking.depth, [&](Value begin) {
      Value end = e.min(e.add(begin, blocking.depth), depth);
      e.forEach(zero, panelCount, 1, [&](Value panel) {
        Value col = e.add(firstCol, e.mul(panel, cols));
        call(e, packCols,
             {x.b, e.load(batchB, batch), colsB, col, colCount, depthB, begin,
              end, isUnitB, colPanels, panelAt(panel)});
      });
      e.forEach(zero, panelCount, 1, [&](Value panel) {
        e.forEach(firstTile, endTile, 1, [&](Value tile) {
          Value rowsAt = e.add(rowPanel(batch, tile), e.mul(begin, rows));
          call(e, multiply,
               {rowPanels, rowsAt, colPanels, panelAt(panel), e.sub(end, begin),
                slab, tileAt(tile, panel)});
        });
      });
    });
    e.forEach(zero, panelCount, 1, [&](Value panel) {
      Value col = e.add(firstCol, e.mul(panel, cols));
      Value count = e.min(e.sub(colCount, col), cols);
      Value isUnit = e.both(e.equal(count, e.index(cols)),
                            call(e, isConsecutive(), {colsC, col, count})[0]);
      e.forEach(firstTile, endTile, 1, [&](Value tile) {
        call(e, add,
             {slab, tileAt(tile, panel), x.c, e.load(batchC, batch), rowsC,
              e.mul(tile, rows), rowCount, colsC, col, colCount, isUnit,
              x.overwrite});
      });
    });
    e.free(slab);
    e.free(colPanels);
  });
  e.free(packedRows);
  for (Value offsets : tables)
    e.free(offsets);
}

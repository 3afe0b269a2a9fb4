//===- ContractPacked.cpp - packed contractions ---------------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile is up to `Blocking::rows` rows by `Blocking::cols()` columns of `c`. A
// task computes a block of tiles below each other, a few panels wide, in a
// slab. Each element of `c` is summed in the order of the depth, whatever the
// height of its tile is.
//
//===----------------------------------------------------------------------===//

#include "KernelWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// sums + left * right, of words: `left` is the same in all lanes.
static Value multiplyAddWords(Emitter &e, Value left, Value right, Value sums) {
  auto sumsType = cast<VectorType>(sums.getType());
  int64_t lanes = sumsType.getNumElements();
  left = e.splat(left, VectorType::get(lanes, left.getType()));
  if (left.getType() == sumsType)
    return e.multiplyAdd(left, right, sums);
  auto halves = VectorType::get(2 * lanes, e.getBF16Type());
  left = vector::BitCastOp::create(e, halves, left);
  right = vector::BitCastOp::create(e, halves, right);
  return LLVM::CallIntrinsicOp::create(
             e, sumsType, e.getStringAttr("llvm.x86.avx512bf16.dpbf16ps.512"),
             ValueRange{sums, right, left})
      .getResult(0);
}

/// multiply(rows, rowsAt, rowStride, cols, colsAt, depth, tile, tileAt): adds
/// to the first `height` rows of the tile the product of two panels, `depth`
/// words deep. All its numbers are in registers meanwhile.
func::FuncOp KernelWriter::multiplyTile(int64_t height) {
  Type panel = memoryOf(word);
  SmallVector<Type> types{panel, index, index,         panel,
                          index, index, memoryOf(sum), index};
  int64_t lanes = blocking.lanes, vectors = blocking.vectors;
  return define(
      "multiply_" + nameOf(word) + "_" + nameOf(sum) + "_" + Twine(height),
      types, {}, [&](Emitter &e, ValueRange values) {
        Value rowPanel = values[0], rowStride = values[2];
        Value colPanel = values[3], depth = values[5], tile = values[6];
        SmallVector<Value> places;
        for (int64_t i = 0; i < height * vectors; ++i)
          places.push_back(e.add(values[7], i * lanes));
        Values sums;
        for (Value place : places)
          sums.push_back(e.loadVector(tile, place, lanes, lanes));
        sums = e.iterate(
            e.index(0), depth, 1, sums, [&](Value k, ValueRange before) {
              Value colsAt = e.add(values[4], e.mul(k, kPanelCols));
              Value rowsAt = e.add(values[1], e.mul(k, rowStride));
              Values right, after;
              for (int64_t v = 0; v < vectors; ++v)
                right.push_back(e.loadVector(colPanel, e.add(colsAt, v * lanes),
                                             lanes, lanes));
              for (int64_t row = 0; row < height; ++row) {
                Value left = e.load(rowPanel, e.add(rowsAt, row));
                for (int64_t v = 0; v < vectors; ++v)
                  after.push_back(multiplyAddWords(e, left, right[v],
                                                   before[row * vectors + v]));
              }
              return after;
            });
        for (auto [place, value] : llvm::zip_equal(places, sums))
          e.storeVector(value, tile, place, lanes);
        return Values();
      });
}

/// Calls `emit` for the least height of a tile that has `rows` rows or, if none
/// has, for the largest.
void KernelWriter::forHeight(Emitter &e, Value rows,
                             function_ref<void(int64_t)> emit) {
  SmallVector<int64_t> heights = blocking.heights();
  std::function<void(unsigned)> choose = [&](unsigned i) {
    if (i == 0)
      return emit(heights[0]);
    e.when(
        e.less(e.index(heights[i - 1]), rows), [&] { emit(heights[i]); },
        [&] { choose(i - 1); });
  };
  choose(heights.size() - 1);
}

/// add(tile, tileAt, c, base, rows, firstRow, rowCount, cols, firstCol,
///     colCount, isUnit, overwrite): adds to `c` what of the tile lies in it.
/// `rows` and `cols` are tables; `isUnit`: all columns do, and are neighbours.
func::FuncOp KernelWriter::addTile() {
  Type i1 = IntegerType::get(loc.getContext(), 1);
  Type flat = FlatArray::type(c);
  SmallVector<Type> types{memoryOf(sum), index,   flat,  index, table(), index,
                          index,         table(), index, index, i1,      i1};
  int64_t cols = blocking.cols();
  int64_t lanes = blocking.lanes;
  return define(
      "add_" + nameOf(sum) + "_" + nameOf(c), types, {},
      [&](Emitter &e, ValueRange values) {
        Value tile = values[0], array = values[2], overwrite = values[11];
        Value firstRow = values[5], firstCol = values[8], zero = e.index(0);
        Value rowsLeft = e.min(e.sub(values[6], firstRow), blocking.rows);
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

namespace {
/// How a contraction is cut.
struct Cut {
  Value height;     ///< of tiles
  Value tiles;      ///< below each other
  Value panels;     ///< beside each other
  Value taskTiles;  ///< of a task
  Value taskPanels; ///< of a task
};
} // namespace

/// The least height of tiles that takes all rows, or the largest.
static Value chooseHeight(Emitter &e, const Blocking &blocking, Value rows) {
  SmallVector<int64_t> heights = blocking.heights();
  Value result = e.index(heights.back());
  for (int64_t height : llvm::reverse(ArrayRef(heights).drop_back()))
    result = e.select(e.less(e.index(height), rows), result, e.index(height));
  return result;
}

static Cut chooseCut(Emitter &e, const Blocking &blocking, Value batches,
                     Value rows, Value cols, bool areWeights) {
  Cut cut;
  cut.height =
      areWeights ? chooseHeight(e, blocking, rows) : e.index(blocking.rows);
  cut.tiles = e.ceilDiv(rows, cut.height);
  cut.panels = e.ceilDiv(cols, kPanelCols);
  int64_t most = areWeights ? blocking.panelsOfWeights : blocking.panels;
  Value tasks = e.max(e.mul(batches, e.ceilDiv(cut.panels, most)), e.index(1));
  Value enough = e.index(blocking.enoughTasks);
  Value blocks =
      e.min(e.ceilDiv(enough, tasks), e.ceilDiv(cut.tiles, blocking.fewTiles));
  blocks = e.max(blocks, e.ceilDiv(cut.tiles, blocking.manyTiles));
  blocks = e.max(blocks, e.index(1));
  cut.taskTiles = e.ceilDiv(cut.tiles, blocks);
  cut.taskPanels = e.index(most);
  if (!areWeights)
    return cut;
  // Narrower tasks, if there are few.
  Value narrow = e.mul(e.mul(batches, cut.panels), blocks);
  narrow = e.max(e.floorDiv(narrow, enough), e.index(1));
  cut.taskPanels = e.min(cut.taskPanels, narrow);
  return cut;
}

void KernelWriter::writePacked(Emitter &e, const ContractionCall &x,
                               Value panels) {
  int64_t rows = blocking.rows, cols = blocking.cols();
  int64_t lanes = blocking.lanes, perPanel = kPanelCols / cols;
  int64_t depths = depthsOf(word), chunk = blocking.depth * depths;
  Value zero = e.index(0);
  Value batches = e.product(x.batch.sizes);
  Value rowCount = e.product(x.rows.sizes), colCount = e.product(x.cols.sizes);
  Value depth = e.product(x.depth.sizes);
  auto inWords = [&](Value depth, Type word) {
    return e.ceilDiv(depth, depthsOf(word));
  };

  Values tables;
  auto makeOffsets = [&](const DimClass &dims, unsigned array, Value count) {
    tables.push_back(makeTable(e, dims, array, count));
    return tables.back();
  };
  Value batchA = makeOffsets(x.batch, 0, batches);
  Value batchC = makeOffsets(x.batch, 2, batches);
  Value rowsA = makeOffsets(x.rows, 0, rowCount);
  Value rowsC = makeOffsets(x.rows, 1, rowCount);
  Value colsC = makeOffsets(x.cols, 1, colCount);
  Value depthA = makeOffsets(x.depth, 0, depth);
  Value isUnitA = call(e, isConsecutive(), {depthA, zero, depth})[0];
  Value batchB, colsB, depthB, isUnitB;
  if (!panels) {
    batchB = makeOffsets(x.batch, 1, batches);
    colsB = makeOffsets(x.cols, 0, colCount);
    depthB = makeOffsets(x.depth, 1, depth);
    isUnitB = call(e, isConsecutive(), {depthB, zero, depth})[0];
  }

  // Rows.
  Cut cut = chooseCut(e, blocking, batches, rowCount, colCount, bool(panels));
  // Whole vectors are written where squares are transposed.
  Value packedDepth = e.mul(e.ceilDiv(inWords(depth, word), lanes), lanes);
  // Of three dims, so that the product of the sizes is checked.
  constexpr int64_t kDynamic = ShapedType::kDynamic;
  Value packedRows = memref::AllocOp::create(
      e, MemRefType::get({kDynamic, kDynamic, kDynamic}, word),
      ValueRange{e.mul(batches, cut.tiles), packedDepth, cut.height});
  Value rowPanels = memref::CollapseShapeOp::create(
      e, packedRows, ArrayRef<ReassociationIndices>{{0, 1, 2}});
  auto rowPanel = [&](Value batch, Value tile) {
    Value number = e.add(e.mul(batch, cut.tiles), tile);
    return e.mul(e.mul(number, packedDepth), cut.height);
  };
  auto packRows = [&](Value batch, Value tile, int64_t height) {
    call(e, pack(a, word, height),
         {x.a, e.load(batchA, batch), rowsA, e.mul(tile, cut.height), rowCount,
          depthA, zero, depth, isUnitA, rowPanels, rowPanel(batch, tile)});
  };
  e.forEachInParallel({batches, cut.tiles}, [&](ValueRange i) {
    if (!panels)
      return packRows(i[0], i[1], rows);
    forHeight(e, cut.height,
              [&](int64_t height) { packRows(i[0], i[1], height); });
  });

  // Columns, and the products.
  bool unpacks = panels && stored != word;
  Value tasks = e.ceilDiv(cut.panels, cut.taskPanels);
  Value blocks = e.ceilDiv(cut.tiles, e.max(cut.taskTiles, e.index(1)));
  Value storedDepth = inWords(depth, stored);
  e.forEachInParallel({batches, blocks, tasks}, [&](ValueRange i) {
    Value batch = i[0];
    Value firstTile = e.mul(i[1], cut.taskTiles);
    Value endTile = e.min(e.add(firstTile, cut.taskTiles), cut.tiles);
    Value firstPanel = e.mul(i[2], cut.taskPanels);
    Value panelCount = e.min(e.sub(cut.panels, firstPanel), cut.taskPanels);
    // A panel at a time of weights, else those of the task.
    Value scratch;
    if (!panels || unpacks)
      scratch = e.allocate(word, e.mul(panels ? e.index(1) : cut.taskPanels,
                                       kPanelCols * blocking.depth));
    Value slabSize =
        e.mul(e.mul(cut.taskTiles, cut.taskPanels), rows * kPanelCols);
    Value slab = e.allocate(sum, slabSize);
    auto tileAt = [&](Value tile, Value panel, int64_t part) {
      Value number = e.mul(e.sub(tile, firstTile), cut.taskPanels);
      number = e.add(e.mul(e.add(number, panel), perPanel), part);
      return e.mul(number, rows * cols);
    };
    e.forEach(zero, slabSize, lanes, [&](Value at) {
      e.storeVector(e.zero(VectorType::get(lanes, sum)), slab, at, lanes);
    });

    /// The words of a panel from `begin` on, and where they are.
    auto layOut = [&](Value panel, Value begin, Value end) -> Values {
      Value number = e.add(firstPanel, panel);
      if (panels) {
        Value at = e.mul(number, storedDepth);
        at = e.mul(e.add(at, inWords(begin, stored)), kPanelCols);
        if (!unpacks)
          return {panels, at};
        call(e, unpack(),
             {panels, at, inWords(e.sub(end, begin), stored), scratch});
        return {scratch, zero};
      }
      Value at = e.mul(panel, kPanelCols * blocking.depth);
      call(e, pack(b, word, kPanelCols),
           {x.b, e.load(batchB, batch), colsB, e.mul(number, kPanelCols),
            colCount, depthB, begin, end, isUnitB, scratch, at});
      return {scratch, at};
    };
    auto multiplyPanel = [&](Value panel, Value begin, Value end) {
      Values source = layOut(panel, begin, end);
      Value words = inWords(e.sub(end, begin), word);
      Value start = e.mul(inWords(begin, word), cut.height);
      e.forEach(firstTile, endTile, 1, [&](Value tile) {
        Value rowsLeft = e.sub(rowCount, e.mul(tile, cut.height));
        Value rowsAt = e.add(rowPanel(batch, tile), start);
        forHeight(e, rowsLeft, [&](int64_t height) {
          for (int64_t part = 0; part < perPanel; ++part)
            call(e, multiplyTile(height),
                 {rowPanels, rowsAt, cut.height, source[0],
                  e.add(source[1], part * cols), words, slab,
                  tileAt(tile, panel, part)});
        });
      });
    };
    e.forEach(zero, depth, chunk, [&](Value begin) {
      Value end = e.min(e.add(begin, chunk), depth);
      e.forEach(zero, panelCount, 1,
                [&](Value panel) { multiplyPanel(panel, begin, end); });
    });
    e.forEach(zero, panelCount, 1, [&](Value panel) {
      Value firstCol = e.mul(e.add(firstPanel, panel), kPanelCols);
      for (int64_t part = 0; part < perPanel; ++part) {
        Value col = e.add(firstCol, part * cols);
        Value count = e.max(e.min(e.sub(colCount, col), cols), zero);
        Value isUnit = e.both(e.equal(count, e.index(cols)),
                              call(e, isConsecutive(), {colsC, col, count})[0]);
        e.forEach(firstTile, endTile, 1, [&](Value tile) {
          call(e, addTile(),
               {slab, tileAt(tile, panel, part), x.c, e.load(batchC, batch),
                rowsC, e.mul(tile, cut.height), rowCount, colsC, col, colCount,
                isUnit, x.overwrite});
        });
      }
    });
    e.free(slab);
    if (scratch)
      e.free(scratch);
  });
  e.free(packedRows);
  for (Value offsets : tables)
    e.free(offsets);
}

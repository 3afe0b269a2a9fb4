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

Value diffattn::multiplyAddWords(Emitter &e, Value left, Value right,
                                 Value sums) {
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
  func::FuncOp function = define(
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
        // The places in the panels go along, or they are multiplied out anew.
        sums.append({values[1], values[4]});
        sums = e.iterate(
            e.index(0), depth, 1, sums, [&](Value, ValueRange before) {
              Value rowsAt = before[before.size() - 2], colsAt = before.back();
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
              after.push_back(e.add(rowsAt, rowStride));
              after.push_back(e.add(colsAt, kPanelCols));
              return after;
            });
        sums.truncate(places.size());
        for (auto [place, value] : llvm::zip_equal(places, sums))
          e.storeVector(value, tile, place, lanes);
        return Values();
      });
  // Inlined into its callers, the loop would share their registers.
  function->setAttr("passthrough",
                    Builder(loc.getContext()).getStrArrayAttr({"noinline"}));
  return function;
}

/// Calls `emit` for the least of `heights` that has `rows` rows or, if none
/// has, for the largest.
void KernelWriter::forHeight(Emitter &e, Value rows, ArrayRef<int64_t> heights,
                             function_ref<void(int64_t)> emit) {
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
/// How a contraction is cut: tiles below each other into blocks, panels beside
/// each other into columns, as evenly as they go.
struct Cut {
  Value height;          ///< of tiles
  Value tiles, blocks;   ///< below each other
  Value panels, columns; ///< beside each other
  Value taskTiles;       ///< of a task, at most
  Value taskPanels;      ///< of a task, at most
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
  Value one = e.index(1), enough = e.index(blocking.enoughTasks);
  cut.height =
      areWeights ? chooseHeight(e, blocking, rows) : e.index(blocking.rows);
  cut.tiles = e.ceilDiv(rows, cut.height);
  cut.panels = e.ceilDiv(cols, kPanelCols);
  int64_t most = areWeights ? blocking.panelsOfWeights : blocking.panels;
  cut.columns = e.ceilDiv(cut.panels, most);

  // Blocks of rows, if columns are not enough tasks.
  Value tasks = e.max(e.mul(batches, cut.columns), one);
  cut.blocks =
      e.min(e.ceilDiv(enough, tasks), e.ceilDiv(cut.tiles, blocking.fewTiles));
  cut.blocks = e.max(cut.blocks, e.ceilDiv(cut.tiles, blocking.manyTiles));
  cut.blocks = e.max(cut.blocks, one);
  // Narrower columns of weights, if these don't do either: others are packed
  // for each task.
  if (areWeights) {
    tasks = e.max(e.mul(batches, cut.blocks), one);
    cut.columns = e.max(cut.columns, e.ceilDiv(enough, tasks));
  }
  Value even = e.ceilDiv(cut.columns, blocking.evenColumns);
  cut.columns = e.mul(even, blocking.evenColumns);
  cut.columns = e.min(cut.columns, cut.panels);

  cut.taskTiles = e.ceilDiv(cut.tiles, cut.blocks);
  cut.taskPanels = e.ceilDiv(cut.panels, e.max(cut.columns, one));
  return cut;
}

/// Writes one contraction. `panels` are those of weights, or null.
class KernelWriter::Packed {
public:
  Packed(KernelWriter &w, Emitter &e, const ContractionCall &x, Value panels);

  void write();

private:
  /// A block of tiles and the panels that it is multiplied with.
  struct Task {
    Value batch;
    Value firstTile, endTile;
    Value firstPanel, panelCount;
    /// Columns as they are multiplied: of weights a panel at a time, if they
    /// have to be unpacked, else the panels of the task.
    Value scratch;
    Value slab;
  };

  // Tables, which are freed at the end.
  Value makeOffsets(const DimClass &dims, unsigned array, Value count) {
    tables.push_back(w.makeTable(e, dims, array, count));
    return tables.back();
  }
  Value isUnit(Value offsets, Value first, Value count) {
    return call(e, w.isConsecutive(), {offsets, first, count})[0];
  }

  // Rows.
  void packRows();
  Value rowPanel(Value batch, Value tile) {
    Value number = e.add(e.mul(batch, cut.tiles), tile);
    return e.mul(e.mul(number, packedDepth), cut.height);
  }

  // Tasks.
  Task makeTask(ValueRange i);
  void multiply(Task &task);
  Values layOut(Task &task, Value panel, Value begin, Value end);
  void multiplyPanel(Task &task, Value panel, Value begin, Value end);
  void multiplyGroups(Task &task, Value tile, Value panel, Value begin,
                      Value end, int64_t height, bool isUnpacked,
                      int64_t count);
  void multiplyDirectly(Task &task, Value begin, Value end);
  void multiplyQuantized(Task &task, Value panel, Value begin, Value end);
  /// Where a panel of quantised weights has depth `begin`, the first of a
  /// group.
  Value groupAt(Value panel, Value begin) {
    Value at = e.mul(panel, w.wordsOfPanel(e, depth));
    Value group = e.floorDiv(begin, e.index(kGroupDepth));
    return e.add(at, e.mul(group, w.wordsOfGroup()));
  }
  void addPanel(Task &task, Value panel);
  Value tileAt(const Task &task, Value tile, Value panel, int64_t part) {
    Value number = e.mul(e.sub(tile, task.firstTile), cut.taskPanels);
    number = e.add(e.mul(e.add(number, panel), perPanel), part);
    return e.mul(number, blocking.rows * blocking.cols());
  }

  Value inWords(Value depth, Type word) {
    return e.ceilDiv(depth, depthsOf(word));
  }
  bool isQuantized() const { return w.quantization != Quantization::None; }
  bool unpacks() const {
    return isQuantized() || (panels && w.stored != w.word);
  }
  /// Whether quantised weights are multiplied as they are in panels: they would
  /// be unpacked once only, anyway.
  Value isDirect() {
    return e.both(e.equal(cut.tiles, e.index(1)),
                  e.less(cut.height, e.index(blocking.rows)));
  }

  KernelWriter &w;
  Emitter &e;
  const ContractionCall &x;
  const Blocking &blocking;
  /// Tiles beside each other in a panel.
  int64_t perPanel;
  Value panels, zero;

  Value batches, rowCount, colCount, depth;
  Values tables;
  Value batchA, rowsA, depthA, isUnitA;
  Value batchB, colsB, depthB, isUnitB; ///< null for weights
  Value batchC, rowsC, colsC;
  Cut cut;
  /// Words of a row panel, and its memory.
  Value packedDepth, rowPanels;
};

KernelWriter::Packed::Packed(KernelWriter &w, Emitter &e,
                             const ContractionCall &x, Value panels)
    : w(w), e(e), x(x), blocking(w.blocking),
      perPanel(kPanelCols / blocking.cols()), panels(panels), zero(e.index(0)),
      batches(e.product(x.batch.sizes)), rowCount(e.product(x.rows.sizes)),
      colCount(e.product(x.cols.sizes)), depth(e.product(x.depth.sizes)) {
  batchA = makeOffsets(x.batch, 0, batches);
  batchC = makeOffsets(x.batch, 2, batches);
  rowsA = makeOffsets(x.rows, 0, rowCount);
  rowsC = makeOffsets(x.rows, 1, rowCount);
  colsC = makeOffsets(x.cols, 1, colCount);
  depthA = makeOffsets(x.depth, 0, depth);
  isUnitA = isUnit(depthA, zero, depth);
  if (!panels) {
    batchB = makeOffsets(x.batch, 1, batches);
    colsB = makeOffsets(x.cols, 0, colCount);
    depthB = makeOffsets(x.depth, 1, depth);
    isUnitB = isUnit(depthB, zero, depth);
  }
  cut = chooseCut(e, blocking, batches, rowCount, colCount, bool(panels));
  // Whole vectors are written where squares are transposed, whole groups read.
  int64_t unit =
      isQuantized() ? kGroupDepth / depthsOf(w.word) : blocking.lanes;
  packedDepth = e.mul(e.ceilDiv(inWords(depth, w.word), unit), unit);
}

void KernelWriter::Packed::packRows() {
  auto packTile = [&](Value batch, Value tile, int64_t height) {
    call(e, w.pack(w.a, w.word, height),
         {x.a, e.load(batchA, batch), rowsA, e.mul(tile, cut.height), rowCount,
          depthA, zero, depth, isUnitA, rowPanels, rowPanel(batch, tile)});
    if (!isQuantized())
      return;
    Value at = rowPanel(batch, tile);
    Value used = e.mul(inWords(depth, w.word), height);
    e.forEach(e.add(at, used), e.add(at, e.mul(packedDepth, height)), 1,
              [&](Value i) { e.store(e.zero(w.word), rowPanels, i); });
  };
  e.forEachInParallel({batches, cut.tiles}, [&](ValueRange i) {
    if (!panels)
      return packTile(i[0], i[1], blocking.rows);
    w.forHeight(e, cut.height, blocking.heights(),
                [&](int64_t height) { packTile(i[0], i[1], height); });
  });
}

KernelWriter::Packed::Task KernelWriter::Packed::makeTask(ValueRange i) {
  int64_t lanes = blocking.lanes;
  Task task;
  task.batch = i[0];
  auto begin = [&](Value i, Value count, Value parts) {
    return e.floorDiv(e.mul(i, count), parts);
  };
  task.firstPanel = begin(i[1], cut.panels, cut.columns);
  Value endPanel = begin(e.add(i[1], 1), cut.panels, cut.columns);
  task.panelCount = e.sub(endPanel, task.firstPanel);
  task.firstTile = begin(i[2], cut.tiles, cut.blocks);
  task.endTile = begin(e.add(i[2], 1), cut.tiles, cut.blocks);
  if (!panels || unpacks()) {
    Value count = panels ? e.index(1) : cut.taskPanels;
    if (isQuantized())
      count = e.select(isDirect(), zero, count);
    task.scratch =
        e.allocate(w.word, e.mul(count, kPanelCols * blocking.depth));
  }
  Value slabSize =
      e.mul(e.mul(cut.taskTiles, cut.taskPanels), blocking.rows * kPanelCols);
  task.slab = e.allocate(w.sum, slabSize);
  e.forEach(zero, slabSize, lanes, [&](Value at) {
    e.storeVector(e.zero(VectorType::get(lanes, w.sum)), task.slab, at, lanes);
  });
  return task;
}

/// The words of a panel of the task from depth `begin` on: memory and place.
Values KernelWriter::Packed::layOut(Task &task, Value panel, Value begin,
                                    Value end) {
  Value number = e.add(task.firstPanel, panel);
  if (panels) {
    Value at = e.mul(number, inWords(depth, w.stored));
    at = e.mul(e.add(at, inWords(begin, w.stored)), kPanelCols);
    if (!unpacks())
      return {panels, at};
    call(e, w.unpack(),
         {panels, at, inWords(e.sub(end, begin), w.stored), task.scratch});
    return {task.scratch, zero};
  }
  Value at = e.mul(panel, kPanelCols * blocking.depth);
  call(e, w.pack(w.b, w.word, kPanelCols),
       {x.b, e.load(batchB, task.batch), colsB, e.mul(number, kPanelCols),
        colCount, depthB, begin, end, isUnitB, task.scratch, at});
  return {task.scratch, at};
}

/// Multiplies `height` rows of a tile with quantised weights from depth `begin`
/// to `end`, of `count` panels at once.
void KernelWriter::Packed::multiplyGroups(Task &task, Value tile, Value panel,
                                          Value begin, Value end,
                                          int64_t height, bool isUnpacked,
                                          int64_t count) {
  Value at = groupAt(e.add(task.firstPanel, panel), begin);
  Value rowsAt = e.add(rowPanel(task.batch, tile),
                       e.mul(inWords(begin, w.word), cut.height));
  for (int64_t part = 0; part < perPanel; ++part) {
    Value colsAt = isUnpacked ? e.index(part * blocking.cols())
                              : e.add(at, w.placeInGroup(part));
    call(e, w.multiplyGroups(height, isUnpacked, count),
         {rowPanels, rowsAt, cut.height, panels,
          e.add(at, part * blocking.lanes), isUnpacked ? task.scratch : panels,
          colsAt, e.ceilDiv(e.sub(end, begin), kGroupDepth), task.slab,
          tileAt(task, tile, panel, part), w.wordsOfPanel(e, depth)});
  }
}

/// A few rows, which take what they need right from the panels: several of them
/// at once, or each product would wait for the one before.
void KernelWriter::Packed::multiplyDirectly(Task &task, Value begin,
                                            Value end) {
  SmallVector<int64_t> heights = blocking.heights();
  heights.pop_back();
  w.forHeight(e, cut.height, heights, [&](int64_t height) {
    auto multiply = [&](Value panel, int64_t count) {
      multiplyGroups(task, task.firstTile, panel, begin, end, height,
                     /*isUnpacked=*/false, count);
    };
    int64_t count = std::max<int64_t>(blocking.panelsAtOnce / height, 1);
    Value several = e.roundDown(task.panelCount, count);
    e.forEach(zero, several, count,
              [&](Value panel) { multiply(panel, count); });
    if (count > 1)
      e.forEach(several, task.panelCount, 1,
                [&](Value panel) { multiply(panel, 1); });
  });
}

/// Quantised weights of a panel times all tiles.
void KernelWriter::Packed::multiplyQuantized(Task &task, Value panel,
                                             Value begin, Value end) {
  call(e, w.unpackGroups(),
       {panels, groupAt(e.add(task.firstPanel, panel), begin),
        e.ceilDiv(e.sub(end, begin), kGroupDepth), task.scratch});
  e.forEach(task.firstTile, task.endTile, 1, [&](Value tile) {
    Value rowsLeft = e.sub(rowCount, e.mul(tile, cut.height));
    w.forHeight(e, rowsLeft, blocking.heights(), [&](int64_t height) {
      multiplyGroups(task, tile, panel, begin, end, height,
                     /*isUnpacked=*/true, /*count=*/1);
    });
  });
}

void KernelWriter::Packed::multiplyPanel(Task &task, Value panel, Value begin,
                                         Value end) {
  if (isQuantized())
    return multiplyQuantized(task, panel, begin, end);
  Values source = layOut(task, panel, begin, end);
  Value words = inWords(e.sub(end, begin), w.word);
  Value start = e.mul(inWords(begin, w.word), cut.height);
  e.forEach(task.firstTile, task.endTile, 1, [&](Value tile) {
    Value rowsLeft = e.sub(rowCount, e.mul(tile, cut.height));
    Value rowsAt = e.add(rowPanel(task.batch, tile), start);
    w.forHeight(e, rowsLeft, blocking.heights(), [&](int64_t height) {
      for (int64_t part = 0; part < perPanel; ++part)
        call(e, w.multiplyTile(height),
             {rowPanels, rowsAt, cut.height, source[0],
              e.add(source[1], part * blocking.cols()), words, task.slab,
              tileAt(task, tile, panel, part)});
    });
  });
}

/// Adds what the slab has of a panel to `c`.
void KernelWriter::Packed::addPanel(Task &task, Value panel) {
  Value firstCol = e.mul(e.add(task.firstPanel, panel), kPanelCols);
  for (int64_t part = 0; part < perPanel; ++part) {
    Value col = e.add(firstCol, part * blocking.cols());
    Value count = e.min(e.sub(colCount, col), blocking.cols());
    count = e.max(count, zero);
    Value isWhole = e.equal(count, e.index(blocking.cols()));
    isWhole = e.both(isWhole, isUnit(colsC, col, count));
    e.forEach(task.firstTile, task.endTile, 1, [&](Value tile) {
      call(e, w.addTile(),
           {task.slab, tileAt(task, tile, panel, part), x.c,
            e.load(batchC, task.batch), rowsC, e.mul(tile, cut.height),
            rowCount, colsC, col, colCount, isWhole, x.overwrite});
    });
  }
}

void KernelWriter::Packed::multiply(Task &task) {
  int64_t chunk = blocking.depth * depthsOf(w.word);
  e.forEach(zero, depth, chunk, [&](Value begin) {
    Value end = e.min(e.add(begin, chunk), depth);
    auto multiplyPanels = [&] {
      e.forEach(zero, task.panelCount, 1,
                [&](Value panel) { multiplyPanel(task, panel, begin, end); });
    };
    if (isQuantized())
      e.when(
          isDirect(), [&] { multiplyDirectly(task, begin, end); },
          multiplyPanels);
    else
      multiplyPanels();
  });
  e.forEach(zero, task.panelCount, 1,
            [&](Value panel) { addPanel(task, panel); });
}

void KernelWriter::Packed::write() {
  // Of three dims, so that the product of the sizes is checked.
  constexpr int64_t kDynamic = ShapedType::kDynamic;
  Value packedRows = memref::AllocOp::create(
      e, MemRefType::get({kDynamic, kDynamic, kDynamic}, w.word),
      ValueRange{e.mul(batches, cut.tiles), packedDepth, cut.height});
  rowPanels = memref::CollapseShapeOp::create(
      e, packedRows, ArrayRef<ReassociationIndices>{{0, 1, 2}});
  packRows();
  // Blocks inside: a thread reads its own columns only.
  e.forEachInParallel({batches, cut.columns, cut.blocks}, [&](ValueRange i) {
    Task task = makeTask(i);
    multiply(task);
    e.free(task.slab);
    if (task.scratch)
      e.free(task.scratch);
  });
  e.free(packedRows);
  for (Value offsets : tables)
    e.free(offsets);
}

void KernelWriter::writePacked(Emitter &e, const ContractionCall &x,
                               Value panels) {
  Packed(*this, e, x, panels).write();
}

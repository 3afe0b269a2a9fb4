//===- AttentionValues.cpp - products of weights and values ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionTiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Weights of both maps
//===----------------------------------------------------------------------===//

/// Two vectors of f32 as one of bf16.
Value AttentionTiles::roundToBF16(Emitter &e, Value low, Value high) {
  auto type = VectorType::get(2 * target.lanes, variant.packed);
  return LLVM::CallIntrinsicOp::create(
             e, type, e.getStringAttr("llvm.x86.avx512bf16.cvtne2ps2bf16.512"),
             ValueRange{high, low})
      .getResult(0);
}

func::FuncOp AttentionTiles::combine(unsigned maps) {
  Type scores = buffer(f32);
  SmallVector<Type> types{scores};
  types.append(maps, index);
  types.push_back(buffer(f32));
  types.append(maps, index);
  types.append({index, buffer(variant.packed), index, index});
  int64_t lanes = target.lanes, cols = target.cols();
  return define(
      "combine_" + Twine(maps), types, {}, [&](Emitter &e, ValueRange x) {
        Value scores = x[0], factors = x[1 + maps], rows = x[2 + 2 * maps];
        Value weights = x[3 + 2 * maps];
        e.forEach(e.index(0), rows, 1, [&](Value row) {
          Values factor, from;
          for (unsigned map = 0; map < maps; ++map) {
            Value at = e.add(x[2 + maps + map], row);
            factor.push_back(e.splat(e.load(factors, at), vectorF32()));
            from.push_back(e.add(x[1 + map], e.mul(row, cols)));
          }
          Value to = e.add(x[4 + 2 * maps], e.mul(row, x[5 + 2 * maps]));
          Values results;
          for (int64_t i = 0; i < cols; i += lanes) {
            auto scaled = [&](unsigned map) {
              return e.loadVector(scores, e.add(from[map], i), lanes, lanes);
            };
            Value weight = e.mulF(scaled(0), factor[0]);
            // The second factor is negative.
            if (maps == 2)
              weight = e.multiplyAdd(scaled(1), factor[1], weight);
            results.push_back(weight);
          }
          int64_t pair = variant.pair();
          for (size_t v = 0; v < results.size(); v += pair) {
            Value result = results[v];
            if (pair == 2)
              result = roundToBF16(e, results[v], results[v + 1]);
            e.storeVector(result, weights, e.add(to, v * lanes), lanes * pair);
          }
        });
        return Values();
      });
}

//===----------------------------------------------------------------------===//
// Packed values
//===----------------------------------------------------------------------===//

func::FuncOp AttentionTiles::addValues() {
  Type panel = buffer(variant.packed);
  SmallVector<Type> types{panel, index,       index, panel, index,
                          index, buffer(f32), index, index};
  int64_t rows = target.rows, vectors = target.vectors, lanes = target.lanes;
  return define("add_values", types, {}, [&](Emitter &e, ValueRange x) {
    Values weightsAt, places;
    for (int64_t row = 0; row < rows; ++row) {
      weightsAt.push_back(e.add(x[1], e.mul(x[2], row)));
      for (int64_t v = 0; v < vectors; ++v)
        places.push_back(e.add(e.add(x[7], e.mul(x[8], row)), v * lanes));
    }
    // A sum of its own, so that errors grow less with the number of keys.
    Values sums(places.size(), e.zero(vectorF32()));
    Value steps = e.ceilDiv(x[5], variant.pair());
    sums = multiply(e, x[0], weightsAt, x[3], x[4], steps, sums);
    for (auto [place, sum] : llvm::zip_equal(places, sums)) {
      Value before = e.loadVector(x[6], place, lanes, lanes);
      e.storeVector(e.addF(before, sum), x[6], place, lanes);
    }
    return Values();
  });
}

//===----------------------------------------------------------------------===//
// Values as they lie in memory
//===----------------------------------------------------------------------===//

/// Requests a line that is read later, into the second level cache: requests
/// for the first one are too few at a time to keep memory busy.
void AttentionTiles::prefetch(Emitter &e, Value memory, Value at) {
  memref::PrefetchOp::create(e, memory, at, /*isWrite=*/false,
                             /*localityHint=*/2, /*isDataCache=*/true);
}

func::FuncOp AttentionTiles::addRows(int64_t rows) {
  SmallVector<Type> types{buffer(f32), index,       index, flat(variant.source),
                          index,       index,       index, index,
                          index,       buffer(f32), index, index};
  int64_t lanes = target.lanes;
  // Half of the registers are for sums: the fewer rows, the wider.
  int64_t sumsHeld = target.lanes == 16 ? 16 : 8;
  int64_t widest = std::max(sumsHeld / rows, target.vectors);
  return define(
      "add_rows_" + Twine(rows), types, {}, [&](Emitter &e, ValueRange x) {
        Value source = x[3], ahead = x[6], keys = x[7], cols = x[8];
        Value output = x[9];
        Values weightsAt, outputAt;
        for (int64_t row = 0; row < rows; ++row) {
          weightsAt.push_back(e.add(x[1], e.mul(x[2], row)));
          outputAt.push_back(e.add(x[10], e.mul(x[11], row)));
        }
        // `count` vectors of `width` columns each, from column `col` on; one
        // column at the end.
        auto addCols = [&](Value col, int64_t count, int64_t width) {
          auto read = [&](Value memory, Value at) {
            return width == 1 ? e.load(memory, at)
                              : e.loadVector(memory, at, width, width);
          };
          Values places, sums;
          for (Value at : outputAt)
            for (int64_t v = 0; v < count; ++v)
              places.push_back(e.add(e.add(at, col), v * width));
          for (Value place : places)
            sums.push_back(read(output, place));
          sums = e.iterate(
              e.index(0), keys, 1, sums, [&](Value key, ValueRange before) {
                Value at = e.add(e.add(x[4], e.mul(key, x[5])), col);
                Values values, after;
                for (int64_t v = 0; v < count; ++v) {
                  Value here = e.add(at, v * width);
                  values.push_back(e.convert(read(source, here), f32));
                  if (width != 1)
                    prefetch(e, source, e.add(here, ahead));
                }
                for (Value weightAt : weightsAt) {
                  Value weight = e.load(x[0], e.add(weightAt, key));
                  if (width != 1)
                    weight = e.splat(weight, vectorF32());
                  for (Value value : values)
                    after.push_back(
                        e.multiplyAdd(weight, value, before[after.size()]));
                }
                return after;
              });
          for (auto [place, sum] : llvm::zip_equal(places, sums))
            width == 1 ? e.store(sum, output, place)
                       : e.storeVector(sum, output, place, width);
        };
        Value next = e.index(0);
        SmallVector<int64_t> counts{widest, widest / 2, 1};
        for (int64_t count : ArrayRef(counts).take_front(widest == 2 ? 2 : 3)) {
          Value end = e.roundDown(cols, lanes * count);
          e.forEach(next, end, lanes * count,
                    [&](Value col) { addCols(col, count, lanes); });
          next = end;
        }
        e.forEach(next, cols, 1, [&](Value col) { addCols(col, 1, 1); });
        return Values();
      });
}

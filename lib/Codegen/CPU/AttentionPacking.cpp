//===- AttentionPacking.cpp - queries, keys and values in panels ----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionTiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::diffattn;

AttentionTiles::AttentionTiles(KernelLibrary &library,
                               const AttentionTarget &target,
                               const AttentionVariant &variant)
    : target(target), variant(variant), library(library),
      f32(Float32Type::get(variant.source.getContext())),
      index(IndexType::get(variant.source.getContext())),
      i1(IntegerType::get(variant.source.getContext(), 1)) {}

func::FuncOp AttentionTiles::define(const Twine &name, TypeRange arguments,
                                    TypeRange results,
                                    KernelLibrary::Body body) {
  std::string full =
      ("attention_" + name + "_" + KernelLibrary::nameOf(variant.source) + "_" +
       KernelLibrary::nameOf(variant.packed))
          .str();
  if (variant.mask)
    full += "_" + KernelLibrary::nameOf(variant.mask);
  if (variant.softcap)
    full += "_softcap";
  if (variant.preciseWeight)
    full += "_precise";
  func::FuncOp function = library.define(full, arguments, results, body);
  // Compiled once, not in every kernel again.
  Builder b(function.getContext());
  function->setAttr("passthrough", b.getStrArrayAttr({"noinline"}));
  return function;
}

func::FuncOp AttentionTiles::packQueries() {
  SmallVector<Type> types{flat(variant.source),
                          index,
                          index,
                          buffer(index),
                          i1,
                          index,
                          index,
                          index,
                          index,
                          f32,
                          buffer(variant.packed),
                          index};
  int64_t lanes = target.lanes, pair = variant.pair();
  return define("pack_queries", types, {}, [&](Emitter &e, ValueRange x) {
    Value source = x[0], offsets = x[3], depth = x[8], queries = x[10];
    Value stride = e.mul(e.ceilDiv(depth, pair), pair);
    auto packed = [&](Value value) {
      value = e.convert(value, variant.packed);
      if (pair == 2)
        return value;
      bool isVector = isa<VectorType>(value.getType());
      return e.mulF(value, isVector ? e.splat(x[9], vectorF32()) : x[9]);
    };
    Value vectorsEnd = e.select(x[4], e.roundDown(depth, lanes), e.index(0));
    Value first = e.select(e.less(e.index(0), depth),
                           e.load(offsets, e.index(0)), e.index(0));
    e.forEach(e.index(0), x[5], 1, [&](Value row) {
      Value from = e.add(x[1], e.mul(e.min(e.add(x[6], row), x[7]), x[2]));
      Value to = e.add(x[11], e.mul(row, stride));
      e.forEach(e.index(0), vectorsEnd, lanes, [&](Value k) {
        Value at = e.add(e.add(from, first), k);
        e.storeVector(packed(e.loadVector(source, at, lanes, lanes)), queries,
                      e.add(to, k), lanes);
      });
      e.forEach(vectorsEnd, depth, 1, [&](Value k) {
        Value value = e.load(source, e.add(from, e.load(offsets, k)));
        e.store(packed(value), queries, e.add(to, k));
      });
      e.forEach(depth, stride, 1, [&](Value k) {
        e.store(e.zero(variant.packed), queries, e.add(to, k));
      });
    });
    return Values();
  });
}

/// Squares are transposed where the features of a key are neighbours in memory;
/// what is left goes element by element. A square has as many keys as lanes,
/// and as many features or pairs of them.
func::FuncOp AttentionTiles::packKeys() {
  SmallVector<Type> types{flat(variant.source),
                          index,
                          index,
                          buffer(index),
                          i1,
                          index,
                          index,
                          index,
                          buffer(variant.packed),
                          index};
  int64_t lanes = target.lanes, cols = target.cols(), pair = variant.pair();
  Type unit = pair == 1 ? Type(f32) : IntegerType::get(f32.getContext(), 32);
  return define("pack_keys", types, {}, [&](Emitter &e, ValueRange x) {
    Value source = x[0], offsets = x[3], depth = x[7], keys = x[8];
    auto keyAt = [&](Value key) {
      return e.add(x[1], e.mul(e.min(e.add(x[5], key), x[6]), x[2]));
    };
    Value squaresEnd =
        e.select(x[4], e.roundDown(depth, lanes * pair), e.index(0));
    Value first = e.select(e.less(e.index(0), depth),
                           e.load(offsets, e.index(0)), e.index(0));
    e.forEach(e.index(0), squaresEnd, lanes * pair, [&](Value k) {
      for (int64_t key = 0; key < cols; key += lanes) {
        Values rows;
        for (int64_t lane = 0; lane < lanes; ++lane) {
          Value at = e.add(e.add(keyAt(e.index(key + lane)), first), k);
          Value row = e.loadVector(source, at, lanes * pair, lanes * pair);
          row = e.convert(row, variant.packed);
          if (pair == 2)
            row = vector::BitCastOp::create(e, vector(unit), row);
          rows.push_back(row);
        }
        rows = e.transpose(rows);
        Value to = e.add(x[9], e.add(e.mul(k, cols), key * pair));
        for (auto [step, row] : llvm::enumerate(rows)) {
          if (pair == 2)
            row = vector::BitCastOp::create(
                e, VectorType::get(2 * lanes, variant.packed), row);
          e.storeVector(row, keys, e.add(to, step * cols * pair), lanes * pair);
        }
      }
    });
    Value padded = e.mul(e.ceilDiv(depth, pair), pair);
    e.forEach(squaresEnd, padded, 1, [&](Value k) {
      Value step = e.floorDiv(k, e.index(pair));
      Value to = e.add(e.add(x[9], e.mul(step, cols * pair)),
                       e.remainder(k, e.index(pair)));
      Value isThere = e.less(k, depth);
      e.forEach(e.index(0), e.index(cols), 1, [&](Value key) {
        Value element = e.choose(
            variant.packed, isThere,
            [&] {
              Value at = e.add(keyAt(key), e.load(offsets, k));
              return Values{e.convert(e.load(source, at), variant.packed)};
            },
            [&] { return Values{e.zero(variant.packed)}; })[0];
        e.store(element, keys, e.add(to, e.mul(key, pair)));
      });
    });
    return Values();
  });
}

func::FuncOp AttentionTiles::packValues() {
  SmallVector<Type> types{flat(variant.source),
                          index,
                          index,
                          buffer(index),
                          i1,
                          index,
                          index,
                          index,
                          index,
                          buffer(variant.packed),
                          index};
  int64_t lanes = target.lanes, cols = target.cols(), pair = variant.pair();
  return define("pack_values", types, {}, [&](Emitter &e, ValueRange x) {
    Value source = x[0], offsets = x[3], keyCount = x[6], values = x[9];
    Value firstCol = x[7], colCount = x[8];
    auto keyAt = [&](Value key) {
      return e.add(x[1], e.mul(e.add(x[5], key), x[2]));
    };
    auto packVectors = [&] {
      Value col = e.load(offsets, firstCol);
      auto read = [&](Value key, int64_t i) {
        Value at = e.add(e.add(keyAt(key), col), i);
        return e.convert(e.loadVector(source, at, lanes, lanes),
                         variant.packed);
      };
      Value end = e.roundDown(keyCount, pair);
      e.forEach(e.index(0), end, pair, [&](Value key) {
        Value to = e.add(x[10], e.mul(key, cols));
        for (int64_t i = 0; i < cols; i += lanes) {
          Value packed = read(key, i);
          if (pair == 2)
            packed =
                vector::InterleaveOp::create(e, packed, read(e.add(key, 1), i));
          e.storeVector(packed, values, e.add(to, i * pair), lanes * pair);
        }
      });
      return Values{end};
    };
    Value isWhole = e.both(x[4], e.equal(colCount, e.index(cols)));
    Value done = e.choose(index, isWhole, packVectors,
                          [&] { return Values{e.index(0)}; })[0];
    Value padded = e.mul(e.ceilDiv(keyCount, pair), pair);
    e.forEach(done, padded, 1, [&](Value key) {
      Value step = e.floorDiv(key, e.index(pair));
      Value to = e.add(e.add(x[10], e.mul(step, cols * pair)),
                       e.remainder(key, e.index(pair)));
      e.forEach(e.index(0), e.index(cols), 1, [&](Value col) {
        Value isThere = e.both(e.less(key, keyCount), e.less(col, colCount));
        Value element = e.choose(
            variant.packed, isThere,
            [&] {
              Value at =
                  e.add(keyAt(key), e.load(offsets, e.add(firstCol, col)));
              return Values{e.convert(e.load(source, at), variant.packed)};
            },
            [&] { return Values{e.zero(variant.packed)}; })[0];
        e.store(element, values, e.add(to, e.mul(col, pair)));
      });
    });
    return Values();
  });
}

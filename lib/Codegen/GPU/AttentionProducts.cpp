//===- AttentionProducts.cpp - fragments and their products ---------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionKernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Tensor cores
//===----------------------------------------------------------------------===//

/// `count` fragments of 8 by 8 elements, one register of each; this lane gives
/// the address of one of their rows.
Values AttentionKernel::loadFragments(const Tile &tile, Value at, int64_t count,
                                      bool transposed) {
  auto type = VectorType::get({count, 2}, element);
  Value loaded = nvgpu::LdMatrixOp::create(e, type, tile.memory, ValueRange{at},
                                           transposed, count);
  Value bits = vector::BitCastOp::create(
      e, VectorType::get({count, 1}, e.getI32Type()), loaded);
  Values fragments;
  for (int64_t i = 0; i < count; ++i)
    fragments.push_back(
        vector::ExtractOp::create(e, bits, ArrayRef<int64_t>{i, 0}));
  return fragments;
}

/// sums (16 rows by 8 columns) + left (16 by 16) * right (16 by 8).
Values AttentionKernel::multiplyFragments(ValueRange left, ValueRange right,
                                          ValueRange sums) {
  auto kind = element.isBF16() ? NVVM::MMATypes::bf16 : NVVM::MMATypes::f16;
  // What this operation takes: pairs of f16, but of bf16 their bits.
  auto toOperands = [&](ValueRange bits) {
    Values operands(bits);
    if (element.isF16())
      for (Value &x : operands)
        x = LLVM::BitcastOp::create(e, VectorType::get(2, element), x);
    return operands;
  };
  auto type = LLVM::LLVMStructType::getLiteral(e.getContext(),
                                               SmallVector<Type>(4, f32));
  Value product = NVVM::MmaOp::create(
      e, type, toOperands(left), toOperands(right), sums,
      ArrayRef<int64_t>{16, 8, 16}, std::nullopt, std::nullopt,
      std::array{kind, kind},
      std::array{NVVM::MMALayout::row, NVVM::MMALayout::col});
  Values results;
  for (int64_t i = 0; i < 4; ++i)
    results.push_back(LLVM::ExtractValueOp::create(e, product, i));
  return results;
}

/// Features 16 `step` to 16 `step` + 15 of this warp's rows.
Values AttentionKernel::queryFragment(unsigned map, int64_t step) {
  Value row = e.add(e.mul(rowWarp, 16), e.remainder(lane, e.index(16)));
  Value at = e.add(e.mul(row, queryTile.rowSize),
                   e.mul(e.floorDiv(lane, e.index(16)), 8));
  Value ofMap = e.index(map * mapQueries);
  if (plan.mapsApart)
    ofMap = e.select(isNoise, e.index(mapQueries), e.index(0));
  return loadFragments(queryTile, e.add(e.add(at, ofMap), 16 * step), 4,
                       /*transposed=*/false);
}

void AttentionKernel::loadQueries() {
  queries.resize(warpMaps());
  for (unsigned map = 0; map < warpMaps(); ++map)
    for (int64_t step = 0; step < paddedFeatures / 16; ++step)
      queries[map].push_back(queryFragment(map, step));
}

/// Products of this warp's queries and the keys of a step: of each 8 keys four
/// numbers.
Values AttentionKernel::score(unsigned map, Value slotAt) {
  int64_t keyElements = layout.keyBytes / elementBytes();
  Value keysAt = slotAt;
  if (!hasOneKey() && plan.mapsApart)
    keysAt = e.add(keysAt, e.select(isNoise, e.index(keyElements), e.index(0)));
  else if (!hasOneKey())
    keysAt = e.add(keysAt, map * keyElements);
  if (!isHalf())
    return scoreByFma(map, keysAt);

  int64_t steps = paddedFeatures / 16;
  Value row = e.mul(e.remainder(lane, e.index(8)), keyTile.rowSize);
  Value chunk = e.floorDiv(lane, e.index(8));
  // Four fragments hold two steps of features; a last step alone takes two.
  Value four = e.add(e.add(keysAt, row), e.mul(chunk, 8));
  Value two =
      e.add(e.add(keysAt, row), e.mul(e.remainder(chunk, e.index(2)), 8));
  // Features outside: few fragments of queries are in use at once, and products
  // that follow each other add to different sums.
  SmallVector<Values> sums(plan.keyTile / 8, Values(4, e.zero(f32)));
  for (int64_t step = 0; step < steps; step += 2) {
    bool isPair = step + 1 < steps;
    Values left[2];
    for (int64_t i = 0; i < (isPair ? 2 : 1); ++i)
      left[i] = plan.queriesHeld ? queries[map][step + i]
                                 : queryFragment(map, step + i);
    for (int64_t j = 0; j < plan.keyTile / 8; ++j) {
      int64_t keyAt = j * 8 * keyTile.rowSize + step * 16;
      Values right = loadFragments(keyTile, e.add(isPair ? four : two, keyAt),
                                   isPair ? 4 : 2, /*transposed=*/false);
      for (int64_t i = 0; i < (isPair ? 2 : 1); ++i)
        sums[j] = multiplyFragments(left[i], ValueRange(right).slice(2 * i, 2),
                                    sums[j]);
    }
  }
  Values scores;
  for (const Values &four : sums)
    llvm::append_range(scores, four);
  return scores;
}

/// Adds weights times the values of a step to the accumulators.
void AttentionKernel::addValues(State &state, ArrayRef<Values> weights,
                                Value slotAt) {
  Value valuesAt =
      e.add(slotAt, (layout.stageBytes - layout.valueBytes) / elementBytes());
  if (!isHalf())
    return addValuesByFma(state, weights, valuesAt);
  Value at = e.add(
      valuesAt, e.add(e.mul(e.remainder(lane, e.index(16)), valueTile.rowSize),
                      e.mul(e.floorDiv(lane, e.index(16)), 8)));
  for (int64_t step = 0; step < plan.keyTile / 16; ++step) {
    for (int64_t pair = 0; pair < paddedValues / 16; ++pair) {
      Values right = loadFragments(
          valueTile, e.add(at, step * 16 * valueTile.rowSize + pair * 16), 4,
          /*transposed=*/true);
      for (unsigned map = 0; map < warpMaps(); ++map) {
        ValueRange left = ValueRange(weights[map]).slice(4 * step, 4);
        for (int64_t half = 0; half < 2; ++half) {
          MutableArrayRef<Value> sums =
              MutableArrayRef<Value>(state.accumulators[map])
                  .slice((2 * pair + half) * 4, 4);
          llvm::copy(multiplyFragments(left,
                                       ValueRange(right).slice(2 * half, 2),
                                       ValueRange(sums)),
                     sums.begin());
        }
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// FMA
//===----------------------------------------------------------------------===//

Values AttentionKernel::scoreByFma(unsigned map, Value keysAt) {
  Value ofMap = e.index(map * mapQueries);
  if (plan.mapsApart)
    ofMap = e.select(isNoise, e.index(mapQueries), e.index(0));
  Value row = e.add(e.mul(rowWarp, 16), rowInWarp);
  Value queriesAt = e.add(ofMap, e.mul(row, queryTile.rowSize));
  keysAt = e.add(keysAt, e.mul(column, keyTile.rowSize));
  Values zeros(plan.keyTile / 2, e.zero(f32));
  // The features, four at a time.
  return e.iterate(
      e.index(0), e.index(paddedFeatures), 4, zeros,
      [&](Value feature, ValueRange before) {
        auto load = [&](const Tile &tile, Value at) {
          Value four = e.loadVector(tile.memory, e.add(at, feature), 4, 4);
          Values elements;
          for (int64_t i = 0; i < 4; ++i)
            elements.push_back(vector::ExtractOp::create(e, four, i));
          return elements;
        };
        Values left[2] = {
            load(queryTile, queriesAt),
            load(queryTile, e.add(queriesAt, 8 * queryTile.rowSize))};
        Values sums(before);
        for (int64_t j = 0; j < plan.keyTile / 8; ++j)
          for (int64_t next = 0; next < 2; ++next) {
            Values right =
                load(keyTile, e.add(keysAt, (8 * j + next) * keyTile.rowSize));
            for (int64_t half = 0; half < 2; ++half) {
              Value &sum = sums[4 * j + 2 * half + next];
              for (int64_t i = 0; i < 4; ++i)
                sum = e.fma(left[half][i], right[i], sum);
            }
          }
        return sums;
      });
}

void AttentionKernel::addValuesByFma(State &state, ArrayRef<Values> weights,
                                     Value valuesAt) {
  // The weights of a row are spread over the four lanes that have it.
  Value lane32 = arith::IndexCastOp::create(e, e.getI32Type(), lane);
  Value firstLane = arith::AndIOp::create(e, lane32, e.int32(~int64_t(3)));
  Value at = e.add(valuesAt, column);
  for (int64_t key = 0; key < plan.keyTile; ++key) {
    int64_t number = 4 * (key / 8) + key % 2;
    Value owner = arith::AddIOp::create(e, firstLane, e.int32(key % 8 / 2));
    SmallVector<Values, 2> left(warpMaps());
    for (unsigned map = 0; map < warpMaps(); ++map)
      for (int64_t half = 0; half < 2; ++half)
        left[map].push_back(
            e.shuffleFrom(weights[map][number + 2 * half], owner));
    for (int64_t tile = 0; tile < paddedValues / 8; ++tile) {
      Value two =
          e.loadVector(valueTile.memory,
                       e.add(at, key * valueTile.rowSize + 8 * tile), 2, 2);
      for (int64_t next = 0; next < 2; ++next) {
        Value right = vector::ExtractOp::create(e, two, next);
        for (unsigned map = 0; map < warpMaps(); ++map)
          for (int64_t half = 0; half < 2; ++half) {
            Value &sum = state.accumulators[map][4 * tile + 2 * half + next];
            sum = e.fma(left[map][half], right, sum);
          }
      }
    }
  }
}

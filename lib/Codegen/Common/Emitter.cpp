//===- Emitter.cpp - loops and vectors in a few words ---------------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::diffattn;

//===----------------------------------------------------------------------===//
// Index arithmetic and conditions
//===----------------------------------------------------------------------===//

Value Emitter::index(int64_t number) {
  return arith::ConstantIndexOp::create(*this, number);
}

Value Emitter::add(Value a, Value b) {
  return createOrFold<arith::AddIOp>(a, b);
}

Value Emitter::sub(Value a, Value b) {
  return createOrFold<arith::SubIOp>(a, b);
}

Value Emitter::mul(Value a, Value b) {
  return createOrFold<arith::MulIOp>(a, b);
}

Value Emitter::min(Value a, Value b) {
  return createOrFold<arith::MinSIOp>(a, b);
}

Value Emitter::max(Value a, Value b) {
  return createOrFold<arith::MaxSIOp>(a, b);
}

Value Emitter::floorDiv(Value a, Value b) {
  return createOrFold<arith::DivUIOp>(a, b);
}

Value Emitter::remainder(Value a, Value b) {
  return createOrFold<arith::RemUIOp>(a, b);
}

Value Emitter::ceilDiv(Value a, Value b) {
  return floorDiv(add(a, add(b, -1)), b);
}

Value Emitter::roundDown(Value a, int64_t b) {
  return mul(floorDiv(a, index(b)), b);
}

Value Emitter::product(ValueRange factors) {
  Value result = index(1);
  for (Value factor : factors)
    result = mul(result, factor);
  return result;
}

Value Emitter::less(Value a, Value b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::slt, a, b);
}

Value Emitter::equal(Value a, Value b) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, a, b);
}

Value Emitter::both(Value a, Value b) {
  return createOrFold<arith::AndIOp>(a, b);
}

Value Emitter::trueValue() {
  return arith::ConstantIntOp::create(*this, getI1Type(), 1);
}

Value Emitter::falseValue() {
  return arith::ConstantIntOp::create(*this, getI1Type(), 0);
}

Value Emitter::select(Value condition, Value a, Value b) {
  return createOrFold<arith::SelectOp>(condition, a, b);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void Emitter::forEach(Value lower, Value upper, int64_t step,
                      function_ref<void(Value)> body) {
  iterate(lower, upper, step, {}, [&](Value i, ValueRange) {
    body(i);
    return Values();
  });
}

Values Emitter::iterate(Value lower, Value upper, int64_t step,
                        ValueRange initial,
                        function_ref<Values(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(
      *this, lower, upper, index(step), initial,
      [&](OpBuilder &inner, Location loc, Value i, ValueRange values) {
        OpBuilder::InsertionGuard guard(*this);
        restoreInsertionPoint(inner.saveInsertionPoint());
        scf::YieldOp::create(*this, body(i, values));
      });
  return Values(loop.getResults());
}

void Emitter::forEachInParallel(ArrayRef<Value> sizes,
                                function_ref<void(ValueRange)> body) {
  Values lower(sizes.size(), index(0)), step(sizes.size(), index(1));
  scf::ParallelOp::create(
      *this, lower, sizes, step,
      [&](OpBuilder &inner, Location loc, ValueRange indices) {
        OpBuilder::InsertionGuard guard(*this);
        restoreInsertionPoint(inner.saveInsertionPoint());
        body(indices);
      });
}

void Emitter::when(Value condition, function_ref<void()> then,
                   function_ref<void()> otherwise) {
  auto branch =
      scf::IfOp::create(*this, condition, static_cast<bool>(otherwise));
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  then();
  if (!otherwise)
    return;
  setInsertionPointToStart(branch.elseBlock());
  otherwise();
}

void Emitter::whenEither(Value condition, function_ref<void()> then,
                         function_ref<void()> otherwise) {
  std::optional<int64_t> known = getConstantIntValue(condition);
  if (!known)
    return when(condition, then, otherwise);
  *known ? then() : otherwise();
}

Values Emitter::choose(TypeRange types, Value condition,
                       function_ref<Values()> then,
                       function_ref<Values()> otherwise) {
  auto branch = scf::IfOp::create(*this, types, condition, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(*this, then());
  setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(*this, otherwise());
  return Values(branch.getResults());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value Emitter::allocate(Type element, Value size) {
  return memref::AllocOp::create(
      *this, MemRefType::get(ShapedType::kDynamic, element), size);
}

void Emitter::free(Value memory) { memref::DeallocOp::create(*this, memory); }

Value Emitter::zero(Type type) {
  return arith::ConstantOp::create(*this, getZeroAttr(type));
}

Value Emitter::real(double number, Type type) {
  TypedAttr value = getFloatAttr(getElementTypeOrSelf(type), number);
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, Attribute(value));
  return arith::ConstantOp::create(*this, value);
}

Value Emitter::load(Value memory, Value at) {
  return memref::LoadOp::create(*this, memory, at);
}

void Emitter::store(Value value, Value memory, Value at) {
  memref::StoreOp::create(*this, value, memory, at);
}

Value Emitter::firstLanes(int64_t lanes, int64_t valid) {
  return vector::ConstantMaskOp::create(
      *this, VectorType::get(lanes, getI1Type()), ArrayRef<int64_t>{valid});
}

Value Emitter::loadVector(Value memory, Value at, int64_t lanes,
                          int64_t valid) {
  auto type = VectorType::get(lanes, getElementTypeOrSelf(memory));
  if (lanes == valid)
    return vector::LoadOp::create(*this, type, memory, at);
  return vector::MaskedLoadOp::create(*this, type, memory, at,
                                      firstLanes(lanes, valid), zero(type));
}

void Emitter::storeVector(Value vector, Value memory, Value at, int64_t valid) {
  int64_t lanes = cast<VectorType>(vector.getType()).getNumElements();
  if (lanes == valid)
    vector::StoreOp::create(*this, vector, memory, at);
  else
    vector::MaskedStoreOp::create(*this, memory, at, firstLanes(lanes, valid),
                                  vector);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value Emitter::convert(Value value, Type element) {
  Type type = element;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    type = vector.clone(element);
  int64_t from = getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  int64_t to = element.getIntOrFloatBitWidth();
  if (from == to)
    return value;
  if (from < to)
    return arith::ExtFOp::create(*this, type, value);
  return arith::TruncFOp::create(*this, type, value);
}

Value Emitter::splat(Value scalar, VectorType type) {
  return vector::BroadcastOp::create(*this, type, scalar);
}

Value Emitter::multiplyAdd(Value a, Value b, Value c) {
  if (isa<VectorType>(a.getType()))
    return vector::FMAOp::create(*this, a, b, c);
  // Fused where the target can: elsewhere a fused one is a call of libm.
  auto contract = arith::FastMathFlags::contract;
  Value product = arith::MulFOp::create(*this, a, b, contract);
  return arith::AddFOp::create(*this, product, c, contract);
}

Value Emitter::addF(Value a, Value b) {
  return arith::AddFOp::create(*this, a, b);
}

Value Emitter::subF(Value a, Value b) {
  return arith::SubFOp::create(*this, a, b);
}

Value Emitter::mulF(Value a, Value b) {
  return arith::MulFOp::create(*this, a, b);
}

Value Emitter::divF(Value a, Value b) {
  return arith::DivFOp::create(*this, a, b);
}

Value Emitter::exceedsF(Value a, Value b) {
  return arith::CmpFOp::create(*this, arith::CmpFPredicate::UGT, a, b);
}

Value Emitter::maxF(Value a, Value b) {
  auto larger = arith::CmpFOp::create(*this, arith::CmpFPredicate::OGT, a, b);
  return arith::SelectOp::create(*this, larger, a, b);
}

Value Emitter::sum(Value vector) {
  return vector::ReductionOp::create(*this, vector::CombiningKind::ADD, vector,
                                     arith::FastMathFlags::reassoc);
}

/// Swaps, at distance 1, 2, 4, ..., the off-diagonal halves of all squares of
/// twice that size.
Values Emitter::transpose(Values rows) {
  int64_t lanes = rows.size();
  for (int64_t distance = 1; distance < lanes; distance *= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      bool isRight = lane & distance;
      low.push_back(isRight ? lanes + lane - distance : lane);
      high.push_back(isRight ? lanes + lane : lane + distance);
    }
    for (int64_t row = 0; row < lanes; ++row) {
      if (row & distance)
        continue;
      Value a = rows[row], b = rows[row + distance];
      rows[row] = vector::ShuffleOp::create(*this, a, b, low);
      rows[row + distance] = vector::ShuffleOp::create(*this, a, b, high);
    }
  }
  return rows;
}

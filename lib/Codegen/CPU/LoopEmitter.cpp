//===- LoopEmitter.cpp - writes the loops inside of the rows --------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last vector of a loop may be partial: it is loaded and stored under a
// mask, so every element is computed by the same instructions wherever it
// stands. Lanes behind the end hold zeros, whose results are dropped.
//
//===----------------------------------------------------------------------===//

#include "LoopEmitter.h"

#include "diffattn/Codegen/Common/HalfFloats.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::diffattn;

/// Independent accumulators of a reduction along lanes, against its latency.
static constexpr unsigned kAccumulators = 4;
/// Longer bodies are bound by their own operations.
static constexpr unsigned kLongestUnrolledBody = 6;

static Value constantIndex(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Type LoopEmitter::getLanesType(Type element) const {
  return isVector() ? VectorType::get(plan.lanes, element) : element;
}

SmallVector<Value> LoopEmitter::getIndices(ImplicitLocOpBuilder &b,
                                           OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr result) {
    return affine::expandAffineExpr(b, b.getLoc(), result, indices, {});
  });
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static Value zeros(ImplicitLocOpBuilder &b, Type type) {
  return arith::ConstantOp::create(b, b.getZeroAttr(type));
}

/// Whether a vector of `operand` is put together in memory. Under a mask that
/// holds for half floats, too: LLVM takes them apart by functions of
/// compiler-rt.
bool LoopEmitter::usesScratch(OpOperand &operand, Value mask) const {
  if (plan.accesses[operand.getOperandNumber()] == Access::Strided)
    return true;
  return mask && isHalf(operand.get().getType());
}

/// The scratches are on the stack of the function, or of what will be the
/// function of the outermost parallel loop.
void LoopEmitter::createScratches(ImplicitLocOpBuilder &b) {
  Block *block = nullptr;
  Operation *parent = b.getInsertionBlock()->getParentOp();
  for (; parent; parent = parent->getParentOp()) {
    bool isLoop = isa<scf::ParallelOp, scf::ForallOp>(parent);
    if (isLoop || (!block && isa<FunctionOpInterface>(parent)))
      block = &parent->getRegion(0).front();
  }
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(block);
  for (auto [number, access] : llvm::enumerate(plan.accesses)) {
    Type element = getElementTypeOrSelf(op->getOperand(number).getType());
    bool isNeeded = access == Access::Strided ||
                    (access != Access::Invariant && isHalf(element));
    if (!isNeeded)
      continue;
    if (element.isInteger(1))
      element = b.getI8Type();
    scratches[number] =
        memref::AllocaOp::create(b, MemRefType::get({plan.lanes}, element));
  }
}

/// Calls `body` for each lane that counts, with the indices of its element.
void LoopEmitter::forEachLane(
    ImplicitLocOpBuilder &b, OpOperand &operand,
    llvm::function_ref<void(ImplicitLocOpBuilder &, Value lane, ValueRange at)>
        body) {
  Value first = indices[*plan.laneDim];
  Value end = count ? count : constantIndex(b, plan.lanes);
  auto loop =
      scf::ForOp::create(b, constantIndex(b, 0), end, constantIndex(b, 1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value lane = loop.getInductionVar();
  indices[*plan.laneDim] = arith::AddIOp::create(b, first, lane);
  body(b, lane, getIndices(b, operand));
  indices[*plan.laneDim] = first;
}

Value LoopEmitter::loadStrided(ImplicitLocOpBuilder &b, OpOperand &operand) {
  Value scratch = scratches.lookup(operand.getOperandNumber());
  Value buffer = operands[operand.getOperandNumber()];
  Type element = cast<MemRefType>(scratch.getType()).getElementType();
  forEachLane(b, operand,
              [&](ImplicitLocOpBuilder &inner, Value lane, ValueRange at) {
                Value value = memref::LoadOp::create(inner, buffer, at);
                if (value.getType().isInteger(1))
                  value = arith::ExtUIOp::create(inner, element, value);
                memref::StoreOp::create(inner, value, scratch, lane);
              });
  auto type = VectorType::get(plan.lanes, element);
  Value vector = vector::LoadOp::create(b, type, scratch, constantIndex(b, 0));
  if (!getElementTypeOrSelf(buffer.getType()).isInteger(1))
    return vector;
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, vector,
                               zeros(b, type));
}

void LoopEmitter::storeStrided(ImplicitLocOpBuilder &b, OpOperand &operand,
                               Value value) {
  Value scratch = scratches.lookup(operand.getOperandNumber());
  Value buffer = operands[operand.getOperandNumber()];
  Type element = cast<MemRefType>(scratch.getType()).getElementType();
  bool isBit = getElementTypeOrSelf(value.getType()).isInteger(1);
  if (isBit)
    value =
        arith::ExtUIOp::create(b, VectorType::get(plan.lanes, element), value);
  vector::StoreOp::create(b, value, scratch, constantIndex(b, 0));
  forEachLane(b, operand,
              [&](ImplicitLocOpBuilder &inner, Value lane, ValueRange at) {
                Value one = memref::LoadOp::create(inner, scratch, lane);
                if (isBit)
                  one = arith::TruncIOp::create(inner, inner.getI1Type(), one);
                memref::StoreOp::create(inner, one, buffer, at);
              });
}

Value LoopEmitter::load(ImplicitLocOpBuilder &b, OpOperand &operand,
                        Value mask) {
  Value buffer = operands[operand.getOperandNumber()];
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type)
    return buffer;
  SmallVector<Value> at = getIndices(b, operand);
  bool isInvariant = !isVector() || plan.accesses[operand.getOperandNumber()] ==
                                        Access::Invariant;
  if (isInvariant)
    return memref::LoadOp::create(b, buffer, at);
  if (usesScratch(operand, mask))
    return loadStrided(b, operand);
  auto vector = cast<VectorType>(getLanesType(type.getElementType()));
  if (!mask)
    return vector::LoadOp::create(b, vector, buffer, at);
  return vector::MaskedLoadOp::create(b, vector, buffer, at, mask,
                                      zeros(b, vector));
}

void LoopEmitter::store(ImplicitLocOpBuilder &b, OpOperand &operand, Value mask,
                        Value value) {
  Value buffer = operands[operand.getOperandNumber()];
  SmallVector<Value> at = getIndices(b, operand);
  if (!isa<VectorType>(value.getType()))
    memref::StoreOp::create(b, value, buffer, at);
  else if (usesScratch(operand, mask))
    storeStrided(b, operand, value);
  else if (!mask)
    vector::StoreOp::create(b, value, buffer, at);
  else
    vector::MaskedStoreOp::create(b, buffer, at, mask, value);
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

void LoopEmitter::emitUniforms(ImplicitLocOpBuilder &b) {
  uniforms.clear();
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    if (plan.get(argument) == Lanes::Uniform && !argument.use_empty())
      uniforms.map(argument, load(b, *input, {}));
  }
  for (Operation &bodyOp : op.getBody()->without_terminator()) {
    if (!plan.isUniform(bodyOp))
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(bodyOp))
      uniforms.map(index.getResult(), indices[index.getDim()]);
    else
      b.clone(bodyOp, uniforms);
  }
}

/// {0, 1, 2, ...}
static Value countLanes(ImplicitLocOpBuilder &b, VectorType type) {
  unsigned bits = type.getElementType().isIndex()
                      ? IndexType::kInternalStorageBitWidth
                      : type.getElementTypeBitWidth();
  SmallVector<APInt> numbers;
  for (int64_t lane = 0; lane < type.getNumElements(); ++lane)
    numbers.push_back(APInt(bits, lane));
  return arith::ConstantOp::create(b, DenseElementsAttr::get(type, numbers));
}

Value LoopEmitter::getVector(ImplicitLocOpBuilder &b, Value value) {
  switch (plan.get(value)) {
  case Lanes::Varying:
    return vectors.lookup(value);
  case Lanes::Uniform:
    return vector::BroadcastOp::create(b, getLanesType(value.getType()),
                                       uniforms.lookupOrDefault(value));
  case Lanes::Iota: {
    auto type = cast<VectorType>(getLanesType(value.getType()));
    Value first = vector::BroadcastOp::create(b, type, vectors.lookup(value));
    return arith::AddIOp::create(b, first, countLanes(b, type));
  }
  }
  llvm_unreachable("unknown kind of lanes");
}

void LoopEmitter::emitIota(ImplicitLocOpBuilder &b, Operation &bodyOp) {
  if (auto index = dyn_cast<linalg::IndexOp>(bodyOp)) {
    vectors.map(index.getResult(), indices[index.getDim()]);
    return;
  }
  IRMapping mapping;
  for (Value operand : bodyOp.getOperands())
    mapping.map(operand, plan.get(operand) == Lanes::Iota
                             ? vectors.lookup(operand)
                             : uniforms.lookupOrDefault(operand));
  vectors.map(bodyOp.getResult(0), b.clone(bodyOp, mapping)->getResult(0));
}

void LoopEmitter::emitVarying(ImplicitLocOpBuilder &b, Operation &bodyOp,
                              Value mask) {
  Value result = bodyOp.getResult(0);
  auto type = cast<VectorType>(getLanesType(result.getType()));
  if (auto load = dyn_cast<memref::LoadOp>(bodyOp)) {
    SmallVector<Value> at;
    for (Value index : load.getIndices().drop_back())
      at.push_back(uniforms.lookupOrDefault(index));
    at.push_back(vectors.lookup(load.getIndices().back()));
    Value buffer = load.getMemRef();
    vectors.map(result, mask ? vector::MaskedLoadOp::create(
                                   b, type, buffer, at, mask, zeros(b, type))
                                   .getResult()
                             : vector::LoadOp::create(b, type, buffer, at));
    return;
  }
  IRMapping mapping;
  for (Value operand : bodyOp.getOperands())
    mapping.map(operand, getVector(b, operand));
  Value wide = b.clone(bodyOp, mapping)->getResult(0);
  wide.setType(type);
  vectors.map(result, wide);
}

SmallVector<Value> LoopEmitter::emitVectorBody(ImplicitLocOpBuilder &b,
                                               Value mask, Values outputs) {
  vectors.clear();
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    if (plan.get(argument) != Lanes::Uniform && !argument.use_empty())
      vectors.map(argument, load(b, *input, mask));
  }
  for (auto [argument, value] :
       llvm::zip_equal(op.getRegionOutputArgs(), outputs))
    if (value)
      vectors.map(argument, value);
  for (Operation &bodyOp : op.getBody()->without_terminator()) {
    if (plan.isUniform(bodyOp))
      continue;
    if (plan.get(bodyOp.getResult(0)) == Lanes::Iota)
      emitIota(b, bodyOp);
    else
      emitVarying(b, bodyOp, mask);
  }
  return llvm::map_to_vector(
      op.getBody()->getTerminator()->getOperands(),
      [&](Value result) { return getVector(b, result); });
}

SmallVector<Value> LoopEmitter::emitScalarBody(ImplicitLocOpBuilder &b,
                                               Values outputs) {
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    if (!argument.use_empty())
      mapping.map(argument, load(b, *input, {}));
  }
  for (auto [argument, value] :
       llvm::zip_equal(op.getRegionOutputArgs(), outputs))
    if (value)
      mapping.map(argument, value);
  for (Operation &bodyOp : op.getBody()->without_terminator()) {
    Operation *clone = b.clone(bodyOp, mapping);
    clone->walk([&](linalg::IndexOp index) {
      Value value = indices[index.getDim()];
      if (index == clone)
        mapping.map(cast<linalg::IndexOp>(bodyOp).getResult(), value);
      index.replaceAllUsesWith(value);
      index.erase();
    });
  }
  return llvm::map_to_vector(
      op.getBody()->getTerminator()->getOperands(),
      [&](Value result) { return mapping.lookupOrDefault(result); });
}

/// Emits the body, stores what is not carried and returns what is.
SmallVector<Value> LoopEmitter::emitBody(ImplicitLocOpBuilder &b, Value mask,
                                         ValueRange carried) {
  Values outputs;
  unsigned next = 0;
  for (OpOperand &output : op.getDpsInitsMutable()) {
    if (plan.isCarried(output))
      outputs.push_back(carried[next++]);
    else if (op.payloadUsesValueFromOperand(&output))
      outputs.push_back(load(b, output, mask));
    else
      outputs.push_back({});
  }
  Values results = isVector() ? emitVectorBody(b, mask, outputs)
                              : emitScalarBody(b, outputs);
  Values newCarried;
  for (auto [output, old, result] :
       llvm::zip_equal(op.getDpsInitsMutable(), outputs, results)) {
    if (!plan.isCarried(output)) {
      store(b, output, mask, result);
      continue;
    }
    // Lanes behind the end must not take part in a reduction.
    if (mask && plan.reducesLanes())
      newCarried.push_back(arith::SelectOp::create(b, mask, result, old));
    else
      newCarried.push_back(result);
  }
  return newCarried;
}

//===----------------------------------------------------------------------===//
// What reductions keep in registers
//===----------------------------------------------------------------------===//

SmallVector<Value> LoopEmitter::loadCarried(ImplicitLocOpBuilder &b,
                                            Value mask) {
  Values carried;
  for (OpOperand &output : op.getDpsInitsMutable())
    if (plan.isCarried(output))
      carried.push_back(load(b, output, mask));
  return carried;
}

void LoopEmitter::storeCarried(ImplicitLocOpBuilder &b, Value mask,
                               Values carried) {
  unsigned next = 0;
  for (OpOperand &output : op.getDpsInitsMutable())
    if (plan.isCarried(output))
      store(b, output, mask, carried[next++]);
}

/// What leaves `combiner` of it and x at x.
static TypedAttr getNeutral(Operation *combiner, Type type) {
  Builder b(combiner->getContext());
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    if (isa<arith::MulFOp>(combiner))
      return b.getFloatAttr(type, 1.0);
    if (isa<arith::MaximumFOp, arith::MinimumFOp>(combiner))
      return b.getFloatAttr(
          type, APFloat::getInf(semantics, isa<arith::MaximumFOp>(combiner)));
    if (isa<arith::MaxNumFOp, arith::MinNumFOp>(combiner))
      return b.getFloatAttr(type, APFloat::getNaN(semantics));
    // -0 + -0 is -0, and -0 + 0 is 0.
    return b.getFloatAttr(type, APFloat::getZero(semantics, /*Negative=*/true));
  }
  unsigned bits = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                 : type.getIntOrFloatBitWidth();
  APInt value(bits, 0);
  if (isa<arith::MulIOp>(combiner))
    value = APInt(bits, 1);
  else if (isa<arith::AndIOp, arith::MinUIOp>(combiner))
    value = APInt::getAllOnes(bits);
  else if (isa<arith::MaxSIOp>(combiner))
    value = APInt::getSignedMinValue(bits);
  else if (isa<arith::MinSIOp>(combiner))
    value = APInt::getSignedMaxValue(bits);
  return b.getIntegerAttr(type, value);
}

static Value combine(ImplicitLocOpBuilder &b, Operation *combiner, Value x,
                     Value y) {
  if (isa<math::FmaOp>(combiner))
    return arith::AddFOp::create(b, x, y);
  IRMapping mapping;
  mapping.map(combiner->getOperand(0), x);
  mapping.map(combiner->getOperand(1), y);
  Value result = b.clone(*combiner, mapping)->getResult(0);
  result.setType(x.getType());
  return result;
}

/// Joins the lanes of `vector`, halves first: a fixed order.
static Value joinLanes(ImplicitLocOpBuilder &b, Operation *combiner,
                       Value vector) {
  int64_t lanes = cast<VectorType>(vector.getType()).getNumElements();
  for (; lanes > 1; lanes /= 2) {
    auto half = [&](int64_t first) -> Value {
      auto positions = llvm::to_vector(llvm::seq(first, first + lanes / 2));
      return vector::ShuffleOp::create(b, vector, vector, positions);
    };
    vector = combine(b, combiner, half(0), half(lanes / 2));
  }
  return vector::ExtractOp::create(b, vector, ArrayRef<int64_t>{0});
}

SmallVector<Value> LoopEmitter::startPartialResults(ImplicitLocOpBuilder &b) {
  unsigned bodySize = llvm::range_size(op.getBody()->without_terminator());
  unsigned copies = bodySize > kLongestUnrolledBody ? 1 : kAccumulators;
  Values partial;
  for (unsigned copy = 0; copy < copies; ++copy)
    for (OpOperand &output : op.getDpsInitsMutable()) {
      if (!plan.isCarried(output))
        continue;
      unsigned number = output.getOperandNumber() - op.getNumDpsInputs();
      Type type = getElementTypeOrSelf(output.get().getType());
      TypedAttr neutral = getNeutral(getCombiner(op, number), type);
      auto vector = cast<VectorType>(getLanesType(type));
      partial.push_back(arith::ConstantOp::create(
          b, DenseElementsAttr::get(vector, Attribute(neutral))));
    }
  return partial;
}

SmallVector<Value> LoopEmitter::joinPartialResults(ImplicitLocOpBuilder &b,
                                                   Values partial) {
  Values start = loadCarried(b, {});
  Values joined;
  for (OpOperand &output : op.getDpsInitsMutable()) {
    if (!plan.isCarried(output))
      continue;
    unsigned number = output.getOperandNumber() - op.getNumDpsInputs();
    Operation *combiner = getCombiner(op, number);
    unsigned first = joined.size();
    Value vector = partial[first];
    for (unsigned next = first + start.size(); next < partial.size();
         next += start.size())
      vector = combine(b, combiner, vector, partial[next]);
    joined.push_back(
        combine(b, combiner, start[first], joinLanes(b, combiner, vector)));
  }
  return joined;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A loop that carries values.
static SmallVector<Value>
emitFor(ImplicitLocOpBuilder &b, Value from, Value to, Value step,
        ValueRange carried,
        llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, Value,
                                              ValueRange)>
            body) {
  auto loop = scf::ForOp::create(
      b, from, to, step, carried,
      [&](OpBuilder &nested, Location loc, Value index, ValueRange values) {
        ImplicitLocOpBuilder inner(loc, nested);
        scf::YieldOp::create(inner, body(inner, index, values));
      });
  return loop.getResults();
}

SmallVector<Value> LoopEmitter::emitReductions(ImplicitLocOpBuilder &b,
                                               unsigned depth, Values carried,
                                               BodyFn body) {
  if (depth == plan.reductions.size())
    return body(b, carried);
  unsigned dim = plan.reductions[depth];
  return emitFor(
      b, constantIndex(b, 0), sizes[dim], constantIndex(b, 1), carried,
      [&](ImplicitLocOpBuilder &inner, Value index, ValueRange values) {
        indices[dim] = index;
        return emitReductions(inner, depth + 1, Values(values), body);
      });
}

/// The mask of the first `count` lanes.
Value LoopEmitter::emitMask(ImplicitLocOpBuilder &b, Value count) {
  auto type = VectorType::get(plan.lanes, b.getI32Type());
  Value number = arith::IndexCastOp::create(b, b.getI32Type(), count);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                               countLanes(b, type),
                               vector::BroadcastOp::create(b, type, number));
}

/// The loop along the lane dim. `carried` may hold several copies of what one
/// body carries: their iterations are independent.
SmallVector<Value> LoopEmitter::emitLanes(ImplicitLocOpBuilder &b, Value from,
                                          Value to, Values carried,
                                          LanesFn body) {
  Value distance = b.createOrFold<arith::SubIOp>(to, from);
  count = nullptr;
  auto loop = [&](Value first, Value last, unsigned copies, Values values) {
    unsigned each = copies == 0 ? 0 : values.size() / copies;
    int64_t step = plan.lanes * std::max(copies, 1u);
    return emitFor(
        b, first, last, constantIndex(b, step), values,
        [&](ImplicitLocOpBuilder &inner, Value index, ValueRange args) {
          Values results;
          for (unsigned copy = 0; copy < std::max(copies, 1u); ++copy) {
            indices[*plan.laneDim] = inner.createOrFold<arith::AddIOp>(
                index, constantIndex(inner, copy * plan.lanes));
            llvm::append_range(results,
                               body(inner, {}, args.slice(copy * each, each)));
          }
          return results;
        });
  };
  auto roundDown = [&](int64_t step) -> Value {
    Value rest =
        b.createOrFold<arith::RemUIOp>(distance, constantIndex(b, step));
    return b.createOrFold<arith::SubIOp>(to, rest);
  };
  if (!isVector())
    return loop(from, to, 1, carried);

  unsigned each = llvm::count_if(op.getDpsInitsMutable(), [&](OpOperand &o) {
    return plan.reducesLanes() && plan.isCarried(o);
  });
  unsigned copies = each == 0 ? 1 : carried.size() / each;
  if (copies > 1) {
    Value end = roundDown(plan.lanes * copies);
    carried = loop(from, end, copies, carried);
    from = end;
  }
  // The first copy takes the rest.
  Values first(ArrayRef<Value>(carried).take_front(each));
  Value end = roundDown(plan.lanes);
  if (getConstantIntValue(from) != getConstantIntValue(end) ||
      !getConstantIntValue(end))
    first = loop(from, end, 1, first);
  std::optional<int64_t> known = getConstantIntValue(distance);
  if (!known || *known % plan.lanes != 0) {
    Value rest = b.createOrFold<arith::SubIOp>(to, end);
    Value isPartial = b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::ne,
                                                    rest, constantIndex(b, 0));
    auto tail = scf::IfOp::create(
        b, isPartial,
        [&](OpBuilder &nested, Location loc) {
          ImplicitLocOpBuilder inner(loc, nested);
          indices[*plan.laneDim] = end;
          count = rest;
          Value mask = emitMask(inner, rest);
          scf::YieldOp::create(inner, body(inner, mask, first));
          count = nullptr;
        },
        [&](OpBuilder &nested, Location loc) {
          scf::YieldOp::create(nested, loc, first);
        });
    first = tail.getResults();
  }
  std::copy(first.begin(), first.end(), carried.begin());
  return carried;
}

/// The lane dim is parallel: each vector of results is finished in turn.
void LoopEmitter::emitParallelLanes(ImplicitLocOpBuilder &b, Value from,
                                    Value to) {
  bool hasReductions = !plan.reductions.empty();
  if (isVector() && !hasReductions)
    emitUniforms(b);
  emitLanes(b, from, to, {},
            [&](ImplicitLocOpBuilder &inner, Value mask, ValueRange) {
              Values carried = emitReductions(
                  inner, 0, loadCarried(inner, mask),
                  [&](ImplicitLocOpBuilder &innermost, ValueRange values) {
                    if (isVector() && hasReductions)
                      emitUniforms(innermost);
                    return emitBody(innermost, mask, values);
                  });
              storeCarried(inner, mask, carried);
              return Values();
            });
}

/// The lane dim is reduced, or there is none.
void LoopEmitter::emitReducedLanes(ImplicitLocOpBuilder &b) {
  Values start = isVector() ? startPartialResults(b) : loadCarried(b, {});
  Values carried = emitReductions(
      b, 0, start, [&](ImplicitLocOpBuilder &inner, ValueRange values) {
        if (!plan.laneDim)
          return emitBody(inner, {}, values);
        if (isVector())
          emitUniforms(inner);
        return emitLanes(
            inner, constantIndex(inner, 0), sizes[*plan.laneDim],
            Values(values),
            [&](ImplicitLocOpBuilder &innermost, Value mask, ValueRange lanes) {
              return emitBody(innermost, mask, lanes);
            });
      });
  if (isVector())
    carried = joinPartialResults(b, carried);
  storeCarried(b, {}, carried);
}

/// What is uniform is computed before the loop, which may have no iteration. It
/// must not fail then.
void LoopEmitter::emitGuarded(ImplicitLocOpBuilder &b, Value from, Value to) {
  auto emitAll = [&](ImplicitLocOpBuilder &inner) {
    if (plan.laneDim && !plan.reducesLanes())
      emitParallelLanes(inner, from, to);
    else
      emitReducedLanes(inner);
  };
  bool mayFail =
      isVector() &&
      llvm::any_of(op.getBody()->without_terminator(), [&](Operation &bodyOp) {
        return plan.isUniform(bodyOp) && !isPure(&bodyOp);
      });
  if (!mayFail)
    return emitAll(b);
  Value hasLanes = b.createOrFold<arith::CmpIOp>(
      arith::CmpIPredicate::ne, sizes[*plan.laneDim], constantIndex(b, 0));
  scf::IfOp::create(b, hasLanes, [&](OpBuilder &nested, Location loc) {
    ImplicitLocOpBuilder inner(loc, nested);
    emitAll(inner);
    scf::YieldOp::create(inner);
  });
}

void LoopEmitter::emit(OpBuilder &builder, ValueRange rowIndices, Value from,
                       Value to) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  indices.assign(op.getNumLoops(), Value());
  for (auto [dim, index] : llvm::zip_equal(plan.rows, rowIndices))
    indices[dim] = index;
  createScratches(b);
  if (plan.laneDim && !from) {
    from = constantIndex(b, 0);
    to = sizes[*plan.laneDim];
  }
  emitGuarded(b, from, to);
}

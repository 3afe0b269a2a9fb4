//===- DiffAttnOps.cpp - verification, effects, shapes of results
//-----------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.h"
#include "Constraints.h"
#include "Detail.h"
#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::diffattn;
using namespace mlir::diffattn::detail;

#include "diffattn/Dialect/DiffAttn/IR/DiffAttnInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "diffattn/Dialect/DiffAttn/IR/DiffAttnOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Calls `verify(number)` for each operand of `range`.
static LogicalResult
forEachOperand(MutableOperandRange range,
               function_ref<LogicalResult(unsigned)> verify) {
  for (OpOperand &operand : range)
    if (failed(verify(operand.getOperandNumber())))
      return failure();
  return success();
}

/// Query, key and value of both maps; mask and key_lengths.
template <typename OpTy>
static LogicalResult verifyMaps(OpTy op) {
  MLIRContext *context = op.getContext();
  if (failed(verifyTogether(op, "noise query", bool(op.getNoiseQuery()),
                            "noise key", bool(op.getNoiseKey()))))
    return failure();
  unsigned value = op.getValueMutable().getOperandNumber();
  SmallVector<unsigned> inputs;
  for (unsigned map = 0; map < op.getNumMaps(); ++map) {
    if (failed(verifyRoles(op, 2 * map, {Role::Query, Role::Feature},
                           {Role::Batch})) ||
        failed(verifyRoles(op, 2 * map + 1, {Role::Key, Role::Feature},
                           {Role::Batch})))
      return failure();
    inputs.append({2 * map, 2 * map + 1});
  }
  inputs.push_back(value);
  if (failed(verifyRoles(op, value, {Role::Key, Role::Value}, {Role::Batch})) ||
      failed(verifySameFloat(op, inputs)))
    return failure();
  Type element = getElementTypeOrSelf(op.getValue().getType());
  Type sums = getAccumulatorType(element);
  return success(
      succeeded(forEachOperand(
          op.getMaskMutable(),
          [&](unsigned number) {
            return success(
                succeeded(verifyRoles(op, number, {},
                                      {Role::Batch, Role::Query, Role::Key})) &&
                succeeded(verifyElementType(
                    op, number,
                    {IntegerType::get(context, 1), element, sums})));
          })) &&
      succeeded(forEachOperand(op.getKeyLengthsMutable(), [&](unsigned number) {
        return success(
            succeeded(verifyRoles(op, number, {}, {Role::Batch})) &&
            succeeded(verifyElementType(op, number,
                                        {IndexType::get(context),
                                         IntegerType::get(context, 32),
                                         IntegerType::get(context, 64)})));
      })));
}

/// scale, softcap, windows, and the size of the scores.
template <typename OpTy>
static LogicalResult verifyScores(OpTy op) {
  FloatType sums =
      getAccumulatorType(getElementTypeOrSelf(op.getValue().getType()));
  if (failed(verifyFinite(op, "scale", op.getScale(), sums)) ||
      failed(verifyFinite(op, "softcap", op.getSoftcap(), sums,
                          /*positive=*/true)) ||
      failed(verifyNotNegative(op, "window_left", op.getWindowLeft())) ||
      failed(verifyNotNegative(op, "window_right", op.getWindowRight())))
    return failure();
  for (unsigned map = 0; map < op.getNumMaps(); ++map) {
    DimList scores =
        unite({getLogSumExpDims(op, map), op.getDims().getDims(Role::Key)});
    if (failed(verifyCountable(op, map ? "noise scores" : "signal scores",
                               scores)))
      return failure();
  }
  return success();
}

/// lambda, norm, out_scale, and the outs of attention and finalize. `narrow`:
/// the element types that out and norm_weight may have; `sums`: lambda's.
template <typename OpTy>
static LogicalResult verifyEpilogue(OpTy op, ArrayRef<Type> narrow,
                                    FloatType sums) {
  std::optional<APFloat> eps;
  if (std::optional<NormAttr> norm = op.getNorm())
    eps = norm->getEps().getValue();
  if (failed(verifyTogether(op, "noise", op.hasNoise(), "lambda",
                            bool(op.getLambda()))) ||
      failed(verifyNeeds(op, "lambda_activation sigmoid",
                         op.getLambdaActivation() == LambdaActivation::Sigmoid,
                         "lambda", bool(op.getLambda()))) ||
      failed(verifyNeeds(op, "norm_weight", bool(op.getNormWeight()), "norm",
                         bool(op.getNorm()))) ||
      failed(verifyFinite(op, "eps", eps, sums)) ||
      failed(verifyFinite(op, "out_scale", op.getOutScale(), sums)) ||
      failed(verifyNumOuts(op, op.getOuts().size(),
                           op.hasNoise() ? ArrayRef<unsigned>{1, 2, 3}
                                         : ArrayRef<unsigned>{1, 2})))
    return failure();
  auto verifyLambda = [&](unsigned number) {
    return success(
        succeeded(verifyRoles(op, number, {}, {Role::Batch, Role::Query})) &&
        succeeded(verifyElementType(op, number, {sums})));
  };
  auto verifyWeight = [&](unsigned number) {
    return success(succeeded(verifyRoles(op, number, {Role::Value}, {})) &&
                   succeeded(verifyElementType(op, number, narrow)));
  };
  if (failed(forEachOperand(op.getLambdaMutable(), verifyLambda)) ||
      failed(forEachOperand(op.getNormWeightMutable(), verifyWeight)))
    return failure();
  unsigned out = op.getOutsMutable()[0].getOperandNumber();
  return success(succeeded(verifyRoles(
                     op, out, {Role::Batch, Role::Query, Role::Value}, {})) &&
                 succeeded(verifyElementType(op, out, narrow)));
}

/// The size of the difference of both maps' weights.
static LogicalResult verifyWeights(AttentionOp op) {
  SmallVector<DimList> lists = {op.getDims().getDims(Role::Key)};
  for (unsigned map = 0; map < op.getNumMaps(); ++map)
    lists.push_back(getLogSumExpDims(op, map));
  for (OpOperand &lambda : op.getLambdaMutable())
    lists.push_back(getOperandDims(op, lambda.getOperandNumber()));
  return verifyCountable(op, "weights", unite(lists));
}

LogicalResult AttentionOp::verify() {
  if (failed(verifySpace(*this, {Role::Query, Role::Key},
                         {Role::Feature, Role::Value}, {Role::Split})) ||
      failed(verifyMaps(*this)) || failed(verifyScores(*this)))
    return failure();
  Type element = getElementTypeOrSelf(getValue().getType());
  FloatType sums = getAccumulatorType(element);
  if (failed(verifyEpilogue(*this, {element, sums}, sums)) ||
      failed(verifyWeights(*this)))
    return failure();
  unsigned out = getOutsMutable()[0].getOperandNumber();
  for (unsigned map = 0; map + 1 < getOuts().size(); ++map)
    if (failed(verifyExactDims(*this, out + 1 + map,
                               getLogSumExpDims(*this, map))) ||
        failed(verifyElementType(*this, out + 1 + map, {sums})))
      return failure();
  return success();
}

LogicalResult OnlineAttentionOp::verify() {
  if (failed(verifySpace(*this, {Role::Query, Role::Key},
                         {Role::Feature, Role::Value}, {Role::Split})) ||
      failed(verifyMaps(*this)) || failed(verifyScores(*this)) ||
      failed(verifyNumOuts(*this, getOuts().size(), {3 * getNumMaps()})))
    return failure();
  Type sums = getAccumulatorType(getElementTypeOrSelf(getValue().getType()));
  for (OpOperand &operand : getOutsMutable()) {
    unsigned number = operand.getOperandNumber();
    unsigned out = number - getOutsMutable()[0].getOperandNumber();
    DimList expected = out % 3 == 0 ? getAccumulatorDims(*this, out / 3)
                                    : getLogSumExpDims(*this, out / 3);
    if (failed(verifyExactDims(*this, number, expected)) ||
        failed(verifyElementType(*this, number, {sums})))
      return failure();
  }
  return success();
}

/// The three tensors of each map's state: sums of one type, accumulators over
/// the value dims, all over m and batch-like dims, with the dims of `also`.
template <typename OpTy>
static LogicalResult verifyStates(OpTy op, ArrayRef<Role> also) {
  if (failed(verifyTogether(op, "noise accumulator", bool(op.getNoiseAcc()),
                            "noise maximum", bool(op.getNoiseMax()))) ||
      failed(verifyTogether(op, "noise accumulator", bool(op.getNoiseAcc()),
                            "noise sum", bool(op.getNoiseSum()))))
    return failure();
  Type sums = getElementTypeOrSelf(op.getSignalAcc().getType());
  MLIRContext *context = op.getContext();
  if (failed(verifyElementType(
          op, 0, {Float32Type::get(context), Float64Type::get(context)})))
    return failure();
  for (unsigned number = 0; number < 3 * op.getNumMaps(); ++number) {
    SmallVector<Role> must = {Role::Query};
    llvm::append_range(must, also);
    if (number % 3 == 0)
      must.push_back(Role::Value);
    if (failed(verifyElementType(op, number, {sums})) ||
        failed(verifyRoles(op, number, must, {Role::Batch})))
      return failure();
    // max and sum of one map describe the same rows.
    if (number % 3 == 2) {
      DimList dims = getOperandDims(op, number - 1);
      llvm::sort(dims);
      if (failed(verifyExactDims(op, number, dims)))
        return failure();
    }
  }
  return success();
}

LogicalResult MergeOp::verify() {
  if (failed(verifySpace(*this, {Role::Split, Role::Query}, {Role::Value},
                         {Role::Key, Role::Feature})) ||
      failed(verifyStates(*this, {Role::Split})) ||
      failed(verifyNumOuts(*this, getOuts().size(), {3 * getNumMaps()})))
    return failure();
  Type sums = getElementTypeOrSelf(getSignalAcc().getType());
  for (unsigned state = 0; state < getOuts().size(); ++state) {
    unsigned number = getOutsMutable()[0].getOperandNumber() + state;
    DimList dims =
        without(getDims(), getOperandDims(*this, state), Role::Split);
    llvm::sort(dims);
    if (failed(verifyExactDims(*this, number, dims)) ||
        failed(verifyElementType(*this, number, {sums})))
      return failure();
  }
  return success();
}

LogicalResult FinalizeOp::verify() {
  if (failed(verifySpace(*this, {Role::Query}, {Role::Value},
                         {Role::Split, Role::Key, Role::Feature})) ||
      failed(verifyStates(*this, {})))
    return failure();
  MLIRContext *context = getContext();
  auto sums = cast<FloatType>(getElementTypeOrSelf(getSignalAcc().getType()));
  // States of f16 and bf16 attention are f32, so out may be narrower.
  SmallVector<Type> narrow = {sums};
  if (sums.isF32())
    narrow = {Float16Type::get(context), BFloat16Type::get(context), sums};
  if (failed(verifyEpilogue(*this, narrow, sums)))
    return failure();
  unsigned out = getOutsMutable()[0].getOperandNumber();
  for (unsigned map = 0; map + 1 < getOuts().size(); ++map) {
    DimList rows = getOperandDims(*this, 3 * map + 1);
    llvm::sort(rows);
    if (failed(verifyExactDims(*this, out + 1 + map, rows)) ||
        failed(verifyElementType(*this, out + 1 + map, {sums})))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

bool AttentionOp::accumulates() { return false; }
bool OnlineAttentionOp::accumulates() { return true; }
bool MergeOp::accumulates() { return true; }
bool FinalizeOp::accumulates() { return false; }

LogicalResult
diffattn::detail::reifyResultShapes(OpBuilder &builder, Operation *op,
                                    ReifiedRankedShapedTypeDims &shapes) {
  for (Value out : cast<DestinationStyleOpInterface>(op).getDpsInits()) {
    SmallVector<OpFoldResult> &shape = shapes.emplace_back();
    for (int64_t dim = 0; dim < cast<ShapedType>(out.getType()).getRank();
         ++dim)
      shape.push_back(
          linalg::createFoldedDimOp(builder, op->getLoc(), out, dim));
  }
  return success();
}

void diffattn::detail::getEffects(
    NamedDimsOpInterface op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  auto destination = cast<DestinationStyleOpInterface>(*op);
  auto add = [&](MemoryEffects::Effect *effect, OpOperand &operand) {
    effects.emplace_back(effect, &operand, /*stage=*/0,
                         /*effectOnFullRegion=*/true,
                         SideEffects::DefaultResource::get());
  };
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    bool isOut = destination.isDpsInit(&operand);
    if (!isOut || op.accumulates())
      add(MemoryEffects::Read::get(), operand);
    if (isOut)
      add(MemoryEffects::Write::get(), operand);
  }
}

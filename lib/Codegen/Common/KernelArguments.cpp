//===- KernelArguments.cpp - what kernels of attentions share -------------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "diffattn/Codegen/Common/KernelArguments.h"

#include "diffattn/Dialect/DiffAttn/IR/OutScaleArgument.h"

#include "diffattn/Dialect/DiffAttn/IR/NamedDims.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace mlir::diffattn;

std::string mlir::diffattn::getKernelKey(AttentionOp op) {
  std::string key;
  llvm::raw_string_ostream text(key);
  for (NamedAttribute attribute : op->getAttrs()) {
    StringRef name = attribute.getName();
    if (name == op.getScaleAttrName() || name == op.getOutScaleAttrName() ||
        name == kOutScaleArgumentAttr)
      continue;
    text << name << " = ";
    // Their numbers are arguments.
    if (name != op.getSoftcapAttrName() && name != op.getNormAttrName())
      text << attribute.getValue();
    text << ", ";
  }
  for (Value operand : op->getOperands())
    text << operand.getType() << ", ";
  text << (op.getNoiseKey() == op.getSignalKey());
  return key;
}

/// The softmax scale: the attribute, or one over the root of the number of
/// features. Without features the scores are 0, whatever the scale.
static Value emitScale(Emitter &e, AttentionOp op, double unit) {
  Type f32 = e.getF32Type();
  if (std::optional<APFloat> scale = op.getScale())
    return e.real(scale->convertToDouble() * unit, f32);
  SmallVector<OpFoldResult> sizes = getDomainSizes(e, op);
  int64_t known = 1;
  Value features = e.index(1);
  for (unsigned dim : op.getDims().getDims(Role::Feature)) {
    features = e.mul(
        features, getValueOrCreateConstantIndexOp(e, e.getLoc(), sizes[dim]));
    std::optional<int64_t> size = getConstantIntValue(sizes[dim]);
    known = size && known >= 0 ? known * *size : -1;
  }
  if (known >= 0)
    return e.real(unit / std::sqrt(std::max<double>(known, 1)), f32);
  Value count = arith::UIToFPOp::create(
      e, f32,
      arith::IndexCastOp::create(e, e.getI64Type(),
                                 e.max(features, e.index(1))));
  return e.divF(e.real(unit, f32), math::SqrtOp::create(e, count));
}

Values mlir::diffattn::emitKernelNumbers(Emitter &e, AttentionOp op,
                                         double unit) {
  double cap = 1;
  if (std::optional<APFloat> softcap = op.getSoftcap())
    cap = softcap->convertToDouble();
  double eps = 0;
  if (std::optional<NormAttr> norm = op.getNorm())
    eps = norm->getEps().getValueAsDouble();
  double outScale = 1;
  if (std::optional<APFloat> factor = op.getOutScale())
    outScale = factor->convertToDouble();
  // Capped scores get their unit with the cap.
  Values numbers{emitScale(e, op, op.getSoftcap() ? 1 / cap : unit)};
  for (double number : {cap * unit, eps, outScale})
    numbers.push_back(e.real(number, e.getF32Type()));
  if (Value argument = getOutScaleArgument(op))
    numbers.back() = argument;
  return numbers;
}
